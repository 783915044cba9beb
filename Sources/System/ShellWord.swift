/// Words for the system's shells.
public enum ShellWord {
  /// A text as a shell takes it for one word, whatever stands in it, to be copied into a line.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// Writes scripts in the one canonical layout.
///
/// Two spaces for each level, one statement a line, at most one blank line, comments where they stand, tokens exactly
/// as they were written. Blocks on one line and groups over several lines stay so; what is longer than 120 columns is
/// wrapped. Formatting what is formatted changes nothing, and the script means the same as before.
public enum Formatter {
  /// The columns that a line may have before it is wrapped.
  public static let lineLimit = 120

  /// O(n × nesting).
  public static func format(_ script: Script) -> String {
    var layout = FormatterLayout(FormatterElement.all(of: script))
    layout.wrap()
    return layout.text(from: script.source)
  }
}

/// Exit codes, the same from a file, from `-c` and from standard input.
public enum ExitCode {
  public static let success: Int32 = 0
  /// A failed expectation or an error while running.
  public static let failure: Int32 = 1
  /// Wrong syntax or usage: nothing ran.
  public static let usage: Int32 = 2
  public static let interrupted: Int32 = 130
  /// Nobody reads the output any more: as a shell says that SIGPIPE has ended a program.
  public static let closed: Int32 = 141
}

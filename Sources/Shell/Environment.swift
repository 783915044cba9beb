#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's environment, read without Foundation so that starting stays fast.
public enum Environment {
  public static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The variables that decide about colour and characters.
  public static var display: [String: String] {
    var values: [String: String] = [:]
    for name in [
      "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM", "LC_ALL", "LC_CTYPE", "LANG",
    ] {
      values[name] = value(name)
    }
    return values
  }
}

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

  /// The machine's name, which tells devices apart.
  static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
    return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Where a real session keeps what lasts: `$XDG_DATA_HOME/storyline`, else `~/.local/share/storyline`.
  public static var stateFolder: String? {
    if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/storyline" }
    guard let home = value("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/share/storyline"
  }
}

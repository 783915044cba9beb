import CSystem

/// The process's environment, read without Foundation so that startup stays fast.
public enum Environment {
  public static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The program's name and arguments, which may consist of any bytes, like file names. `nil` if they cannot be
  /// found.
  public static var arguments: [String]? {
    // Swift reads them from /proc, which a bare root folder lacks.
    let count = csystem_argument_count()
    if count > 0 { return (0..<count).map { FileName.text(csystem_argument($0)) } }
    #if hasFeature(Embedded)
      return nil
    #else
      return CommandLine.argc > 0 ? CommandLine.arguments : nil
    #endif
  }

  /// The path of the running program's file. On Linux the system keeps the program there even if its file was replaced.
  public static let programFile: String = {
    let here = "/proc/self/exe"
    return File.exists(here) ? here : arguments?.first ?? ""
  }()

  /// The time at which the running program's file was built or installed, in microseconds since 1970: no clock that is
  /// right shows an earlier time. `nil` if it is unknown.
  public static let programDate: Int64? = {
    // Some packages set the first time to 1970; no program can set the second.
    return (try? FileStatus(programFile)).map { max($0.modified, $0.changed / 1_000) }
  }()

  /// Passes the variables for other programs to `body`, as an array that ends in `nil`: all but those of this program,
  /// such as `STORYLINE_PASSWORD`. The array is valid only during the call.
  static func withVariablesForOthers<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let variable = place.pointee {
      if strncmp(variable, "STORYLINE_", 10) != 0 { variables.append(variable) }
      place += 1
    }
    variables.append(nil)
    return variables.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }

  /// The machine's name, which distinguishes devices.
  public static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
    return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// An identifier of this machine, which differs even from a machine with a copy of this disk if the hardware
  /// provides it; empty if nothing does. It consists of hexadecimal digits that reveal nothing about the machine.
  public static let machine: String = {
    var identity: [UInt8] = []
    #if canImport(Darwin)
      var id = [UInt8](repeating: 0, count: 16)
      var timeout = timespec(tv_sec: 1, tv_nsec: 0)
      if gethostuuid(&id, &timeout) == 0 { identity = id }
    #else
      // The identifier of the installation, and for small computers, whose cards are often copied, that of the board.
      for path in ["/etc/machine-id", "/sys/firmware/devicetree/base/serial-number"] {
        identity += ((try? File.read(path, atMost: 255)) ?? []).prefix { $0 != 0 && $0 != 0x0A } + [0x0A]
      }
      if identity.allSatisfy({ $0 == 0x0A }) { return "" }
    #endif
    if identity.isEmpty { return "" }
    // FNV-1a, which is enough for a name but not for a secret.
    let hash = identity.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }()
}

/// The user's home folder.
public enum HomeFolder {
  /// `HOME` if it is an absolute path, otherwise the folder in the user database, as in ssh; `nil` without either.
  ///
  /// Services, cron jobs and `env -i` start programs without `HOME`.
  public static var path: String? {
    if let home = getenv("HOME"), home.pointee == 0x2F { return FileName.text(home) }
    return registered
  }

  /// The reason why no files are kept in the home folder; `nil` if it can be used. A `HOME` that is set, but names no
  /// folder, is a mistake: the user meant neither another folder nor a new one.
  public static var flaw: String? {
    if let home = Environment.value("HOME"), !home.isEmpty, !home.hasPrefix("/") {
      return "HOME is '\(home)', which is not a full path"
    }
    guard let path else { return "HOME is not set, and your user account has no home folder" }
    return (try? FileStatus(path))?.isFolder == true ? nil : "the home folder '\(path)' does not exist"
  }

  /// The home folder in the user database.
  static let registered: String? = UserDatabase.home(of: getuid())
}

/// The system's user database.
///
/// The C library answers, so users of a directory service are found as well: even the release program links it
/// dynamically, because a static library could not load its modules.
public enum UserDatabase {
  /// Returns a user's name; `nil` for a user without an entry.
  public static func name(of user: uid_t) -> String? {
    entry(of: user) { $0.pw_name.map { FileName.text($0) } }
  }

  /// Returns a user's home folder; `nil` for a user without an entry, or if the entry has no absolute path.
  static func home(of user: uid_t) -> String? {
    entry(of: user) { entry in
      guard let home = entry.pw_dir, home.pointee == 0x2F else { return nil }
      return FileName.text(home)
    }
  }

  private static func entry(of user: uid_t, _ read: (passwd) -> String?) -> String? {
    var count = 1_024
    while true {
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: count)
      defer { buffer.deallocate() }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let error = getpwuid_r(user, &entry, buffer, count, &found)
      if error == EINTR { continue }
      guard error == ERANGE, count < 1 << 20 else { return error == 0 && found != nil ? read(entry) : nil }
      count *= 2
    }
  }
}

/// The user's home folder.
public enum HomeFolder {
  /// `HOME` if it is an absolute path, else the folder in the user database, as for ssh; `nil` without either.
  ///
  /// Services, cron jobs and `env -i` start programs without `HOME`.
  public static var path: String? {
    if let home = getenv("HOME"), home.pointee == 0x2F { return FileName.text(home) }
    return registered
  }

  /// The home folder in the user database; `nil` if the user has no entry, or one without an absolute path.
  ///
  /// The C library answers, so users of a directory service are found as well: even the release program links it
  /// dynamically, and a static one would have to be able to load its modules.
  static let registered: String? = {
    var buffer = [CChar](repeating: 0, count: 1_024)
    while true {
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let error = getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found)
      if error == EINTR { continue }
      if error == ERANGE, buffer.count < 1 << 20 {
        buffer = [CChar](repeating: 0, count: buffer.count * 2)
        continue
      }
      guard error == 0, found != nil, let home = entry.pw_dir, home.pointee == 0x2F else { return nil }
      return FileName.text(home)
    }
  }()
}

/// What the system knows of its users.
///
/// The C library answers, so users of a directory service are found as well: even the release program links it dynamically.
/// A static one would have to be able to load its modules.
public enum UserDatabase {
  /// A user's name; `nil` for one without an entry.
  public static func name(of user: uid_t) -> String? {
    entry(of: user) { $0.pw_name.map { FileName.text($0) } }
  }

  /// A user's home folder; `nil` for one without an entry, or without an absolute path in it.
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

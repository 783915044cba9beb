/// The user's home folder.
public enum HomeFolder {
  /// `HOME` if it is an absolute path, else the folder in the user database, as for ssh; `nil` without either.
  ///
  /// Services, cron jobs and `env -i` start programs without `HOME`.
  public static var path: String? {
    if let home = getenv("HOME"), home.pointee == 0x2F { return FileName.text(home) }
    return registered
  }

  /// The home folder in the user database.
  static let registered: String? = UserDatabase.home(of: getuid())
}

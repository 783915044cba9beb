import StoryScript
import System

/// Who may write what a session keeps: its user alone, as for ssh.
///
/// A folder of somebody else, or one into which others may write, could hold anything, and what root writes into a user's
/// folder that user can no longer change. So both are refused, also for root. What lies above the folder may be shared, such
/// as `/tmp`: whoever puts another folder in its place puts one there that is refused.
public enum StateOwner {
  /// Checks a state folder, and in it the files that say which device this is and what it has done.
  /// - Throws: whose it is, or who may write into it.
  public static func check(_ folder: String) throws(Failure) {
    // One that is not there is made, for its user alone; what cannot be looked at cannot be opened either.
    guard let status = try? FileStatus(folder), status.isFolder else { return }
    try check(status, folder, "the state folder '\(folder)'", "choose another folder: --state FOLDER")
    let isReachable = status.permissions & 0o011 != 0
    let name = folder + "/" + DeviceName.file
    var files = [name]
    if let first = (try? File.read(name, atMost: 1_024))?.prefix(while: { $0 != 0x0A }) {
      files.append("\(folder)/\(String(decoding: first, as: UTF8.self)).journal")
    }
    for file in files {
      guard let status = try? FileStatus(file, followsLinks: false) else { continue }
      try check(
        status, file, "'\(file)' in the state folder", "move it elsewhere, or choose another folder: --state FOLDER",
        isReachable: isReachable)
    }
  }

  /// Checks a file of a person's own that is read at a start, such as the config script, and the folder that it lies in.
  /// - Parameters:
  ///   - what: such as "the config script".
  ///   - trustsRoot: `true` if a file of root's is as good, as where root sets up all accounts.
  /// - Returns: whose it is, or who may write it, and what to do; `nil` for one that is the user's own, or not there.
  public static func flaw(of path: String, _ what: String, trustsRoot: Bool = false) -> (text: String, remedy: String)?
  {
    for (place, what) in [(FilePath.folder(of: path), "the folder of \(what)"), (path, what)] {
      guard let status = try? FileStatus(place) else { return nil }
      if trustsRoot, status.owner == 0, status.permissions & 0o022 == 0 { continue }
      do throws(Failure) {
        try check(status, place, "\(what) '\(place)'", "move it elsewhere, or chown it to yourself")
      } catch {
        if case .refused(let text, let remedy) = error.problem { return (text, remedy ?? "move it elsewhere") }
      }
    }
    return nil
  }

  private static func check(
    _ status: FileStatus, _ path: String, _ what: String, _ other: String, isReachable: Bool = true
  ) throws(Failure) {
    if status.owner != geteuid() {
      let owner = UserDatabase.name(of: status.owner)
      let words = owner.map { "'\($0)'" } ?? "user \(status.owner)"
      throw .refused(
        "\(what) belongs to another user: \(words)",
        geteuid() == 0 && owner != nil ? "run it as \(owner ?? ""), or \(other)" : other)
    }
    let others = status.permissions & 0o022
    guard others != 0, isReachable, status.kind != .link else { return }
    throw .refused(
      "others may write into \(what): its mode is \(String(status.permissions & 0o777, radix: 8))",
      "chmod go-w \(ShellWord.quoted(path))")
  }
}

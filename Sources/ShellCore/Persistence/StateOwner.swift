import StoryScript
import System

/// The owner of a session's files: only the user may write them, as for ssh.
///
/// A folder of another user, or one that others may write to, could contain anything, and the user can no longer
/// change the files that root writes into the folder. So both are refused, also for root. The folders above may be
/// shared, such as `/tmp`: a folder that someone puts in its place is refused as well.
public enum StateOwner {
  /// Checks a state folder, and the files in it that hold this device's name and history.
  /// - Throws: a refusal that names the owner, or those who may write to it.
  public static func check(_ folder: String) throws(Failure) {
    // A missing folder is created for its user alone; a folder whose status cannot be read cannot be opened either.
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

  /// Checks a user's file that is read at startup, such as the config script, and the folder that contains it.
  /// - Parameters:
  ///   - what: such as "the config script".
  ///   - trustsRoot: `true` if root's files are accepted as well, as where root sets up all accounts.
  /// - Returns: the owner or those who may write it, and advice; `nil` if the file is the user's own or missing.
  public static func problem(
    with path: String, named what: String, trustsRoot: Bool = false
  ) -> (text: String, remedy: String)? {
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
        geteuid() == 0 && owner != nil ? "run storyline as \(owner ?? ""), or \(other)" : other)
    }
    let others = status.permissions & 0o022
    guard others != 0, isReachable, status.kind != .link else { return }
    throw .refused(
      "other users can write to \(what): its mode is \(String(status.permissions & 0o777, radix: 8))",
      "try: chmod go-w \(ShellWord.quoted(path))")
  }
}

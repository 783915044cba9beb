import StoryScript
import System

/// The files that a session's commands read and write.
public struct FileAccess {
  private let session: Session

  public init(_ session: Session) { self.session = session }

  /// Returns the path of a file in the working folder, or, if there is none, beside the script. `include` looks in
  /// the opposite order.
  package func found(_ path: String) -> String {
    guard let scriptFolder = session.scriptFolder, !path.hasPrefix("/"), !File.exists(path),
      File.exists(scriptFolder + path)
    else {
      return path
    }
    return scriptFolder + path
  }

  /// Refuses to write into a photo library, whichever command asks and whenever the library was read.
  public func refuseInLibrary(_ full: String, as path: String) throws(Failure) {
    do throws(UserFileWriter.Refusal) { try UserFileWriter(of: session).check(full) } catch {
      throw .refused(error.words(path), error.advice)
    }
  }

  /// Writes a file for a command; all commands write here. It never replaces a file without `replace`, never writes
  /// among photos that were read, and never replaces a photo, a video or an editor's file beside one.
  /// - Parameter content: returns the content; its argument is the path with the home folder in place of `~`.
  package func write(
    to path: String, replacing: Bool, content: (String) throws(Failure) -> some Sequence<UInt8>
  ) throws(Failure) {
    let full = FilePath.expanded(path)
    try refuseInLibrary(full, as: path)
    if (try? FileStatus(full))?.isFolder == true { throw .refused("'\(path)' is a folder") }
    if File.exists(full) {
      guard replacing else { throw .refused("'\(path)' already exists", "add `replace` to overwrite it") }
      if let content = session.catalog.services.libraries.irreplaceable(full) {
        throw .refused("'\(path)' is \(content) and is never overwritten", "choose another name")
      }
    }
    let content = try content(full)
    do throws(UserFileWriter.Refusal) {
      try UserFileWriter(of: session).write(content, to: full, replacing: replacing)
    } catch {
      throw .refused(error.words(path), error.advice)
    }
  }
}

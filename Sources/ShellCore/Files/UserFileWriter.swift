import StoryScript
import System

/// The reasons against writing a file.
package struct FileProtection {
  /// The photo library, among all that were ever read, that contains or would contain the file.
  package var library: String?
  /// A folder with photos that may be such a library, and the reason why that is unknown.
  package var doubt: (folder: String, why: String)?
  /// A notice for the user; the file is written anyway.
  package var note: String?

  package init(library: String? = nil, doubt: (folder: String, why: String)? = nil, note: String? = nil) {
    self.library = library
    self.doubt = doubt
    self.note = note
  }
}

/// The only type through which commands and tools write files that a user names.
///
/// It never writes into a folder whose photos were read, and never over a photo, a video or an editor's file beside
/// one.
public struct UserFileWriter {
  /// The reason why nothing is written.
  package enum Refusal: Error {
    case library(String)
    case doubt(folder: String, why: String)
    case irreplaceable(String)
    case system(SystemError)

    /// - Parameter path: the path as the user wrote it.
    package func words(_ path: String) -> String {
      switch self {
      case .library(let library):
        "'\(path)' is in '\(library)', whose photos were read: Storyline never writes there"
      case .doubt(let folder, let why): "'\(path)' is in '\(folder)', which contains photos, and \(why)"
      case .irreplaceable(let content): "'\(path)' is \(content) and is never overwritten"
      case .system(let error): "cannot write '\(path)': \(error)"
      }
    }

    package var advice: String? {
      switch self {
      case .library, .doubt: "choose another folder"
      case .irreplaceable: "choose another name"
      case .system: nil
      }
    }
  }

  private let libraries: any LibraryGuard
  /// The session that writes; `nil` for a tool.
  private let session: Session?

  public init(_ catalog: CommandCatalog) { (libraries, session) = (catalog.services.libraries, nil) }
  init(of session: Session) { (libraries, self.session) = (session.catalog.services.libraries, session) }

  /// Refuses a path in a photo library, whichever command asks and whenever the library was read.
  func check(_ full: String) throws(Refusal) {
    let protection = libraries.protection(of: full, session)
    if let library = protection.library { throw .library(library) }
    if let (folder, why) = protection.doubt { throw .doubt(folder: folder, why: why) }
    guard let note = protection.note else { return }
    if let session { session.notice(note) } else { DiagnosticRenderer.note(note) }
  }

  /// Writes a complete file, or nothing.
  /// - Parameters:
  ///   - full: the path with the home folder in place of `~`.
  ///   - replacing: `false` if the file must not exist yet.
  package func write(_ content: some Sequence<UInt8>, to full: String, replacing: Bool) throws(Refusal) {
    try check(full)
    if replacing, File.exists(full), let content = libraries.irreplaceable(full) { throw .irreplaceable(content) }
    do throws(SystemError) {
      if replacing { try File.replace(full, with: content) } else { try File.create(full, with: content) }
    } catch {
      throw .system(error)
    }
  }

  /// Writes a new file for a tool.
  /// - Returns: an error and advice; `nil` on success.
  public func create(_ path: String, _ content: String) -> (message: String, advice: String)? {
    do throws(Refusal) {
      try write(content.utf8, to: path, replacing: false)
      return nil
    } catch {
      return (error.words(path), error.advice ?? "choose a name that is not taken")
    }
  }
}

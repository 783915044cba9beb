import StoryScript
import System

/// What speaks against writing a file.
struct FileProtection {
  /// The folder of photos, ever read, that it lies in or would lie in.
  var library: String?
  /// A folder with photos that may be one of those, and why that is not known.
  var doubt: (folder: String, why: String)?
  /// What is to be said although the file is written.
  var note: String?
}

/// The one door through which commands and tools write files that a user names.
///
/// Nothing is written into a folder whose photos were read, nor over a photo, a video or what an editor wrote beside one.
public struct FileDoor {
  /// Why nothing is written.
  enum Refusal: Error {
    case library(String)
    case doubt(folder: String, why: String)
    case irreplaceable(String)
    case system(SystemError)

    /// - Parameter path: as it was said.
    func words(_ path: String) -> String {
      switch self {
      case .library(let library):
        "'\(path)' lies in '\(library)', whose photos were read: nothing is ever written there"
      case .doubt(let folder, let why): "'\(path)' lies in '\(folder)', which holds photos, and \(why)"
      case .irreplaceable(let content): "'\(path)' is \(content): nothing is ever written over it"
      case .system(let error): "cannot write '\(path)': \(error)"
      }
    }

    var advice: String? {
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

  /// Refuses what lies in a library of photos, whoever wants to write there and whenever it was read.
  func check(_ full: String) throws(Refusal) {
    let protection = libraries.protection(of: full, session)
    if let library = protection.library { throw .library(library) }
    if let (folder, why) = protection.doubt { throw .doubt(folder: folder, why: why) }
    guard let note = protection.note else { return }
    if let session { session.notice(note) } else { DiagnosticRenderer.note(note) }
  }

  /// Writes a whole file, or none of it.
  /// - Parameters:
  ///   - full: the path with the home folder in place of `~`.
  ///   - replacing: `false` for a file that must not be there yet.
  func write(_ content: some Sequence<UInt8>, to full: String, replacing: Bool) throws(Refusal) {
    try check(full)
    if replacing, File.exists(full), let content = libraries.irreplaceable(full) { throw .irreplaceable(content) }
    do throws(SystemError) {
      if replacing { try File.replace(full, with: content) } else { try File.create(full, with: content) }
    } catch {
      throw .system(error)
    }
  }

  /// Writes a new file for a tool.
  /// - Returns: what is wrong and what to do; `nil` when it is written.
  public func create(_ path: String, _ content: String) -> (message: String, advice: String)? {
    do throws(Refusal) {
      try write(content.utf8, to: path, replacing: false)
      return nil
    } catch {
      return (error.words(path), error.advice ?? "choose a name that is not taken")
    }
  }
}

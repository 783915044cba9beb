import JSON
import ShellCore
import StoryScript
import System

/// The folders that an editor has open, and the scripts in them.
///
/// Scripts are read when a request first needs them, and again when they change. Links to folders are not followed,
/// hidden folders are left out, and the number of scripts is limited.
final class Workspace {
  private static let (mostScripts, folderLimit, deepest) = (2_000, 4_000, 16)
  /// The largest script that is read, in bytes.
  private static let byteLimit = 1 << 20

  /// The paths of the folders, in the editor's order.
  private(set) var folders: [String] = []
  private var known: [String: (status: FileStatus, document: OpenDocument)] = [:]

  /// Reads the folders of `initialize`; an older editor names one root.
  func begin(_ parameters: JSON) {
    let named = parameters["workspaceFolders"]?.arrayValue?.compactMap { $0["uri"]?.stringValue }
    add(named ?? parameters["rootUri"]?.stringValue.map { [$0] } ?? [])
  }

  /// Applies the event of `workspace/didChangeWorkspaceFolders`.
  func change(_ event: JSON) {
    func addresses(_ name: String) -> [String] { event[name]?.arrayValue?.compactMap { $0["uri"]?.stringValue } ?? [] }
    let removed = Set(addresses("removed").map { FilePath.normalized(FileAddress.path(of: $0)) })
    folders.removeAll { removed.contains($0) }
    add(addresses("added"))
  }

  private func add(_ addresses: [String]) {
    for path in addresses.map({ FilePath.normalized(FileAddress.path(of: $0)) })
    where path.hasPrefix("/") && !folders.contains(path) {
      folders.append(path)
    }
  }

  /// Returns the scripts of all folders, in order of their paths.
  /// - Parameter create: makes the document of a path and a text.
  func scripts(
    while continues: () -> Bool, _ create: (_ path: String, _ text: EditorText) -> OpenDocument
  ) -> [OpenDocument] {
    let paths = paths(while: continues)
    var now: [String: (status: FileStatus, document: OpenDocument)] = [:]
    for path in paths {
      guard continues(), let status = try? FileStatus(path), status.size <= Self.byteLimit else { continue }
      if let old = known[path], old.status == status, old.status.changed == status.changed {
        now[path] = old
      } else if let bytes = try? File.read(path, atMost: Self.byteLimit) {
        now[path] = (status, create(path, EditorText(String(decoding: bytes, as: UTF8.self))))
      }
    }
    known = now
    return paths.compactMap { now[$0]?.document }
  }

  private func paths(while continues: () -> Bool) -> [String] {
    var found: Set<String> = []
    var waiting = folders.reversed().map { (path: $0, depth: 0) }
    var seen = 0
    while let (folder, depth) = waiting.popLast(), seen < Self.folderLimit, continues() {
      seen += 1
      for entry in ((try? Folder.entries(of: folder)) ?? []).sorted(by: { $0.name < $1.name })
      where !entry.name.hasPrefix(".") {
        let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
        switch entry.kind ?? (try? FileStatus(path, followsLinks: false))?.kind {
        case .folder: if depth < Self.deepest { waiting.append((path, depth + 1)) }
        case .file: if entry.name.hasSuffix(".story"), found.count < Self.mostScripts { found.insert(path) }
        default: break
        }
      }
    }
    return found.sorted()
  }
}

extension LanguageServer {
  /// Returns the scripts of the workspace that the editor has not open.
  func closedDocuments() -> [OpenDocument] {
    guard !workspace.folders.isEmpty else { return [] }
    let open = Set(documents.values.map { FilePath.normalized($0.path) })
    let scripts = workspace.scripts(
      while: { !isStopped() },
      { path, text in
        OpenDocument(address: FileAddress.address(of: path), version: nil, text: text) { [unowned self] in openTexts }
      })
    // A file that one of them includes may have changed.
    for script in scripts where script.hasIncludes { script.forgetFindings() }
    return scripts.filter { !open.contains(FilePath.normalized($0.path)) }
  }

  /// Finds the definitions, variables, handlers, lessons and steps of all open documents and of the workspace.
  func symbols(_ parameters: JSON) -> JSON {
    let query = parameters["query"]?.stringValue ?? ""
    let all = documents.values.sorted { $0.address < $1.address } + closedDocuments()
    let found = all.flatMap { document -> [(name: String, json: JSON)] in
      isStopped() ? [] : symbols(of: document)
    }
    return .array(FuzzyMatch.matching(found, query) { $0.name }.prefix(500).map { $0.json })
  }
}

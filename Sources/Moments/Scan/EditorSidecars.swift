import System

/// The files that editors have written beside photos, as their folders list them now.
public struct EditorSidecars {
  private let root: String
  private var folders: [Substring: SidecarIndex] = [:]

  /// - Parameter root: the library's folder.
  public init(below root: String) { self.root = root }

  /// Those of a photo's file, in the order in which they count: the one by its full name, and the one by its name without the
  /// ending, unless that says to be another file's.
  /// - Parameter path: the file's path in the library.
  /// - Returns: their paths and contents; `nil` for what cannot be read or is longer than anything that an editor writes.
  public mutating func of(_ path: String) -> [(path: String, content: [UInt8]?)] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[..<$0] } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    if folders[folder] == nil {
      let names = (try? Folder.names(in: folder.isEmpty ? root : "\(root)/\(folder)")) ?? []
      folders[folder] = SidecarIndex(names, prefix: folder.isEmpty ? "" : folder + "/")
    }
    return (folders[folder]?.editors(name) ?? []).compactMap { sidecar in
      guard let bytes = try? File.read(root + "/" + sidecar.path, atMost: Sidecar.mostBytes + 1),
        bytes.count <= Sidecar.mostBytes
      else { return (sidecar.path, nil) }
      return bytes.withUnsafeBytes({ sidecar.isOfAnother(XMPFields($0)) }) ? nil : (sidecar.path, bytes)
    }
  }
}

import Foundation

/// The photos and vectors outside the package: beside its folder, or in the folder that `STORYLINE_SHARED` names.
enum Shared {
  static let root: URL? = {
    let named = ProcessInfo.processInfo.environment["STORYLINE_SHARED"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardizedFileURL
    let candidate = named ?? package.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: candidate.path) ? candidate : nil
  }()

  static let hasPhotos = root.map { FileManager.default.fileExists(atPath: $0.path + "/photos/oracle.jsonl") } ?? false

  static let package = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardizedFileURL
}

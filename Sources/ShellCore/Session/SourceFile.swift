import StoryScript
import System

/// Scripts in files.
public enum SourceFile {
  /// The name of a line typed at a prompt. Messages omit it because the line is right above them.
  package static let promptName = "<prompt>"

  /// - Throws: `Diagnostic` if the file cannot be read or is not text.
  public static func read(_ path: String) throws(Diagnostic) -> Source {
    try source(path) { () throws(SystemError) in try File.read(FilePath.expanded(path), atMost: byteLimit) }
  }

  /// Reads a descriptor to its end, or until ^C.
  public static func read(_ descriptor: Descriptor, name: String) throws(Diagnostic) -> Source {
    try source(name) { () throws(SystemError) in
      try descriptor.readAll(atMost: byteLimit) { Interruption.isRequested }
    }
  }

  /// Returns the bytes of a file whose text is in another encoding.
  /// - Throws: `Diagnostic` if the file cannot be read, or is too large.
  static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    try bytes(path) { () throws(SystemError) in try File.read(FilePath.expanded(path), atMost: byteLimit) }
  }

  /// Returns the bytes of a descriptor up to ^C or its end.
  /// - Throws: `Diagnostic` if it cannot be read, or has too many bytes.
  static func bytes(of descriptor: Descriptor, name: String) throws(Diagnostic) -> [UInt8] {
    try bytes(name) { () throws(SystemError) in
      try descriptor.readAll(atMost: byteLimit) { Interruption.isRequested }
    }
  }

  /// One byte more than allowed, so that the source reports that it is too large.
  private static let byteLimit = Source.sizeLimit + 1

  private static func source(
    _ name: String, _ read: () throws(SystemError) -> [UInt8]
  ) throws(Diagnostic) -> Source {
    try Source(name: name, bytes: RecordingTitle.whole(try bytes(name, read)))
  }

  private static func bytes(
    _ name: String, _ read: () throws(SystemError) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    do throws(SystemError) {
      return try read()
    } catch {
      let problem: Problem =
        error.code == EINTR
        ? .interrupted
        : .refused(
          "cannot read '\(name)': \(error)",
          suggestion: error.code == ENOENT ? PathSuggestion.question(about: name) : nil)
      throw Diagnostic(problem, SourceRange(0, 0), in: nil)
    }
  }

  /// Reads a file for a stranger's script, which may read nothing outside its folder, wherever links lead.
  static func confined(_ path: String, from base: String) throws(Diagnostic) -> Source {
    let folder = FilePath.folder(of: base)
    let full = path.hasPrefix("/") || path.hasPrefix("~") ? FilePath.expanded(path) : folder + "/" + path
    guard let target = try? FilePath.resolved(full), let room = try? FilePath.resolved(folder),
      FilePath.isInside(target, room)
    else {
      throw Diagnostic(
        .refused(
          "'\(path)' is not in the folder of this script or lesson",
          suggestion: "put the file in that folder"),
        SourceRange(0, 0), in: nil)
    }
    return try read(full)
  }

  /// Reads an included file. Its path is relative to the folder of the including script, or, if there is no such
  /// file, to the working folder.
  /// - Parameter open: the texts that are read in place of the files on the disk.
  package static func included(_ path: String, from base: String, _ open: OpenTexts = OpenTexts()) throws(Diagnostic)
    -> Source
  {
    let expanded = FilePath.expanded(path)
    guard !expanded.hasPrefix("/"), let slash = base.lastIndex(of: "/") else { return try open.read(expanded) }
    let beside = String(base[...slash]) + expanded
    return try open.read(open.has(beside) || File.exists(beside) || !File.exists(expanded) ? beside : expanded)
  }
}

/// The texts of files that an editor has open, which count in place of the files on the disk.
package struct OpenTexts: Sendable {
  private var texts: [String: [UInt8]] = [:]
  package init() {}

  /// - Parameter path: absolute; the address of a text without a file is never included.
  package mutating func set(_ path: String, _ bytes: [UInt8]) { texts[FilePath.normalized(path)] = bytes }

  fileprivate func has(_ path: String) -> Bool { !texts.isEmpty && texts[FilePath.normalized(path)] != nil }

  fileprivate func read(_ path: String) throws(Diagnostic) -> Source {
    guard !texts.isEmpty, let bytes = texts[FilePath.normalized(path)] else { return try SourceFile.read(path) }
    return try Source(name: path, bytes: bytes)
  }
}

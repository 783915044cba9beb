import System

/// The rule that tells git how to merge journals: as the union of their lines, which is what they are, and without another
/// program's line ends. Without it `git pull` ends in a conflict where two devices handed on the same file.
///
///     if let finding = GitAttributes.cover("/home/mia/family", device: "kitchen") { notice(finding) }
enum GitAttributes {
  static let file = ".gitattributes"
  static let rule = "*.journal merge=union -text"
  /// Bytes of the longest file of rules that is read: git itself takes no more than 100 MB.
  private static let longest = 1 << 20

  /// Sees to it that a folder in a git work tree has such a rule; elsewhere it does nothing.
  /// - Returns: what the user should know; `nil` where nothing was changed.
  static func cover(_ folder: String, device: String) -> String? {
    guard let real = try? FilePath.resolved(folder), let root = workTree(holding: real) else { return nil }
    if hasRule(for: "\(device).journal", in: real, root) { return nil }
    let path = real + "/" + file
    let shown = (folder.hasSuffix("/") ? folder : folder + "/") + file
    let advice = "git merges the journals by itself only where \(shown) has the line: \(rule)"
    do throws(SystemError) {
      guard let status = try? FileStatus(path, followsLinks: false) else {
        try File.create(path, with: "\(rule)\n".utf8)
        return "\(shown) tells git now how to merge journals: commit it as well"
      }
      guard status.isFile, let old = text(at: path) else { return advice }
      // By a new file in its place: a file of several names is changed here alone.
      let new = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      let separator = old.isEmpty || old.last == 0x0A ? "" : "\n"
      try File.create(new, with: old + Array("\(separator)\(rule)\n".utf8), mode: status.permissions)
      do throws(SystemError) { try File.rename(new, to: path) } catch {
        try? File.remove(new)
        throw error
      }
      return "\(shown) tells git now how to merge journals: commit it as well"
    } catch {
      return advice
    }
  }

  /// The top of the work tree that a folder lies in.
  private static func workTree(holding folder: String) -> String? {
    var folder = folder
    while true {
      // A file in work trees that belong to another one.
      if (try? FileStatus(folder == "/" ? "/.git" : folder + "/.git")) != nil { return folder }
      guard folder != "/" else { return nil }
      folder = FilePath.folder(of: folder)
    }
  }

  /// Whether a rule says how a file is to be merged, whatever it says: that is for its author to decide.
  private static func hasRule(for name: String, in folder: String, _ root: String) -> Bool {
    if rules(at: root + "/.git/info/attributes").contains(where: { matches($0, name, in: folder, below: root) }) {
      return true
    }
    var place = folder
    while true {
      if rules(at: place + "/" + file).contains(where: { matches($0, name, in: folder, below: place) }) { return true }
      if place == root || place == "/" { return false }
      place = FilePath.folder(of: place)
    }
  }

  /// The patterns of the rules that are about merging.
  private static func rules(at path: String) -> [String] {
    let lines = String(decoding: text(at: path) ?? [], as: UTF8.self).split { $0.isNewline }
    return lines.compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let pattern = words.first, !pattern.hasPrefix("#"), !pattern.hasPrefix("[attr]") else { return nil }
      let names = words.dropFirst().map { $0.drop { $0 == "-" || $0 == "!" }.prefix { $0 != "=" } }
      guard names.contains("merge") || names.contains("binary") else { return nil }
      let isQuoted = pattern.count > 1 && pattern.hasPrefix("\"") && pattern.hasSuffix("\"")
      return String(isQuoted ? pattern.dropFirst().dropLast() : pattern)
    }
  }

  /// Whether a pattern of the rules in `place` is about a file in `folder`.
  private static func matches(_ pattern: String, _ name: String, in folder: String, below place: String) -> Bool {
    // Without a slash it is about names in all folders below.
    guard pattern.contains("/") else { return fnmatch(pattern, name, 0) == 0 }
    let base = place == "/" ? "" : place
    let path = String("\(folder)/\(name)".dropFirst(base.utf8.count + 1))
    let anchored = String(pattern.drop { $0 == "/" })
    if fnmatch(anchored, path, FNM_PATHNAME) == 0 { return true }
    // `**` is any folders; fnmatch lets a star pass slashes where it is not told to heed them.
    guard anchored.contains("**") else { return false }
    let loose = anchored.replacing("**/", with: "*")
    return fnmatch(loose, path, 0) == 0
  }

  private static func text(at path: String) -> [UInt8]? {
    guard let (descriptor, status) = try? File.open(path, O_RDONLY | O_NOFOLLOW), status.size <= longest else {
      return nil
    }
    defer { descriptor.close() }
    return try? descriptor.readAll(atMost: longest)
  }
}

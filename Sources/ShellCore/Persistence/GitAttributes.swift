import System

/// The rule that makes git merge journals as the union of their lines and leave their line ends alone. Without the
/// rule, `git pull` ends in a conflict if two devices changed the same file.
///
///     if let finding = GitAttributes.cover("/home/mia/family", device: "kitchen") { notice(finding) }
enum GitAttributes {
  static let file = ".gitattributes"
  static let rule = "*.journal merge=union -text"
  /// The rule for the proofs beside the journals, which are lines as well.
  private static let proofRule = "*.proof merge=union -text"
  /// The maximum size in bytes of a rules file that is read; git itself reads up to 100 MB.
  private static let sizeLimit = 1 << 20

  /// Adds the rule to a folder in a git work tree if it is missing; does nothing elsewhere.
  /// - Returns: a notice for the user; `nil` if nothing was changed.
  static func cover(_ folder: String, device: String) -> String? {
    guard let real = try? FilePath.resolved(folder), let root = workTree(holding: real) else { return nil }
    if hasRule(for: "\(device).journal", in: real, root) { return nil }
    let path = real + "/" + file
    let shown = (folder.hasSuffix("/") ? folder : folder + "/") + file
    let advice = "Git can merge the journals only if \(shown) has the line: \(rule)"
    do throws(SystemError) {
      guard let status = try? FileStatus(path, followsLinks: false) else {
        try File.create(path, with: "\(rule)\n\(proofRule)\n".utf8)
        return "\(shown) now tells Git how to merge journals: commit this file too"
      }
      guard status.isFile, let old = text(at: path) else { return advice }
      // Written to a new file that replaces the old one, so that other hard links keep the old text.
      let new = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      let separator = old.isEmpty || old.last == 0x0A ? "" : "\n"
      try File.create(new, with: old + Array("\(separator)\(rule)\n\(proofRule)\n".utf8), mode: status.permissions)
      do throws(SystemError) { try File.rename(new, to: path) } catch {
        try? File.remove(new)
        throw error
      }
      return "\(shown) now tells Git how to merge journals: commit this file too"
    } catch {
      return advice
    }
  }

  /// Returns the top of the git work tree that contains a folder.
  private static func workTree(holding folder: String) -> String? {
    var folder = folder
    while true {
      // In worktrees of another repository, `.git` is a file.
      if (try? FileStatus(folder == "/" ? "/.git" : folder + "/.git")) != nil { return folder }
      guard folder != "/" else { return nil }
      folder = FilePath.folder(of: folder)
    }
  }

  /// Returns whether a rule defines how a file is merged. The rule's value is up to its author.
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

  /// Returns the patterns of the rules about merging.
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

  /// Returns whether a pattern of the rules in `place` matches a file in `folder`.
  private static func matches(_ pattern: String, _ name: String, in folder: String, below place: String) -> Bool {
    // Without a slash, a pattern matches names in all folders below.
    guard pattern.contains("/") else { return fnmatch(pattern, name, 0) == 0 }
    let base = place == "/" ? "" : place
    let path = String("\(folder)/\(name)".dropFirst(base.utf8.count + 1))
    let anchored = String(pattern.drop { $0 == "/" })
    if fnmatch(anchored, path, FNM_PATHNAME) == 0 { return true }
    // `**` matches any folders; without FNM_PATHNAME, a star of fnmatch matches slashes as well.
    guard anchored.contains("**") else { return false }
    let loose = anchored.replacing("**/", with: "*")
    return fnmatch(loose, path, 0) == 0
  }

  private static func text(at path: String) -> [UInt8]? {
    guard let (descriptor, status) = try? File.open(path, O_RDONLY | O_NOFOLLOW), status.size <= sizeLimit else {
      return nil
    }
    defer { descriptor.close() }
    return try? descriptor.readAll(atMost: sizeLimit)
  }
}

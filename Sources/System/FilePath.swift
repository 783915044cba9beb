/// Paths as people write them.
public enum FilePath {
  /// The path with the home folder in the place of `~` and the beginning of `~/…`; as it is if there is no home folder.
  public static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = HomeFolder.path else { return path }
    return home + path.dropFirst()
  }

  /// The folder that a path lies in, as far as its text says: `.` for a bare name.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without `.`, `..`, doubled and trailing slashes, by its text alone: links are not looked at.
  public static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// The absolute path of what is there, without links.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let real = FileName.call(path, { realpath($0, nil) }) else { throw .last }
    defer { free(real) }
    return FileName.text(real)
  }

  /// The folders in which a path lies or would lie, by where its links lead: the nearest that exists, and the one that would
  /// be made by going on from there, `..` included. Absolute, without links.
  public static func places(of path: String) -> [String] {
    if let whole = try? resolved(path) { return [whole] }
    var (above, missing): (String, [Substring]) = (path, [])
    while true {
      let parent = folder(of: above)
      missing.append(above.split(separator: "/").last ?? "")
      if let found = try? resolved(parent) {
        var parts = found.split(separator: "/")
        for part in missing.reversed() where part != "." {
          if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let made = "/" + parts.joined(separator: "/")
        // What `..` leads out of need not be made, and then lies elsewhere.
        return missing.contains("..") && made != path ? [found, made] + places(of: made) : [found, made]
      }
      guard parent != above else { return [] }
      above = parent
    }
  }

  /// The path and all folders above it, as its text says.
  public static func ancestors(of path: String) -> [String] {
    var all = [path]
    while let last = all.last, last != "/", last != "." { all.append(folder(of: last)) }
    return all
  }

  /// `true` if one absolute path is the other or lies below it, as their texts say.
  static func isTextInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Whether a file that need not exist yet would lie in a folder or below it, links resolved.
  public static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let parent = try? resolved(self.folder(of: path)), let folder = try? resolved(folder) else { return false }
    return parent == folder || parent.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

/// Names of files as text and back, without loss: to Linux a name is any bytes, and old ones are often no UTF-8.
///
/// A byte that is no part of UTF-8 becomes the private character U+10FF00 and as much, which the calls of this module turn
/// back. Those characters themselves, in a name that has them, are taken as four such bytes. What is shown to people shows
/// them as `\xE9`.
public enum FileName {
  /// A name or path from the system. O(n).
  public static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !isEscaped(text) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    var parser = Unicode.UTF8.ForwardParser()
    while let first = rest.first {
      var next = rest.makeIterator()
      if case .valid(let sequence) = parser.parseScalar(from: &next), !isEscape(Unicode.UTF8.decode(sequence)) {
        text.append(Unicode.UTF8.decode(sequence))
        rest = rest.dropFirst(sequence.count)
      } else {
        text.append(Unicode.Scalar(first0 + UInt32(first))!)
        rest = rest.dropFirst()
      }
      parser = Unicode.UTF8.ForwardParser()
    }
    return String(text)
  }

  /// Hands the system's own bytes of a path to a call; where files are sealed off, a path that leads nowhere.
  static func call<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if Seal.isClosed { return body("") }
    guard isEscaped(path) else { return path.withCString(body) }
    return (bytes(path).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// The system's own bytes of a name or path, as other programs know it. O(n).
  public static func bytes(_ path: String) -> [UInt8] {
    guard isEscaped(path) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar in
      isEscape(scalar) ? [UInt8(scalar.value & 0xFF)] : Array(UTF8.encode(scalar)!)
    }
  }

  /// What the system calls a name, as text.
  static func text(_ name: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: name), !isEscaped(text) { return text }
    return text(UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  private static let first0: UInt32 = 0x10_FF00

  /// The byte that a character stands for, if it is one of these.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    isEscape(scalar) ? UInt8(scalar.value & 0xFF) : nil
  }

  /// The character that stands for a byte which is no part of UTF-8: of 0x80 or more.
  public static func character(of byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? nil : Unicode.Scalar(first0 + UInt32(byte))
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first0 + 0x80 }

  /// All of them begin with these bytes, and few other texts do.
  private static func isEscaped(_ text: String) -> Bool {
    text.utf8.contains(0xF4) && text.unicodeScalars.contains(where: isEscape)
  }
}

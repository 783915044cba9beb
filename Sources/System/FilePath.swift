/// Paths as users write them.
public enum FilePath {
  /// Returns the path with `~` or the beginning of `~/…` replaced by the home folder; unchanged if there is no home
  /// folder.
  public static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = HomeFolder.path else { return path }
    return home + path.dropFirst()
  }

  /// Returns the folder of a path, judging only by its text: `.` for a bare name.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the path without `.`, `..`, doubled and trailing slashes, judging only by its text: links are not
  /// followed.
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

  /// Returns the absolute path of an existing file, with links resolved.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let real = FileName.call(path, { realpath($0, nil) }) else { throw .last }
    defer { free(real) }
    return FileName.text(real)
  }

  /// Returns the folders that contain a path or would contain it, with links resolved: the nearest existing one, and
  /// the one that would be created by following the rest of the path, `..` included. Absolute, without links.
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
        // A folder that `..` leaves need not be created, and then the path leads elsewhere.
        return missing.contains("..") && made != path ? [found, made] + places(of: made) : [found, made]
      }
      guard parent != above else { return [] }
      above = parent
    }
  }

  /// Returns the path and all folders above it, judging only by its text.
  public static func ancestors(of path: String) -> [String] {
    var all = [path]
    while let last = all.last, last != "/", last != "." { all.append(folder(of: last)) }
    return all
  }

  /// Returns whether an absolute path is the other one or lies below it, judging only by their texts.
  static func isTextInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Returns whether a file, which need not exist yet, would lie in a folder or below it, with links resolved.
  public static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let parent = try? resolved(self.folder(of: path)), let folder = try? resolved(folder) else { return false }
    return parent == folder || parent.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

/// Lossless conversion of file names to text and back: on Linux a name may contain any bytes, and old names are often
/// not UTF-8.
///
/// A byte that is not part of UTF-8 becomes the private character U+10FF00 plus the byte's value, which this module's
/// calls convert back. If a name contains those characters themselves, each is read as four such bytes. Users see
/// them as `\xE9`.
public enum FileName {
  /// Returns a name or path from the system as text. O(n).
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

  /// Passes the system's own bytes of a path to a call; inside a sandbox, a path that it does not let through leads
  /// nowhere.
  /// - Parameter writes: `true` if the call changes the file or its name, or asks whether it may be changed.
  static func call<Result>(
    _ path: String, writes: Bool = false, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard let folder = ThreadSandbox.current else { return system(path, body) }
    return system(folder.path(for: path, writes: writes), body)
  }

  private static func system<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard isEscaped(path) else { return path.withCString(body) }
    return (bytes(path).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// Returns the system's own bytes of a name or path, as other programs see it. O(n).
  public static func bytes(_ path: String) -> [UInt8] {
    guard isEscaped(path) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar in
      isEscape(scalar) ? [UInt8(scalar.value & 0xFF)] : Array(UTF8.encode(scalar)!)
    }
  }

  /// Returns a name from the system as text.
  static func text(_ name: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: name), !isEscaped(text) { return text }
    return text(UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  private static let first0: UInt32 = 0x10_FF00

  /// Returns the byte that a character stands for, if it is one of these.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    isEscape(scalar) ? UInt8(scalar.value & 0xFF) : nil
  }

  /// Returns the character for a byte that is not part of UTF-8: of 0x80 or more.
  public static func character(of byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? nil : Unicode.Scalar(first0 + UInt32(byte))
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first0 + 0x80 }

  /// Returns whether a text contains such characters. All of them begin with this byte, which few other texts
  /// contain.
  private static func isEscaped(_ text: String) -> Bool {
    text.utf8.contains(0xF4) && text.unicodeScalars.contains(where: isEscape)
  }
}

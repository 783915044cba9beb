/// The editor that somebody has chosen: `$VISUAL`, else `$EDITOR`, else vi.
public enum TextEditor {
  /// A text as an editor has left it, in a file that stays until somebody has taken the text.
  public struct Edited {
    /// Without the line end that editors add, and no more of it than a megabyte.
    public let text: String
    /// Whether the editor says that this is meant, and has not failed or been given up.
    public let isDone: Bool
    /// Whether it differs from what was to be edited.
    public let isChanged: Bool
    /// The file, which only its owner may read.
    public let path: String

    /// Removes the file: the text is safe elsewhere, or nobody wants it.
    public func discard() { unlink(path) }
  }

  /// Lets somebody edit a text on the terminal, which has to be as any program expects it, and waits for the end.
  /// - Returns: `nil` where there was no file to edit, or none came back.
  public static func edit(_ text: String, ending: String) -> Edited? {
    if Seal.isClosed { return nil }
    let folder = Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(folder)/storyline-XXXXXX\(ending)".utf8CString)
    // Nobody else may read what is typed.
    let number = mkstemps(&name, Int32(ending.utf8.count))
    guard number >= 0 else { return nil }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let descriptor = Descriptor(number)
    defer { descriptor.close() }
    let quoted = ShellWord.quoted(path)
    guard (try? descriptor.writeAll(text + "\n")) != nil else {
      unlink(path)
      return nil
    }
    let isDone = system("${VISUAL:-${EDITOR:-vi}} \(quoted)") == 0
    guard let bytes = try? File.read(path, atMost: 1 << 20) else { return nil }
    let written = String(decoding: bytes, as: UTF8.self)
    var edited = written
    while edited.last?.isNewline == true { edited.removeLast() }
    return Edited(text: edited, isDone: isDone, isChanged: written != text + "\n", path: path)
  }
}

/// Words for the system's shells.
public enum ShellWord {
  /// A text as a shell takes it for one word, whatever stands in it, to be copied into a line.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

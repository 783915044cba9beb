/// The editor that the user has chosen: `$VISUAL`, otherwise `$EDITOR`, otherwise vi.
public enum TextEditor {
  /// A text as an editor has left it, in a file that stays until the text is stored elsewhere.
  public struct Edited {
    /// The text without the line end that editors add, and at most one megabyte of it.
    public let text: String
    /// `true` if the editor ended successfully: it has not failed, and the user has not given up.
    public let isDone: Bool
    /// `true` if the text differs from the original.
    public let isChanged: Bool
    /// The file, which only its owner may read.
    public let path: String

    /// Removes the file, once the text is stored elsewhere or no longer needed.
    public func discard() { unlink(path) }
  }

  /// Opens an editor on the terminal, which must be in its normal state, and waits until the editor ends.
  /// - Parameter folder: the folder for the editor's file.
  /// - Returns: `nil` if the file could not be created, or no longer exists.
  public static func edit(_ text: String, ending: String, in folder: String) -> Edited? {
    if ThreadSandbox.isClosed { return nil }
    var name = Array("\(folder)/storyline-XXXXXX\(ending)".utf8CString)
    // Other users must not read the text.
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
  /// Returns a text quoted as one word for a shell, whatever it contains, to be copied into a command line.
  public static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

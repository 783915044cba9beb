/// The editor that somebody has chosen: `$VISUAL`, else `$EDITOR`, else vi.
public enum TextEditor {
  /// Lets somebody edit a text on the terminal, which has to be as any program expects it, and waits for the end.
  /// - Returns: the text without the line end that editors add; `nil` when the editor failed or nothing came back.
  public static func edit(_ text: String, ending: String) -> String? {
    if Seal.isClosed { return nil }
    let folder = Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(folder)/storyline-XXXXXX\(ending)".utf8CString)
    // Nobody else may read what is typed.
    let number = mkstemps(&name, Int32(ending.utf8.count))
    guard number >= 0 else { return nil }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    let descriptor = Descriptor(number)
    defer { descriptor.close() }
    let quoted = ShellWord.quoted(path)
    guard (try? descriptor.writeAll(text + "\n")) != nil,
      system("${VISUAL:-${EDITOR:-vi}} \(quoted)") == 0, let bytes = try? File.read(path, atMost: 1 << 20)
    else { return nil }
    var edited = String(decoding: bytes, as: UTF8.self)
    while edited.last?.isNewline == true { edited.removeLast() }
    return edited
  }
}

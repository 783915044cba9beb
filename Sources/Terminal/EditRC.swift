/// The user's `.editrc`, read line by line, so that the editor's own bindings come after `bind -v` and before all others.
struct EditRC {
  /// Lines without comments and empty ones.
  let lines: [String]

  init(_ text: String) {
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      return trimmed.isEmpty || trimmed.first == "#" ? nil : String(trimmed)
    }
  }

  /// The mode that the last of `bind -v`, `bind -e` for this program asks for.
  func isVi(program: String) -> Bool? {
    lines.reversed().lazy.compactMap { EditRC.modeLine($0, program: program) }.first
  }

  /// The lines that do not choose a mode.
  func settings(program: String) -> [String] { lines.filter { EditRC.modeLine($0, program: program) == nil } }

  /// The key sequences beginning with ESC that are bound, as the terminal sends them.
  func boundSequences() -> Set<[UInt8]> {
    var result: Set<[UInt8]> = []
    for line in lines {
      var words = EditRC.words(line)[...]
      guard let command = words.popFirst(), command == "bind" || command.hasSuffix(":bind") else { continue }
      while let option = words.first, option.count == 2, option.first == "-" { words.removeFirst() }
      if let key = words.first.flatMap(EditRC.bytes), key.first == 0x1B, key.count > 1 { result.insert(key) }
    }
    return result
  }

  private static func modeLine(_ line: String, program: String) -> Bool? {
    let words = words(line)
    guard words.count == 2, words[0] == "bind" || words[0] == "\(program):bind" else { return nil }
    return words[1] == "-v" ? true : words[1] == "-e" ? false : nil
  }

  /// Words at white space, quotes taken off.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// A key as the bytes it stands for: `^[`, `\e`, `\033`, `^A`, plain characters.
  private static func bytes(_ key: String) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "^"):
        guard let letter = rest.popFirst() else { return nil }
        result.append(letter == UInt8(ascii: "?") ? 0x7F : letter & 0x1F)
      case UInt8(ascii: "\\"):
        guard let escape = rest.popFirst() else { return nil }
        switch escape {
        case UInt8(ascii: "e"): result.append(0x1B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
          var value = Int(escape - 0x30)
          while let digit = rest.first, (0x30...0x37).contains(digit), value < 32 {
            value = value * 8 + Int(digit - 0x30)
            rest.removeFirst()
          }
          result.append(UInt8(truncatingIfNeeded: value))
        default: result.append(escape)
        }
      default: result.append(byte)
      }
    }
    return result
  }
}

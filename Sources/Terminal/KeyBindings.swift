/// Functions of keys for which libedit has no suitable function or no key.
///
/// libedit knows each function by a C1 control character, which cannot be typed: the sequences of all terminals map
/// to one of these characters, and one binding serves the Emacs map and both vi maps.
enum KeyFunction: UInt8, CaseIterable {
  case paste = 0x80
  case newline, right, left, end, home, wordRight, wordLeft, up, down, delete, redo, backTab, pageUp, pageDown,
    lastArgument, help, edit, earlier, later
  /// Not a key: asks libedit which of vi's maps is in use.
  case mode
  var scalar: Unicode.Scalar { Unicode.Scalar(rawValue) }

  /// The sequences that terminals send: VT and xterm cursor keys in both modes, rxvt and Linux consoles, with Ctrl or
  /// Alt.
  static let sequences: [[UInt8]: KeyFunction] = {
    let table: [(KeyFunction, [String])] = [
      (.up, ["[A", "OA"]), (.down, ["[B", "OB"]), (.right, ["[C", "OC"]), (.left, ["[D", "OD"]),
      (.home, ["[H", "OH", "[1~", "[7~"]), (.end, ["[F", "OF", "[4~", "[8~"]), (.delete, ["[3~"]),
      (.wordRight, ["[1;5C", "Oc", "[5C", "f"]), (.wordLeft, ["[1;5D", "Od", "[5D", "b"]),
      (.newline, ["\r", "\n"]), (.redo, ["/"]), (.backTab, ["[Z"]), (.help, ["OP", "[11~", "h"]), (.edit, ["e"]),
      (.earlier, ["[1;3D"]), (.later, ["[1;3C"]), (.lastArgument, [".", "_"]), (.pageUp, ["[5~"]),
      (.pageDown, ["[6~"]),
    ]
    var result: [[UInt8]: KeyFunction] = [:]
    for (function, endings) in table {
      for ending in endings { result[[0x1B] + Array(ending.utf8)] = function }
    }
    return result
  }()
}

/// The keys for libedit's maps, raw and not in libedit's notation, with the names of their functions.
enum KeyBindings {
  /// Keys for the Emacs map and both vi maps.
  static let all: [(String, String)] = [
    ("\r", "line-enter"), ("\n", "line-enter"), ("\t", "line-complete"), ("\u{04}", "line-delete-or-end"),
    ("\u{0C}", "line-clear-screen"), ("\u{12}", "line-search"), (key(.paste), "line-paste"),
    (key(.newline), "line-newline"),
    (key(.right), "line-right"), (key(.left), "ed-prev-char"), (key(.end), "line-end"), (key(.home), "line-home"),
    (key(.wordRight), "line-word-right"), (key(.wordLeft), "line-word-left"), (key(.up), "line-older"),
    (key(.down), "line-newer"), (key(.delete), "ed-delete-next-char"), (key(.redo), "line-redo"),
    (key(.backTab), "line-complete"), (key(.lastArgument), "line-argument"), (key(.help), "line-help"),
    (key(.edit), "line-edit"), (key(.earlier), "line-earlier"), (key(.later), "line-later"),
    (key(.pageUp), "line-nothing"), (key(.pageDown), "line-nothing"),
  ]

  /// Keys for vi's command map only: libedit's own searches and commands read a text that no one would see.
  static let viCommands = [
    ("/", "line-search"), ("?", "line-search"), (":", "line-nothing"), ("k", "line-older"), ("j", "line-newer"),
    ("u", "line-undo"), ("U", "line-undo-all"), ("v", "line-edit"),
  ]

  /// Keys for vi's insertion map only, which else inserts most of them as characters: the ones that other shells have
  /// there, too.
  static let viInsertion = [
    ("\u{01}", "line-home"), ("\u{05}", "line-end"), ("\u{0B}", "line-kill-end"), ("\u{15}", "line-kill"),
    ("\u{17}", "line-kill-word-left"), ("\u{19}", "line-yank"), ("\u{0E}", "line-newer"), ("\u{10}", "line-older"),
  ]

  /// The question for the map in use, and its answers in vi's insertion map and in its command map.
  static let mode = (key: key(.mode), insertion: "line-mode-insertion", command: "line-mode-command")

  /// `true` if no function of vi's keys waits for more after this key, so that the map in use can be asked for.
  ///
  /// `f x` reads its second key itself.
  static func endsItself(_ key: KeyReader.Key, takesCommands: Bool) -> Bool {
    guard case .scalar(let scalar) = key else { return true }
    return takesCommands
      ? !"fFtT@r".unicodeScalars.contains(scalar) && scalar.value != 0x16 && scalar.value != 0x11
      : scalar == "\u{1B}"
  }

  /// Keys for the maps in which text is typed: the Emacs map and vi's insertion map.
  static let typing: [(String, String)] = [" ", ";", "|", "}", "]", ")"].map { ($0, "line-end-word") }

  /// Keys for the Emacs map only.
  static let emacs: [(String, String)] = [
    ("\u{01}", "line-home"), ("\u{05}", "line-end"), ("\u{06}", "line-right"), ("\u{0E}", "line-newer"),
    ("\u{10}", "line-older"), ("\u{1F}", "line-undo"), ("\u{18}\u{15}", "line-undo"), ("\u{18}\u{05}", "line-edit"),
    ("\u{1B}f", "line-word-right"),
    ("\u{1B}b", "line-word-left"), ("\u{1B}\r", "line-newline"), ("\u{1B}\n", "line-newline"), ("\u{1B}/", "line-redo"),
    ("\u{0B}", "line-kill-end"), ("\u{15}", "line-kill"), ("\u{17}", "line-kill-word-left"), ("\u{19}", "line-yank"),
    ("\u{1B}\u{7F}", "line-kill-word-left"), ("\u{1B}\u{08}", "line-kill-word-left"),
    ("\u{1B}d", "line-kill-word-right"),
  ]

  /// Returns the key of a function. libedit's notation gives `^` and `\` a meaning; none of these keys contains them.
  private static func key(_ function: KeyFunction) -> String { String(function.scalar) }
}

/// The user's `.editrc`, read line by line, so that the editor's own bindings come after `bind -v` and before all
/// other lines.
struct EditRC {
  /// The lines, without comments and empty lines.
  let lines: [String]

  init(_ text: String) {
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      return trimmed.isEmpty || trimmed.first == "#" ? nil : String(trimmed)
    }
  }

  /// Returns the mode that the last `bind -v` or `bind -e` for this program chooses.
  func isVi(program: String) -> Bool? {
    lines.reversed().lazy.compactMap { EditRC.modeLine($0, program: program) }.first
  }

  /// Returns the lines that do not choose a mode.
  func settings(program: String) -> [String] { lines.filter { EditRC.modeLine($0, program: program) == nil } }

  /// Returns the bound key sequences that begin with ESC, as the terminal sends them.
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

  /// Splits a line into words at white space, without quotes.
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

  /// Returns the bytes of a key: `^[`, `\e`, `\033`, `^A`, plain characters.
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

import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Random editing, from a seed, against a picture computed in another way: the text is edited as an array of characters
/// and put on the screen cell by cell.
@Suite(.serialized) struct RandomEditingTests {
  /// SplitMix64: the same runs everywhere.
  struct Chance: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// The text as editing leaves it, and the keys that do it.
  struct Model {
    var text: [Character] = []
    var cursor = 0

    mutating func insert(_ new: String) {
      text.insert(contentsOf: new, at: cursor)
      cursor += new.count
    }

    /// One random step; the keys to send.
    mutating func step(_ chance: inout Chance) -> String {
      switch Int.random(in: 0..<20, using: &chance) {
      case 0..<8:
        let words = ["a", "post ", "#tag", " @bob ", "5s ", "bad ", "日本", "é", "👍", "x y", "\"q\" ", "語"]
        let word = words.randomElement(using: &chance)!
        insert(word)
        return word
      case 8..<11:
        if cursor > 0 { cursor -= 1 }
        return "\u{1B}[D"
      case 11..<13:
        // At the end it would take a suggestion.
        if cursor >= text.count { return "" }
        cursor += 1
        return "\u{1B}[C"
      case 13:
        cursor = lineStart() == cursor ? 0 : lineStart()
        return "\u{01}"
      case 14..<16:
        if cursor > 0 {
          text.remove(at: cursor - 1)
          cursor -= 1
        }
        return "\u{7F}"
      case 16:
        if cursor < text.count { text.remove(at: cursor) }
        return "\u{1B}[3~"
      case 17:
        insert("\n")
        return "\u{1B}\r"
      case 18:
        insert("two #x\nlines")
        return "\u{1B}[200~two #x\rlines\u{1B}[201~"
      default:
        if cursor >= text.count { return "" }
        while cursor < text.count, !isWord(text[cursor]) { cursor += 1 }
        while cursor < text.count, isWord(text[cursor]) { cursor += 1 }
        return "\u{1B}f"
      }
    }

    private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private func lineStart() -> Int { (text[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }
  }

  struct Picture {
    var cells: [[ScreenModel.Cell]]
    var row: Int
    var column: Int
    /// Cells of the first row that the text takes, blanks at its end included.
    var firstRowUse: Int
  }

  /// The prompt and the text, cell by cell.
  static func picture(_ model: Model, columns: Int) -> Picture {
    typealias Cell = ScreenModel.Cell
    var rows: [[Cell]] = [[]]
    var (row, column) = (0, 0)
    let styles = ["2", "2"] + self.styles(model.text)
    for (index, character) in (Array("› ") + model.text).enumerated() {
      let width = DisplayWidth.of(character)
      let fits = rows[rows.count - 1].count + width <= columns
      if index - 2 == model.cursor {
        (row, column) = fits ? (rows.count - 1, rows[rows.count - 1].count) : (rows.count, 0)
      }
      if character == "\n" {
        rows.append([])
        continue
      }
      if !fits { rows.append([]) }
      rows[rows.count - 1].append(Cell(text: String(character), style: styles[index]))
      if width == 2 { rows[rows.count - 1].append(Cell(text: "", style: styles[index])) }
      if rows[rows.count - 1].count == columns { rows.append([]) }
    }
    if model.cursor == model.text.count { (row, column) = (rows.count - 1, rows[rows.count - 1].count) }
    return Picture(
      cells: rows.map { $0 + Array(repeating: Cell(), count: columns - $0.count) }, row: row, column: column,
      firstRowUse: rows[0].count)
  }

  /// The toy language once more, word by word.
  static func styles(_ text: [Character]) -> [String] {
    var styles: [String] = []
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == " " || $0 == "\n" }) {
      let string = String(word)
      var style = ""
      if styles.isEmpty { style = "1" }
      if string.hasPrefix("#") { style = "36" }
      if string.hasPrefix("@") { style = "35" }
      if string.hasPrefix("\"") { style = "32" }
      if string.first?.isNumber == true, string.hasSuffix("s") { style = "33" }
      if string == "bad" { style = "31" }
      styles += word.map { _ in style } + [""]
    }
    return styles
  }

  @Test(arguments: 0..<120) func finalScreen(_ seed: Int) throws {
    var chance = Chance(state: UInt64(seed))
    let columns = Int.random(in: 8...50, using: &chance)
    let status = seed % 3 == 0 ? ["--fixed-status", "[7.2 s]"] : []
    let terminal = try ProbeTerminal(status, columns: columns, rows: 30)
    var model = Model()
    for _ in 0..<Int.random(in: 5...60, using: &chance) {
      if RandomEditingTests.picture(model, columns: columns).cells.count > 26 { break }
      terminal.send(model.step(&chance))
      // Sometimes the editor paints between two keys, sometimes they come at once.
      if Bool.random(using: &chance) { terminal.pump(atMost: 1) }
    }
    // A suggestion behind the text is no part of this picture: without one the text's end is blank.
    terminal.send("~")
    model.insert("~")
    let expected = RandomEditingTests.picture(model, columns: columns)
    terminal.expect("seed \(seed), \(columns) columns: \(String(model.text))") { screen in
      (screen.row, screen.column) == (expected.row, expected.column)
        && screen.cells.enumerated().allSatisfy { index, row in
          let wanted = index < expected.cells.count ? expected.cells[index] : Array(repeating: .init(), count: columns)
          let hasStatus = index == 0 && !status.isEmpty
          return RandomEditingTests.agree(row, wanted, statusBehind: hasStatus ? expected.firstRowUse : nil)
        }
    }
    #expect(terminal.screen.unknown.isEmpty)
  }

  /// Blank cells have no style to see; the status stands at the right edge if two cells before it are free.
  static func agree(_ row: [ScreenModel.Cell], _ wanted: [ScreenModel.Cell], statusBehind used: Int?) -> Bool {
    var wanted = wanted
    let start = row.count - 8
    if let used, start >= used + 2 {
      for (offset, character) in "[7.2 s]".enumerated() {
        wanted[start + offset] = ScreenModel.Cell(text: String(character), style: "93")
      }
    }
    return zip(row, wanted).allSatisfy { $0.text == $1.text && ($0.text == " " || $0.style == $1.style) }
  }
}

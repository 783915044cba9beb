import Testing

@testable import Terminal

@Suite struct ScreenKeyTests {
  func keys(_ bytes: String) -> [ScreenKey] {
    var reader = KeyReader()
    reader.append(bytes.utf8)
    var keys: [ScreenKey] = []
    while case .key(let key) = reader.next(isComplete: true) {
      if let key = ScreenKey(key) { keys.append(key) }
    }
    return keys
  }

  @Test func terminalKeySequences() {
    #expect(keys("aé日 ") == [.character("a"), .character("é"), .character("日"), .character(" ")])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{03}\u{1A}\r\t\u{7F}\u{1B}") == [.interrupt, .suspend, .enter, .tab, .backspace, .escape])
    #expect(keys("\u{01}\u{0C}") == [.other, .other])
  }

  @Test func aPasteAndUnknownSequencesAreNoKeys() {
    #expect(keys("\u{1B}[200~qqq\u{1B}[201~x") == [.character("x")])
    #expect(keys("\u{1B}[99;5Zx") == [.character("x")])
  }
}

import Testing

@testable import Terminal

@Suite struct TerminalReplyTests {
  private static let sequences: [(String, TerminalReply?)] = [
    ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1B}[?1;2c", .attributes([1, 2])),
    ("\u{1B}[?6c", .attributes([6])), ("\u{1B}[?c", .attributes([])),
    ("\u{1B}[6;20;10t", .cell(width: 10, height: 20)), ("\u{1B}[6;0;10t", nil), ("\u{1B}[6;20;9999t", nil),
    ("\u{1B}[6;20t", nil), ("\u{1B}[8;24;80t", nil),
    ("\u{1B}_Gi=31;OK\u{1B}\\", .kitty(isGood: true)), ("\u{1B}_Gi=31;ENOTSUPPORTED:\u{1B}\\", .kitty(isGood: false)),
    ("\u{1B}P>|iTerm2 3.5.4\u{1B}\\", .name("iTerm2 3.5.4")), ("\u{1B}P1$r0m\u{1B}\\", nil),
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}", .background(1)), ("\u{1B}]11;rgb:0/0/0\u{1B}\\", .background(0)),
    ("\u{1B}]11;rgba:00/00/00/ff\u{07}", .background(0)), ("\u{1B}]11;?\u{07}", nil),
    ("\u{1B}]11;rgb:fffff/0/0\u{07}", nil), ("\u{1B}]10;rgb:0/0/0\u{07}", nil),
    ("\u{1B}_Gi=32;OK\u{1B}\\", nil), ("\u{1B}[A", nil), ("\u{1B}c", nil), ("c", nil), ("", nil),
  ]

  @Test(arguments: sequences)
  func aSequenceIsAReply(sequence: String, reply: TerminalReply?) {
    #expect(TerminalReply(Array(sequence.utf8)) == reply)
  }

  /// No byte of a terminal's reply is read as a key, whatever the reply and its timing, and the keys around it are
  /// kept.
  @Test(arguments: [1, 2, 3, 7, 100])
  func noReplyIsAKey(piece: Int) {
    let bytes = Array(
      "a\u{1B}_Gi=31;OK\u{1B}\\b\u{1B}[6;20;10t\u{1B}[?62;4cc\u{1B}_Gi=9;EINVAL:x\u{1B}\\d\u{1B}P>|XTerm(390)\u{1B}\\e\u{1B}]11;rgb:0/0/0\u{07}f\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\g\u{1B}[A"
        .utf8)
    var reader = KeyReader()
    var keys: [KeyReader.Key] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      reader.append(bytes[start..<min(bytes.count, start + piece)])
      while case .key(let key) = reader.next() { keys.append(key) }
    }
    while case .key(let key) = reader.next(isComplete: true) { keys.append(key) }
    #expect(
      keys == [
        .scalar("a"), .scalar("b"), .scalar("c"), .scalar("d"), .scalar("e"), .scalar("f"), .scalar("g"),
        .function(.up),
      ])
    #expect(
      reader.drainReplies() == [
        .kitty(isGood: true), .cell(width: 10, height: 20), .attributes([62, 4]), .name("XTerm(390)"),
        .background(0), .background(1),
      ])
    #expect(reader.drainReplies().isEmpty)
  }

  /// A user may press these keys.
  @Test func aKeyIsNoReply() {
    var reader = KeyReader()
    reader.append("\u{1B}_x\u{1B}_".utf8)
    var keys: [KeyReader.Key] = []
    while case .key(let key) = reader.next(isComplete: true) { keys.append(key) }
    #expect(keys == [.function(.lastArgument), .scalar("x"), .function(.lastArgument)])
  }

  /// A reply whose end comes late is awaited; one that never ends swallows at most the length of a reply.
  @Test func aSlowReplyIsNotTyped() {
    var reader = KeyReader()
    reader.append("\u{1B}]11;rgb:ffff/".utf8)
    #expect(reader.next(isComplete: true) == .incomplete)
    reader.append("ffff/ffff\u{07}x".utf8)
    #expect(reader.next() == .key(.scalar("x")))
    #expect(reader.drainReplies() == [.background(1)])
    reader.append("\u{1B}]11;rgb:".utf8)
    #expect(reader.next(isComplete: true) == .incomplete)
    reader.append(String(repeating: "y", count: 60).utf8)
    #expect(reader.next() == .incomplete)
    reader.append("z".utf8)
    #expect(reader.next() == .key(.scalar("z")))
    reader.append("\u{1B}]".utf8)
    #expect(reader.next(isComplete: true) != .incomplete, "Alt-]")
  }
}

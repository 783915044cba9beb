import System
import TerminalTesting
import Testing

@testable import Terminal

@Suite struct KeyReaderTests {
  func read(_ chunks: [String], _ configure: (inout KeyReader) -> Void = { _ in }) -> [KeyReader.Key] {
    var reader = KeyReader()
    configure(&reader)
    var keys: [KeyReader.Key] = []
    for chunk in chunks {
      reader.append(chunk.utf8)
      while case .key(let key) = reader.next() { keys.append(key) }
    }
    while case .key(let key) = reader.next(isComplete: true) { keys.append(key) }
    return keys
  }

  @Test func aPasteWithoutAnEndIsGivenUp() {
    #expect(read(["\u{1B}[200~abc", "\u{03}", "q"]) == [.scalar("\u{03}"), .scalar("q")])
    #expect(read(["\u{1B}[200~a\u{03}b", "c\u{1B}[201~"]) == [.paste("a\u{03}bc")], "one that is text")
  }

  @Test func sequencesMayComeInPieces() {
    #expect(read(["\u{1B}", "[", "A"]) == [.function(.up)])
    #expect(read(["\u{1B}[1;", "5C\u{1B}OD"]) == [.function(.wordRight), .function(.left)])
    var reader = KeyReader()
    let bytes = Array("é日👍".utf8)
    var keys: [KeyReader.Key] = []
    for byte in bytes {
      reader.append([byte])
      while case .key(let key) = reader.next() { keys.append(key) }
    }
    #expect(keys == [.scalar("é"), .scalar("日"), .scalar("👍")])
  }

  @Test func aLoneEscapeIsItself() {
    #expect(read(["\u{1B}"]) == [.scalar("\u{1B}")])
    #expect(read(["\u{1B}"]) { $0.takesEscape = false } == [], "Esc alone, however late the next key")
    #expect(read(["\u{1B}x"]) == [.scalar("\u{1B}"), .scalar("x")])
    #expect(read(["\u{1B}f"]) == [.function(.wordRight)])
    #expect(read(["\u{1B}f"]) { $0.takesMeta = false } == [.scalar("\u{1B}"), .scalar("f")])
    #expect(read(["\u{1B}\r"]) { $0.takesMeta = false } == [.function(.newline)])
  }

  @Test func unknownSequencesAreDroppedAndTheUsersAreNot() {
    #expect(read(["a\u{1B}[15~\u{1B}[<0;1;2Mb"]) == [.scalar("a"), .scalar("b")])
    let keys = read(["\u{1B}[15~\u{1B}[A"]) { $0.reserved = [Array("\u{1B}[15~".utf8), Array("\u{1B}[A".utf8)] }
    #expect(keys.first == .scalar("\u{1B}") && keys.count == 8)
  }

  /// The answer to a query for the cursor's position has the form of a function key with modifiers.
  @Test func positionsAreRepliesOnlyIfAsked() {
    for isAsked in [true, false] {
      var reader = KeyReader()
      reader.expectsPosition = isAsked
      reader.append("a\u{1B}[12;3Rb".utf8)
      var keys: [KeyReader.Key] = []
      while case .key(let key) = reader.next() { keys.append(key) }
      #expect(keys == [.scalar("a"), .scalar("b")])
      #expect(reader.drainReplies() == (isAsked ? [.position(row: 11, column: 2)] : []))
    }
  }

  @Test func pastesAreOneKey() {
    #expect(read(["\u{1B}[200~a\r\nb\rc\nd\r\n\u{1B}[201~x"]) == [.paste("a\nb\nc\nd"), .scalar("x")])
    #expect(read(["\u{1B}[20", "0~\u{1B}[A\0\u{1B}[2", "01~"]) == [.paste("\u{1B}[A")])
    #expect(read(["\u{1B}[200~never ends"]) == [])
  }

  @Test func invalidUTF8IsDropped() {
    var reader = KeyReader()
    reader.append([0x80, 0x61, 0xC0, 0x62, 0xE6, 0x63, 0xC2, 0x9B, 0xED, 0xA0, 0x80, 0xF8, 0x64, 0xE6])
    var keys: [KeyReader.Key] = []
    while case .key(let key) = reader.next(isComplete: true) { keys.append(key) }
    #expect(keys == [.scalar("a"), .scalar("b"), .scalar("c"), .scalar("d")])
    #expect(reader.isEmpty)
  }

  @Test func pushedBackKeysComeFirst() {
    var reader = KeyReader()
    reader.append("b".utf8)
    reader.pushBack(.scalar("a"))
    #expect(reader.next() == .key(.scalar("a")))
    reader.clear()
    #expect(reader.next() == .incomplete)
  }
  /// Missing input is neither a key nor the end of the input.
  @Test func aTerminalMayHaveNothingToRead() {
    var (ends, reader): ([Int32], KeyReader) = ([-1, -1], KeyReader())
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    #expect(reader.read(from: Descriptor(ends[0])) == false)
    #expect(write(ends[1], "q", 1) == 1)
    #expect(reader.read(from: Descriptor(ends[0])) == true)
    #expect(reader.next() == .key(.scalar("q")))
    close(ends[1])
    #expect(reader.read(from: Descriptor(ends[0])) == nil)
  }

  /// ^C makes the terminal discard keys that `poll` has already seen; a `read` that waited then would hold up the ^C.
  @Test func readingATerminalNeverWaits() throws {
    let (master, name) = try #require(PseudoTerminal.openTerminal())
    let terminal = try Descriptor.open(name, O_RDWR | O_NOCTTY)
    defer {
      terminal.close()
      close(master)
    }
    var settings = termios()
    tcgetattr(terminal.number, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(terminal.number, TCSANOW, &settings)
    // A reader that waits would get this, and the test would fail rather than hang.
    let spare = dup(master)
    _ = SystemThread.detach {
      sleep(5)
      _ = write(spare, "late", 4)
      close(spare)
    }
    var reader = KeyReader()
    #expect(reader.read(from: terminal) == false)
    #expect(write(master, "q", 1) == 1)
    #expect(reader.read(from: terminal) == true)
    #expect(reader.next() == .key(.scalar("q")))
    #expect(fcntl(terminal.number, F_GETFL) & O_NONBLOCK == 0, "a shell shares this descriptor")
  }

  /// Available bytes are returned before the timeout ends, without further waiting.
  @Test func aWaitEndsWithBytesOrInTime() {
    var (ends, reader): ([Int32], KeyReader) = ([-1, -1], KeyReader())
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let past = SystemClock.steadySeconds - 1
    if case .time = reader.wait(for: ends[0], until: past) {} else { Issue.record("nothing is there") }
    #expect(write(ends[1], "q", 1) == 1)
    if case .bytes = reader.wait(for: ends[0], until: past) {} else { Issue.record("a byte is there") }
    close(ends[1])
    if case .gone = reader.wait(for: ends[0], until: nil) {} else { Issue.record("it has gone") }
  }
}

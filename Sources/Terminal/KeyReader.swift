import System

/// Bytes from the terminal, taken apart into characters, known keys and pastes.
///
/// Key sequences are decoded here and not in libedit: it would insert the rest of a sequence it does not know as text,
/// and in vi mode it takes the ESC of an arrow key for the one that leaves insertion.
struct KeyReader {
  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    case function(KeyFunction)
    /// The text between the marks of a bracketed paste, line ends as LF.
    case paste(String)
  }

  enum Outcome: Equatable {
    case key(Key)
    /// Nothing, or not yet enough of a sequence.
    case incomplete
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private var pushedBack: [Key] = []
  /// Whether bytes arrived inside a paste that has not ended.
  private(set) var isPasting = false
  private var pasted: [UInt8] = []
  /// Sequences that the user's own bindings name: they go to libedit as they are.
  var reserved: Set<[UInt8]> = []
  /// In vi mode ESC followed by a letter is two keys.
  var takesMeta = true
  /// Whether the Esc key alone is one.
  var takesEscape = true
  /// What the terminal has said of itself, since that was taken.
  private(set) var replies: [TerminalReply] = []
  var isEmpty: Bool { start == bytes.count && pushedBack.isEmpty }

  mutating func append(_ new: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += new
  }

  /// How long an ESC may be the beginning of a sequence, in seconds.
  static let escapeTime = 0.05

  /// What ended a wait.
  enum Event {
    case bytes, time, gone
    case signals([Int32])
  }

  /// Waits until the terminal has sent bytes, which it takes, signals have come or the time is over.
  /// - Parameter end: of `SystemClock.steadySeconds`; nil for as long as it takes.
  mutating func wait(for terminal: Int32, until end: Double?) -> Event {
    while true {
      let signals = SignalInbox.take()
      if !signals.isEmpty { return .signals(signals) }
      var inputs = [terminal, SignalInbox.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&inputs, nfds_t(inputs.count), SystemClock.milliseconds(until: end))
      if ready == 0, let end, SystemClock.steadySeconds >= end { return .time }
      // A signal that came together with keys goes first.
      guard ready > 0, inputs[1].revents == 0 else { continue }
      guard let hasBytes = read(from: Descriptor(terminal)) else { return .gone }
      if hasBytes { return .bytes }
    }
  }

  /// Takes the bytes that the terminal has.
  /// - Returns: whether there were any; `nil` when the terminal has gone.
  mutating func read(from terminal: Descriptor) -> Bool? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    do throws(SystemError) {
      let count = try terminal.read(into: &buffer)
      append(buffer[..<count])
      return count > 0 ? true : nil
    } catch {
      return error.code == EAGAIN ? false : nil
    }
  }

  /// What the terminal has said of itself since the last time.
  mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// Puts a key before all others.
  mutating func pushBack(_ key: Key) { pushedBack.append(key) }

  /// Forgets what was typed ahead, as ^C does.
  mutating func clear() {
    bytes = []
    start = 0
    pushedBack = []
    pasted = []
    isPasting = false
  }

  /// The next key.
  /// - Parameter isComplete: nothing more will come of what looks like a beginning: an ESC was the ESC key.
  mutating func next(isComplete: Bool = false) -> Outcome {
    if let key = pushedBack.popLast() { return .key(key) }
    while true {
      if isPasting { return nextPasted() }
      guard start < bytes.count else { return .incomplete }
      if let outcome = bytes[start] == 0x1B ? nextSequence(isComplete) : nextScalar(isComplete) { return outcome }
    }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func nextPasted() -> Outcome {
    while start < bytes.count {
      let byte = bytes[start]
      start += 1
      pasted.append(byte)
      if byte == 0x7E, pasted.suffix(6).elementsEqual(KeyReader.pasteEnd) {
        isPasting = false
        pasted.removeLast(6)
        let text = String(decoding: pasted, as: UTF8.self)
        pasted = []
        return .key(.paste(KeyReader.cleaned(text)))
      }
    }
    // The mark of its end may never come: an earlier ^C makes the system throw away what was not read yet.
    guard pasted.last == 0x03 else { return .incomplete }
    pasted = []
    isPasting = false
    return .key(.scalar("\u{03}"))
  }

  /// Line ends as LF, none at the end, and no NUL, which would end libedit's text.
  private static func cleaned(_ text: String) -> String {
    var (result, previous) = (String.UnicodeScalarView(), Unicode.Scalar(0))
    for scalar in text.unicodeScalars where scalar != "\0" {
      if scalar != "\n" || previous != "\r" { result.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }

  /// Takes a sequence that begins with ESC; nil when one was dropped and the next key is to be tried.
  private mutating func nextSequence(_ isComplete: Bool) -> Outcome? {
    let rest = bytes[start...]
    // A key that begins as an answer does is one when nothing more comes.
    let isKey = isComplete && rest.count == 2 && TerminalReply.stringStarts.contains(rest[start + 1])
    guard let length = isKey ? 2 : KeyReader.sequenceLength(rest) else {
      if !isComplete { return .incomplete }
      start += 1
      // The Esc key alone. libedit would take it for the beginning of a key however much later the next one comes.
      return takesEscape ? .key(.scalar("\u{1B}")) : nil
    }
    let sequence = Array(rest.prefix(length))
    if !reserved.contains(sequence) {
      if sequence == Array("\u{1B}[200~".utf8) {
        start += length
        isPasting = true
        return nil
      }
      if let reply = TerminalReply(sequence) {
        replies.append(reply)
        start += length
        return nil
      }
      let isMeta = length == 2
      if let function = KeyFunction.sequences[sequence], takesMeta || !isMeta || function == .newline {
        start += length
        return .key(.function(function))
      }
      if !isMeta, !reserved.contains(where: { sequence.starts(with: $0) }) {
        start += length
        return nil
      }
    }
    start += 1
    return .key(.scalar("\u{1B}"))
  }

  /// How many bytes a sequence takes: CSI, SS3 or ESC with one byte; nil when more must come.
  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    let first = bytes.startIndex
    switch bytes[first + 1] {
    case UInt8(ascii: "["):
      for index in (first + 2)..<max(first + 2, bytes.endIndex) {
        if (0x40...0x7E).contains(bytes[index]) { return index - first + 1 }
        // Not a parameter: no sequence after all.
        if !(0x20...0x3F).contains(bytes[index]) { return 2 }
      }
      return nil
    case TerminalReply.stringStarts[0], TerminalReply.stringStarts[1]: return TerminalReply.stringLength(bytes)
    case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  /// Takes one character; nil when a byte was dropped that belongs to none.
  private mutating func nextScalar(_ isComplete: Bool) -> Outcome? {
    let first = bytes[start]
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    if length == 0 {
      start += 1
      return nil
    }
    let available = bytes[start...].prefix(length)
    let continued = available.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    if continued < available.count || (available.count < length && isComplete) {
      start += continued
      return nil
    }
    if available.count < length { return .incomplete }
    start += length
    let decoded = String(decoding: available, as: UTF8.self).unicodeScalars
    // An invalid sequence decodes as U+FFFD; C1 controls stand for key functions inside the editor.
    guard decoded.count == 1, let scalar = decoded.first, !(0x80..<0xA0).contains(scalar.value) else { return nil }
    if scalar == "\u{FFFD}" && !available.elementsEqual([0xEF, 0xBF, 0xBD]) { return nil }
    return .key(.scalar(scalar))
  }
}

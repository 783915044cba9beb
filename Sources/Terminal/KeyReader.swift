import System

/// A parser of bytes from the terminal into characters, known keys and pastes.
///
/// Key sequences are decoded here, not in libedit, because libedit would insert the rest of an unknown sequence as
/// text, and in vi mode it takes the ESC of an arrow key for the one that leaves insertion.
struct KeyReader {
  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    case function(KeyFunction)
    /// The text between the marks of a bracketed paste, with line ends as LF.
    case paste(String)
  }

  enum Outcome: Equatable {
    case key(Key)
    /// Nothing yet, or an incomplete sequence.
    case incomplete
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private var pushedBack: [Key] = []
  /// `true` if bytes arrived inside a paste that has not ended.
  private(set) var isPasting = false
  private var pasted: [UInt8] = []
  /// Sequences that the user's own bindings use: they are passed to libedit unchanged.
  var reserved: Set<[UInt8]> = []
  /// `true` if ESC and a letter are one key; in vi mode they are two.
  var takesMeta = true
  /// `true` if the Esc key alone counts as a key.
  var takesEscape = true
  /// The terminal's replies about itself that have not been taken yet.
  private(set) var replies: [TerminalReply] = []
  private var input: TerminalInput?
  var isEmpty: Bool { start == bytes.count && pushedBack.isEmpty }

  mutating func append(_ new: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += new
  }

  /// The time in seconds for which an ESC may be the beginning of a sequence.
  static let escapeTime = 0.05

  /// The reason why a wait ended.
  enum Event {
    case bytes, time, gone
    case signals([Int32])
  }

  /// Waits until the terminal has sent bytes, which are read, signals have arrived, or the time is over.
  /// - Parameter end: an instant of `SystemClock.steadySeconds`; `nil` for no limit.
  mutating func wait(for terminal: Int32, until end: Double?) -> Event {
    while true {
      let signals = SignalInbox.drain()
      if !signals.isEmpty { return .signals(signals) }
      var inputs = [terminal, SignalInbox.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&inputs, nfds_t(inputs.count), SystemClock.milliseconds(until: end))
      if ready == 0, let end, SystemClock.steadySeconds >= end { return .time }
      // A signal that came together with keys is handled first.
      guard ready > 0, inputs[1].revents == 0 else { continue }
      guard let hasBytes = read(from: Descriptor(terminal)) else { return .gone }
      if hasBytes { return .bytes }
    }
  }

  /// Reads the terminal's available bytes.
  /// - Returns: `true` if there were any; `nil` if the terminal is gone.
  mutating func read(from terminal: Descriptor) -> Bool? {
    let input = self.input.flatMap { $0.original == terminal ? $0 : nil } ?? TerminalInput(terminal)
    self.input = input
    var buffer = [UInt8](repeating: 0, count: 4_096)
    do throws(SystemError) {
      let count = try input.descriptor.read(into: &buffer)
      append(buffer[..<count])
      return count > 0 ? true : nil
    } catch {
      return error.code == EAGAIN ? false : nil
    }
  }

  /// `true` while the terminal is asked for the cursor's position, whose form a function key may have, too.
  var expectsPosition = false

  /// Returns the terminal's replies about itself since the last call.
  mutating func drainReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// `true` if keys were inserted that were not read again yet.
  var hasPushedBack: Bool { !pushedBack.isEmpty }

  /// Inserts a key before all others.
  mutating func pushBack(_ key: Key) { pushedBack.append(key) }

  /// Discards typed-ahead keys, as ^C does.
  mutating func clear() {
    bytes = []
    start = 0
    pushedBack = []
    pasted = []
    isPasting = false
  }

  /// Returns the next key.
  /// - Parameter isComplete: `true` if no further bytes follow an incomplete sequence, so that an ESC was the Esc key.
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
    // The end mark may never come: an earlier ^C makes the system discard unread input.
    guard pasted.last == 0x03 else { return .incomplete }
    pasted = []
    isPasting = false
    return .key(.scalar("\u{03}"))
  }

  /// Returns the text with LF line ends, none at the end, and no NUL, which would end libedit's text.
  private static func cleaned(_ text: String) -> String {
    var (result, previous) = (String.UnicodeScalarView(), Unicode.Scalar(0))
    for scalar in text.unicodeScalars where scalar != "\0" {
      if scalar != "\n" || previous != "\r" { result.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }

  /// Parses a sequence that begins with ESC; returns `nil` if one was dropped and the next key should be tried.
  private mutating func nextSequence(_ isComplete: Bool) -> Outcome? {
    let rest = bytes[start...]
    // A key that begins like a reply counts as a key if nothing more follows.
    let isKey = isComplete && rest.count == 2 && TerminalReply.stringStarts.contains(rest[start + 1])
    guard let length = isKey ? 2 : KeyReader.sequenceLength(rest) else {
      // The rest of a reply may come late, but it is never typed.
      if !isComplete || TerminalReply.beginsColour(rest) { return .incomplete }
      start += 1
      // The Esc key alone. libedit would take it for the beginning of a sequence, however late the next key comes.
      return takesEscape ? .key(.scalar("\u{1B}")) : nil
    }
    let sequence = Array(rest.prefix(length))
    if !reserved.contains(sequence) {
      if sequence == Array("\u{1B}[200~".utf8) {
        start += length
        isPasting = true
        return nil
      }
      if let reply = TerminalReply(sequence) ?? (expectsPosition ? TerminalReply(position: sequence) : nil) {
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

  /// Returns the number of bytes in a sequence: CSI, SS3 or ESC with one byte; `nil` if more must follow.
  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    let first = bytes.startIndex
    switch bytes[first + 1] {
    case UInt8(ascii: "["):
      for index in (first + 2)..<max(first + 2, bytes.endIndex) {
        if (0x40...0x7E).contains(bytes[index]) { return index - first + 1 }
        // Not a parameter, so this is not a sequence.
        if !(0x20...0x3F).contains(bytes[index]) { return 2 }
      }
      return nil
    case let start where TerminalReply.stringStarts.contains(start): return TerminalReply.stringLength(bytes)
    case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  /// Parses one character; returns `nil` if a byte was dropped that belongs to none.
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
    // An invalid sequence decodes as U+FFFD; C1 controls represent key functions inside the editor.
    guard decoded.count == 1, let scalar = decoded.first, !(0x80..<0xA0).contains(scalar.value) else { return nil }
    if scalar == "\u{FFFD}" && !available.elementsEqual([0xEF, 0xBF, 0xBD]) { return nil }
    return .key(.scalar(scalar))
  }
}

extension KeyReader {
  /// Waits for the answer of a terminal that was asked for the row of its cursor. Keys that arrive meanwhile are handled
  /// afterwards.
  /// - Returns: the row, from 0; `nil` if the terminal does not answer in time.
  mutating func cursorRow(from terminal: Int32) -> Int? {
    let end = SystemClock.steadySeconds + GraphicsInquiry.timeout
    expectsPosition = true
    defer { expectsPosition = false }
    var typed: [Key] = []
    defer { for key in typed.reversed() { pushBack(key) } }
    while true {
      while case .key(let key) = next() { typed.append(key) }
      for case .position(let row, _) in drainReplies() { return row }
      var input = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let ready = poll(&input, 1, SystemClock.milliseconds(until: end))
      if ready > 0, read(from: Descriptor(terminal)) == nil { return nil }
      if SystemClock.steadySeconds >= end { return nil }
    }
  }
}

extension ScreenKey {
  /// - Parameter key: a key; a paste gives `nil`, because a screen has no place for text.
  init?(_ key: KeyReader.Key) {
    switch key {
    case .paste: return nil
    case .function(.up): self = .up
    case .function(.down): self = .down
    case .function(.left): self = .left
    case .function(.right): self = .right
    case .function(.home): self = .home
    case .function(.end): self = .end
    case .function(.pageUp): self = .pageUp
    case .function(.pageDown): self = .pageDown
    case .function(.delete): self = .delete
    case .function(.earlier): self = .earlier
    case .function(.later): self = .later
    case .function(.newline), .scalar("\n"), .scalar("\r"): self = .enter
    case .function: self = .other
    case .scalar("\u{03}"): self = .interrupt
    case .scalar("\u{1A}"): self = .suspend
    case .scalar("\u{1B}"): self = .escape
    case .scalar("\t"): self = .tab
    case .scalar("\u{08}"), .scalar("\u{7F}"): self = .backspace
    case .scalar("\0"..<" "), .scalar("\u{80}"..<"\u{A0}"): self = .other
    case .scalar(let scalar): self = .character(Character(scalar))
    }
  }
}

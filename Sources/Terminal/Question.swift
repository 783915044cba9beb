import System

/// One question on the terminal, between two lines, and the answer being typed.
struct Question {
  private let text: String
  private let isHidden: Bool
  private let input: Int32
  private let output: Int32
  private let mode: TerminalMode
  private var answer: [Unicode.Scalar] = []
  /// The maximum number of characters in an answer; further ones are ignored.
  private static let answerLimit = 256

  /// - Returns: `nil` without a terminal.
  init?(_ text: String, isHidden: Bool, input: Int32, output: Int32) {
    guard let mode = TerminalMode(input) else { return nil }
    self.mode = mode
    self.text = text
    self.isHidden = isHidden
    self.input = input
    self.output = output
  }

  /// Asks, and waits for the answer.
  /// - Parameters:
  ///   - keys: keys typed ahead, and keys typed after the answer.
  ///   - release: releases the terminal before the process is stopped.
  mutating func ask(_ keys: inout KeyReader, release: () -> Void) -> Answer {
    SignalInbox.open()
    defer {
      SignalInbox.close()
      mode.restore()
    }
    mode.beginQuestion()
    write(text)
    var hasWaited = false
    while true {
      switch keys.next(isComplete: hasWaited) {
      case .key(let key):
        hasWaited = false
        guard let end = handle(key) else { continue }
        write("\r\n")
        return end
      case .incomplete: break
      }
      let end = keys.isEmpty ? nil : SystemClock.steadySeconds + KeyReader.escapeTime
      switch keys.wait(for: input, until: end) {
      case .bytes: hasWaited = false
      case .time: hasWaited = true
      case .gone:
        write("\r\n")
        return .none
      case .signals(let signals) where signals.last == SIGINT:
        keys.clear()
        write("^C\r\n")
        return .none
      case .signals(let signals):
        guard let signal = signals.last, signal == SIGTSTP || signal == SIGCONT else { continue }
        if signal == SIGTSTP {
          write("\r\n")
          mode.restore()
          release()
          SignalInbox.stopProcess()
          // The end of the stop is reported as a signal too.
          _ = SignalInbox.drain()
        }
        mode.beginQuestion()
        write(text)
        if isHidden { answer = [] } else { write(String(answer)) }
      }
    }
  }

  /// Handles one key; returns an answer if it was the last.
  private mutating func handle(_ key: KeyReader.Key) -> Answer? {
    switch key {
    case .function: return nil
    case .paste(let text):
      for scalar in text.unicodeScalars { add(scalar) }
    case .scalar(let scalar):
      switch scalar.value {
      case 0x0A, 0x0D: return .text(String(answer))
      case 0x03, 0x04: return Answer.none
      case 0x08, 0x7F: erase(1)
      case 0x15: erase(answer.count)
      default: add(scalar)
      }
    }
    return nil
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    guard answer.count < Self.answerLimit, scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) else { return }
    answer.append(scalar)
    if !isHidden { write(String(scalar)) }
  }

  private mutating func erase(_ count: Int) {
    let text = String(answer)
    // One visible character, including an accent on its letter.
    let left = isHidden ? String(answer.dropLast(count)) : String(text.dropLast(count))
    answer = Array(left.unicodeScalars)
    guard !isHidden else { return }
    // Drawn again, as cells may hold letters, halves of letters, or nothing.
    let cells = DisplayWidth.of(text) - DisplayWidth.of(left)
    write(String(repeating: "\u{08} \u{08}", count: max(0, cells)))
  }

  private func write(_ text: String) { try? Descriptor(output).writeAll(text) }
}

/// The result of a question.
public enum Answer: Hashable, Sendable {
  case text(String)
  /// ^C, ^D, or the terminal is gone: there is no answer.
  case none
}

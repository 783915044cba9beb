import System

/// What came of a question.
public enum Answer: Hashable, Sendable {
  case text(String)
  /// ^C, ^D, or the terminal has gone: nobody answered.
  case none
}

/// Questions of commands that run between two lines: for something that must not be seen, or in a word.
extension LineEditor {
  /// How many characters an answer may have; more are not taken.
  private static let answerLimit = 256

  /// Asks for one answer.
  ///
  /// A hidden answer is never echoed, neither by the editor nor by the terminal: what was typed ahead while a command ran
  /// is taken as part of it, and the terminal stays without echo from the line before to the line after. Whatever ends
  /// the process gives the terminal back as it was found. Nothing of it gets into history, undo or what ^Y puts back.
  /// Backspace and ^U correct it; ^C and ^D leave; ^Z stops the process, which asks anew when it goes on.
  /// - Returns: without a terminal nothing.
  public func ask(_ question: StyledText, hidden: Bool) -> Answer {
    guard Descriptor(configuration.input).isTerminal else { return .none }
    TerminalGuard.arm(input: configuration.input, output: configuration.output)
    guard let mode = TerminalMode(configuration.input) else { return .none }
    SignalInbox.open()
    defer {
      SignalInbox.close()
      mode.restore()
    }
    mode.begin()
    show(question)
    var answer: [Unicode.Scalar] = []
    var hasWaited = false
    while true {
      switch keys.next(isComplete: hasWaited) {
      case .key(let key):
        hasWaited = false
        guard let end = take(key, &answer, hidden) else { continue }
        write("\r\n")
        return end
      case .incomplete: break
      }
      switch waitForBytes(atMost: keys.isEmpty ? -1 : 50) {
      case .bytes: hasWaited = false
      case .time: hasWaited = true
      case .gone:
        write("\r\n")
        return .none
      case .signal(SIGINT):
        keys.clear()
        write("^C\r\n")
        return .none
      case .signal(let signal):
        guard signal == SIGTSTP || signal == SIGCONT else { continue }
        if signal == SIGTSTP {
          write("\r\n")
          mode.restore()
          release()
          SignalInbox.stopProcess()
          // The stop itself reports its end, too.
          _ = SignalInbox.take()
        }
        mode.begin()
        show(question)
        if hidden { answer = [] } else { write(String(String.UnicodeScalarView(answer))) }
      }
    }
  }

  /// Takes one key; an answer when it was the last.
  private func take(_ key: KeyReader.Key, _ answer: inout [Unicode.Scalar], _ hidden: Bool) -> Answer? {
    switch key {
    case .function: return nil
    case .paste(let text):
      for scalar in text.unicodeScalars { add(scalar, &answer, hidden) }
    case .scalar(let scalar):
      switch scalar.value {
      case 0x0A, 0x0D: return .text(String(String.UnicodeScalarView(answer)))
      case 0x03, 0x04: return Answer.none
      case 0x08, 0x7F: erase(1, &answer, hidden)
      case 0x15: erase(answer.count, &answer, hidden)
      default: add(scalar, &answer, hidden)
      }
    }
    return nil
  }

  private func add(_ scalar: Unicode.Scalar, _ answer: inout [Unicode.Scalar], _ hidden: Bool) {
    // What is shown has one cell for each character, so that it can be erased.
    guard answer.count < Self.answerLimit, scalar.value >= 0x20, scalar.value != 0x7F, hidden || scalar.isASCII else {
      return
    }
    answer.append(scalar)
    if !hidden { write(String(scalar)) }
  }

  private func erase(_ count: Int, _ answer: inout [Unicode.Scalar], _ hidden: Bool) {
    let gone = min(count, answer.count)
    answer.removeLast(gone)
    if !hidden { write(String(repeating: "\u{08} \u{08}", count: gone)) }
  }

  private func show(_ question: StyledText) { write(question.rendered(painter.palette)) }

  private func write(_ text: String) { try? Descriptor(configuration.output).writeAll(text) }

  private enum Event {
    case bytes, time, gone
    case signal(Int32)
  }

  /// - Parameter atMost: milliseconds; negative without an end.
  private func waitForBytes(atMost: Int32) -> Event {
    while true {
      if let signal = SignalInbox.take().last { return .signal(signal) }
      var inputs = [configuration.input, SignalInbox.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let ready = poll(&inputs, nfds_t(inputs.count), atMost)
      if ready == 0 { return .time }
      if ready < 0 || inputs[1].revents != 0 { continue }
      switch keys.read(from: Descriptor(configuration.input)) {
      case .some(true): return .bytes
      case .some(false): continue
      case .none: return .gone
      }
    }
  }
}

/// A terminal's settings while a question is open: no echo, every key at once, ^C and ^Z as signals.
private struct TerminalMode {
  private let descriptor: Int32
  private let before: termios

  init?(_ descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  func begin() {
    var settings = before
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON)
    settings.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    // Without throwing away what was typed ahead.
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  func restore() {
    var settings = before
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}

import CLibEdit
import System

/// Seconds of a clock that never jumps.
func monotonicSeconds() -> Double { Double(SystemClock.steady) / 1e6 }

/// Waiting for the next key, and for everything else that may happen meanwhile.
extension LineEditor {
  /// libedit asks for a character: 1 with one, 0 at the end, -1 when the line is given up.
  func nextCharacter(_ character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    if let session, !isSearching { undoStack.observe(session.line) }
    guard let key = waitForKey() else { return outcome == .terminalLost ? 0 : -1 }
    switch key {
    case .scalar(let scalar): character?.pointee = wchar_t(bitPattern: scalar.value)
    case .function(let function): character?.pointee = wchar_t(bitPattern: function.scalar.value)
    case .paste(let text):
      pasted = text
      character?.pointee = wchar_t(bitPattern: KeyFunction.paste.scalar.value)
    }
    return 1
  }

  /// How long an ESC may be the beginning of a sequence.
  private static let escapeTime = 0.05

  /// The next key, with the screen as libedit left it; nil when the line has ended without one.
  func waitForKey() -> KeyReader.Key? {
    var hasWaited = false
    while outcome == nil {
      if case .key(let key) = keys.next(isComplete: hasWaited) {
        handOver()
        return key
      }
      let isPartial = !keys.isEmpty
      hasWaited = !wait(atMost: isPartial && !keys.isPasting ? LineEditor.escapeTime : nil) && isPartial
    }
    return nil
  }

  /// Waits until keys have come (true), or for as long as given (false), and does what is due meanwhile.
  private func wait(atMost limit: Double?) -> Bool {
    guard let session else { return false }
    let end = limit.map { monotonicSeconds() + $0 }
    var isFirst = true
    while outcome == nil {
      var inputs = [configuration.input, SignalInbox.descriptor, configuration.mailbox.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // What has been typed already comes before painting.
      var ready: Int32 = 0
      if isFirst { ready = poll(&inputs, nfds_t(inputs.count), 0) }
      isFirst = false
      let due = configuration.nextDeadline().map { monotonicSeconds() + max(0.001, $0) }
      if ready == 0 {
        if painted == nil { paint() }
        if !session.output.flush() {
          outcome = .terminalLost
          return false
        }
        let times = [end, due, shownStatus == nil ? nil : statusTime + LineEditor.statusInterval]
        ready = poll(&inputs, nfds_t(inputs.count), milliseconds(until: times.compactMap { $0 }.min()))
      }
      if ready > 0 {
        // Asked in any case: a signal that came together with keys is caught only when `poll` has returned, and a key
        // would be drawn for a window that is gone.
        SignalInbox.take().forEach(handle)
        if outcome == nil, inputs[0].revents != 0 { return readInput() }
        if inputs[2].revents != 0 { receive() }
      }
      let now = monotonicSeconds()
      if let due, now >= due { wake() }
      if painted != nil, shownStatus != nil, updateStatus() { repaintStatus() }
      if let end, now >= end { return false }
    }
    return false
  }

  private func milliseconds(until time: Double?) -> Int32 {
    guard let time else { return -1 }
    // Rounded up: waking early would only mean waiting again.
    return Int32(min(max(0, ((time - monotonicSeconds()) * 1000).rounded(.up)), 3_600_000))
  }

  /// True with new bytes; false, and the outcome set, when the terminal has gone.
  private func readInput() -> Bool {
    let hasKeys = keys.read(from: Descriptor(configuration.input))
    if hasKeys == nil { outcome = .terminalLost }
    return hasKeys ?? false
  }

  private func receive() {
    let (messages, woken) = configuration.mailbox.take()
    announce(messages)
    if woken, messages.isEmpty { wake() } else { showNewStatus() }
  }

  private func wake() {
    announce(configuration.onWake())
    showNewStatus()
  }

  /// Something has happened: the status may have come, gone or changed.
  private func showNewStatus() {
    if updateStatus(atOnce: true), painted != nil { repaintStatus() }
  }

  private func handle(_ signal: Int32) {
    guard let session, outcome == nil else { return }
    switch signal {
    case SIGINT:
      keys.clear()
      leaveLine(mark: "^C")
      outcome = .interrupted
    case SIGWINCH: resize()
    case SIGTSTP:
      leaveLine(mark: "")
      release()
      SignalInbox.stopProcess()
      resume(session)
    case SIGCONT:
      // Stopped without being asked: whoever had the terminal meanwhile has left it as it likes.
      session.prepareTerminal(false)
      resume(session)
    default: break
    }
  }

  private func resume(_ session: EditSession) {
    // The stop itself reports its end, too.
    _ = SignalInbox.take()
    session.prepareTerminal(true)
    if session.canPaint {
      session.output.write(LineEditor.eraseBelow + "\u{1B}[?2004h")
      isPasteMarked = true
    }
    painted = nil
    painter.forgetExtras()
    session.resize()
    session.refresh()
  }
}

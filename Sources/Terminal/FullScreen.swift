import System

/// The whole terminal: an alternate screen drawn in cells, with single-key input. The previous screen returns at the
/// end, whether by `close`, exit, a crash or a signal; ^Z and window resizes are handled too.
///
/// There is one at a time, on the thread that waits for its keys. It may cover a `LineEditor` that is between two
/// lines.
public final class FullScreen: Screen {
  public var columns: Int { buffer.columns }
  public var rows: Int { buffer.rows }
  private var buffer: CellBuffer
  private var keys = KeyReader()
  private let input: Int32
  private let output: Int32
  private let mode: TerminalMode
  /// `true` if a line editor owns the terminal and must get it back unchanged.
  private let isBetweenLines: Bool
  private var isOpen = false
  private var rasters = RasterLayer()
  /// The terminal's pixel protocol, once it has reported one; `nil` if it has none or does not answer.
  public private(set) var graphics: Graphics?
  /// The query to the terminal, while answers are expected.
  private var inquiry: GraphicsInquiry?

  /// Returns `true` if these descriptors are a terminal that can be drawn on.
  public static func isPossible(input: Int32 = 0, output: Int32 = 1) -> Bool {
    Descriptor(input).isTerminal && Descriptor(output).isTerminal
      && TerminalName.canMove(Environment.value("TERM") ?? "")
  }

  /// Takes over the terminal; `nil` if there is none.
  public init?(input: Int32 = 0, output: Int32 = 1, palette: Palette) {
    guard FullScreen.isPossible(input: input, output: output), let mode = TerminalMode(input) else { return nil }
    self.mode = mode
    self.input = input
    self.output = output
    isBetweenLines = TerminalGuard.isArmed
    buffer = CellBuffer(columns: 80, rows: 24, palette: palette)
    TerminalGuard.arm(input: input, output: output)
    SignalInbox.open()
    isOpen = true
    enter()
  }

  deinit { close() }

  /// Releases the terminal. Repeated calls are allowed.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    // At a prompt the line editor recognises late replies, and takes keys typed meanwhile as its own.
    if !isBetweenLines { awaitReplies() }
    leave()
    SignalInbox.close()
    if !isBetweenLines { TerminalGuard.disarm() }
  }

  private func enter() {
    mode.beginScreen()
    TerminalGuard.setFullScreen(true)
    send(Array(TerminalGuard.enterFullScreen.utf8))
    ask()
    measure()
  }

  /// Asks the terminal which pictures it shows, without waiting: the answer comes among the keys. Anything that a
  /// simple terminal displays for the query disappears when the screen is cleared for the first picture.
  private func ask() {
    guard graphics == nil, let inquiry = GraphicsInquiry(Environment.value) else { return }
    self.inquiry = inquiry
    send(Array(inquiry.question.utf8))
  }

  /// Processes the terminal's replies.
  /// - Returns: `true` if pictures are now shown in another way.
  private func learn() -> Bool {
    for reply in keys.drainReplies() { inquiry?.receive(reply) }
    guard let answered = inquiry, answered.isAnswered else { return false }
    inquiry = nil
    graphics = answered.graphics(cell: Descriptor(output).cellSize)
    return graphics != nil
  }

  /// Waits for pending replies, which must not be left to the terminal's next reader.
  private func awaitReplies() {
    while let end = inquiry?.end, SystemClock.steadySeconds < end {
      while case .key = keys.next() {}
      _ = learn()
      if inquiry == nil { break }
      guard case .bytes = keys.wait(for: input, until: end) else { break }
    }
  }

  private func leave() {
    if let graphics { send(Array(graphics.removal.utf8)) }
    send(Array(TerminalGuard.leaveFullScreen.utf8))
    TerminalGuard.setFullScreen(false)
    mode.restore()
  }

  private func measure() {
    let (columns, rows) = Descriptor(output).windowSize.flatMap { $0.rows > 0 ? $0 : nil } ?? (columns: 80, rows: 24)
    buffer.resize(columns: columns, rows: rows)
    if let graphics { send(Array(graphics.removal.utf8)) }
    rasters.forget()
  }

  /// Shows a picture, sending only the changes. Returns `false` if the terminal is gone.
  @discardableResult
  public func draw(_ picture: [StyledText]) -> Bool {
    guard let graphics else { return send(buffer.frame(picture)) }
    let change = rasters.change(to: picture, graphics, columns: columns, rows: rows)
    if change.redrawsCells { buffer.forget() }
    return send(change.before + buffer.frame(picture) + change.after)
  }

  /// Runs work that may take time while no keys are read: ^C requests an `Interruption`.
  public func work(_ body: () -> Void) {
    mode.beginWork()
    Interruption.watch(body)
    mode.beginScreen()
  }

  /// Returns the next key, or the first other event.
  /// - Parameter seconds: the maximum time; `nil` for no limit.
  public func wait(atMost seconds: Double?) -> ScreenEvent {
    let end = seconds.map { SystemClock.steadySeconds + max(0, $0) }
    var hasWaited = false
    while true {
      if case .key(let key) = keys.next(isComplete: hasWaited) {
        guard let key = ScreenKey(key) else { continue }
        guard key == .suspend else { return .key(key) }
        suspend()
        return .changed
      }
      if learn() { return .changed }
      let isPartial = !keys.isEmpty && !keys.isPasting
      let limit = [end, isPartial ? SystemClock.steadySeconds + KeyReader.escapeTime : nil].compactMap { $0 }.min()
      switch keys.wait(for: input, until: limit) {
      case .bytes: hasWaited = false
      case .gone: return .lost
      case .signals(let signals):
        let events = signals.compactMap { handle($0) }
        if let event = events.first(where: { $0 != .changed }) ?? events.first { return event }
      case .time:
        hasWaited = isPartial
        if !isPartial { return .timeOver }
      }
    }
  }

  private func handle(_ signal: Int32) -> ScreenEvent? {
    switch signal {
    case SIGINT: return .key(.interrupt)
    case SIGTSTP: suspend()
    case SIGWINCH: measure()
    case SIGCONT:
      // The process was stopped from outside: another program may have left the terminal in any state. Leaving first
      // makes the terminal forget the cursor's position from meanwhile.
      leave()
      enter()
    default: return nil
    }
    return .changed
  }

  /// Releases the terminal, stops the process, and takes over the terminal again when the process continues.
  private func suspend() {
    leave()
    TerminalGuard.restoreSettings()
    if isBetweenLines { send(Array("\u{1B}[?2004l".utf8)) }
    SignalInbox.stopProcess()
    // The end of the stop is reported as a signal too.
    _ = SignalInbox.drain()
    if isBetweenLines { send(Array("\u{1B}[?2004h".utf8)) }
    enter()
  }

  @discardableResult
  private func send(_ bytes: [UInt8]) -> Bool { (try? Descriptor(output).writeAll(bytes)) != nil }
}

/// The screens of the terminal at two descriptors.
public final class TerminalScreens: ScreenHost {
  private let input: Int32
  private let output: Int32
  public init(input: Int32 = 0, output: Int32 = 1) { (self.input, self.output) = (input, output) }

  public var isPossible: Bool { FullScreen.isPossible(input: input, output: output) }
  public func open(_ palette: Palette) -> (any Screen)? { FullScreen(input: input, output: output, palette: palette) }
}

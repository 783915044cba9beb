import System

/// The whole terminal: another screen that is drawn in cells, and single keys. What was on the screen before comes back
/// at the end, whatever ends it: `close`, exit, a crash, a signal; ^Z and the window's size are seen to as well.
///
/// One at a time, on the thread that waits for its keys. It may lie on top of a `LineEditor` that is between two lines.
public final class FullScreen {
  /// What ended a wait.
  public enum Event: Hashable, Sendable {
    case timeOver
    case key(ScreenKey)
    /// The screen has another size, or was somebody else's for a while: draw it anew.
    case changed
    /// The terminal has gone.
    case lost
  }

  public var columns: Int { buffer.columns }
  public var rows: Int { buffer.rows }
  private var buffer: CellBuffer
  private var keys = KeyReader()
  private let input: Int32
  private let output: Int32
  private let mode: TerminalMode
  /// Whether a line editor has the terminal and gets it back as it left it.
  private let isBetweenLines: Bool
  private var isOpen = false
  private var rasters = RasterLayer()
  /// How the terminal shows pixels, once it has said so; `nil` for one that cannot, or does not answer.
  public private(set) var graphics: Graphics?
  /// What it was asked, while answers are to come.
  private var inquiry: GraphicsInquiry?

  /// Whether these descriptors are a terminal that can be drawn on.
  public static func isPossible(input: Int32 = 0, output: Int32 = 1) -> Bool {
    Descriptor(input).isTerminal && Descriptor(output).isTerminal
      && TerminalName.canMove(Environment.value("TERM") ?? "")
  }

  /// Takes the terminal; `nil` where there is none.
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

  /// Gives the terminal back. Again is allowed.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    // At a prompt the line editor takes what comes late for what it is, and keys typed meanwhile for its own.
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

  /// Asks the terminal for what pictures it shows. Nobody waits: the answer comes among the keys, and whatever a simple
  /// terminal makes of the question goes when the screen is cleared for the first picture.
  private func ask() {
    guard graphics == nil, let inquiry = GraphicsInquiry(Environment.value) else { return }
    self.inquiry = inquiry
    send(Array(inquiry.question.utf8))
  }

  /// Takes in what the terminal has said.
  /// - Returns: whether pictures are shown in another way now.
  private func learn() -> Bool {
    for reply in keys.takeReplies() { inquiry?.take(reply) }
    guard let answered = inquiry, answered.isAnswered else { return false }
    inquiry = nil
    graphics = answered.graphics(cell: Descriptor(output).cellSize)
    return graphics != nil
  }

  /// What is still to come must not be left to whoever reads the terminal next.
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

  /// Shows a picture; only what has changed is sent. False when the terminal has gone.
  @discardableResult
  public func draw(_ picture: [StyledText]) -> Bool {
    guard let graphics else { return send(buffer.frame(picture)) }
    let change = rasters.change(to: picture, graphics, columns: columns, rows: rows)
    if change.redrawsCells { buffer.forget() }
    return send(change.before + buffer.frame(picture) + change.after)
  }

  /// Does something that may take its time while nobody reads keys: ^C requests its `Interruption`.
  public func work(_ body: () -> Void) {
    mode.beginWork()
    Interruption.watch(body)
    mode.beginScreen()
  }

  /// The next key, or what else happens first.
  /// - Parameter seconds: `nil` for as long as it takes.
  public func wait(atMost seconds: Double?) -> Event {
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

  private func handle(_ signal: Int32) -> Event? {
    switch signal {
    case SIGINT: return .key(.interrupt)
    case SIGTSTP: suspend()
    case SIGWINCH: measure()
    case SIGCONT:
      // Stopped without being asked: whoever had the terminal meanwhile has left it as it likes. Going back first makes
      // the terminal forget where the cursor was meanwhile.
      leave()
      enter()
    default: return nil
    }
    return .changed
  }

  /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
  private func suspend() {
    leave()
    TerminalGuard.restoreSettings()
    if isBetweenLines { send(Array("\u{1B}[?2004l".utf8)) }
    SignalInbox.stopProcess()
    // The stop itself reports its end, too.
    _ = SignalInbox.take()
    if isBetweenLines { send(Array("\u{1B}[?2004h".utf8)) }
    enter()
  }

  @discardableResult
  private func send(_ bytes: [UInt8]) -> Bool { (try? Descriptor(output).writeAll(bytes)) != nil }
}

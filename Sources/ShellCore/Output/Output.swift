import StoryScript
import System
import TerminalText
import Timeline

/// Collects a session's lines and writes them to a file descriptor.
public final class Output {
  public enum Format: Sendable { case text, json }
  public enum Destination {
    case descriptor(Int32)
    /// Kept until `drainLines`.
    case memory
    /// Passed to a function, as text that ends with a line.
    case receiver((String) -> Void)
    case nowhere
  }

  public let format: Format
  package var line: LineWriter
  public var palette: Palette { line.palette }
  public var glyphs: GlyphSet { line.glyphs }
  /// While `true`, nothing is written; `drainLines` will return the text.
  package private(set) var isHeld = false
  /// A row below all others on a terminal, shown until the content that it announces is there.
  private(set) var placeholder: String?
  /// The number of columns for pictures and sentences.
  public private(set) var width: Int
  /// The number of columns for tables: the window's width; unlimited for a file or a pipe, where nothing is cut.
  package private(set) var room: Int
  /// `true` if a terminal shows the output: then no text may contain its commands.
  public let isTerminal: Bool
  /// `true` if the reader has closed the pipe. The program then ends silently, as others do.
  public private(set) var isClosed = false
  /// `true` to record the instant of each line.
  var isStamped = false
  /// The ends, in bytes, of the text written at an instant.
  private var stamps: [(end: Int, at: Instant)] = []
  private let destination: Destination
  private static let flushSize = 1 << 16
  /// The parts of the pending text that can be drawn again for a window of another width.
  private var drawings: [OutputPage.Drawing] = []
  /// Sequences that draw pixels over pending rows, each with the offset behind those rows. They do not move the
  /// cursor.
  private var overlays: [(end: Int, bytes: [UInt8])] = []
  private var askGraphics: () -> Graphics? = { nil }
  private var askBackground: () -> Bool? = { nil }
  private var screens: (any ScreenHost)?
  private var clipboard: ((String) -> Void)?
  /// `true` if the terminal's background is light, `nil` inside if it gave no answer; `nil` before it was asked.
  private var background: Bool??
  /// The terminal's latest answer.
  private var graphics: Graphics?
  /// The secrets that no output shows.
  package let secrets = KnownSecrets()
  /// The number of times that the pending text was removed.
  private var removals = 0
  /// The number of bytes removed so far.
  private var removedByteCount = 0
  /// The number of bytes ever written, including the pending ones.
  package var amount: Int { removedByteCount + line.count }
  /// The instant of the last write to a terminal, on the machine's clock.
  private var shown = Instant.distantPast
  /// The instant from which text for a page is pending.
  private var gathering: Instant?
  /// The maximum delay of a line on a terminal: too short to be noticed, and many lines go out at once.
  private static let maximumDelay = Duration.milliseconds(20)
  /// The maximum delay of text that a pager may show: output that takes longer is shown as it arrives.
  private static let maximumPageDelay = Duration.milliseconds(300)

  /// - Parameter cutsTables: whether tables must fit into `width`.
  public init(
    format: Format = .text, to destination: Destination = .descriptor(1), palette: Palette = .plain,
    glyphs: GlyphSet = .unicode,
    width: Int = 80, isTerminal: Bool = false, cutsTables: Bool = true
  ) {
    self.format = format
    self.destination = destination
    self.width = width
    room = cutsTables ? width : .max
    self.isTerminal = isTerminal
    line = LineWriter(palette: palette, glyphs: glyphs, capacity: Self.flushSize + 4_096)
  }

  // MARK: Looks

  /// Applies a theme to all later output.
  func apply(_ theme: Theme) {
    var theme = theme
    if theme.base == .auto {
      let isLight = background ?? (isTerminal && palette.hasColour ? askBackground() : nil)
      background = .some(isLight)
      theme = theme.fitting(isLight: isLight)
    }
    if line.palette.theme != theme { line.palette.theme = theme }
  }

  /// Sets the function that asks whether the terminal's background is light; it is called once, when a theme needs it.
  public func useBackground(_ ask: @escaping () -> Bool?) { askBackground = ask }

  /// Sets what opens the whole screen; without it there are only lines.
  public func useScreens(_ screens: any ScreenHost) { self.screens = screens }

  /// `true` if there is a whole screen that a command may use, and its user reads text.
  package var hasScreen: Bool { isTerminal && format == .text && screens?.isPossible == true }

  /// Takes over the whole screen once all lines have been written; `nil` if that is not possible.
  package func openScreen() -> (any Screen)? { screens?.open(palette) }

  /// Sets the function that asks the terminal how it shows pixels; it is called when there is something to show.
  public func useGraphics(_ ask: @escaping () -> Graphics?) { askGraphics = ask }

  /// The form of pictures among the lines. In a page or a full screen they consist of cells alone.
  package var pictureForm: PictureForm {
    guard isTerminal, format == .text else { return .none }
    var graphics: Graphics?
    if case .descriptor = destination, palette.hasColour, !isHeld { graphics = askGraphics() }
    self.graphics = graphics
    return PictureForm(palette, glyphs, graphics)
  }

  /// The maximum number of rows of a picture: the rows left on the page, at most as many as fit on the screen above the
  /// next line.
  package var pictureRows: Int {
    let window: Int? = if case .descriptor(let descriptor) = destination { Self.rows(of: descriptor) } else { nil }
    return min(rowsLeft ?? .max, window.map { $0 - 1 } ?? .max)
  }

  private static func rows(of descriptor: Int32) -> Int? {
    Descriptor(descriptor).windowSize.flatMap { $0.rows > 0 ? $0.rows : nil }
  }

  /// Draws the pictures of rows that were just added over their cells.
  func place(_ rows: [StyledText]) {
    guard let graphics, !isHeld, case .descriptor(let descriptor) = destination else { return }
    let most = Self.rows(of: descriptor).map { $0 - 1 } ?? 0
    for (index, row) in rows.enumerated() where rows.count - index <= most {
      let bytes = graphics.drawings(of: row, rowsAbove: rows.count - index)
      if !bytes.isEmpty { overlays.append((line.count, bytes)) }
    }
  }

  /// Sets what receives copied texts; without it they go to the terminal.
  public func useClipboard(_ copy: @escaping (String) -> Void) { clipboard = copy }

  /// Sends a text to the clipboard at once: to that of the host, or to the terminal's (OSC 52).
  /// - Returns: `true` if there is one, or a terminal that ignores the text silently.
  func copy(_ text: String) -> Bool {
    if let clipboard {
      clipboard(text)
      return true
    }
    guard case .descriptor(let descriptor) = destination, isTerminal,
      TerminalName.supportsMessages(Environment.value("TERM") ?? "")
    else { return false }
    send("\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{07}", to: descriptor)
    return true
  }

  /// Fits all later output into a window of this many columns.
  public func fit(_ width: Int) { (self.width, room) = (width, width) }

  /// Fits all later output into the terminal's window, which may have got another size since the command began.
  func fitWindow() {
    guard isTerminal, !isHeld, case .descriptor(let descriptor) = destination,
      let columns = Descriptor(descriptor).windowSize?.columns, columns > 0
    else { return }
    fit(columns)
  }

  /// The rows of a page: output of a typed line beyond them goes to a pager; `nil` for continuous output.
  package var pageRows: Int? { didSet { gathering = nil } }
  /// The number of rows left on the page after the pending text; `nil` for continuous output.
  var rowsLeft: Int? {
    pageRows.map { rows in max(0, rows - line.withBytes { LineWrapping.rowCount(of: $0, columns: width, atMost: rows) })
    }
  }
  /// `true` if a pager should show the pending text.
  var isLong: Bool {
    guard let pageRows, isTerminal, format == .text, line.endsLine else { return false }
    return line.withBytes { LineWrapping.rowCount(of: $0, columns: width, atMost: pageRows + 1) } > pageRows
  }

  /// Holds back all later output, for `drainLines`.
  package func hold() { isHeld = true }
  /// Writes output again from now on.
  package func release() { isHeld = false }

  /// Shows a placeholder row until it is replaced, removed, or its content arrives.
  package func showPlaceholder(_ row: String) { replacePlaceholder(row) }
  /// Removes the placeholder row, if there is one.
  package func removePlaceholder() { replacePlaceholder(nil) }

  /// Erases the placeholder. The cursor waits at the beginning of the row, and everything below it is erased too: a
  /// window that has become narrower may have wrapped the row.
  private static let placeholderEnd = "\r\u{1B}[J"

  private func replacePlaceholder(_ row: String?) {
    let old = placeholder
    placeholder = row
    guard case .descriptor(let descriptor) = destination, row != old else { return }
    if old != nil { send(Self.placeholderEnd, to: descriptor) }
    // Pending lines come first; `flush` then writes the placeholder as well.
    if let row, line.isEmpty { send(row + "\r", to: descriptor) }
  }

  // MARK: Writing

  /// Adds text unchanged.
  public func write(_ text: String) { line.add(raw: text) }

  /// Removes the pending text and returns it line by line instead of writing it.
  public func drainLines() -> [String] {
    hideSecrets()
    defer { removeAll() }
    return lines(from: 0)
  }

  /// Returns the pending lines from a byte offset on.
  private func lines(from start: Int) -> [String] { Self.lines(line.bytes(from: start)[...]) }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Replaces each secret in the pending text with `…`.
  private func hideSecrets() {
    let ranges = line.withBytes { secrets.ranges(in: $0) }
    guard !ranges.isEmpty else { return }
    let masked = KnownSecrets.masked(line.bytes(from: 0), ranges)
    /// Returns where an offset behind a line is now.
    func moved(_ offset: Int) -> Int {
      ranges.prefix { $0.upperBound <= offset }.reduce(offset) { $0 - $1.count + SecretText.mask.utf8.count }
    }
    line.replace(from: 0, with: masked)
    stamps = stamps.map { (moved($0.end), $0.at) }
    overlays = overlays.map { (moved($0.end), $0.bytes) }
    for index in drawings.indices {
      let bytes = drawings[index].bytes
      drawings[index].bytes = moved(bytes.lowerBound)..<moved(bytes.upperBound)
    }
  }

  private func removeAll() {
    removedByteCount += line.count
    line.removeAll()
    (drawings, overlays) = ([], [])
    removals += 1
  }

  private var isDrawing = false

  /// Runs a function that writes whole lines, and remembers it while text for a page is pending.
  func draw(_ draw: @escaping () -> Void) {
    let (start, before) = (line.count, removals)
    // A drawing within another one is drawn again with it.
    let isWithin = isDrawing
    isDrawing = true
    draw()
    isDrawing = isWithin
    guard !isWithin, pageRows != nil, removals == before, line.count > start else { return }
    drawings.append(.init(bytes: start..<line.count, draw: draw))
  }

  /// Drops the pending lines that do not fit into a number of rows.
  func truncatePending(_ rows: Int) {
    let end = line.withBytes { LineWrapping.end(of: $0, columns: width, rows: rows) }
    guard end < line.count else { return }
    line.replace(from: end, with: [])
    drawings.removeAll { $0.bytes.upperBound > line.count }
    overlays.removeAll { $0.end > line.count }
  }

  /// Removes the pending text and returns it as a page that fits any window.
  func drainPage() -> OutputPage {
    hideSecrets()
    let bytes = line.bytes(from: 0)
    // A page is drawn in cells, without pixels.
    for index in drawings.indices {
      let range = drawings[index].bytes
      drawings[index].hasPixels = overlays.contains { range.lowerBound < $0.end && $0.end <= range.upperBound }
    }
    let page = OutputPage(drawings, in: bytes.count, width: width) { Self.lines(bytes[$0]) }
    removeAll()
    return page
  }

  /// Returns the output of a function for a window of another width, line by line.
  func lines(width: Int, _ draw: () -> Void) -> [String] {
    hold()
    defer { release() }
    fit(width)
    draw()
    return drainLines()
  }

  /// Assigns all text written since the last stamp to an instant, which is over now.
  func stamp(_ instant: Instant) {
    hideSecrets()
    guard isStamped, line.count > stamps.last?.end ?? 0 else { return }
    stamps.append((line.count, instant))
  }

  /// Removes the pending text and returns it line by line, each line with the instant at which it was written.
  /// - Parameter now: the instant of the text without a stamp.
  func drainStampedLines(_ now: Instant) -> [(at: Instant, text: String)] {
    stamp(now)
    let ends = stamps
    stamps = []
    var (end, place) = (0, 0)
    return drainLines().map { text in
      end += text.utf8.count + 1
      while place < ends.count - 1, ends[place].end < end { place += 1 }
      return (ends.isEmpty ? now : ends[place].at, text)
    }
  }

  /// Writes the pending text once there is enough of it, or on a terminal once it has waited long enough.
  func flushIfFull() throws(Failure) {
    if line.count >= Self.flushSize || isOverdue { try flush() }
  }

  /// Inserts the sequences that draw pixels after their rows.
  private func insertDrawings() {
    guard !overlays.isEmpty else { return }
    let text = line.bytes(from: 0)
    var (bytes, place): ([UInt8], Int) = ([], 0)
    for overlay in overlays {
      bytes += text[place..<overlay.end] + overlay.bytes
      place = overlay.end
    }
    line.replace(from: 0, with: bytes + text[place...])
  }

  private var isOverdue: Bool {
    guard isTerminal, !line.isEmpty else { return false }
    let now = SystemClock.now
    guard pageRows != nil else { return now - shown >= Self.maximumDelay }
    // The time before a command's first line does not count: its pending text is one page.
    let first = gathering ?? now
    gathering = first
    return now - first >= Self.maximumPageDelay
  }

  /// Writes the pending text.
  /// - Throws: the system's error; `.interrupted` for a closed pipe, and after ^C for a pipe that is not being read:
  ///   the rest is dropped.
  public func flush() throws(Failure) {
    guard !line.isEmpty else { return }
    if case .memory = destination { return }
    if isHeld { return }
    defer { removeAll() }
    if isTerminal { (shown, gathering) = (SystemClock.now, nil) }
    if case .receiver(let receive) = destination {
      hideSecrets()
      return receive(String(decoding: line.bytes(from: 0), as: UTF8.self))
    }
    guard case .descriptor(let descriptor) = destination else { return }
    hideSecrets()
    insertDrawings()
    if let placeholder {
      line.replace(from: 0, with: Array(Self.placeholderEnd.utf8) + line.bytes(from: 0))
      line.add(raw: placeholder + "\r")
    }
    // Programs get the exact bytes of file names, so that they can open the files.
    if !isTerminal, format == .text, line.contains(0xF4) {
      line.replace(from: 0, with: FileName.bytes(String(decoding: line.bytes(from: 0), as: UTF8.self)))
    }
    do throws(SystemError) {
      try line.withBytes { (bytes) throws(SystemError) in
        try Descriptor(descriptor).writeAll(UnsafeRawBufferPointer(bytes)) { Interruption.isRequested }
      }
    } catch {
      isClosed = error.code == EPIPE
      if isClosed || error.code == EINTR { throw Failure(.interrupted) }
      throw .refused("cannot write the output: \(error)")
    }
  }
}

extension Output {
  /// Writes the pending text at the end of a tool, and reports a failure on standard error.
  /// - Returns: the exit code: 1 if writing failed, 141 if the pipe is closed.
  public func end() -> Int32 {
    do throws(Failure) {
      try flush()
      return ExitCode.success
    } catch {
      if isClosed { return ExitCode.closed }
      DiagnosticRenderer.writeToStandardError("error: \(sanitized(error.problem.message))\n")
      return ExitCode.failure
    }
  }
}

/// Writes a sequence outside the lines; a failure does no harm.
private func send(_ text: String, to descriptor: Int32) { try? Descriptor(descriptor).writeAll(text) }

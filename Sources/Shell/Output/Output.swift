import StoryScript
import System
import Terminal
import Timeline

/// Gathers a session's lines and writes them to a file descriptor.
public final class Output {
  public enum Format: Sendable { case text, json }
  public enum Destination: Sendable {
    case descriptor(Int32)
    /// Kept until `takeLines`.
    case memory
    case nowhere
  }

  public let format: Format
  var line: LineWriter
  public var palette: Palette { line.palette }
  public var glyphs: GlyphSet { line.glyphs }
  /// While true nothing is written: `takeLines` is going to fetch it.
  private(set) var isHeld = false
  /// Stands on a line of its own below everything else, on a terminal, until what it stands for is there.
  private(set) var placeholder: String?
  /// Columns for pictures and sentences.
  public private(set) var width: Int
  /// Columns for tables: a window has as many as it is wide; into a file or a pipe nothing is cut.
  private(set) var room: Int
  /// Whether a terminal shows it: then no text may command it.
  public let isTerminal: Bool
  /// Whether nobody reads it any more, which ends the program without a word, as it does others.
  public private(set) var isClosed = false
  /// Whether it is kept when each line was written.
  var isStamped = false
  /// The ends of what was written at an instant, in bytes.
  private var stamps: [(end: Int, at: Instant)] = []
  private let destination: Destination
  private static let flushSize = 1 << 16
  /// What of that can be drawn anew for a window of another width.
  private var drawings: [OutputPage.Drawing] = []
  /// What draws pixels over rows that have gathered, each with the place behind those rows. The cursor stays.
  private var overlays: [(end: Int, bytes: [UInt8])] = []
  private var askGraphics: () -> Graphics? = { nil }
  /// As the terminal has said last.
  private var graphics: Graphics?
  /// How often what has gathered went its way.
  private var removals = 0
  /// The bytes that went their way.
  private var gone = 0
  /// All bytes that were ever written, also those that wait.
  var amount: Int { gone + line.count }
  /// When a terminal was last written to, on the machine's clock.
  private var shown = Instant.distantPast
  /// Since when there is something that a page waits for.
  private var gathering: Instant?
  /// How long a line may wait to be shown on a terminal: nobody sees so short a time, and many lines go out at once.
  private static let patience = Duration.milliseconds(20)
  /// The same for what a pager may show: what takes longer is read as it comes.
  private static let pagePatience = Duration.milliseconds(300)

  /// - Parameter cutsTables: whether tables have to fit into `width`.
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

  // MARK: How it is shown

  /// Takes the looks of a theme from now on.
  func show(in theme: Theme) { if line.palette.theme != theme { line.palette.theme = theme } }

  /// Has the terminal asked how it shows pixels, when there is something to show.
  public func useGraphics(_ ask: @escaping () -> Graphics?) { askGraphics = ask }

  /// The way in which pictures stand among the lines. What a page or a full screen is going to show has cells alone.
  var pictureForm: PictureForm {
    guard isTerminal, format == .text else { return .none }
    var graphics: Graphics?
    if case .descriptor = destination, palette.hasColour, !isHeld { graphics = askGraphics() }
    self.graphics = graphics
    return PictureForm(palette, glyphs, graphics)
  }

  /// The most rows of a picture: those that a page has left, and no more than a screen shows above the next line.
  var pictureRows: Int {
    let window: Int? = if case .descriptor(let descriptor) = destination { Self.rows(of: descriptor) } else { nil }
    return min(rowsLeft ?? .max, window.map { $0 - 1 } ?? .max)
  }

  private static func rows(of descriptor: Int32) -> Int? {
    Descriptor(descriptor).windowSize.flatMap { $0.rows > 0 ? $0.rows : nil }
  }

  /// Puts the pictures of rows that were just added over their cells.
  func place(_ rows: [StyledText]) {
    guard let graphics, !isHeld, case .descriptor(let descriptor) = destination else { return }
    let most = Self.rows(of: descriptor).map { $0 - 1 } ?? 0
    for (index, row) in rows.enumerated() where rows.count - index <= most {
      let bytes = graphics.drawings(of: row, rowsAbove: rows.count - index)
      if !bytes.isEmpty { overlays.append((line.count, bytes)) }
    }
  }

  /// Gives the terminal a text for its clipboard (OSC 52), at once.
  /// - Returns: whether there is a terminal that takes it, or leaves it out unseen.
  func copy(_ text: String) -> Bool {
    guard case .descriptor(let descriptor) = destination, isTerminal,
      TerminalName.takesMessages(Environment.value("TERM") ?? "")
    else { return false }
    send("\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{07}", to: descriptor)
    return true
  }

  /// Fits what comes from now on into a window of so many columns.
  public func fit(_ width: Int) { (self.width, room) = (width, width) }

  /// The rows of a page: what a typed line writes beyond them is for a pager; `nil` for output that goes on and on.
  var pageRows: Int? { didSet { gathering = nil } }
  /// How many rows of a page what has gathered has left; `nil` for output that goes on and on.
  var rowsLeft: Int? {
    pageRows.map { rows in max(0, rows - line.withBytes { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }) }
  }
  /// Whether a pager is to show what has gathered.
  var isLong: Bool {
    guard let pageRows, isTerminal, format == .text, line.endsLine else { return false }
    return line.withBytes { bytes in bytes.count { $0 == UInt8(ascii: "\n") } } > pageRows
  }

  /// Keeps back what is written from now on, for `takeLines`.
  func hold() { isHeld = true }
  /// Writes again, from now on.
  func release() { isHeld = false }

  /// Lets a row stand for what is on its way, until that is there or anything is over.
  func showPlaceholder(_ row: String) { replacePlaceholder(row) }
  /// Takes that row away, if there is one.
  func removePlaceholder() { replacePlaceholder(nil) }

  private func replacePlaceholder(_ row: String?) {
    let old = placeholder
    placeholder = row
    guard case .descriptor(let descriptor) = destination, row != old else { return }
    if old != nil { send("\r\u{1B}[K", to: descriptor) }
    // The lines before it come first; they show it.
    if let row, line.isEmpty { send(row, to: descriptor) }
  }

  // MARK: Writing

  /// Adds text as it is.
  public func write(_ text: String) { line.add(raw: text) }

  /// Hands over what has gathered, line by line, instead of writing it.
  public func takeLines() -> [String] {
    defer { removeAll() }
    return lines(from: 0)
  }

  /// The lines that have gathered since there were so many bytes.
  private func lines(from start: Int) -> [String] { Self.lines(line.bytes(from: start)[...]) }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func removeAll() {
    gone += line.count
    line.removeAll()
    (drawings, overlays) = ([], [])
    removals += 1
  }

  /// Lets something write whole lines, and remembers how while a page gathers.
  func draw(_ draw: @escaping () -> Void) {
    let (start, before) = (line.count, removals)
    draw()
    guard pageRows != nil, removals == before, line.count > start else { return }
    drawings.append(.init(bytes: start..<line.count, draw: draw))
  }

  /// Leaves out what has gathered behind so many rows.
  func keepRows(_ rows: Int) {
    let end = line.withBytes { bytes in
      var left = rows
      return bytes.firstIndex { byte in
        if byte == UInt8(ascii: "\n") { left -= 1 }
        return left == 0
      }
    }
    guard let end else { return }
    line.replace(from: end + 1, with: [])
    drawings.removeAll { $0.bytes.upperBound > line.count }
    overlays.removeAll { $0.end > line.count }
  }

  /// Hands over what has gathered as a page that fits any window.
  func takePage() -> OutputPage {
    let bytes = line.bytes(from: 0)
    // A page is drawn in cells.
    for index in drawings.indices {
      let range = drawings[index].bytes
      drawings[index].hasPixels = overlays.contains { range.lowerBound < $0.end && $0.end <= range.upperBound }
    }
    let page = OutputPage(drawings, in: bytes.count, width: width) { Self.lines(bytes[$0]) }
    removeAll()
    return page
  }

  /// What something writes into a window of another width, line by line.
  func lines(width: Int, _ draw: () -> Void) -> [String] {
    hold()
    defer { release() }
    fit(width)
    draw()
    return takeLines()
  }

  /// All that was written since the last one belongs to an instant, which is over now.
  func stamp(_ instant: Instant) {
    guard isStamped, line.count > stamps.last?.end ?? 0 else { return }
    stamps.append((line.count, instant))
  }

  /// Hands over what has gathered, line by line, each with the instant at which it was written.
  /// - Parameter now: the instant of what was not stamped yet.
  func takeStampedLines(_ now: Instant) -> [(at: Instant, text: String)] {
    stamp(now)
    let ends = stamps
    stamps = []
    var (end, place) = (0, 0)
    return takeLines().map { text in
      end += text.utf8.count + 1
      while place < ends.count - 1, ends[place].end < end { place += 1 }
      return (ends.isEmpty ? now : ends[place].at, text)
    }
  }

  /// Writes what has gathered once there is enough of it, and on a terminal at once.
  func flushIfFull() throws(Failure) {
    if line.count >= Self.flushSize || isOverdue { try flush() }
  }

  /// Puts what draws pixels behind the rows that it is for.
  private func layOver() {
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
    guard pageRows != nil else { return now - shown >= Self.patience }
    // However long a command took before its first line: what it gathers is one page.
    let first = gathering ?? now
    gathering = first
    return now - first >= Self.pagePatience
  }

  /// Writes everything that has gathered.
  /// - Throws: what the system says; `.interrupted` for a pipe that nobody reads any more, and after ^C for one that
  ///   nobody reads at the moment: the rest is left out.
  public func flush() throws(Failure) {
    guard !line.isEmpty else { return }
    if case .memory = destination { return }
    if isHeld { return }
    defer { removeAll() }
    if isTerminal { (shown, gathering) = (SystemClock.now, nil) }
    guard case .descriptor(let descriptor) = destination else { return }
    layOver()
    if let placeholder {
      line.replace(from: 0, with: Array("\r\u{1B}[K".utf8) + line.bytes(from: 0))
      line.add(raw: placeholder)
    }
    // What a program reads has the very names of files, so that it finds them.
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
  /// Writes everything that has gathered, at the end of a tool, and says on the error output why it could not.
  /// - Returns: the exit code: 1 where something could not be written, 141 where nobody reads it.
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

/// Beside the lines, where nothing is lost if it does not arrive.
private func send(_ text: String, to descriptor: Int32) { try? Descriptor(descriptor).writeAll(text) }

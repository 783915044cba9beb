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
  var isHeld = false
  /// Stands on a line of its own below everything else, on a terminal, until what it stands for is there.
  var placeholder: String? {
    didSet {
      guard case .descriptor(let descriptor) = destination, placeholder != oldValue else { return }
      if oldValue != nil { send("\r\u{1B}[K", to: descriptor) }
      // The lines before it come first; they show it.
      if placeholder != nil, line.bytes.isEmpty { send(placeholder ?? "", to: descriptor) }
    }
  }
  /// Columns for tables and pictures.
  public var width: Int
  /// Whether a terminal shows it: then no text may command it.
  public let isTerminal: Bool
  private let destination: Destination
  private static let flushSize = 1 << 16

  public init(
    format: Format = .text, to destination: Destination = .descriptor(1), palette: Palette = .plain,
    glyphs: GlyphSet = .unicode,
    width: Int = 80, isTerminal: Bool = false
  ) {
    self.format = format
    self.destination = destination
    self.width = width
    self.isTerminal = isTerminal
    line = LineWriter(palette: palette, glyphs: glyphs)
    line.bytes.reserveCapacity(Self.flushSize + 4_096)
  }

  /// Adds text as it is.
  public func write(_ text: String) { line.add(raw: text) }

  /// Hands over what has gathered, line by line, instead of writing it.
  public func takeLines() -> [String] {
    defer { line.bytes.removeAll(keepingCapacity: true) }
    return line.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Writes what has gathered once there is enough of it.
  func flushIfFull() throws(Failure) { if line.bytes.count >= Self.flushSize { try flush() } }

  /// Writes everything that has gathered.
  /// - Throws: what the system says, such as a pipe that nobody reads any more.
  public func flush() throws(Failure) {
    guard !line.bytes.isEmpty else { return }
    if case .memory = destination { return }
    if isHeld { return }
    defer { line.bytes.removeAll(keepingCapacity: true) }
    guard case .descriptor(let descriptor) = destination else { return }
    if let placeholder {
      line.bytes.insert(contentsOf: Array("\r\u{1B}[K".utf8), at: 0)
      line.add(raw: placeholder)
    }
    do throws(SystemError) {
      try Descriptor(descriptor).writeAll(line.bytes)
    } catch {
      guard error.code != EPIPE else { throw .refused("the output was closed: nobody reads it any more") }
      throw .refused("cannot write the output: \(error)")
    }
  }
}

/// Beside the lines, where nothing is lost if it does not arrive.
private func send(_ text: String, to descriptor: Int32) { try? Descriptor(descriptor).writeAll(text) }

import System

/// A terminal's reply to a query about itself, received among the keys.
enum TerminalReply: Hashable {
  /// The terminal's capabilities, as numbers (DA1): 4 means sixel pictures.
  case attributes(Set<Int>)
  /// The result of a picture query in kitty's protocol.
  case kitty(isGood: Bool)
  /// The terminal's name and version (XTVERSION).
  case name(String)
  /// The size of a cell in pixels.
  case cell(width: Int, height: Int)
  /// The brightness of the background, from 0 to 1 (OSC 11).
  case background(Double)
  /// The cell of the cursor, from 0 (CPR).
  case position(row: Int, column: Int)

  /// The query for all of these replies. Every terminal answers the attributes query, and answers in the order of the
  /// queries: once that last answer has arrived, no others will follow. The queried picture is never shown.
  static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\u{1B}[16t\u{1B}[c"
  /// The query without the picture and the name: screen and tmux would answer the name themselves, and take the
  /// picture for a title.
  static let shortQuestion = "\u{1B}[16t\u{1B}[c"

  /// The query for the background's colour, and for the attributes that every terminal answers afterwards.
  static let backgroundQuestion = "\u{1B}]11;?\u{07}\u{1B}[c"

  /// The query for the cursor's position.
  static let positionQuestion = "\u{1B}[6n"

  /// - Parameter sequence: a whole sequence, from its ESC on; the result is `nil` if it is not a position.
  init?(position sequence: some BidirectionalCollection<UInt8>) {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    guard text.hasPrefix("["), text.hasSuffix("R") else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...10_000).contains($0) }) else { return nil }
    self = .position(row: numbers[0] - 1, column: numbers[1] - 1)
  }

  /// The byte after the ESC of a string.
  static let stringStarts = [UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]")]

  /// - Parameter sequence: a whole sequence, from its ESC on; the result is `nil` for an unknown one.
  init?(_ sequence: some BidirectionalCollection<UInt8>) {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    if text.hasPrefix("[?"), text.hasSuffix("c") {
      self = .attributes(Set(text.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }))
    } else if text.hasPrefix("[6;"), text.hasSuffix("t") {
      let numbers = text.dropFirst(3).dropLast().split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ (2...200).contains($0) }) else { return nil }
      self = .cell(width: numbers[1], height: numbers[0])
    } else if text.hasPrefix("_Gi=31;"), text.hasSuffix("\u{1B}\\") {
      self = .kitty(isGood: text.hasPrefix("_Gi=31;OK"))
    } else if text.hasPrefix("P>|"), text.hasSuffix("\u{1B}\\") {
      self = .name(String(text.dropFirst(3).dropLast(2)))
    } else if text.hasPrefix("]11;"), let brightness = Self.brightness(text.dropFirst(4)) {
      self = .background(brightness)
    } else {
      return nil
    }
  }

  /// Returns how bright a colour appears: `rgb:ffff/ffff/ffff` is 1. Each part has one to four hexadecimal digits.
  private static func brightness(_ colour: Substring) -> Double? {
    let end = colour.firstIndex { $0 == "\u{07}" || $0 == "\u{1B}" } ?? colour.endIndex
    let words = colour[..<end]
    guard let colon = words.firstIndex(of: ":"), words.hasPrefix("rgb") else { return nil }
    let parts = words[words.index(after: colon)...].split(separator: "/").prefix(3).compactMap { part -> Double? in
      guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    return parts.count == 3 ? (299 * parts[0] + 587 * parts[1] + 114 * parts[2]) / 1000 : nil
  }

  /// `true` if bytes begin like the reply to a query for a colour, which no keys do.
  static func beginsColour(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: "\u{1B}]11;".utf8) }

  /// Returns the number of bytes in the reply to a query for a colour; `nil` while its end is missing. Bytes beyond the
  /// maximum length of such a reply are dropped with it.
  private static func colourLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    for (number, known) in "]11;".utf8.enumerated() where bytes.count > number + 1 {
      guard bytes[bytes.startIndex + number + 1] == known else { return 2 }
    }
    for index in bytes.indices.dropFirst(2) {
      if bytes[index] == 0x07 { return index + 1 - bytes.startIndex }
      if bytes[index] == UInt8(ascii: "\\"), bytes[index - 1] == 0x1B { return index + 1 - bytes.startIndex }
    }
    return bytes.count > 64 ? bytes.count : nil
  }

  /// Returns the number of bytes in a string that a terminal sends in kitty's protocol (ESC _ G) or as its name (ESC
  /// P >), from ESC to its end; `nil` while the end is missing. A longer string than terminals send counts as a key
  /// of two bytes.
  static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > 2 else { return nil }
    if bytes[bytes.startIndex + 1] == UInt8(ascii: "]") { return colourLength(bytes) }
    let third = bytes[bytes.startIndex + 1] == stringStarts[0] ? UInt8(ascii: "G") : UInt8(ascii: ">")
    guard bytes[bytes.startIndex + 2] == third else { return 2 }
    for index in (bytes.startIndex + 3)..<max(bytes.startIndex + 3, bytes.endIndex - 1)
    where bytes[index] == 0x1B && bytes[index + 1] == UInt8(ascii: "\\") {
      return index + 2 - bytes.startIndex
    }
    return bytes.count > 256 ? 2 : nil
  }
}

/// A query about the pictures that a terminal shows, and the answers so far.
struct GraphicsInquiry {
  /// The bytes to send. A simple terminal's display of them takes no cell.
  let question: String
  /// The time at which to stop waiting for the last answer, by `SystemClock.steadySeconds`.
  let end = SystemClock.steadySeconds + Self.timeout
  /// `true` if the last answer has arrived.
  private(set) var isAnswered = false
  private var hasKitty = false
  private var supportsFiles = false
  private var hasSixel = false
  private var cell: (width: Int, height: Int)?

  /// The maximum time to wait for an answer, in seconds.
  static let timeout = 0.3

  /// Returns `nil` for a terminal that would display the query.
  init?(_ environment: (String) -> String?) {
    let name = environment("TERM") ?? ""
    guard TerminalName.supportsMessages(name) else { return nil }
    question = TerminalName.isWithin(environment) ? TerminalReply.shortQuestion : TerminalReply.question
  }

  mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .kitty(let isGood): hasKitty = isGood
    case .name(let name): supportsFiles = TerminalName.supportsFiles(name)
    case .cell(let width, let height): cell = (width, height)
    case .attributes(let numbers): (hasSixel, isAnswered) = (numbers.contains(4), true)
    case .background, .position: break
    }
  }

  /// Returns the pixel protocol that the terminal has reported so far.
  /// - Parameter cell: the size of a cell according to the system.
  func graphics(cell systemCell: (width: Int, height: Int)?) -> Graphics? {
    guard isAnswered else { return nil }
    let size = (cell ?? systemCell).map { CellSize(width: $0.width, height: $0.height) }
    if hasKitty { return .kitty(size) }
    if supportsFiles { return .file(size) }
    return hasSixel ? size.map { .sixel($0) } : nil
  }
}

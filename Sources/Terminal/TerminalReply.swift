import System

/// What a terminal says when it is asked about itself, in between the keys that it sends.
enum TerminalReply: Hashable {
  /// What it can do, as numbers (DA1): 4 is sixel pictures.
  case attributes(Set<Int>)
  /// Whether it took a picture by kitty's protocol.
  case kitty(isGood: Bool)
  /// What it calls itself, and its version (XTVERSION).
  case name(String)
  /// The size of a cell in pixels.
  case cell(width: Int, height: Int)

  /// Asks for all of them. Every terminal gives the first, and in the order in which it was asked: when that has come the
  /// others have, too, or will not. The picture is one that is never shown.
  static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\u{1B}[16t\u{1B}[c"
  /// The same without the picture and the name, which would be theirs: screen and tmux would take it for a title.
  static let shortQuestion = "\u{1B}[16t\u{1B}[c"

  /// What stands behind the ESC of a string.
  static let stringStarts = [UInt8(ascii: "_"), UInt8(ascii: "P")]

  /// - Parameter sequence: a whole one, from its ESC on; `nil` for any other.
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
    } else {
      return nil
    }
  }

  /// How many bytes a string takes that a terminal sends by kitty's protocol (ESC _ G) or as its name (ESC P >), from ESC
  /// to its end; `nil` while that has not come. Longer ones than terminals send are none: two bytes, a key.
  static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > 2 else { return nil }
    let third = bytes[bytes.startIndex + 1] == stringStarts[0] ? UInt8(ascii: "G") : UInt8(ascii: ">")
    guard bytes[bytes.startIndex + 2] == third else { return 2 }
    for index in (bytes.startIndex + 3)..<max(bytes.startIndex + 3, bytes.endIndex - 1)
    where bytes[index] == 0x1B && bytes[index + 1] == UInt8(ascii: "\\") {
      return index + 2 - bytes.startIndex
    }
    return bytes.count > 256 ? 2 : nil
  }
}

/// What a terminal is asked about the pictures that it shows, and what it has answered so far.
struct GraphicsInquiry {
  /// What is sent to it. Whatever a simple terminal makes of that takes no cell.
  let question: String
  /// When the last answer is given up, of `SystemClock.steadySeconds`.
  let end = SystemClock.steadySeconds + Self.patience
  /// Whether the last answer has come.
  private(set) var isAnswered = false
  private var hasKitty = false
  private var takesFiles = false
  private var hasSixel = false
  private var cell: (width: Int, height: Int)?

  /// The longest that an answer takes, in seconds: after that none is awaited.
  private static let patience = 0.3

  /// `nil` for a terminal that would show the question.
  init?(_ environment: (String) -> String?) {
    let name = environment("TERM") ?? ""
    guard TerminalName.takesMessages(name) else { return nil }
    question = TerminalName.isWithin(environment) ? TerminalReply.shortQuestion : TerminalReply.question
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .kitty(let isGood): hasKitty = isGood
    case .name(let name): takesFiles = TerminalName.takesFiles(name)
    case .cell(let width, let height): cell = (width, height)
    case .attributes(let numbers): (hasSixel, isAnswered) = (numbers.contains(4), true)
    }
  }

  /// How it shows pixels, as far as it has said so.
  /// - Parameter cell: its size as the system knows it.
  func graphics(cell systemCell: (width: Int, height: Int)?) -> Graphics? {
    guard isAnswered else { return nil }
    if hasKitty { return .kitty }
    if takesFiles { return .file }
    guard hasSixel, let cell = cell ?? systemCell else { return nil }
    return .sixel(cellWidth: cell.width, cellHeight: cell.height)
  }
}

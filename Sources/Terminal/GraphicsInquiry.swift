import System

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

/// The headings of `help`, in their order.
enum HelpGroup: String, CaseIterable, Sendable {
  case stories
  case gestures = "gestures on the playing story"
  case feed = "the feed"
  case timers = "activity timers"
  case rewards = "rewards and history"
  case photos = "photo moments"
  case posts
  case reading = "reading posts"
  case files = "files and variables"
  case past = "time travel and reasons"
  case settings
  case practice
  case prompt = "the prompt"
  case help

  /// What one types after `help`.
  var name: String { "\(self)" }
  static var names: [String] { allCases.map(\.name) }
}

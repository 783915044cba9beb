import StoryScript

/// A kind of names that a parameter accepts and that completion knows; the raw value is the phrase that the language
/// uses.
package enum NameKind: String, CaseIterable, Sendable {
  case activity = "an activity"
  case ownActivity = "an activity of your own"
  case routine = "a routine"
  case reward = "a reward"
  case child = "a child"
  /// Also an activity that only the history contains.
  case pastActivity = "an activity, current or past"
  case user = "a user, such as @ana"
  case post = "a post, such as @3"
  case person = "a handle, such as ana.bsky.social"
  case feed = "a feed, such as one listed by `feeds`"
  case peopleList = "a list of people"
  case source = "notifications, timeline, a feed, a list of people, a starter pack or a handle"
  case machinePart = "all, or one state or input"
  case lesson = "a lesson"
  case abbreviation = "an abbreviation"
  case subject = "a command, or the first word of several commands"
}

extension ParameterType {
  /// Returns the parameter type for a name of this kind.
  package static func name(_ kind: NameKind) -> ParameterType { .name(of: kind.rawValue) }
  /// Returns the parameter type for lines that may begin with a name of this kind.
  package static func lines(_ kind: NameKind) -> ParameterType { .lines(of: kind.rawValue) }
}

/// The headings of `help`, in order.
package enum HelpGroup: String, CaseIterable, Sendable {
  case stories
  case gestures = "gestures on the playing story"
  case feed = "the feed"
  case timers = "activity timers"
  case rewards = "rewards and history"
  case photos = "photo moments"
  case posts
  case reading = "reading posts"
  case files = "files and variables"
  case past = "time travel and explanations"
  case settings
  case practice
  case prompt = "the prompt"
  case help

  /// The word to type after `help`.
  var name: String {
    switch self {
    case .stories: "stories"
    case .gestures: "gestures"
    case .feed: "feed"
    case .timers: "timers"
    case .rewards: "rewards"
    case .photos: "photos"
    case .posts: "posts"
    case .reading: "reading"
    case .files: "files"
    case .past: "past"
    case .settings: "settings"
    case .practice: "practice"
    case .prompt: "prompt"
    case .help: "help"
    }
  }
  static var names: [String] { allCases.map { $0.name } }
}

extension Tutorial.Sign {
  /// The sign by which the tutorial knows that a command has run; `nil` when it is about something else.
  init?(_ sign: CommandSign) {
    switch sign {
    case "activity": self = .activityChanged
    case "streak": self = .streakShown
    case "history": self = .historyShown
    case "settings": self = .settingsShown
    case "pin": self = .pinSet
    default: return nil
    }
  }
}

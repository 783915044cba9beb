extension Tutorial.Sign {
  /// The sign by which the tutorial knows that a command has run; `nil` when it is about something else.
  init?(_ sign: CommandSign) {
    switch sign {
    case "status": self = .statusShown
    case "stars": self = .starsShown
    case "streak": self = .streakShown
    case "history": self = .historyShown
    case "settings": self = .settingsShown
    case "pin": self = .pinAnswered
    default: return nil
    }
  }
}

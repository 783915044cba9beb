import Timers

extension Encouragement {
  /// The words.
  var sentence: String {
    switch self {
    case .letsDoThis: "Let's do this!"
    case .greatStart: "Great start!"
    case .doingGreat: "You're doing great!"
    case .halfwayThere: "Halfway there!"
    case .keepGoing: "Keep going!"
    case .almostDone: "Almost done!"
    case .finalStretch: "Final stretch!"
    }
  }
}

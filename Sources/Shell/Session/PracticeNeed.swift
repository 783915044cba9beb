import StoryScript

/// What a session on the wall clock refuses: real time is nobody's to change.
enum PracticeNeed {
  /// The commands that would have it go on at another pace, or twice.
  static let commands: Set = ["speed", "skip", "rewind", "fork"]

  static func refusal(of command: String, isAtPrompt: Bool) -> Failure {
    .refused(
      "'\(command)' needs a practice session: this one follows the wall clock",
      isAtPrompt ? "practice starts one" : "leave out --real"
    ).aboutCommand
  }
}

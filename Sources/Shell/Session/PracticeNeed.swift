import StoryScript

/// What a session on the wall clock refuses: real time is nobody's to change.
enum PracticeNeed {
  /// The commands that would have it go on at another pace, or twice.
  static let commands: Set = ["speed", "skip", "rewind", "fork"]
}

extension Session {
  /// Refuses a command in a session on the wall clock.
  func requirePractice(_ command: String) throws(Failure) {
    guard options.kind == .practice else {
      throw .refused(
        "'\(command)' needs a practice session: this one follows the wall clock",
        questions.prompt == nil ? "leave out --real" : "practice starts one"
      ).aboutCommand
    }
  }
}

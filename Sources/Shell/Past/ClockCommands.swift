import StoryScript
import Timeline

enum ClockCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      Command(
        "rewind", [Parameter("DURATION", .duration(.zero ... .days(4_000)), "how far")],
        summary: "goes back in time: clock and world are as they were",
        details: """
          In practice only. What happened since has not happened. Blocks that wait for their time, handlers and \
          variables stay as they are.
          """,
        examples: [
          .init(
            "story play 4 for 15s\nwait 17s\nrewind 5s\nexpect story.number == 4\nexpect clock.elapsed == 12s",
            "five seconds ago story 4 was playing")
        ],
        searchWords: ["back", "time", "past", "travel"]), in: .past,
      role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.rewind(arguments.duration(0) ?? .zero)
      return .value(.none)
    }
  ]
}

import StoryScript
import Timeline

extension Catalog {
  static let viewCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "view", summary: "draws the playing story and the running timer",
        details: """
          At a terminal a picture: the progress bar, whose story it is and how far it is, and the timer's ring; \
          elsewhere the same in words. As a value a record with `story` and `timer`.
          """,
        examples: [
          .init("story play 4\nwait 3s\nview", "three seconds in"),
          .init("story play 4\nlet v = view\nexpect $v.story.author == \"ana\"", "as a value"),
        ],
        searchWords: ["show", "picture", "segments", "ring", "screen", "progress"]),
      shows: .viewer, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(["story": .record(session.storyRecord), "timer": .record(session.timerRecord)]))
    },
    CommandEntry(
      Command(
        "watch",
        [
          Parameter(
            "DURATION", after: "for", .duration(.milliseconds(1) ... .days(365)), optional: true,
            "how long; without it until q is pressed")
        ],
        summary: "shows story and timer live, full-screen, with keys",
        details: """
          Time goes on as on the wall clock, also where it would pass at once. Space holds, and a second time lets go; \
          left and right tap, up and down go to the user before or the next one, 1 to 9 and 0 jump to that place, l \
          likes, d is a double tap, p pauses and resumes, r tries a failed story again, x swipes down, t pauses and \
          resumes the timer, u undoes, e says why the last key did what it did; q, Esc and ^C leave. Only at a terminal.
          """,
        examples: [
          .init("story play 4\nexpect error { watch for 10s }", "needs a terminal, and is refused in a pipe")
        ],
        searchWords: ["full", "screen", "live", "viewer", "keys", "gestures", "play"], takesTime: true),
      role: .looks
    ) { (session, arguments) throws(Failure) in
      try session.beginWatch(for: arguments.duration(0))
    },
  ]
}

import StoryScript
import Terminal

enum ViewCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "view", summary: "draws the playing story, or else the photo of a review, and the running timer",
      details: """
        At a terminal a picture: the progress bar, whose story it is and how far it is, and the timer's ring; \
        elsewhere the same in words. As a value a record with `story` and `timer`.
        """,
      examples: [
        .init("story play 4\nwait 3s\nview", "three seconds in"),
        .init("story play 4\nlet v = view\nexpect $v.story.author == \"ana\"", "as a value"),
      ],
      searchWords: ["show", "picture", "segments", "ring", "screen", "progress"], in: .stories,
      shows: .drawn { session, _ in session.showViewer() }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      for wing in session.catalog.wings { wing.resumeShowing(session) }
      let fields = session.catalog.wings.compactMap { $0.viewed(session) }
      return .value(.record(Record(Record.Shape(fields.map(\.name)), fields.map { .record($0.record) })))
    },
    CommandEntry(
      "watch",
      [
        Parameter(
          "DURATION", after: "for", .duration(.milliseconds(1) ... .days(365)), optional: true,
          "how long; without it until q is pressed")
      ],
      summary: "shows the story, or the photos of a review, and the timer, full-screen, with keys",
      details: """
        Time goes on as on the wall clock, also where it would pass at once. Space holds, and a second time lets go; \
        left and right tap, up and down go to the user before or the next one, 1 to 9 and 0 jump to that place, l \
        likes, d is a double tap, p pauses and resumes, r tries a failed story again, x swipes down, t pauses and \
        resumes the timer, u undoes, e says why the last key did what it did, ? lists the keys; Alt-Left and Alt-Right walk through \
        what has happened, Enter forks there, Esc returns; q, Esc and ^C leave. Where no story plays, it shows the photo of \
        a review: left and right go back and on, up and down through a burst, f makes it a favourite at once, and none any \
        more, s skips the rest of the moment. Where what is typed is recorded, each key is the command that does the same, \
        and `watch` is a line of its own, or a statement among others. Only at a terminal.
        """,
      examples: [
        .init("story play 4\nexpect error { watch for 10s }", "needs a terminal, and is refused in a pipe")
      ],
      searchWords: ["full", "screen", "live", "viewer", "keys", "gestures", "play", "photos", "review"],
      takesTime: true, in: .stories,
      role: .looks, asksPast: true
    ) { (session, arguments) throws(Failure) in
      try session.beginWatch(for: arguments.duration(0))
    },
  ]
}

extension Session {
  /// Shows the viewer as a command's result: as a picture at a terminal, otherwise in words.
  func showViewer() {
    let scenes = catalog.scenes
    let hasBeneath = scenes.beneath.isOn(world)
    guard output.isTerminal else {
      if scenes.main.isOn(world) || !hasBeneath { speaker.writeLine(StyledText(scenes.main.words(world, now))) }
      if hasBeneath { speaker.writeLine(StyledText(scenes.beneath.words(world, now))) }
      return
    }
    let form = output.pictureForm
    func rows() -> [StyledText] {
      ViewerPicture(scenes: scenes).rows(
        of: world, at: now, columns: output.width,
        rows: min(
          scenes.main.height(world) + (hasBeneath ? scenes.beneath.height(world) : 0), max(1, output.pictureRows)),
        glyphs: output.glyphs, pictures: form)
    }
    // The first drawing requests the pictures that it needs.
    let first = rows()
    speaker.writeLines(catalog.services.pictures.awaitLoading() ? rows() : first)
  }
}

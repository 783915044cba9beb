import StoryScript
import TerminalText

/// The commands of the full screen.
package struct ViewCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "view", summary: "draws the playing story (or the photo under review) and the running timer",
      details: """
        At a terminal, `view` draws a picture: the progress bar, the author, the position, and the timer's ring. \
        Elsewhere, it prints the same information in words. The value is a record with `story` and `timer`.
        """,
      examples: [
        .init("story play 4\nwait 3s\nview", "three seconds in"),
        .init("story play 4\nlet v = view\nexpect $v.story.author == \"ana\"", "as a value"),
      ],
      searchWords: ["show", "picture", "segments", "ring", "screen", "progress"], in: .stories,
      shows: .drawn { session, _ in ViewCommands(session).showViewer() }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      for wing in session.catalog.wings { wing.resumeShowing(session) }
      let fields = session.catalog.wings.compactMap { $0.viewed(session) }
      return .value(.record(Record(Record.Shape(fields.map { $0.name }), fields.map { .record($0.record) })))
    },
    CommandEntry(
      "watch",
      [
        Parameter(
          "DURATION", after: "for", .duration(.milliseconds(1) ... .days(365)), optional: true,
          "how long to watch (default: until you press q)")
      ],
      summary: "shows the story (or the photos under review) and the timer in full screen, controlled by keys",
      details: """
        Time passes as on the wall clock, even in a session that otherwise skips waits. `watch` works only at \
        a terminal, and not in a block that runs later or is recorded. A recording saves each key as the equivalent \
        command. If no story is playing, `watch` shows the photo under review, or begins to review the photos that \
        were read last.
        Space: holds or releases; Left, Right: tap; Up, Down: go to the previous or next user; 1 to 9, 0: jump to \
        stories 1 to 10.
        l: likes; d: double-taps; p: pauses or resumes; r: retries a failed story; x: swipes down.
        Enter: finishes the timer (I'm done!); t: pauses or resumes it; +: adds 5 minutes; T: stops it. After \
        the timer ends, a, g and n rate the session: amazing, good, needs work; if a PIN is set, its digits come next.
        Without a story or a photo, Space pauses or resumes the timer, and in a routine l, Up and Down postpone the step.
        u: undoes; e: explains the last key; ?: lists the keys; q, Esc, ^C: leave full-screen mode.
        Alt-Left, Alt-Right: step through past events; Enter forks there, and Esc returns to the present.
        In a review: Left, Right: go back or forward; Up, Down: move through a burst; f: marks or unmarks the \
        photo as a favourite; s: skips the rest of the moment; z: shows every pixel of the photo (arrows move the \
        visible part, z or Esc returns).
        """,
      examples: [
        .init("story play 4\nexpect error { watch for 10s }", "`watch` needs a terminal, not a pipe")
      ],
      searchWords: ["full", "screen", "live", "viewer", "keys", "gestures", "play", "photos", "review"],
      advancesClock: true, in: .stories,
      role: .looks, needsPast: true
    ) { (session, arguments) throws(Failure) in
      try session.beginWatch(for: arguments.duration(0))
    },
  ]
}

extension ViewCommands {
  /// Shows the viewer as a command's result: as a picture at a terminal, otherwise as text.
  func showViewer() {
    let watchViews = session.catalog.watchViews
    let hasBeneath = watchViews.beneath.isOn(session.world)
    guard session.output.isTerminal else {
      if watchViews.main.isOn(session.world) || !hasBeneath {
        session.printer.writeLine(StyledText(watchViews.main.words(session.world, session.now)))
      }
      if hasBeneath { session.printer.writeLine(StyledText(watchViews.beneath.words(session.world, session.now))) }
      return
    }
    let form = session.output.pictureForm
    func rows() -> [StyledText] {
      ViewerPicture(watchViews: watchViews).rows(
        of: session.world, at: session.now, columns: session.output.width,
        rows: min(
          watchViews.main.height(session.world) + (hasBeneath ? watchViews.beneath.height(session.world) : 0),
          max(1, session.output.pictureRows)),
        glyphs: session.output.glyphs, pictures: form, ledger: session.ledger)
    }
    // The first drawing requests the pictures that it needs.
    let first = rows()
    session.printer.writeLines(session.catalog.services.pictures.awaitLoading() ? rows() : first)
  }
}

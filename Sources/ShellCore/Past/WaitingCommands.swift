import SessionState
import StoryScript
import TerminalText
import Timeline

/// The board of future events: the blocks that a script or a prompt has scheduled, and the wings' next events.
package struct WaitingCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "waiting",
      summary: "lists scheduled blocks, and what stories, timers, waiting posts and `listen to` will do next",
      details: """
        Blocks come from `after`, `every`, `at` and `when`. The list is sorted by time. `cancel 2` cancels block \
        number 2; `cancel all` cancels every block. At a prompt, `undo` cancels the blocks that the last line \
        scheduled. A block that fails three times in a row stops, with a note.
        """,
      examples: [
        .init(
          "every 10s { print clock.elapsed }\nexpect (waiting)[0].kind == \"every\"\ncancel 1\nexpect (waiting | count) == 0",
          "scheduled, then cancelled"),
        .init("story play 4 for 15s\nafter 20s { hold }\nwaiting", "a story ends, then the next one is held"),
      ],
      searchWords: ["board", "jobs", "scheduled", "pending", "cancel", "every", "when", "next"],
      givesRows: ["number", "at", "kind", "what", "line"], in: .past,
      shows: .drawn { WaitingCommands($0).showWaiting($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.list(WaitingCommands(session).waitingRecords))
    }
  ]
}

extension WaitingCommands {
  /// Blocks and deadlines by time, then handlers.
  fileprivate var waitingRecords: [Value] {
    let blocks = session.runtime.upcoming.map { block -> (Instant, Record) in
      let due = block.due ?? .distantFuture
      return (
        due,
        [
          "number": .number(Double(block.number)), "at": block.due.map { .duration($0 - session.clock.start) } ?? .none,
          "kind": .text(block.kind), "what": .text(session.shown(block.text)),
          "line": .text(block.file == SourceFile.promptName ? "" : "\(block.file):\(block.line)"),
        ]
      )
    }
    let deadlines = session.catalog.wings.flatMap({ $0.deadlines(session.world) }).map {
      deadline -> (Instant, Record) in
      (
        deadline.at,
        [
          "number": .none, "at": .duration(deadline.at - session.clock.start), "kind": .text(deadline.kind),
          "what": .text(deadline.what), "line": .text(""),
        ]
      )
    }
    // At one instant, the wings' events come first.
    return (deadlines + blocks).enumerated().sorted { a, b in
      (a.element.0, a.offset) < (b.element.0, b.offset)
    }.map { .record($0.element.1) }
  }

  fileprivate func showWaiting(_ value: Value) {
    let records = value.list?.compactMap { $0.record } ?? []
    guard !records.isEmpty else { return session.printer.writeLine(StyledText(" nothing is scheduled", .dim)) }
    let begin = session.clock.start
    session.printer.writeTable(
      records,
      [
        .init("#", .right) { StyledText($0["number"]?.number.map { "\(Int($0))" } ?? "") },
        .init("at", .right, rank: 2) {
          StyledText($0["at"]?.duration.map { session.printer.clockText(begin + $0) } ?? "", .dim)
        },
        .init("in", .right) {
          StyledText($0["at"]?.duration.map { TimeText.length(begin + $0 - session.clock.now) } ?? "", .duration)
        },
        .init("what", overflow: .wrap) { StyledText(sanitized($0["what"]?.text ?? "")) },
        .init("line", rank: 1, if: records.contains { $0["line"]?.text != "" }) {
          StyledText(sanitized($0["line"]?.text ?? ""), .dim)
        },
      ])
    if records.contains(where: { $0["number"]?.isNone == false }) {
      session.printer.writeWrapped("`cancel 1` cancels block 1; `cancel all` cancels every block")
    }
  }
}

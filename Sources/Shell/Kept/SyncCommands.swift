import Journal
import StoryScript
import System
import Terminal

enum SyncCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "sync", [Parameter("FOLDER", .path, "a folder that other devices reach, too: shared, synchronised or in git")],
      summary: "merges what is kept here with what other devices keep",
      details: """
        Each device writes a file of its own there and reads those of the others, so nothing can be in conflict; what \
        came from elsewhere counts as if it had happened here, and never twice, however often and in whatever order \
        devices synchronise. Stars and streaks are counted anew. A folder that is not there is made, with a notice. \
        In git, a rule in `.gitattributes` has it merge journals line by line. \
        Only sessions that keep something have anything to merge: real ones, and those with `--state FOLDER`. A PIN \
        stays on its device.
        """,
      examples: [.init("expect error { sync \"/tmp/shared\" }", "a private session keeps nothing")],
      searchWords: ["merge", "devices", "share", "synchronise", "git", "backup", "family"], effect: .outside,
      in: .rewards
    ) { (session, arguments) throws(Failure) in
      .value(.record(try session.synchronise(with: FilePath.expanded(arguments.text(0) ?? ""))))
    }
  ]

  static let events = [done.row]

  /// `tally` is what all that is kept came to before.
  static let done = EventEntry<(folder: String, received: Int, sent: Int64, tally: String?)>(
    "sync.done", "`sync` merged with other devices",
    fields: [
      .init("folder", "the shared folder") { .text($0.folder) },
      .init("received", "events that came from others") { .number(Double($0.received)) },
      .init("sent", "bytes that went there") { .number(Double($0.sent)) },
    ],
    says: { line, merge, session in
      line.mark(.done)
      line.add("synchronised with ")
      line.add(text: merge.folder)
      line.add(": ")
      line.add(text: merge.received == 0 ? "nothing new came" : "\(TimeText.count(merge.received, "event")) came")
      line.add(merge.sent == 0 ? ", nothing new went" : ", what is new here went there")
      if let tally = session.catalog.wings.tally(session), tally != merge.tally {
        line.add("; ")
        line.add(text: tally)
      }
    },
    reason: { fields, _ in
      [
        "Each device writes a file of its own there and reads the others': \(TimeText.count(fields["received"]?.number.map { Int($0) } ?? 0, "event")) came that this one did not know, and each counts once."
      ]
    })
}

extension Session {
  /// Merges with the devices that use a folder, and says what came of it.
  func synchronise(with folder: String) throws(Failure) -> Record {
    try refuseInLibrary(folder, as: folder)
    let before = catalog.wings.tally(self)
    // A mistyped name, or a disk that is not plugged in, would be taken for a folder in which nobody else is yet.
    let isNew = ((try? POSIXFileSystem().status(of: folder)) ?? nil) == nil
    let exchange = try exchange(with: folder)
    let now = clock.now
    if isNew { notice("\(folder) was not there, and was made") }
    tellFindings()
    if let device = keeper?.place.device, let finding = GitAttributes.cover(folder, device: device) { notice(finding) }
    let done = (folder, exchange.received, exchange.sentBytes, before)
    emit(SyncCommands.done, done, at: now)
    return SyncCommands.done.record(done)
  }
}

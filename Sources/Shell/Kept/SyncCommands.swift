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

  /// The result of a merge; `tally` is the sum of the kept data before it.
  struct Merged: Sendable {
    let folder: String
    let received: Int
    let sent: Int64
    let tally: String?
    let effects: SyncEffects
  }

  static let done = EventEntry<Merged>(
    "sync.done", "`sync` merged with other devices",
    fields: [
      .init("folder", "the shared folder") { .text($0.folder) },
      .init("received", "events that came from others") { .number(Double($0.received)) },
      .init("sent", "bytes that went there") { .number(Double($0.sent)) },
      .init("removed", "what others removed: a list with `device`, `what` and `count`") {
        .list($0.effects.removed.map(\.value))
      },
      .init("changed", "what others changed: a list with `device`, `what` and `count`") {
        .list($0.effects.changed.map(\.value))
      },
      .init("different", "what others say otherwise than this device, whose own stays: a list as `removed`") {
        .list($0.effects.different.map(\.value))
      },
      .init("published", "the posts of the outbox that others sent: a list as `removed`") {
        .list($0.effects.published.map(\.value))
      },
      .init("queued", "the posts that others queued: a list as `removed`") { .list($0.effects.queued.map(\.value)) },
    ],
    says: { line, merge, session in
      line.mark(.done)
      line.add("synchronised with ")
      line.add(text: merge.folder)
      line.add(": ")
      line.add(text: merge.received == 0 ? "nothing new came" : "\(TimeText.count(merge.received, "event")) came")
      line.add(merge.sent == 0 ? ", nothing new went" : ", what is new here went there")
      for (changes, deed) in [
        (merge.effects.removed, "removed"), (merge.effects.changed, "changed"), (merge.effects.published, "sent"),
      ] {
        for change in changes {
          line.add("; ")
          line.add(text: "\(change.things) \(change.count == 1 ? "was" : "were") \(deed) by \(change.device)")
        }
      }
      for change in merge.effects.different {
        line.add("; ")
        line.add(
          text: "\(change.things) \(change.count == 1 ? "is" : "are") different on \(change.device): yours "
            + (change.count == 1 ? "stays" : "stay"))
      }
      for change in merge.effects.queued {
        line.add("; ")
        line.add(
          text:
            "\(change.device) queued \(change.things): \(change.count == 1 ? "it is" : "they are") sent while a prompt "
            + "with \(change.count == 1 ? "its" : "their") account is open")
      }
      if let tally = session.tally, tally != merge.tally {
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
  /// The sum of all kept data: "45 stars in all".
  fileprivate var tally: String? { catalog.first { $0.tally(self) } }

  /// Merges with the devices that use a folder, and returns the result.
  func synchronise(with folder: String) throws(Failure) -> Record {
    try refuseInLibrary(folder, as: folder)
    let before = tally
    // A mistyped name, or a disk that is not mounted, would look like a folder that no other device uses yet.
    let isNew = ((try? POSIXFileSystem().status(of: folder)) ?? nil) == nil
    let (exchange, effects) = try exchange(with: folder)
    let now = clock.now
    if isNew { notice("\(folder) was not there, and was made") }
    tellFindings()
    if let device = keeper?.place.device, let finding = GitAttributes.cover(folder, device: device) { notice(finding) }
    let done = SyncCommands.Merged(
      folder: folder, received: exchange.received, sent: exchange.sentBytes, tally: before, effects: effects)
    emit(SyncCommands.done, done, at: now)
    return SyncCommands.done.record(done)
  }
}

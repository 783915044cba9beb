import Journal
import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The command that exchanges saved events with other devices.
package struct SyncCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "sync",
      [Parameter("FOLDER", .path, "a folder that other devices can also reach: shared, synced or in Git")],
      summary: "merges your saved data with that of other devices",
      details: """
        Each device writes its own file in the folder and reads the files of the other devices, so there are no \
        conflicts. Events from other devices count as if they had happened here, and only once, no matter how often \
        or in which order devices sync. Stars and streaks are recalculated. `sync` creates a missing folder, with a \
        notice. In Git, a rule in `.gitattributes` makes Git merge journals line by line. Only real sessions and \
        sessions with `--state FOLDER` can sync. A PIN stays on its device.
        """,
      examples: [.init("expect error { sync \"/tmp/shared\" }", "a practice session saves nothing")],
      searchWords: ["merge", "devices", "share", "synchronise", "git", "backup", "family"], effect: .outside,
      in: .rewards
    ) { (session, arguments) throws(Failure) in
      .value(.record(try SyncCommands(session).synchronise(with: FilePath.expanded(arguments.text(0) ?? ""))))
    }
  ]

  package static let events = [done.row]

  /// The result of a merge; `tally` is the sum of the kept data before it.
  struct Merged: Sendable {
    let folder: String
    let received: Int
    let sent: Int64
    let tally: String?
    let effects: SyncEffects
  }

  static let done = EventEntry<Merged>(
    "sync.done", "`sync` merged your data with that of other devices",
    fields: [
      .init("folder", "the shared folder") { .text($0.folder) },
      .init("received", "the number of events received from other devices") { .number(Double($0.received)) },
      .init("sent", "the number of bytes written to the folder") { .number(Double($0.sent)) },
      .init("removed", "the removals by other devices: a list with `device`, `what` and `count`") {
        .list($0.effects.removed.map { $0.value })
      },
      .init("changed", "the changes by other devices: a list with `device`, `what` and `count`") {
        .list($0.effects.changed.map { $0.value })
      },
      .init(
        "different", "the events that differ on other devices (this device keeps its own): a list like `removed`"
      ) {
        .list($0.effects.different.map { $0.value })
      },
      .init("published", "the posts in the outbox that other devices sent: a list like `removed`") {
        .list($0.effects.published.map { $0.value })
      },
      .init("queued", "the posts queued by other devices: a list like `removed`") {
        .list($0.effects.queued.map { $0.value })
      },
    ],
    says: { line, merge, session in
      line.mark(.done)
      line.add("synced with ")
      line.add(text: merge.folder)
      line.add(": ")
      line.add(
        text: merge.received == 0 ? "nothing new received" : "\(TimeText.count(merge.received, "event")) received")
      line.add(merge.sent == 0 ? ", nothing new sent" : ", new events sent")
      for (changes, action) in [
        (merge.effects.removed, "removed"), (merge.effects.changed, "changed"), (merge.effects.published, "sent"),
      ] {
        for change in changes {
          line.add("; ")
          line.add(text: "\(change.things) \(change.count == 1 ? "was" : "were") \(action) by \(change.device)")
        }
      }
      for change in merge.effects.different {
        line.add("; ")
        line.add(
          text: "\(change.things) \(change.count == 1 ? "differs" : "differ") on \(change.device); yours "
            + (change.count == 1 ? "was kept" : "were kept"))
      }
      for change in merge.effects.queued {
        let assigned = change.count - change.unassigned
        if assigned > 0 {
          line.add("; ")
          line.add(
            text: "\(change.device) queued \(change.things(assigned)), which will be sent when a prompt "
              + "with \(assigned == 1 ? "its" : "their") account is open")
        }
        if change.unassigned > 0 {
          line.add("; ")
          line.add(
            text: "\(change.device) queued \(change.things(change.unassigned)) without an account: log in, then "
              + "`outbox send N` sends \(change.unassigned == 1 ? "it" : "each of them") with your account")
        }
      }
      if let tally = SyncCommands(session).tally, tally != merge.tally {
        line.add("; ")
        line.add(text: tally)
      }
    },
    reason: { fields, _ in
      let received = TimeText.count(fields["received"]?.number.map { Int($0) } ?? 0, "new event")
      return [
        "Each device writes its own file in the folder and reads the files of the other devices: \(received) received, "
          + "and each event counts only once."
      ]
    })
}

extension SyncCommands {
  /// The sum of all kept data: "45 stars in all".
  fileprivate var tally: String? { session.catalog.first { $0.tally(session) } }

  /// The number of items that are named; the rest are only counted.
  private static let namedLimit = 10

  /// Names the posts and people that the changes of other devices are about: they may be forged.
  private func reportNames(_ effects: SyncEffects) {
    for (device, effect, name) in effects.named.prefix(Self.namedLimit) {
      let verb = effect == .removed ? "removed" : effect == .published ? "sent" : "changed"
      session.notice("\(device) \(verb) \(name)")
    }
    let rest = effects.named.count - Self.namedLimit
    if rest > 0 { session.notice("and \(TimeText.count(rest, "more change"))") }
  }

  /// Merges with the devices that use a folder, and returns the result.
  func synchronise(with folder: String) throws(Failure) -> Record {
    try FileAccess(session).refuseInLibrary(folder, as: folder)
    let (before, ledger) = (tally, session.ledger)
    // A mistyped name, or a disk that is not mounted, would look like a folder that no other device uses yet.
    let isNew = ((try? POSIXFileSystem().status(of: folder)) ?? nil) == nil
    let (exchange, effects) = try session.exchange(with: folder)
    let now = session.clock.now
    if isNew { session.notice("\(folder) did not exist, so it was created") }
    session.reportFindings()
    if let device = session.persistence?.place.device, let finding = GitAttributes.cover(folder, device: device) {
      session.notice(finding)
    }
    let done = SyncCommands.Merged(
      folder: folder, received: exchange.received, sent: exchange.sentBytes, tally: before, effects: effects)
    session.emit(SyncCommands.done, done, at: now)
    reportNames(effects)
    for note in session.catalog.wings.flatMap({ $0.notesAfterSync(session, since: ledger) }) { session.notice(note) }
    if let unsent = exchange.unsent {
      throw .refused(
        "this device's file in \(folder) cannot be updated, so no other device gets your changes: \(unsent.description)",
        unsent.isLasting ? "move the file elsewhere, and sync again" : "sync again when the file can be read")
    }
    return SyncCommands.done.record(done)
  }
}

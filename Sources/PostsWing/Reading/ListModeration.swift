import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import Timeline

/// The commands that mute or block everyone on a list of people.
struct ListModeration {
  let session: Session

  init(_ session: Session) { self.session = session }

  private enum Action: String {
    case mute, block
    var past: String { self == .mute ? "muted" : "blocked" }
  }

  private static let made =
    "login bob.test\nlist new crowd moderation\nlist add ana.test crowd"

  static let entries: [CommandEntry] = [
    entry(
      .mute, isOn: true, "mutes everyone on a list of people (they are not told)",
      "You no longer see posts by the people on the list, in any client. Anyone added later is muted, too."),
    entry(.mute, isOn: false, "unmutes the people on a list", nil),
    entry(
      .block, isOn: true, "blocks everyone on a list of people (blocks are public)",
      "You and the people on the list no longer see each other's posts. Anyone added later is blocked, too."),
    entry(.block, isOn: false, "unblocks the people on a list", nil),
  ]

  private static func entry(_ act: Action, isOn: Bool, _ summary: String, _ details: String?) -> CommandEntry {
    let word = isOn ? act.rawValue : "un" + act.rawValue
    let back = "un\(act.rawValue) list crowd"
    return CommandEntry(
      "\(word) list", [PeopleLists.list], summary: summary,
      details: details ?? "People that you \(act.past) one by one stay \(act.past).",
      examples: [
        .init(
          "\(made)\n\(act.rawValue) list crowd\nexpect (profile of ana.test).\(act.past)"
            + (isOn ? "" : "\n\(back)\nexpect not (profile of ana.test).\(act.past)"),
          isOn ? "everyone on it" : "no longer")
      ],
      searchWords: ["moderation", "people", "hide", "silence", "group"], advancesClock: true, effect: .saved,
      in: .reading
    ) { (session, arguments) throws(Failure) in
      try ListModeration(session).change(act, arguments[0], isOn: isOn)
    }
  }

  struct Change: Sendable {
    let list: RecordAddress
    let name: String
    let act: String
    let isOn: Bool
  }

  static let changed = EventEntry<Change>(
    "list.moderated", "the people on a list were muted, unmuted, blocked or unblocked",
    fields: [
      .init("list", "the name of the list") { .text($0.name) },
      .init("uri", "the address of the list") { .text($0.list.description) },
      .init("how", "muted or blocked") { .text($0.act) },
      .init("on", "`true` if they were muted or blocked, `false` if this ended") { $0.isOn },
    ],
    says: { line, change, _ in
      line.mark(.done)
      line.add(
        text: change.isOn
          ? "the people on the list \(change.name) are \(change.act)"
          : "the list \(change.name) is no longer \(change.act)")
    },
    reason: { _, _ in ["`mute list`, `block list` and their opposites change your account on its server at once."] })

  private func change(_ act: Action, _ value: Value, isOn: Bool) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let account = try PostReader(session).reader()
    let list = try PeopleLists(session).address(value)
    let call: XRPCCall
    switch (act, isOn) {
    case (.mute, _): call = PeopleList.mute(list, isOn: isOn)
    case (.block, true):
      let (address, record) = PeopleList.block(of: list, by: account.did, created: now)
      call = .createRecord(address, record)
    case (.block, false):
      let json = try PostReader(session).done(
        try PostRequests(session).look(PeopleList.call(list), as: account), way: nil)
      guard let block = PeopleList(answer: json)?.blocking else {
        throw .refused("that list is not blocked", "try: lists").about(0)
      }
      call = .deleteRecord(block)
    }
    let name = PeopleLists(session).name(of: list, value)
    return try PostRequests(session).asking(call, as: account) { (answer) throws(Failure) in
      if case .none(let words, .unheard) = answer {
        throw .refused("the server may have made the change: \(words)", "try: this command again")
      }
      // A key that is taken means that the list is blocked already.
      let isThere: Bool
      if act == .block, isOn, case .broken = answer { isThere = try isBlocked(list, account) } else { isThere = false }
      if !isThere { _ = try PostReader(session).done(answer, way: nil) }
      session.change { $0.posts.reading.forgetLists() }
      session.emit(Self.changed, Change(list: list, name: name, act: act.past, isOn: isOn), at: session.now)
      return .value(.none)
    }
  }

  private func isBlocked(_ list: RecordAddress, _ account: Account) throws(Failure) -> Bool {
    guard case .done(let json) = try PostRequests(session).look(PeopleList.call(list), as: account) else {
      return false
    }
    return PeopleList(answer: json)?.blocking != nil
  }
}

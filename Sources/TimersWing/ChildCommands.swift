import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands for several children: who is active, and who belongs to the family.
struct ChildCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let two = "profile name Mia\nchild add Ben"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "child",
      [
        Parameter(
          "NAME", .name(.child), optional: true, "the child's name or its first letters (default: lists all children)")
      ],
      summary: "switches to another child, or lists the children",
      details: """
        Each child has its own timers, stars, spending, streak, rest days, history and routines; activities, rewards \
        and the PIN belong to the family. All commands apply to the active child, whom the prompt shows. This device \
        remembers who is active. For an unknown name, you are asked whether to add the child. Sessions from the time \
        before you had several children belong to the first child; `profile name` sets the active child's name.
        """,
      examples: [
        .init("\(two)\nchild Mia\nexpect child.name == \"Mia\"", "Mia is active"),
        .init(
          "\(two)\ntimer start reading\ntimer done\nrate good\nexpect (child)[1].stars == 10\nexpect (child)[0].stars == 0",
          "the stars of each child are separate"),
      ],
      searchWords: ["kid", "son", "daughter", "sibling", "brother", "sister", "switch", "who", "family", "several"],
      effect: .saved, in: .timers, shows: .list(orElse: "no children yet; try: child add Mia"),
      idle: "listed the children and changed nothing"
    ) { (session, arguments) throws(Failure) in
      guard let name = arguments.text(0) else { return .value(.list(ChildCommands(session).list)) }
      try ChildCommands(session).choose(name)
      return .value(.none)
    },
    CommandEntry(
      "child add", [Parameter("NAME", .text, "the child's name, at most 30 characters")],
      summary: "adds a child and switches to that child",
      details: "If you add a removed child again, its sessions and stars come back.",
      examples: [.init("child add Ben\nexpect child.name == \"Ben\"", "Ben is active")],
      searchWords: ["new", "kid", "sibling", "create"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in try ChildCommands(session).add(arguments.text(0) ?? "") },
    CommandEntry(
      "child remove", [Parameter("NAME", .name(.child), "the child's name or its first letters")],
      summary: "removes a child from the family",
      details: "The child's sessions stay in the journal: `undo`, or `child add` with the same name, brings them back.",
      examples: [.init("\(two)\nchild remove Ben\nexpect child.count == 1", "Mia remains")],
      searchWords: ["delete", "kid"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in try ChildCommands(session).remove(arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("child", "name", "the active child's name; none if it is not set") { Children($0).active.name },
    StateEntry("child", "count", "the number of children") { Children($0).family.children.count },
  ]
}

extension ChildCommands {
  private var list: [Value] {
    let children = Children(session)
    let (active, today) = (children.active, LocalDay.today(in: session))
    let all = children.family.children
    if all.count == 1, all[0].name == nil, children.ledger.count == 0 { return [] }
    return all.map { child in
      let ledger = children.ledger(of: child.ids)
      return .record([
        "name": .text(Children.name(child)), "active": .bool(child == active), "stars": ledger.stars.value,
        "left": ledger.balance.value, "streak": ledger.streak(on: today).length.value, "sessions": ledger.count.value,
        "unrated": ledger.unratedCount.value,
      ])
    }
  }

  private func choose(_ name: String) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let children = Children(session)
    let child: Child
    do throws(ChildProblem) { child = try children.find(name) } catch {
      // A name that is nearly another one is a slip, which should add no child.
      guard case .unknown(_, let all) = error, session.questions.canAsk, session.watch == nil,
        closest(to: name, among: all.compactMap { $0.name }) == nil, (try? Profile.checked(name)) != nil
      else { throw ChildWords.failure(error) }
      session.flush()
      guard session.confirms("add \(name) to your family?") else { throw ChildWords.failure(error) }
      return try add(name)
    }
    // A script may begin with the child whose routine it starts, even if another child is active.
    if child != children.active { session.change { $0.timers.activeChild = child.id } }
    session.emit(ChildEvents.chosen, child, at: now)
  }

  private func add(_ name: String) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let children = Children(session)
    do throws(Profile.NameProblem) { _ = try Profile.checked(name) } catch { throw TimerWords.failure(error) }
    if let known = children.family.called(PrintableText.trimmed(name))?.name {
      throw ChildWords.failure(.nameTaken(known))
    }
    guard children.family.children.count < 20 else {
      throw .refused("a family can have at most 20 children", "try: child remove NAME")
    }
    guard !["add", "remove", "first"].contains(name.lowercased()) else {
      throw .refused("'\(name)' is a keyword of this command, not a name", "try: child add Mia")
    }
    let first = children.family.first
    let earlier = first.name == nil ? children.ledger(of: first.ids).count : 0
    session.change { $0.timers.add(name, beside: earlier > 0 ? first : nil, at: now) }
    session.emit(ChildEvents.added, Children(session).active, at: now)
    if earlier > 0 {
      session.notice(
        "\(TimeText.count(earlier, "session")) so far \(earlier == 1 ? "belongs" : "belong") to a child without a name; to give that child a name, try: child first; profile name NAME"
      )
    }
  }

  private func remove(_ name: String) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let children = Children(session)
    let child = try children.named(name)
    guard !child.ids.contains(nil), let id = child.id else { throw ChildWords.failure(.isFirst(child)) }
    let timers = session.world.timers
    if timers.childOfTimer.map(child.ids.contains) == true {
      throw .refused("\(Children.name(child))'s timer is not over yet", "try: timer done")
    }
    session.change { world in
      // A child of a device that was forgotten is known only by its sessions.
      if world.timers.children.isUnknown(id) { world.timers.children.add(id, name: Children.name(child)) }
      world.timers.children.remove(id)
    }
    let left = Children(session).family
    if !left.has(session.world.timers.activeChild) {
      let next = left.has(nil) ? left.first : left.children[0]
      session.change { $0.timers.activeChild = next.id }
    }
    session.emit(ChildEvents.removed, (child, Children(session).active), at: now)
  }
}

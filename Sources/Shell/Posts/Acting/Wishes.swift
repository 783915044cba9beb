import Bluesky
import Timeline

/// What accounts want of posts and people, by the names of `Wish`; which of it is still to be sent, and in practice when.
struct Wishes: Hashable, Sendable {
  private struct Plan: Hashable, Sendable {
    var due: Instant
    /// How often it was tried.
    var tries = 0
  }

  private var byName: [String: Wish] = [:]
  /// The names of those that are still to be sent.
  private var pending: Set<String> = []
  /// Those of them that have no plan.
  private var unplanned: Set<String> = []
  private var plans: [String: Plan] = [:]
  private var order = DueOrder<String>()
  /// When anything was wanted last.
  private(set) var lastChange = Instant.distantPast

  var isEmpty: Bool { byName.isEmpty }
  subscript(name: String) -> Wish? { byName[name] }
  /// All of them, without an order.
  var all: some Collection<Wish> { byName.values }

  /// When the next one is sent; the distant future for none.
  var next: Instant { order.next }

  var pendingCount: Int { pending.count }
  /// What is still to be sent, by its name.
  var pendingByName: [String: Wish] {
    Dictionary(uniqueKeysWithValues: pending.compactMap { name in byName[name].map { (name, $0) } })
  }
  /// What is still to be sent, in the order in which it is; see `Wish`.
  var pendingInOrder: [Wish] { pending.compactMap { byName[$0] }.sorted { $0.comes(before: $1) } }

  /// What is wanted otherwise than it was before anybody wanted anything.
  var wanted: [String: Bool] {
    byName.isEmpty ? [:] : byName.filter { $0.value.isWanted != $0.value.base }.mapValues(\.isWanted)
  }

  // MARK: Wanting

  /// Takes in what somebody wants, or wants no more, from an instant on.
  mutating func want(_ wish: Wish, at instant: Instant) {
    put(wish)
    lastChange = instant
  }

  /// Takes in how far one has come.
  mutating func put(_ wish: Wish) { put(wish, as: wish.name) }

  /// - Parameter name: that of the wish: to make it anew takes longer than all else here.
  private mutating func put(_ wish: Wish, as name: String) {
    byName[name] = wish
    if wish.isPending {
      pending.insert(name)
      if plans[name] == nil { unplanned.insert(name) }
    } else {
      pending.remove(name)
      unplanned.remove(name)
      move(name, to: nil)
    }
  }

  /// Takes in what a server says now of one, where nothing is still to be sent.
  mutating func see(_ name: String, _ isThere: Bool, at record: RecordAddress?) {
    byName[name]?.see(isThere, at: record)
  }

  /// A network has gone back in time, or forth: what is wanted and does not stand there any more is to be sent anew.
  /// - Parameter look: how it stands there; `nil` where that cannot be known.
  mutating func findAgain(_ look: (Wish) -> (isThere: Bool, record: RecordAddress?)?) {
    for (name, wish) in byName {
      guard let found = look(wish) else { continue }
      var wish = wish
      wish.findAgain(found.isThere, at: found.record, now: lastChange)
      put(wish, as: name)
    }
  }

  /// What was wanted is wanted again. What is on a server stays there until it is taken back there: by the next command.
  mutating func takeBack(to others: Wishes) {
    for (name, other) in others.byName where byName[name] == nil { put(other, as: name) }
    for (name, mine) in byName {
      var wish = mine
      wish.want(others.byName[name]?.isWanted ?? mine.base, at: lastChange)
      put(wish, as: name)
    }
  }

  /// Takes in what a journal says is still to be sent; what is not there is not to be sent any more.
  mutating func restore(_ kept: [String: Wish]) {
    let before = self
    self = Wishes()
    lastChange = before.lastChange
    for (name, wish) in before.byName where !wish.isPending { byName[name] = wish }
    for (name, wish) in kept {
      if let plan = before.plans[name] { move(name, to: plan) }
      put(wish, as: name)
    }
  }

  // MARK: Sending, in practice

  /// What has no plan yet is sent at an instant.
  mutating func plan(at due: Instant) {
    for name in unplanned { move(name, to: Plan(due: due)) }
    unplanned = []
  }

  /// Those whose time has come, in the order in which they are sent: each is planned anew by `postpone`, or not at all.
  mutating func takeDue(by instant: Instant) -> [(wish: Wish, tries: Int)] {
    let due = order.due(by: instant).compactMap { name -> (wish: Wish, tries: Int)? in
      let tries = plans[name]?.tries ?? 0
      move(name, to: nil)
      return byName[name].map { ($0, tries) }
    }
    return due.sorted { $0.wish.comes(before: $1.wish) }
  }

  /// Sends one later.
  mutating func postpone(_ wish: Wish, to due: Instant, tries: Int) {
    let name = wish.name
    move(name, to: Plan(due: due, tries: tries))
    unplanned.remove(name)
  }

  /// What was tried in vain is sent at an instant: the network is there.
  mutating func hasten(to soonest: Instant) {
    for (name, plan) in plans where plan.tries > 0 && plan.due > soonest {
      move(name, to: Plan(due: soonest, tries: plan.tries))
    }
  }

  mutating func shift(by length: Duration) {
    for (name, plan) in plans { move(name, to: Plan(due: plan.due + length, tries: plan.tries)) }
  }

  /// How long it is until each is sent.
  func waits(at instant: Instant) -> [String: Duration] { plans.mapValues { $0.due - instant } }

  private mutating func move(_ name: String, to plan: Plan?) {
    let before = plans[name]?.due
    plans[name] = plan
    order.move(name, from: before, to: plan?.due)
  }
}

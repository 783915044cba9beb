import Bluesky
import Timeline

/// The reactions of accounts to posts and people, by the names of `Wish`: which are still to be sent, and in practice
/// when.
struct Wishes: Hashable, Sendable {
  private struct Plan: Hashable, Sendable {
    var due: Instant
    /// The number of attempts so far.
    var tries = 0
  }

  private var byName: [String: Wish] = [:]
  /// The names of the reactions that are still to be sent.
  private var pending: Set<String> = []
  /// The names of the pending reactions that have no plan.
  private var unplanned: Set<String> = []
  private var plans: [String: Plan] = [:]
  private var order = DueOrder<String>()
  /// The instant of the last change by the user.
  private(set) var lastChange = Instant.distantPast

  var isEmpty: Bool { byName.isEmpty }
  subscript(name: String) -> Wish? { byName[name] }
  /// All reactions, unordered.
  var all: some Collection<Wish> { byName.values }

  /// The instant at which the next reaction is sent; the distant future if there is none.
  var next: Instant { order.next }

  var pendingCount: Int { pending.count }
  /// The reactions that are still to be sent, by name.
  var pendingByName: [String: Wish] {
    Dictionary(uniqueKeysWithValues: pending.compactMap { name in byName[name].map { (name, $0) } })
  }
  /// The reactions that are still to be sent, in sending order; see `Wish`.
  var pendingInOrder: [Wish] { pending.compactMap { byName[$0] }.sorted { $0.comes(before: $1) } }

  /// The wanted states that differ from the states before the user's first change.
  var wanted: [String: Bool] {
    byName.isEmpty ? [:] : byName.filter { $0.value.isWanted != $0.value.base }.mapValues(\.isWanted)
  }

  // MARK: Wanting

  /// Applies a reaction that the user wants or no longer wants, at an instant.
  mutating func want(_ wish: Wish, at instant: Instant) {
    put(wish)
    lastChange = instant
  }

  /// Updates a reaction with its progress.
  mutating func put(_ wish: Wish) { put(wish, as: wish.name) }

  /// - Parameter name: the name of the wish, passed because building the name takes longer than everything else here.
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

  /// Updates a reaction from a server's answer, unless the reaction is still to be sent.
  mutating func see(_ name: String, _ isThere: Bool, at record: RecordAddress?) {
    byName[name]?.see(isThere, at: record)
  }

  /// Compares the reactions with a network that has gone back or forward in time: wanted reactions that are missing
  /// from it are sent again.
  /// - Parameter look: returns the state of a reaction in the network; `nil` if it cannot be known.
  mutating func findAgain(_ look: (Wish) -> (isThere: Bool, record: RecordAddress?)?) {
    for (name, wish) in byName {
      guard let found = look(wish) else { continue }
      var wish = wish
      wish.findAgain(found.isThere, at: found.record, now: lastChange)
      put(wish, as: name)
    }
  }

  /// Restores the wanted states of `others`. Reactions that are on a server stay there until the next command removes
  /// them.
  mutating func revert(to others: Wishes) {
    for (name, other) in others.byName where byName[name] == nil { put(other, as: name) }
    for (name, mine) in byName {
      var wish = mine
      wish.want(others.byName[name]?.isWanted ?? mine.base, at: lastChange)
      put(wish, as: name)
    }
  }

  /// Restores the pending reactions from a journal; a reaction that is not in the journal is no longer pending.
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

  /// Schedules every reaction without a plan at an instant.
  mutating func plan(at due: Instant) {
    for name in unplanned { move(name, to: Plan(due: due)) }
    unplanned = []
  }

  /// Removes and returns the reactions that are due, in sending order. `postpone` may schedule each of them again.
  mutating func removeDue(by instant: Instant) -> [(wish: Wish, tries: Int)] {
    let due = order.due(by: instant).compactMap { name -> (wish: Wish, tries: Int)? in
      let tries = plans[name]?.tries ?? 0
      move(name, to: nil)
      return byName[name].map { ($0, tries) }
    }
    return due.sorted { $0.wish.comes(before: $1.wish) }
  }

  /// Schedules a reaction for later.
  mutating func postpone(_ wish: Wish, to due: Instant, tries: Int) {
    let name = wish.name
    move(name, to: Plan(due: due, tries: tries))
    unplanned.remove(name)
  }

  /// Reschedules the reactions whose attempts failed to an instant, because the network is back.
  mutating func hasten(to soonest: Instant) {
    for (name, plan) in plans where plan.tries > 0 && plan.due > soonest {
      move(name, to: Plan(due: soonest, tries: plan.tries))
    }
  }

  mutating func shift(by length: Duration) {
    for (name, plan) in plans { move(name, to: Plan(due: plan.due + length, tries: plan.tries)) }
  }

  /// Returns the time until each reaction is sent.
  func waits(at instant: Instant) -> [String: Duration] { plans.mapValues { $0.due - instant } }

  private mutating func move(_ name: String, to plan: Plan?) {
    let before = plans[name]?.due
    plans[name] = plan
    order.move(name, from: before, to: plan?.due)
  }
}

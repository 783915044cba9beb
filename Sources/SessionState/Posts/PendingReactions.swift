import Bluesky
import Timeline

/// The reactions of accounts to posts and people, by the names of `PendingReaction`: which are still to be sent, and in
/// practice when.
package struct PendingReactions: Hashable, Sendable {
  private struct Plan: Hashable, Sendable {
    var due: Instant
    /// The number of attempts so far.
    var tries = 0
  }

  private var byName: [String: PendingReaction] = [:]
  /// The names of the reactions that are still to be sent.
  private var pendingNames: Set<String> = []
  /// The names of the pending reactions that have no plan.
  private var unplanned: Set<String> = []
  private var plans: [String: Plan] = [:]
  private var order = DueOrder<String>()
  /// The instant of the last change by the user.
  private(set) var lastChange = Instant.distantPast

  package var isEmpty: Bool { byName.isEmpty }
  package subscript(name: String) -> PendingReaction? { byName[name] }
  /// All reactions, unordered.
  package var all: some Collection<PendingReaction> { byName.values }

  /// The instant at which the next reaction is sent; the distant future if there is none.
  var next: Instant { order.next }

  package var pendingCount: Int { pendingNames.count }
  /// The reactions that are still to be sent, by name.
  var pendingByName: [String: PendingReaction] {
    Dictionary(uniqueKeysWithValues: pendingNames.compactMap { name in byName[name].map { (name, $0) } })
  }
  /// The reactions that are still to be sent, in sending order; see `PendingReaction`.
  package var pendingInOrder: [PendingReaction] {
    pendingNames.compactMap { byName[$0] }.sorted { $0.comes(before: $1) }
  }

  /// The wanted states that differ from the states before the user's first change.
  var wanted: [String: Bool] {
    byName.isEmpty ? [:] : byName.filter { $0.value.isWanted != $0.value.base }.mapValues { $0.isWanted }
  }

  // MARK: Wanting

  /// Applies a reaction that the user wants or no longer wants, at an instant.
  package mutating func setWanted(_ pending: PendingReaction, at instant: Instant) {
    put(pending)
    lastChange = instant
  }

  /// Updates a reaction with its progress.
  mutating func put(_ pending: PendingReaction) { put(pending, as: pending.name) }

  /// - Parameter name: the name of the pending reaction, passed because building the name takes longer than everything
  ///   else here.
  private mutating func put(_ pending: PendingReaction, as name: String) {
    byName[name] = pending
    if pending.isPending {
      pendingNames.insert(name)
      if plans[name] == nil { unplanned.insert(name) }
    } else {
      pendingNames.remove(name)
      unplanned.remove(name)
      move(name, to: nil)
    }
  }

  /// Updates a reaction from a server's answer, unless the reaction is still to be sent.
  mutating func observe(_ name: String, _ isThere: Bool, at record: RecordAddress?) {
    byName[name]?.observe(isThere, at: record)
  }

  /// Compares the reactions with a network that has gone back or forward in time: wanted reactions that are missing
  /// from it are sent again.
  /// - Parameter look: returns the state of a reaction in the network; `nil` if it cannot be known.
  mutating func reconcile(_ look: (PendingReaction) -> (isThere: Bool, record: RecordAddress?)?) {
    for (name, pending) in byName {
      guard let found = look(pending) else { continue }
      var pending = pending
      pending.reconcile(found.isThere, at: found.record, now: lastChange)
      put(pending, as: name)
    }
  }

  /// Restores the wanted states of `others`. Reactions that are on a server stay there until the next command removes
  /// them.
  mutating func revert(to others: PendingReactions) {
    for (name, other) in others.byName where byName[name] == nil { put(other, as: name) }
    for (name, mine) in byName {
      var pending = mine
      pending.setWanted(others.byName[name]?.isWanted ?? mine.base, at: lastChange)
      put(pending, as: name)
    }
  }

  /// Restores the pending reactions from a journal; a reaction that is not in the journal is no longer pending.
  mutating func restore(_ kept: [String: PendingReaction]) {
    let before = self
    self = PendingReactions()
    lastChange = before.lastChange
    for (name, pending) in before.byName where !pending.isPending { byName[name] = pending }
    for (name, pending) in kept {
      if let plan = before.plans[name] { move(name, to: plan) }
      put(pending, as: name)
    }
  }

  // MARK: Sending, in practice

  /// Schedules every reaction without a plan at an instant.
  mutating func plan(at due: Instant) {
    for name in unplanned { move(name, to: Plan(due: due)) }
    unplanned = []
  }

  /// Removes and returns the reactions that are due, in sending order. `postpone` may schedule each of them again.
  mutating func removeDue(by instant: Instant) -> [(pending: PendingReaction, tries: Int)] {
    let due = order.due(by: instant).compactMap { name -> (pending: PendingReaction, tries: Int)? in
      let tries = plans[name]?.tries ?? 0
      move(name, to: nil)
      return byName[name].map { ($0, tries) }
    }
    return due.sorted { $0.pending.comes(before: $1.pending) }
  }

  /// Schedules a reaction for later.
  mutating func postpone(_ pending: PendingReaction, to due: Instant, tries: Int) {
    let name = pending.name
    move(name, to: Plan(due: due, tries: tries))
    unplanned.remove(name)
  }

  /// Reschedules the reactions whose attempts failed to an instant, because the network is back.
  mutating func networkReturned(to earliest: Instant) {
    for (name, plan) in plans where plan.tries > 0 && plan.due > earliest {
      move(name, to: Plan(due: earliest, tries: plan.tries))
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

import Timeline
import Timers

/// The family of a session: its children, and the one who is active.
package struct FamilyState: Hashable, Sendable {
  /// The present children, and the removed ones.
  var children = ChildCatalog()
  /// The ids of this device's first child: several if its folder had other names, the oldest first.
  var own = [ChildID(firstOf: "practice")]
  /// The ids that occur in saved sessions.
  var occurring = Family.Occurrences()
  /// The active child of this session; `nil` for the device's first child. Other sessions have their own.
  var active: ChildID?
  /// The child who was active and was removed elsewhere, until that was reported.
  package var gone: Child?
  /// `true` once this device's sessions without a name belong to a child of the family, until that was reported.
  package var isBound = false
  /// The choice that another session has saved since, with which the next session begins. It counts until this one
  /// chooses.
  var stated: ChildID??

  /// The maximum number of children known only by their sessions.
  static let strangerLimit = 20

  /// The id of this device's first child.
  package var first: ChildID { own.first { !children.isUnknown($0) } ?? own[0] }

  /// Joins the children that turn out to be one.
  mutating func reconcile() { children.reconcile(own: own, nameless: occurring.nameless) }
}

extension TimerPart {
  package var children: ChildCatalog {
    get { familyState.children }
    set { familyState.children = newValue }
  }

  package var activeChild: ChildID? {
    get { familyState.active }
    set {
      if familyState.active != newValue || familyState.stated != nil {
        (familyState.active, familyState.stated) = (newValue, nil)
      }
    }
  }

  /// `true` if any child has a name, so that there may be several.
  package var hasAddedChildren: Bool { !children.entries.isEmpty }

  /// Returns the family's children.
  /// - Parameter hasFirst: whether this device's first child has sessions although it has no name.
  package func family(hasFirst: Bool = false) -> Family {
    let (state, catalogs) = (familyState, routines.catalogs)
    let hasOwn = hasFirst || state.active == nil || state.own.contains { catalogs[$0] != nil }
    return Family(state.children, own: state.own, occurring: state.occurring, hasFirst: hasOwn)
  }

  /// The name of this device's first child, and the answer to the welcome.
  package var profile: Profile {
    get { Profile(name: family().first.plainName, onboarding: onboarding) }
    set {
      onboarding = newValue.onboarding
      if newValue.name != family().first.plainName { rename(family().first, to: newValue.name) }
    }
  }

  /// Gives a child a name, or a first child none.
  package mutating func rename(_ child: Child, to name: String?) {
    let id = child.id ?? familyState.first
    let others = others(than: child)
    if children.isUnknown(id) {
      children.add(id, name: name, beside: others)
    } else {
      children.rename(id, to: name, beside: others)
    }
    familyState.reconcile()
  }

  /// Returns the ids of all other children that this device knows.
  private func others(than child: Child?) -> Set<ChildID> {
    let others = family().children.filter { $0 != child }.flatMap { $0.ids }.compactMap { $0 }
    return Set(others + children.removed.map { $0.id }).subtracting(child?.ids.compactMap { $0 } ?? [])
  }

  /// Makes this device's first child, who has no name, a child of its own: sessions can be given to it.
  package mutating func foundFirst() {
    if children.isUnknown(familyState.first) { children.add(familyState.first, name: nil) }
  }

  /// Adds a child and makes it active: the one with this last name that was removed last, or else a new one.
  /// - Parameter first: the first child without a name, if it has sessions: it stays another child.
  package mutating func add(_ name: String, beside first: Child?, at instant: Instant) {
    let wanted = PrintableText.trimmed(name).lowercased()
    if let known = children.removed.last(where: { $0.name?.lowercased() == wanted }) {
      for id in children.ids(of: known.id) where !children.isUnknown(id) { children.add(id, name: name) }
      activeChild = known.id
      return
    }
    if let first, let id = first.id ?? familyState.own.first, children.isUnknown(id) { children.add(id, name: nil) }
    let others = others(than: nil)
    var id: ChildID
    var ordinal = 0
    repeat {
      id = ChildID(addedBy: self.id(ofTimerStarted: instant).text, ordinal: ordinal, name: name)
      ordinal += 1
    } while !children.isUnknown(id)
    children.add(id, name: name, beside: others)
    activeChild = id
  }

  /// The id with which a session, or another fact, of the active child is saved: from the first name on, it is there.
  var childOfFacts: ChildID? { children.entries.isEmpty ? activeChild : family().child(activeChild).id }

  /// Adopts the family of the journal.
  mutating func joinFamily(_ kept: TimerJournal) {
    familyState.children = kept.snapshot.children
    familyState.occurring = kept.occurring
    // A child without a name may have nothing but routines.
    familyState.occurring.nameless.formUnion(kept.snapshot.routines.keys.filter { $0.isFirst })
    // An id of which nothing else is known counts as a child only while it has sessions.
    let unknown = kept.occurring.named.filter { children.isUnknown($0) && children.isUnknown(children.root($0)) }
    if !unknown.isEmpty {
      let counting = Set(kept.ledger.timerSessions().compactMap { $0.child }).intersection(unknown)
      familyState.occurring.named.subtract(unknown)
      familyState.occurring.named.formUnion(counting.sorted().prefix(FamilyState.strangerLimit))
    }
    let isNameless = familyState.own.allSatisfy { children.isUnknown($0) && children.joins[$0] == nil }
    familyState.reconcile()
    familyState.isBound = isNameless && familyState.own.contains { children.joins[$0] != nil }
    let saved = kept.snapshot.activeChild
    // Another shell must not decide which child's stars a line changes. But a child that was removed there cannot stay
    // active.
    let family = family()
    if !family.has(activeChild) {
      familyState.gone = family.child(activeChild)
      activeChild = family.children.first?.id
    }
    familyState.stated = saved == activeChild || !family.has(saved) ? nil : .some(saved)
    chooseOfOthers(kept)
  }

  /// Makes a child of another device active where none was ever chosen, and the own one has no name: the family's first
  /// child, or without one, on a device without sessions, the first that was added.
  private mutating func chooseOfOthers(_ kept: TimerJournal) {
    guard activeChild == nil, familyState.own.allSatisfy({ children.isUnknown($0) }) else { return }
    if let id = family().first.id {
      activeChild = id
    } else if let other = children.entries.first, childOfTimer == nil,
      familyState.own.allSatisfy({ routines.catalogs[$0] == nil && !kept.occurring.nameless.contains($0) })
    {
      activeChild = other.id
    }
  }

  /// The child of the running timer or routine; `nil` if none runs.
  package var childOfTimer: ChildID?? {
    countdown.isOn || routines.run?.isOn == true ? .some(link.child) : .none
  }

  /// The child that the timer addresses: that of the timer that runs or has just ended, or else the active child.
  package var childInFront: Child {
    let isOn = countdown.state != .idle || routines.run?.isOn == true
    return family().child(isOn ? link.child : activeChild)
  }
}

/// The children that a family knows by name or has removed: the fold of the events about children, in their order.
///
/// A child may have several ids: two devices that had not met may each have added a Ben. The first device that knows
/// both joins the ids, and from then on they have one name: renaming or removing one of them affects all. Children that
/// one device knew side by side are never joined, even if they have the same name.
public struct ChildCatalog: Hashable, Sendable {
  /// One id of a child, with the child's present or last name.
  public struct Entry: Hashable, Sendable {
    public let id: ChildID
    /// `nil` for a first child without a name.
    public internal(set) var name: String?
    /// The other children that the device knew when it gave this one a name.
    public internal(set) var beside: Set<ChildID> = []
    /// The place of the name among all names that were given: of two ids of one child, the later name counts.
    var order = 0

    public static func == (a: Entry, b: Entry) -> Bool { a.id == b.id && a.name == b.name && a.beside == b.beside }
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(name)
    }
  }

  /// The children of the family, in the order of adding.
  public private(set) var entries: [Entry] = []
  /// The children that were removed, in the order of removal.
  public private(set) var removed: [Entry] = []
  /// The ids that were joined to others.
  public private(set) var joins: [ChildID: ChildID] = [:]
  /// The maximum number of known ids; a family has at most 20 children, so more cannot be genuine.
  static let limit = 500
  /// The number of names given so far.
  private var named = 0

  public init() {}

  public static func == (a: ChildCatalog, b: ChildCatalog) -> Bool {
    a.entries == b.entries && a.removed == b.removed && a.joins == b.joins
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  public func entry(_ id: ChildID) -> Entry? { entries.first { $0.id == id } }
  public func removedEntry(_ id: ChildID) -> Entry? { removed.first { $0.id == id } }

  // MARK: Groups

  /// Returns the id to which an id was joined, directly or through others.
  public func root(_ id: ChildID) -> ChildID {
    var (id, steps) = (id, 0)
    while steps <= joins.count, let next = joins[id] { (id, steps) = (next, steps + 1) }
    return id
  }

  /// Returns all ids of the child with this id.
  public func ids(of id: ChildID) -> Set<ChildID> {
    let root = root(id)
    return Set(joins.keys.filter { self.root($0) == root } + [root, id])
  }

  /// `true` for the id of a child that was never named, added or removed.
  public func isUnknown(_ id: ChildID) -> Bool { entry(id) == nil && removedEntry(id) == nil }

  private func name(ofChild id: ChildID) -> String?? {
    let ids = ids(of: id)
    return (entries + removed).first { ids.contains($0.id) }.map { .some($0.name) } ?? .none
  }

  // MARK: Changes

  /// Adds a child, or brings a removed one back. An id of a known child gives that child a new name.
  /// - Parameters:
  ///   - name: The name; only a first child may have none.
  ///   - others: The other children that the device knows: even with the same name they are not this child.
  /// - Returns: `false` if the name is not valid.
  @discardableResult
  public mutating func add(_ id: ChildID, name: String?, beside others: Set<ChildID> = []) -> Bool {
    guard let name = Self.checked(name, of: id) else { return false }
    if joins[id] != nil, isUnknown(id),
      self.name(ofChild: id).map({ $0?.lowercased() != name?.lowercased() }) ?? true
    {
      // Only its own device knows who the child without a name is; another device could only guess.
      joins[id] = nil
    }
    if entry(id) == nil {
      guard !isUnknown(id) || entries.count + removed.count < Self.limit else { return false }
      entries.append(removedEntry(id) ?? Entry(id: id, name: name))
      removed.removeAll { $0.id == id }
    }
    return rename(id, to: name, beside: others)
  }

  /// Renames a child under all its ids. A removed child comes back: the later of the two counts.
  /// - Returns: `false` if the name is not valid.
  @discardableResult
  public mutating func rename(_ id: ChildID, to name: String?, beside others: Set<ChildID> = []) -> Bool {
    guard let name = Self.checked(name, of: id) else { return false }
    let ids = ids(of: id)
    entries += removed.filter { ids.contains($0.id) }
    removed.removeAll { ids.contains($0.id) }
    if !entries.contains(where: { ids.contains($0.id) }) {
      guard entries.count + removed.count < Self.limit else { return false }
      entries.append(Entry(id: id, name: name))
    }
    named += 1
    for index in entries.indices where ids.contains(entries[index].id) {
      (entries[index].name, entries[index].order) = (name, named)
      entries[index].beside.formUnion(others.subtracting(ids))
    }
    return true
  }

  /// Removes a child, with all its ids. The last name stays known.
  public mutating func remove(_ id: ChildID) {
    let ids = ids(of: id)
    removed += entries.filter { ids.contains($0.id) }
    entries.removeAll { ids.contains($0.id) }
  }

  /// Joins an id to a child: from now on both are one, under the name that was given last. An id that never had a name is
  /// joined once.
  public mutating func join(_ id: ChildID, to other: ChildID) {
    let (mine, theirs) = (root(id), root(other))
    guard mine != theirs, !isUnknown(id) || joins[id] == nil, joins.count < Self.limit else { return }
    joins[mine] = theirs
    let ids = ids(of: theirs)
    let known = (entries + removed).filter { ids.contains($0.id) }
    // A child that one of the devices has removed meanwhile is still known to the other.
    guard let last = known.max(by: { $0.order < $1.order }), entries.contains(where: { ids.contains($0.id) }) else {
      return
    }
    entries += removed.filter { ids.contains($0.id) }
    removed.removeAll { ids.contains($0.id) }
    for index in entries.indices where ids.contains(entries[index].id) {
      (entries[index].name, entries[index].order) = (last.name, last.order)
    }
  }

  // MARK: Undo

  /// `true` if both catalogs have the same children, whatever their names; a first child counts only by its name.
  public func hasSameChildren(as other: ChildCatalog) -> Bool {
    func ids(_ entries: [Entry]) -> [ChildID] { entries.filter { !$0.id.isFirst }.map { $0.id } }
    return ids(entries) == ids(other.entries) && removed.map { $0.id } == other.removed.map { $0.id }
      && joins == other.joins
  }

  /// `true` if the children of both catalogs have the same names, and both have the same first children.
  public func hasSameNames(as other: ChildCatalog) -> Bool {
    entries.allSatisfy { entry in
      other.entry(entry.id).map { $0.name == entry.name } ?? !entry.id.isFirst
    } && other.entries.allSatisfy { !$0.id.isFirst || entry($0.id) != nil }
  }

  /// Adopts the names of another catalog, and its first children.
  public mutating func adoptNames(from other: ChildCatalog) {
    entries.removeAll { $0.id.isFirst && other.entry($0.id) == nil }
    for index in entries.indices {
      if let known = other.entry(entries[index].id) { entries[index].name = known.name }
    }
    for entry in other.entries where entry.id.isFirst && isUnknown(entry.id) { entries.append(entry) }
  }

  private static func checked(_ name: String?, of id: ChildID) -> String?? {
    guard let name else { return id.isFirst ? .some(nil) : .none }
    return (try? Profile.checked(name)).map { .some($0) }
  }

  // MARK: Meeting

  /// The first child of the family: the one that a device named first.
  var firstNamed: Entry? { entries.first { $0.id.isFirst && $0.name != nil } }

  /// Joins the ids of children after devices have synced: of children with one name that devices added without knowing
  /// of each other, and of nameless children of devices with sessions, which belong to the family's first child.
  /// - Parameters:
  ///   - own: The ids of this device's first child; several if its folder had other names.
  ///   - nameless: The first children of devices that have saved sessions without a child.
  public mutating func reconcile(own: [ChildID], nameless: Set<ChildID>) {
    if let mine = own.first(where: { entry($0)?.name != nil }) {
      for id in own where isUnknown(id) { join(id, to: mine) }
    }
    if let first = firstNamed {
      for id in nameless.sorted() where isUnknown(id) { join(id, to: first.id) }
    }
    for (place, entry) in entries.enumerated() {
      guard let name = entry.name?.lowercased() else { continue }
      for other in entries[..<place] where other.name?.lowercased() == name {
        let (mine, theirs) = (root(entry.id), root(other.id))
        if mine != theirs, !areApart(mine, theirs) { join(max(mine, theirs), to: min(mine, theirs)) }
      }
    }
  }

  /// `true` if a device has known two children side by side.
  private func areApart(_ one: ChildID, _ two: ChildID) -> Bool {
    let (ones, twos) = (ids(of: one), ids(of: two))
    func knew(_ ids: Set<ChildID>, _ others: Set<ChildID>) -> Bool {
      entries.contains { ids.contains($0.id) && !$0.beside.isDisjoint(with: others) }
    }
    // Older versions noted nothing: their ids say with which name each child was added.
    let isOld = { (ids: Set<ChildID>) in ids.contains { $0.isOld } }
    return knew(ones, twos) || knew(twos, ones) || isOld(ones) && isOld(twos)
  }
}

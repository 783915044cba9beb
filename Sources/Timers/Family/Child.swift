/// A child of a family.
public struct Child: Hashable, Sendable {
  /// The id under which new sessions are saved; `nil` for a first child that has no name yet.
  public let id: ChildID?
  /// All ids under which the child's sessions are saved, with `nil` for sessions that name no child.
  public let ids: Set<ChildID?>
  /// The name that no one else in the family has, with a number if several children have the same name; `nil` for a
  /// first child that has no name yet.
  public let name: String?
  /// The name without a number.
  public let plainName: String?

  /// Two values are the same child even if other facts about the child have changed.
  public static func == (a: Child, b: Child) -> Bool { a.id == b.id && a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The reason why a child could not be found, added or removed.
public enum ChildProblem: Error, Hashable, Sendable {
  /// There is no child of that name; `all` lists all children.
  case unknown(String, all: [Child])
  /// Several children's names begin with this text.
  case ambiguous(String, candidates: [Child])
  case badName(String, Profile.NameProblem)
  case nameTaken(String)
  /// Sessions that name no child may be about the device's first child, so it stays.
  case isFirst(Child)
}

/// The children of a family, in one order on all devices: the first children of devices, then those that were added.
///
/// Children with one name are told apart by a number, in that order: `Max (1)` and `Max (2)`.
public struct Family: Hashable, Sendable {
  /// The ids that occur in saved sessions.
  public struct Occurrences: Hashable, Sendable {
    /// The first children of the devices that have saved sessions without a child.
    public var nameless: Set<ChildID>
    /// The ids that sessions name.
    public var named: Set<ChildID>

    public init(nameless: Set<ChildID> = [], named: Set<ChildID> = []) {
      (self.nameless, self.named) = (nameless, named)
    }
  }

  /// At least one child.
  public let children: [Child]
  /// The first child of this device: its own, or the family's if its own has no name.
  public let first: Child

  private let catalog: ChildCatalog

  /// - Parameters:
  ///   - own: The ids of this device's first child.
  ///   - occurring: The ids of saved sessions, of which the catalog may know nothing.
  ///   - hasFirst: `true` if a first child without a name counts although others are known: it has sessions.
  public init(_ catalog: ChildCatalog, own: [ChildID], occurring: Occurrences = .init(), hasFirst: Bool = false) {
    self.catalog = catalog
    var groups: [(ids: Set<ChildID?>, name: String?, isFirst: Bool)] = []
    for entry in catalog.entries {
      if let place = groups.firstIndex(where: { $0.ids.contains(entry.id) }) {
        if entry.id.isFirst { groups[place].isFirst = true }
      } else {
        groups.append((Self.optional(catalog.ids(of: entry.id)), entry.name, entry.id.isFirst))
      }
    }
    let isFree = { (id: ChildID) in catalog.isUnknown(id) && catalog.isUnknown(catalog.root(id)) }
    // Sessions without a child here belong to this device's first child, if it has a name or was removed.
    var nameless = Self.optional(occurring.nameless.filter { isFree($0) })
    let hasSessions = !nameless.isEmpty
    if let mine = groups.firstIndex(where: { group in own.contains { group.ids.contains($0) } }) {
      groups[mine].ids.insert(nil)
    } else if own.allSatisfy(isFree) {
      nameless.formUnion(own.map { $0 } + [nil])
    }
    // The children of devices that were forgotten: their sessions are still here.
    let strangers = occurring.named.subtracting(occurring.nameless).sorted().filter { id in
      isFree(id) && !groups.contains { $0.ids.contains(id) }
    }
    for id in strangers { groups.append(([id], id.originalName, false)) }
    let named = groups.firstIndex { $0.isFirst && $0.name != nil } ?? groups.firstIndex { $0.isFirst }
    if let named {
      groups[named].ids.formUnion(nameless)
    } else if hasFirst || hasSessions || groups.isEmpty {
      groups.insert((nameless.union([nil]), nil, true), at: 0)
    }
    let ordered = groups.filter { $0.isFirst } + groups.filter { !$0.isFirst }
    let names = Self.distinct(ordered.map { $0.name })
    children = ordered.enumerated().map { place, group in
      let ids = group.ids.compactMap { $0 }
      let id = ids.filter { catalog.entry($0) != nil }.min() ?? (group.ids.contains(nil) ? nil : ids.min())
      return Child(id: id, ids: group.ids, name: names[place], plainName: group.name)
    }
    first =
      children.first { $0.ids.contains(nil) } ?? Child(id: nil, ids: nameless.union([nil]), name: nil, plainName: nil)
  }

  /// Returns names of which no two are alike.
  private static func distinct(_ names: [String?]) -> [String?] {
    let plain = names.map { $0?.lowercased() }
    var (taken, numbers) = (Set(plain.compactMap { $0 }), [String: Int]())
    return names.map { name in
      guard let name, plain.count(where: { $0 == name.lowercased() }) > 1 else { return name }
      var numbered = name
      repeat {
        numbers[name.lowercased(), default: 0] += 1
        numbered = "\(name) (\(numbers[name.lowercased()] ?? 1))"
      } while !taken.insert(numbered.lowercased()).inserted
      return numbered
    }
  }

  /// Returns the ids as a set that may also contain `nil`.
  private static func optional(_ ids: Set<ChildID>) -> Set<ChildID?> {
    var all: Set<ChildID?> = []
    for id in ids { all.insert(.some(id)) }
    return all
  }

  /// Returns the child whose sessions have this id. A child that was removed has its last name.
  public func child(_ id: ChildID?) -> Child {
    if let known = children.first(where: { $0.ids.contains(id) }) { return known }
    guard let id else { return first }
    let ids = catalog.ids(of: id)
    let last = catalog.removed.last { ids.contains($0.id) }
    let name = last?.name ?? id.originalName
    return Child(id: last?.id ?? id, ids: Self.optional(ids), name: name, plainName: name)
  }

  /// `true` if the child with this id belongs to the family.
  public func has(_ id: ChildID?) -> Bool { children.contains { $0.ids.contains(id) } }

  /// Finds a child by its name or the beginning of it, regardless of case; a complete name takes precedence.
  /// - Throws: `unknown` or `ambiguous`.
  public func child(named text: String) throws(ChildProblem) -> Child {
    let wanted = text.lowercased()
    if let whole = children.first(where: { $0.name?.lowercased() == wanted }) { return whole }
    let beginning = wanted.isEmpty ? [] : children.filter { $0.name?.lowercased().hasPrefix(wanted) == true }
    switch beginning.count {
    case 0: throw .unknown(text, all: children)
    case 1: return beginning[0]
    default: throw .ambiguous(text, candidates: beginning)
    }
  }

  /// Returns a child with this name, regardless of case and of the number in the name.
  public func called(_ name: String) -> Child? {
    children.first { $0.plainName?.lowercased() == name.lowercased() || $0.name?.lowercased() == name.lowercased() }
  }
}

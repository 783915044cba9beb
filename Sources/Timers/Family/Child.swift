/// The permanent name of a child in saved events: its name when it was added, in lower case. So devices that add the
/// same child without knowing of each other mean the same one, and a later name changes nothing.
public struct ChildID: Hashable, Sendable, Comparable {
  public let text: String

  /// - Returns: `nil` for a text that is not a name.
  public init?(_ text: String) {
    guard let name = try? Profile.checked(text) else { return nil }
    self.text = name.lowercased()
  }

  public static func < (a: ChildID, b: ChildID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// A child of a family. The first child needs no id: sessions without one, such as those of a family that has never
/// added a child, belong to it.
public struct Child: Hashable, Sendable {
  /// `nil` for the first child.
  public let id: ChildID?
  /// The ids under which the child's sessions are saved. Devices that have not met may know the first child by its name
  /// alone, and another device may have added the same name: then there are two.
  public let ids: Set<ChildID?>
  /// `nil` for a first child that has no name yet.
  public let name: String?
}

/// The reason why a child could not be found, added or removed.
public enum ChildProblem: Error, Hashable, Sendable {
  /// There is no child of that name; `all` lists all children.
  case unknown(String, all: [Child])
  /// Several children's names begin with this text.
  case ambiguous(String, candidates: [Child])
  case badName(String, Profile.NameProblem)
  case nameTaken(String)
  /// The first child has sessions of its own, so it stays.
  case isFirst(Child)
}

/// The children that a family has added, in the order of adding. Copies share their storage.
public struct ChildCatalog: Hashable, Sendable {
  /// A child that was added, with its present name.
  public struct Entry: Hashable, Sendable {
    public let id: ChildID
    public internal(set) var name: String
  }

  public private(set) var entries: [Entry] = []

  public init() {}

  /// Adds a child, or renames the one with this id.
  /// - Returns: `false` if the name is not valid.
  @discardableResult
  public mutating func put(_ id: ChildID, name: String) -> Bool {
    guard let name = try? Profile.checked(name) else { return false }
    if let place = entries.firstIndex(where: { $0.id == id }) {
      entries[place].name = name
    } else {
      entries.append(Entry(id: id, name: name))
    }
    return true
  }

  public mutating func remove(_ id: ChildID) { entries.removeAll { $0.id == id } }
}

/// The children of a family: the first one, whose name is the profile's, and those that were added.
public struct Family: Hashable, Sendable {
  /// At least one child.
  public let children: [Child]

  /// - Parameters:
  ///   - first: The name of the first child; `nil` if it has none.
  ///   - hasFirst: `true` if the first child counts although it has no name and others were added: it has sessions.
  public init(first: String?, _ added: ChildCatalog, hasFirst: Bool) {
    let isFirst = { (entry: ChildCatalog.Entry) in first.map { $0.lowercased() == entry.name.lowercased() } ?? false }
    let twins = added.entries.filter(isFirst).map { Optional($0.id) }
    var children: [Child] = []
    if first != nil || hasFirst || added.entries.isEmpty {
      children.append(Child(id: nil, ids: Set([nil] + twins), name: first))
    }
    // Two devices may have renamed two children alike; the ids keep them apart.
    children += added.entries.filter { !isFirst($0) }.map { Child(id: $0.id, ids: [$0.id], name: $0.name) }
    self.children = children
  }

  /// Returns the child whose sessions have this id; a child that is not in the family has no name.
  public func child(_ id: ChildID?) -> Child {
    children.first { $0.ids.contains(id) } ?? Child(id: id, ids: [id], name: id?.text)
  }

  /// Finds a child by its name or the beginning of it, regardless of case; a complete name takes precedence.
  /// - Throws: `unknown` or `ambiguous`.
  public func child(named text: String) throws(ChildProblem) -> Child {
    let wanted = text.lowercased()
    if let whole = exact(text) { return whole }
    let beginning = wanted.isEmpty ? [] : children.filter { $0.name?.lowercased().hasPrefix(wanted) == true }
    switch beginning.count {
    case 0: throw .unknown(text, all: children)
    case 1: return beginning[0]
    default: throw .ambiguous(text, candidates: beginning)
    }
  }

  /// Returns the child with exactly this name, regardless of case.
  public func exact(_ name: String) -> Child? { children.first { $0.name?.lowercased() == name.lowercased() } }
}

import Bluesky

/// The people whom a session has met in what it has read, as they were when they were met last.
struct KnownPeople: Hashable, Sendable {
  private var people: [String: Person] = [:]
  private var dids: [String: String] = [:]
  /// Whoever meets more begins anew: nobody chooses among thousands.
  private static let limit = 2_000

  /// In no order.
  var all: some Collection<Person> { people.values }

  /// Somebody by a DID, or by a handle in whichever case; `nil` for somebody who was not met.
  subscript(name: String) -> Person? { people[name] ?? dids[name.lowercased()].flatMap { people[$0] } }

  mutating func meet(_ person: Person) {
    guard people[person.did] != person else { return }
    if people.count >= Self.limit { self = KnownPeople() }
    people[person.did] = person
    // A handle that proved wrong is everybody's.
    if person.handle != Person.invalidHandle { dids[person.handle.lowercased()] = person.did }
  }
}

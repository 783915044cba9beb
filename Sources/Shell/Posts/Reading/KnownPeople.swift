import Bluesky

/// The people in what a session has read, as they were in the latest page that had them.
struct KnownPeople: Hashable, Sendable {
  private var people: [String: Person] = [:]
  private var dids: [String: String] = [:]
  /// Above this number the collection starts again from empty: completion among thousands of people is useless.
  private static let limit = 2_000

  /// All people, unordered.
  var all: some Collection<Person> { people.values }

  /// The person with a DID, or with a handle in any case; `nil` if the session has not met the person.
  subscript(name: String) -> Person? { people[name] ?? dids[name.lowercased()].flatMap { people[$0] } }

  mutating func meet(_ person: Person) {
    guard people[person.did] != person else { return }
    if people.count >= Self.limit { self = KnownPeople() }
    people[person.did] = person
    // An invalid handle belongs to no single person.
    if person.handle != Person.invalidHandle { dids[person.handle.lowercased()] = person.did }
  }
}

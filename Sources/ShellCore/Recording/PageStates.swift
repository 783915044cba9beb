import JSON
import Timeline

/// The visible states of a page over time: for each page model only the changed fields.
struct PageStates {
  private let names: [String]
  private var before: [[JSON.Field]?]
  /// The last written value of each page model's steadily changing field, its rate, and the time.
  private var moving: [(value: Int64, rate: Int64, at: Int)]
  private var things: [JSON] = []
  private var places: [JSON: Int] = [:]
  private var changes: [JSON] = []
  private var last = 0

  init(_ pageModels: [PageModel]) {
    names = pageModels.map { $0.name }
    before = pageModels.map { _ in nil }
    moving = pageModels.map { _ in (0, 0, 0) }
  }

  /// - Parameter page: the page's time, never earlier than that of the previous call.
  mutating func add(_ states: [JSON?], at own: Duration, page: Int) {
    var fields: [JSON.Field] = []
    for index in names.indices {
      let change = self.change(states[index], of: index, PageClock.milliseconds(own))
      if let change { fields.append(.init(names[index], change)) }
    }
    guard !fields.isEmpty else { return }
    changes += [.integer(Int64(page - last)), .object(fields)]
    last = page
  }

  /// - Returns: the changes; 0 for a page model that is no longer visible, and `nil` for no change.
  private mutating func change(_ state: JSON?, of index: Int, _ now: Int) -> JSON? {
    guard case .object(let fields)? = state else {
      defer { before[index] = nil }
      return before[index] == nil ? nil : .integer(0)
    }
    var new: [JSON.Field] = []
    let known = before[index]
    let isMoving = isMoving(fields, of: index, now)
    for (place, field) in fields.enumerated() {
      let isKnown = field.name == "p" ? isMoving : known?[place].value == field.value
      if known == nil || !isKnown { new.append(.init(field.name, kept(field.value))) }
    }
    before[index] = fields
    return new.isEmpty ? nil : .object(new)
  }

  /// Returns whether the steadily changing field has the value that its rate predicts.
  private mutating func isMoving(_ fields: [JSON.Field], of index: Int, _ now: Int) -> Bool {
    guard let value = fields.first(where: { $0.name == "p" })?.value.integerValue,
      let rate = fields.first(where: { $0.name == "r" })?.value.integerValue
    else { return true }
    let (old, oldRate, at) = moving[index]
    if before[index] != nil, rate == oldRate, abs(old + rate * Int64(now - at) - value) <= 2 { return true }
    moving[index] = (value, rate, now)
    return false
  }

  /// Replaces the elements of a list by their indices.
  private mutating func kept(_ value: JSON) -> JSON {
    guard case .array(let elements) = value else { return value }
    return .array(elements.map { .integer(Int64(place(of: $0))) })
  }

  private mutating func place(of thing: JSON) -> Int {
    if let place = places[thing] { return place }
    things.append(thing)
    places[thing] = things.count - 1
    return things.count - 1
  }

  /// `true` if the page shows a picture that it contains.
  var hasPictures: Bool { things.contains { $0.stringValue?.hasPrefix("data:") == true } }

  var fields: [JSON.Field] { [.init("things", .array(things)), .init("states", .array(changes))] }
}

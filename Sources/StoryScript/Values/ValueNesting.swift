/// The depth and size of values, computed without recursion.
extension Value {
  /// The items or field values; `nil` for a value without parts.
  private var parts: ValueList? {
    switch self {
    case .list(let items): items
    case .record(let record): ValueList(record.slots)
    default: nil
    }
  }

  var hasParts: Bool {
    switch self {
    case .list, .record: true
    default: false
    }
  }

  struct Extent {
    /// The number of nested levels: 1 for a list of numbers.
    var height = 1
    /// The number of values inside, each counted as often as it appears; `Int.max` means at least that many.
    var parts = 0
    /// The bytes of all texts inside, each counted as often as it appears.
    var bytes = 0

    fileprivate mutating func add(_ child: Extent) {
      height = max(height, child.height + 1)
      parts = Self.sum(parts, child.parts)
      bytes = Self.sum(bytes, child.bytes)
    }

    private static func sum(_ a: Int, _ b: Int) -> Int {
      let sum = a.addingReportingOverflow(b)
      return sum.overflow ? .max : sum.partialValue
    }
  }

  /// The bytes of all texts inside, each counted as often as it appears. O(distinct parts).
  public var textBytes: Int {
    if case .text(let text) = self { return text.utf8.count }
    guard hasParts, let extent = try? extent() else { return 0 }
    return extent.bytes
  }

  /// Returns the bytes of the texts among some values.
  private static func bytes(of values: ValueList) -> Int {
    values.reduce(0) { sum, value in
      if case .text(let text) = value { sum + text.utf8.count } else { sum }
    }
  }

  /// Walks through lists and records, each shared part once. O(distinct parts).
  ///
  /// - Parameters:
  ///   - limit: the height at which walking ends early.
  ///   - look: called now and then; throws to stop the walk.
  func extent(
    upTo limit: Int = .max, look: () throws(Failure) -> Void = { () throws(Failure) in }
  ) throws(Failure) -> Extent {
    struct Visit {
      var items: ValueList
      var index = 0
      var extent: Extent

      init(_ items: ValueList) {
        self.items = items
        extent = Extent(parts: items.count, bytes: Value.bytes(of: items))
      }
    }
    guard let items = parts, !items.isEmpty else { return Extent(height: hasParts ? 1 : 0) }
    // Keyed by address: everything lives as long as the value, so addresses are unique. Walking through a few parts
    // again is faster than finding them.
    var known: [UnsafeRawPointer: Extent] = [:]
    let few = 64
    var visits = [Visit(items)]
    /// The extent of the topmost visit's current item, once that item was walked through.
    var finished: Extent?
    var steps = 0
    while var visit = visits.popLast() {
      steps += 1
      if steps & 4095 == 0 { try look() }
      var child: ValueList?
      while visit.index < visit.items.count {
        if let parts = visit.items[visit.index].parts {
          if !parts.contains(where: { $0.hasParts }) {
            visit.extent.add(Extent(parts: parts.count, bytes: Self.bytes(of: parts)))
          } else if let extent = finished ?? (known.isEmpty ? nil : known[Self.place(of: parts)]) {
            visit.extent.add(extent)
            finished = nil
          } else {
            child = parts
            break  // comes back to this item when its extent is known
          }
        }
        visit.index += 1
        if visit.index & 4095 == 0 { try look() }
      }
      guard visit.extent.height + visits.count <= limit else {
        return Extent(height: visit.extent.height + visits.count, parts: visit.extent.parts)
      }
      if let child {
        visits.append(visit)
        visits.append(Visit(child))
      } else if visits.isEmpty {
        return visit.extent
      } else {
        finished = visit.extent
        if visit.extent.parts > few { known[Self.place(of: visit.items)] = visit.extent }
      }
    }
    return Extent()
  }

  private static func place(of items: ValueList) -> UnsafeRawPointer {
    items.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress!) }!
  }

  /// - Throws: if the value's text would exceed the maximum size, or writing it would take for ever.
  func checkText(_ context: FunctionContext) throws(Failure) {
    guard hasParts else { return }
    let extent = try extent(look: context.look)
    guard extent.parts <= Limits.parts else { throw Failure(.tooLarge(what: "this text", limit: "50 million parts")) }
    try Limits.checkText(bytes: extent.bytes)
  }

  /// - Throws: if comparing or writing the value would take for ever.
  func checkParts(_ what: String, _ context: FunctionContext) throws(Failure) {
    guard hasParts, try extent(look: context.look).parts > Limits.parts else { return }
    throw Failure(.tooLarge(what: what, limit: "50 million parts"))
  }
}

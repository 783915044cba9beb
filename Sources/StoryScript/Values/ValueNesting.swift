/// The depth and size of values, found without recursion.
extension Value {
  /// The items or field values; `nil` for what has no parts.
  private var parts: [Value]? {
    switch self {
    case .list(let items): items
    case .record(let record): record.values
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
    /// Levels of lists and records: 1 for a list of numbers.
    var height = 1
    /// All values inside, each counted as often as it appears; `Int.max` is "at least that many".
    var parts = 0

    fileprivate mutating func add(_ child: Extent) {
      height = max(height, child.height + 1)
      let sum = parts.addingReportingOverflow(child.parts)
      parts = sum.overflow ? .max : sum.partialValue
    }
  }

  /// Walks through lists and records; what is shared is walked through once. O(distinct parts).
  ///
  /// - Parameter limit: the height at which walking ends early.
  func extent(upTo limit: Int = .max) -> Extent {
    struct Visit {
      var items: [Value]
      var index = 0
      var extent: Extent

      init(_ items: [Value]) {
        self.items = items
        extent = Extent(parts: items.count)
      }
    }
    guard let items = parts, !items.isEmpty else { return Extent(height: hasParts ? 1 : 0) }
    // By place in memory: everything lives as long as the value, so places are distinct.
    var known: [UnsafeRawPointer: Extent] = [:]
    var visits = [Visit(items)]
    while var visit = visits.popLast() {
      var child: [Value]?
      while visit.index < visit.items.count {
        if let parts = visit.items[visit.index].parts {
          if !parts.contains(where: \.hasParts) {
            visit.extent.add(Extent(parts: parts.count))
          } else if let extent = known[Self.place(of: parts)] {
            visit.extent.add(extent)
          } else {
            child = parts
            break  // comes back to this item when its extent is known
          }
        }
        visit.index += 1
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
        known[Self.place(of: visit.items)] = visit.extent
      }
    }
    return Extent()
  }

  private static func place(of items: [Value]) -> UnsafeRawPointer {
    items.withUnsafeBytes { $0.baseAddress! }
  }

  /// - Throws: when comparing or writing it would take forever.
  func checkParts(_ what: String) throws(Failure) {
    guard hasParts, extent().parts > Limits.parts else { return }
    throw Failure(.tooLarge(what: what, limit: "50 million parts"))
  }
}

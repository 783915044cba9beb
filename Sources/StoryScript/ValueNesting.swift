/// Questions about how deep and how large values are, answered without recursion.
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

  /// Whether lists and records are nested deeper than that many levels. O(distinct parts): what is shared counts once.
  func isNested(deeperThan limit: Int) -> Bool {
    struct Visit {
      var items: [Value]
      var index = 0
      var height = 1
    }
    guard let items = parts, !items.isEmpty else { return false }
    // By place in memory: everything lives as long as the value, so places are distinct.
    var heights: [UnsafeRawPointer: Int] = [:]
    var visits = [Visit(items: items)]
    while var visit = visits.popLast() {
      var child: [Value]?
      while visit.index < visit.items.count, child == nil {
        if let parts = visit.items[visit.index].parts {
          if !parts.contains(where: \.hasParts) {
            visit.height = max(visit.height, 2)
          } else if let known = heights[Self.place(of: parts)] {
            visit.height = max(visit.height, known + 1)
          } else {
            child = parts
            break  // comes back to this item when its height is known
          }
        }
        visit.index += 1
      }
      if visit.height + visits.count > limit { return true }
      if let child {
        visits.append(visit)
        visits.append(Visit(items: child))
      } else {
        heights[Self.place(of: visit.items)] = visit.height
      }
    }
    return false
  }

  private static func place(of items: [Value]) -> UnsafeRawPointer {
    items.withUnsafeBytes { $0.baseAddress! }
  }

  /// Whether it consists of more than that many values, each counted as often as it appears. O(limit).
  func hasMoreParts(than limit: Int) -> Bool {
    guard let items = parts else { return false }
    var count = items.count
    var stack = [items]
    while let items = stack.popLast() {
      if count > limit { return true }
      for item in items {
        guard let parts = item.parts, !parts.isEmpty else { continue }
        count += parts.count
        if count > limit { return true }
        stack.append(parts)
      }
    }
    return count > limit
  }

  /// - Throws: when comparing or writing it would take forever.
  func checkParts(_ what: String) throws(Failure) {
    guard hasParts, hasMoreParts(than: Limits.parts) else { return }
    throw Failure(.tooLarge(what: what, limit: "50 million parts"))
  }
}

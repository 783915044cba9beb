/// Values by mark, which can also be found with the mark of a photo in a library, even if that mark contains less or
/// more.
///
/// The rows are in small groups by their marks' beginnings, since nearly all marks differ in them. Copies share the
/// groups: a change costs the same in a large table as in a small one.
struct MarkTable<Value: Equatable & Sendable>: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    let mark: PhotoMark
    var value: Value
  }

  /// A power of two of groups, or none.
  private var groups = ChunkedArray<[Row]>()
  private(set) var count = 0

  /// The mean number of rows in a group at which there are more groups, and the factor by which they become more.
  private static var fill: Int { 8 }
  private static var growth: Int { 4 }

  var isEmpty: Bool { count == 0 }
  /// All rows, in no particular order.
  var rows: [Row] { groups.flatMap { $0 } }

  /// Returns the index of the group with a mark. There must be groups.
  private func group(of mark: PhotoMark) -> Int { mark.beginning.hashValue & (groups.count - 1) }

  /// The value for exactly this mark.
  subscript(mark: PhotoMark) -> Value? {
    get { isEmpty ? nil : groups[group(of: mark)].first { $0.mark == mark }?.value }
    set {
      if groups.isEmpty { groups.append([]) }
      let group = group(of: mark)
      let place = groups[group].firstIndex { $0.mark == mark }
      switch (place, newValue) {
      case (let place?, let value?): groups[group][place].value = value
      case (let place?, nil):
        groups[group].remove(at: place)
        count -= 1
      case (nil, let value?):
        groups[group].append(Row(mark: mark, value: value))
        count += 1
        if count > Self.fill * groups.count { grow() }
      case (nil, nil): break
      }
    }
  }

  private mutating func grow() {
    let rows = rows
    groups = ChunkedArray(repeating: [], count: groups.count * Self.growth)
    for row in rows { groups[group(of: row.mark)].append(row) }
  }

  /// Returns the row of a photo: the one with the same mark, or otherwise the most complete of those that may belong
  /// to it.
  func row(of photo: PhotoMark) -> Row? {
    if isEmpty { return nil }
    var best: Row?
    for row in groups[group(of: photo)] where photo.isKept(as: row.mark) {
      if row.mark == photo { return row }
      if best == nil || best?.mark.body == nil && row.mark.body != nil { best = row }
    }
    return best
  }

  /// Returns all marks with the same beginning as this one.
  func marks(beginningAs mark: PhotoMark) -> [PhotoMark] {
    isEmpty ? [] : groups[group(of: mark)].map { $0.mark }.filter { $0.beginning == mark.beginning }
  }

  /// Rows are equal in any order.
  static func == (a: MarkTable, b: MarkTable) -> Bool {
    guard a.count == b.count else { return false }
    guard a.groups.count == b.groups.count else { return a.rows.allSatisfy { b[$0.mark] == $0.value } }
    return a.groups == b.groups
      || zip(a.groups, b.groups).allSatisfy { mine, theirs in
        mine == theirs || mine.count == theirs.count && mine.allSatisfy { theirs.contains($0) }
      }
  }

  /// The approximate memory in bytes that a change after a copy needs.
  var bytesOfAChange: Int { groups.bytesOfAChange + Self.fill * MemoryLayout<Row>.stride }
}

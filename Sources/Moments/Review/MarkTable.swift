/// Values by what photos are known by, to be found by the mark of a photo of a library as well, which may know less or more.
///
/// Nearly all marks differ in their beginnings already: the others lie apart.
struct MarkTable<Value: Equatable & Sendable>: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    let mark: PhotoMark
    var value: Value
  }

  private var first: [PhotoMark.Beginning: Row] = [:]
  /// Further rows of one beginning.
  private var further: [PhotoMark.Beginning: [Row]] = [:]

  var isEmpty: Bool { first.isEmpty }
  /// All rows, in no order.
  var rows: [Row] { Array(first.values) + further.values.joined() }

  /// The value of exactly this mark.
  subscript(mark: PhotoMark) -> Value? {
    get {
      guard let row = first[mark.beginning] else { return nil }
      return row.mark == mark ? row.value : further[mark.beginning]?.first { $0.mark == mark }?.value
    }
    set {
      guard let newValue else { return remove(mark) }
      guard let row = first[mark.beginning], row.mark != mark else {
        first[mark.beginning] = Row(mark: mark, value: newValue)
        return
      }
      if let place = further[mark.beginning]?.firstIndex(where: { $0.mark == mark }) {
        further[mark.beginning]?[place].value = newValue
      } else {
        further[mark.beginning, default: []].append(Row(mark: mark, value: newValue))
      }
    }
  }

  private mutating func remove(_ mark: PhotoMark) {
    guard let row = first[mark.beginning] else { return }
    var rest = further.removeValue(forKey: mark.beginning) ?? []
    if row.mark == mark {
      first[mark.beginning] = rest.isEmpty ? nil : rest.removeFirst()
    } else {
      rest.removeAll { $0.mark == mark }
    }
    if !rest.isEmpty { further[mark.beginning] = rest }
  }

  /// The row of a photo: of this mark, or else the best known of those that may be its.
  func row(of photo: PhotoMark) -> Row? {
    guard let row = first[photo.beginning] else { return nil }
    guard let rest = further[photo.beginning] else { return photo.isKept(as: row.mark) ? row : nil }
    let rows = ([row] + rest).filter { photo.isKept(as: $0.mark) }
    return rows.first { $0.mark == photo } ?? rows.first { $0.mark.body != nil } ?? rows.first
  }

  /// All marks that begin as this one.
  func marks(beginningAs mark: PhotoMark) -> [PhotoMark] {
    guard let row = first[mark.beginning] else { return [] }
    return [row.mark] + (further[mark.beginning] ?? []).map(\.mark)
  }
}

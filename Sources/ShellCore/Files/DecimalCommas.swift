import StoryScript

/// Numbers with a decimal comma, such as `10,5`, in a table whose cells are separated by another sign.
///
/// A column is read this way only if all of its numbers can be: then a comma cannot separate thousands, and a point does
/// not occur.
enum DecimalCommas {
  case none
  /// Some cells of the column are such numbers, and others are something else.
  case some
  case all

  /// - Parameter cells: the cells of a column.
  init(_ cells: some Sequence<String>) {
    var (hasComma, hasOther) = (false, false)
    for cell in cells where !cell.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      if Self.pointed(cell) != nil {
        hasComma = true
      } else if cell.utf8.contains(UInt8(ascii: ".")) || !CSV.spellsNumber(cell) && !CSV.meansMissing(cell) {
        hasOther = true
      }
      if hasComma, hasOther { break }
    }
    self = hasComma ? (hasOther ? .some : .all) : .none
  }

  /// Returns a number with a comma as the language writes it, with a point; `nil` for any other cell.
  static func pointed(_ cell: String) -> String? {
    guard let comma = cell.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    var bytes = Array(cell.utf8)
    if bytes.contains(UInt8(ascii: ".")) { return nil }
    bytes[cell.utf8.distance(from: cell.startIndex, to: comma)] = UInt8(ascii: ".")
    let pointed = String(decoding: bytes, as: UTF8.self)
    return CSV.spellsNumber(pointed) ? pointed : nil
  }
}

import StoryScript

/// Numbers with a decimal comma, such as `10,5`, in a table whose cells are separated by another sign.
///
/// A column is read this way only if all of its cells can be: then a comma cannot separate thousands, and a point does
/// not occur.
enum DecimalCommas {
  /// Returns the rows with a point for the comma in the columns of such numbers. O(cells).
  static func replaced(in rows: [CSV.Row], columns: Int) -> [CSV.Row] {
    var rows = rows
    for column in 0..<columns where isDecimal(column, in: rows) {
      for index in rows.indices {
        guard let comma = rows[index].cells[column].firstIndex(of: ",") else { continue }
        rows[index].cells[column].replaceSubrange(comma...comma, with: ".")
      }
    }
    return rows
  }

  /// Returns `true` if a column has a number with a comma, and nothing but whole numbers and empty cells beside such
  /// numbers.
  private static func isDecimal(_ column: Int, in rows: [CSV.Row]) -> Bool {
    var hasComma = false
    for row in rows {
      let cell = row.cells[column]
      if cell.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
      guard !cell.utf8.contains(UInt8(ascii: ".")) else { return false }
      let parts = cell.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count <= 2, CSV.spellsNumber(parts.joined(separator: ".")) else { return false }
      hasComma = hasComma || parts.count == 2
    }
    return hasComma
  }
}

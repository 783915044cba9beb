import Timeline

/// Why a row of an import is not a stint.
public enum RowProblem: Error, Hashable, Sendable {
  // Of the form, CSV.
  case fieldCount(Int, expected: Int)
  /// A quoted field does not end on its line. RFC 4180 allows that, but no column can hold a line break.
  case quoteNotClosed
  /// Something stands between a closing quote and the next comma, or a quote within a field that is not quoted.
  case strayQuote

  /// The text ends in the middle of this column, which is the last one of its last line.
  case cutOff(StintColumn)

  // Of the form, JSON.
  /// The text of an object breaks off or goes wrong where this was expected.
  case syntax(expected: String)
  /// The value is not of the column's type: a number for lengths, else a string.
  case wrongType(StintColumn)
  case unknownColumn(String)
  case doubledColumn(StintColumn)
  case missing(StintColumn)

  // Of the content.
  /// A column that must have a value has none.
  case empty(StintColumn)
  /// The value cannot be read as what the column holds.
  case unreadable(StintColumn, String)
  /// The time left over is not the difference of the other two.
  case savedDoesNotFit(Duration, expected: Duration)
  /// Readable values that do not make a stint.
  case stint(StintProblem)
}

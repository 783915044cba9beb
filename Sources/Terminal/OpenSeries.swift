/// The series whose last announcement is directly above the line.
struct OpenSeries {
  let name: String
  let since: String
  var count = 1
  /// The number of rows of the last announcement, in a window of this many columns.
  var rows: Int
  let columns: Int

  /// Returns `true` if this announcement can take the last one's place.
  /// - Parameter rows: the number of rows of the line being typed.
  func isContinued(by series: Announcement.Series, above rows: Int, in size: (columns: Int, rows: Int)) -> Bool {
    // Rows that have scrolled off the top of the screen cannot be replaced.
    name == series.name && columns == size.columns && self.rows + rows <= size.rows
  }
}

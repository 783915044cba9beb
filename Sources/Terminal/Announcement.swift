/// Lines that appear above the line being typed because something happened.
///
///     Announcement(["14:05:30  ⏭ story 5 by @ben"], series: .init("story.started", since: "14:05") { count, since in
///       ["14:05:30  ⏭ story 5 by @ben (\(count) since \(since))"]
///     })
public struct Announcement {
  /// Announcements of one kind that follow each other for a long time, such as the stories of a deck that plays by
  /// itself. If nothing was written since the last one, the next one takes its place, so that nothing scrolls away.
  public struct Series {
    let name: String
    let since: String
    let continued: (_ count: Int, _ since: String) -> [String]

    /// - Parameters:
    ///   - name: equal for all announcements of the series.
    ///   - since: the time of this announcement, in words.
    ///   - continued: returns the lines that replace the previous announcement's lines, given the number of
    ///     announcements so far with this one, and the time of the first.
    public init(_ name: String, since: String, continued: @escaping (_ count: Int, _ since: String) -> [String]) {
      (self.name, self.since, self.continued) = (name, since, continued)
    }
  }

  public var lines: [String]
  public var series: Series?

  public init(_ lines: [String] = [], series: Series? = nil) {
    (self.lines, self.series) = (lines, series)
  }
}

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

/// Lines that appear above the line being typed because something happened.
///
///     Announcement(["14:05:30  ⏭ story 5 by @ben"], series: .init("story.started", since: "14:05") { count, since in
///       ["14:05:30  ⏭ story 5 by @ben (\(count) since \(since))"]
///     })
public struct Announcement {
  /// Announcements of one kind that follow each other for a long time, such as the stories of a deck that plays by
  /// itself. If nothing was written since the last one, the next one takes its place, so that nothing scrolls away.
  public struct Series {
    package let name: String
    package let since: String
    package let continued: (_ count: Int, _ since: String) -> [String]

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

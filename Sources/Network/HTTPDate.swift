import Timeline

extension HTTPResponse {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// When the server sent it, by the server's own clock (RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`); `nil` where it
  /// does not say so.
  public var date: Instant? {
    let words = header("Date")?.split(separator: " ") ?? []
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = Self.months.firstIndex(of: String(words[2]))
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    return CivilTime(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])?.instant()
  }
}

import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The photos day by day, and those of a year ago.
struct TimelineCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "photos timeline", summary: "draws a bar for each day with photos, divided into moments",
      details: """
        The length of a bar shows how many photos the day has; gaps separate its moments. Days from about a year ago \
        are marked. The value is a list of days.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet days = photos timeline\nexpect ($days | count) == 4\nexpect $days[0].photos == 13",
          "four days"),
        .init("cluster Examples/Photos\nphotos timeline", "as bars"),
      ],
      searchWords: ["days", "calendar", "bars", "chart", "histogram", "moments"], in: .photos,
      shows: .drawn { TimelineCommands($0).showTimeline($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      let album = try CurrentLibrary(session).albumRead()
      return .value(.list(PhotoTimeline(album, session.world.photos.review).days.map { .record($0.record) }))
    },
    CommandEntry(
      "photos ago",
      [Parameter("YEARS", .number(1...200, whole: true), optional: true, "the number of years (default 1)")],
      summary: "lists the moments from this time a year ago, or YEARS years ago",
      details: "Lists the moments of that year that began within two weeks of today's date.",
      examples: [
        .init("cluster Examples/Photos\nexpect (photos ago 5 | count) == 0", "none"),
        .init("cluster Examples/Photos\nphotos ago", "a year ago"),
      ],
      searchWords: ["year", "anniversary", "memories", "then", "today"], in: .photos,
      shows: .drawn { TimelineCommands($0).showMomentsAgo($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let album = try CurrentLibrary(session).albumRead()
      let years = arguments[0].number.map { Int($0) } ?? 1
      let offset = session.options.zone.offset(at: session.now)
      let today = LocalTime(microseconds: session.now.microseconds + offset.microseconds)
      let records = album.records(session.world.photos.review)
      return .value(
        .list(
          album.moments.indices.filter { ReviewOrder.isAbout(album.moments[$0], years: years, before: today) }
            .map { records[$0] }))
    },
  ]
}

/// The days of a library, with their moments.
struct PhotoTimeline {
  struct Day {
    let day: LocalTime
    /// The moments with photos of this day, by time: the number of each, and its photos of the day.
    let moments: [(number: Int, photos: Int)]
    let left: Int

    var photos: Int { moments.reduce(0) { $0 + $1.photos } }

    var record: Record {
      [
        "day": .text(String(day.description.prefix(10))), "photos": photos.value, "left": left.value,
        "moments": .list(moments.map { .number(Double($0.number)) }),
      ]
    }
  }

  /// In order of time, without days that have no photos.
  let days: [Day]

  /// Groups the photos of an album by day. O(photos).
  init(_ album: Album, _ review: Review) {
    var days: [Int: (moments: [(number: Int, photos: Int)], left: Int)] = [:]
    for (index, moment) in album.moments.enumerated() {
      for photo in moment.photos {
        let day = album.scan.photos[photo].taken.local.dayNumber
        var entry = days[day] ?? ([], 0)
        if entry.moments.last?.number == index + 1 {
          entry.moments[entry.moments.count - 1].photos += 1
        } else {
          entry.moments.append((index + 1, 1))
        }
        if !review.isReviewed(album.marks[photo]) { entry.left += 1 }
        days[day] = entry
      }
    }
    self.days = days.sorted { $0.key < $1.key }.map { day, entry in
      Day(
        day: LocalTime(microseconds: Int64(day) * 86_400_000_000),
        moments: entry.moments.sorted { album.moments[$0.number - 1].start < album.moments[$1.number - 1].start },
        left: entry.left)
    }
  }
}

extension TimelineCommands {
  fileprivate func showTimeline(_ value: Value) {
    guard let album = session.world.photos.album else { return }
    let offset = session.options.zone.offset(at: session.now)
    let today = LocalTime(microseconds: session.now.microseconds + offset.microseconds)
    let days = PhotoTimeline(album, session.world.photos.review).days
    let shown = session.printer.listed(days)
    let most = days.map { $0.photos }.max() ?? 1
    let glyphs = session.output.line.glyphs
    let width = max(8, min(40, session.output.width - 34))
    session.printer.writeTable(
      shown, heading: { "\(CivilTime.monthNames[$0.day.month - 1]) \($0.day.year)" },
      [
        .init("day") { StyledText("\(TimeText.weekdays[$0.day.weekday]) \($0.day.day)") },
        .init("photos", .right) { StyledText(String($0.photos)) },
        .init("") { day in
          StyledText(
            day.moments.map {
              Picture.bar(Double($0.photos), of: Double(most), width: max(1, width - day.moments.count), glyphs: glyphs)
            }.joined(separator: " "), .tag)
        },
        .init("moments", rank: 1) { StyledText($0.moments.map { String($0.number) }.joined(separator: " "), .dim) },
        .init("", rank: 2) {
          StyledText(ReviewOrder.isAbout($0.day, years: 1, before: today) ? "a year ago" : "", .dim)
        },
      ])
    session.printer.writeMore(days.count - shown.count)
    if days.isEmpty { session.printer.writeLine(StyledText(" no photo has a date", .dim)) }
  }

  fileprivate func showMomentsAgo(_ value: Value) {
    let moments = (value.list ?? []).compactMap { $0.record }
    if moments.isEmpty { return session.printer.writeLine(StyledText(" no moments from this time in that year", .dim)) }
    let glyphs = session.output.line.glyphs
    let shown = session.printer.listed(moments)
    session.printer.writeTable(
      shown,
      [
        .init("#", .right) { StyledText(String(Int($0["number"]?.number ?? 0)), .dim) },
        .init("when", overflow: .wrap) { StyledText(sanitized($0["title"]?.text ?? "", glyphs: glyphs)) },
        .init("day") { StyledText(String(($0["start"]?.text ?? "").prefix(10))) },
        .init("photos", .right) { StyledText(String(Int($0["total"]?.number ?? 0))) },
      ])
    session.printer.writeMore(moments.count - shown.count)
  }
}

import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The view of moments: a table, then the reasons for their division.
struct MomentsView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
  }

  func showMoments(_ value: Value) {
    guard let album = world.photos.album else { return }
    let glyphs = output.line.glyphs
    let tally = world.photos.tally(album)
    let left = album.moments.indices.map { tally.left(in: $0) }
    let most = left.max() ?? 1
    let barWidth = output.width < 72 ? 0 : output.width < 100 ? 5 : 8
    // Finished moments are listed as well, unless the unfinished ones need the space.
    let all = Array(album.moments.enumerated())
    let hasRoom = printer.listed(all).count == all.count
    let moments = hasRoom ? all : all.filter { left[$0.offset] > 0 }
    let isByScore = album.choice.isByScore
    let shown = printer.listed(moments)
    printer.writeTable(
      shown,
      heading: isByScore
        ? nil : { "\(CivilTime.monthNames[$0.element.start.month - 1]) \($0.element.start.year)" },
      [
        .init("#", .right) { StyledText(String($0.offset + 1), .dim) },
        .init("when", overflow: .wrap) {
          StyledText(
            Self.day($0.element.start) + (isByScore ? Self.month($0.element.start) : "")
              + ($0.element.isDayOnly ? "" : ", " + $0.element.start.dayPart.rawValue))
        },
        .init(rank: 2) { StyledText(Self.hours($0.element, glyphs), .dim) },
        .init("photos", .right) { Self.count(left[$0.offset], of: $0.element.photos.count, glyphs) },
        .init(rank: 3, if: barWidth > 0) {
          let count = Double(left[$0.offset])
          return StyledText(Picture.bar(count, of: Double(most), width: barWidth, glyphs: glyphs), .tag)
        },
        .init("place", overflow: .wrap, rank: 1) {
          StyledText(album.places[$0.offset].map { sanitized($0.description, glyphs: glyphs) } ?? "")
        },
        .init(rank: 4) {
          StyledText($0.element.bursts.isEmpty ? "" : TimeText.count($0.element.bursts.count, "burst"), .dim)
        },
      ])
    printer.writeMore(moments.count - shown.count)
    for line in summary(album, leavesOut: !hasRoom) {
      for part in StyledText(line, .dim).wrapped(to: max(20, output.width - 1)) { printer.writeLine(" " + part) }
    }
  }

  /// Returns the number of a moment's photos; for a moment in review also the number left.
  private static func count(_ left: Int, of all: Int, _ glyphs: GlyphSet) -> StyledText {
    if left == 0 { return StyledText("\(Mark.done.text(glyphs)) \(all)", .dim) }
    return left == all ? StyledText("\(all)") : StyledText("\(left)") + StyledText(" of \(all)", .dim)
  }

  private static func month(_ time: LocalTime) -> String { " \(TimeText.months[time.month - 1]) \(time.year)" }

  private static func day(_ time: LocalTime) -> String { "\(TimeText.weekdays[time.weekday]) \(time.day)" }

  /// Returns `13:05–14:20`, with the day of the end if it differs.
  private static func hours(_ cluster: Cluster, _ glyphs: GlyphSet) -> String {
    let (start, end) = (cluster.start, cluster.end)
    if cluster.isDayOnly { return "" }
    let first = TimeText.digits(start.hour, start.minute)
    if cluster.photos.count == 1 { return first }
    let last = TimeText.digits(end.hour, end.minute)
    let dash = glyphs == .unicode ? "–" : "-"
    if start.dayNumber == end.dayNumber { return first == last ? first : first + dash + last }
    let year = start.year == end.year ? "" : " \(end.year)"
    let month = start.month == end.month && year.isEmpty ? "" : " " + TimeText.months[end.month - 1] + year
    return "\(first) \(dash) \(day(end))\(month), \(last)"
  }

  private func summary(_ album: Album, leavesOut: Bool) -> [String] {
    let clustering = album.clustering
    let photos = TimeText.count(album.scan.photos.count, "photo")
    let moments = TimeText.count(clustering.clusters.count, "moment")
    let gap = TimeText.length(clustering.threshold)
    var lines: [String]
    switch clustering.rule {
    case .fixed: lines = ["\(photos) in \(moments). New moment after \(gap)."]
    case .smart:
      let source =
        switch (clustering.percentile, clustering.gapCount) {
        case (let percentile?, let count?) where percentile == clustering.threshold:
          "90th percentile of \(TimeText.count(count, "gap"))"
        case (let percentile?, let count?):
          "the nearest limit: the 90th percentile of \(TimeText.count(count, "gap")) is \(TimeText.length(percentile))"
        default: "the minimum, for lack of gaps"
        }
      lines = ["\(photos) in \(moments). New moment after \(gap) (\(source)) or 1 km."]
    }
    let tally = world.photos.tally(album)
    let done = tally.done
    if done > 0 {
      let finished = album.moments.indices.count { tally.left(in: $0) == 0 }
      let words = finished > 0 ? ", and \(TimeText.count(finished, "moment")) finished" : ""
      let gone = finished > 0 && leavesOut ? ", which \(finished == 1 ? "is" : "are") not listed" : ""
      let share = "\(TimeText.grouped(done)) of \(TimeText.grouped(album.marks.count))"
      lines.append("\(share) reviewed\(words)\(gone).")
    }
    if album.choice.isByScore { lines.append("The moments most worth reviewing come first.") }
    let undated = clustering.undated.count
    if undated > 0 {
      lines.append("\(TimeText.count(undated, "photo")) without a moment: no usable date in the metadata.")
    }
    let skipped = album.scan.problems.count { $0.isSkippedOnPurpose }
    let troubles = album.scan.troubles.count
    let notes = album.scan.problems.count - skipped - troubles
    if troubles > 0 { lines.append("\(TimeText.count(troubles, "file")) could not be read; try: photos report") }
    if notes > 0 { lines.append("\(TimeText.count(notes, "photo")) with notes on dates or damage; try: photos report") }
    if skipped > 0 {
      lines.append("\(TimeText.count(skipped, "folder or file", "folders or files")) skipped; try: photos report")
    }
    if let others = PhotoReport.others(album.scan) { lines.append(others + ".") }
    return lines
  }
}

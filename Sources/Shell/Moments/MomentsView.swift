import Moments
import StoryScript
import Terminal
import Timeline

/// The view of moments: a table, then how they were found.
extension Session {
  func showMoments(_ value: Value) {
    guard let album = world.photos.album else { return }
    let clustering = album.clustering
    let glyphs = output.line.glyphs
    let most = clustering.clusters.map(\.photos.count).max() ?? 1
    let barWidth = output.width < 72 ? 0 : output.width < 100 ? 5 : 8
    var columns = [
      Table.Column("#", alignment: .right, overflow: .keep), Table.Column("when", overflow: .keep),
      Table.Column("", overflow: .keep), Table.Column("photos", alignment: .right, overflow: .keep),
    ]
    if barWidth > 0 { columns.append(Table.Column("", overflow: .keep)) }
    columns.append(Table.Column("place", overflow: .clip))
    columns.append(Table.Column("", overflow: .keep))
    let rows = clustering.clusters.enumerated().map { index, cluster in
      row(cluster, number: index + 1, most: most, barWidth: barWidth, glyphs: glyphs)
    }
    for line in Table(columns: columns, rows: rows).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
    for line in summary(album) {
      for part in StyledText(line, .dim).wrapped(to: max(20, output.width - 1)) { speaker.writeLine(" " + part) }
    }
  }

  private func row(_ cluster: Cluster, number: Int, most: Int, barWidth: Int, glyphs: GlyphSet) -> [StyledText] {
    let day =
      "\(TimeText.weekdays[cluster.start.weekday]) \(cluster.start.day) \(TimeText.months[cluster.start.month - 1])"
    let dash = glyphs == .unicode ? "–" : "-"
    let start = timeOfDay(cluster.start)
    let hours = cluster.photos.count == 1 ? start : start + dash + timeOfDay(cluster.end)
    var cells: [StyledText] = [
      StyledText(String(number), .dim), StyledText("\(day), \(cluster.start.dayPart.rawValue)"),
      StyledText(hours, .dim),
      StyledText(String(cluster.photos.count)),
    ]
    if barWidth > 0 {
      cells.append(
        StyledText(Picture.bar(Double(cluster.photos.count), of: Double(most), width: barWidth, glyphs: glyphs), .tag))
    }
    cells.append(StyledText(cluster.place.map { sanitized($0.description, glyphs: glyphs) } ?? ""))
    cells.append(StyledText(cluster.bursts.isEmpty ? "" : TimeText.count(cluster.bursts.count, "burst"), .dim))
    return cells
  }

  private func timeOfDay(_ time: LocalTime) -> String {
    [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  private func summary(_ album: Album) -> [String] {
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
          "90th percentile of \(TimeText.count(count, "gap")) is \(TimeText.length(percentile)), limited"
        default: "the least, for want of gaps"
        }
      lines = ["\(photos) in \(moments). New moment after \(gap) (\(source)) or 1 km."]
    }
    let problems = album.scan.problems.count
    if problems > 0 {
      lines.append("\(TimeText.count(problems, "file")) gave trouble: photos report")
    }
    return lines
  }

  func showProblems(_ value: Value) {
    guard case .list(let items) = value else { return }
    guard !items.isEmpty else { return speaker.writeLine(StyledText(" all files were read", .dim)) }
    for item in items {
      guard let record = item.record else { continue }
      speaker.writeLine(
        StyledText(" " + sanitized(record["file"]?.text ?? "", glyphs: output.line.glyphs))
          + StyledText(" " + (record["problem"]?.text ?? ""), .dim))
    }
  }
}

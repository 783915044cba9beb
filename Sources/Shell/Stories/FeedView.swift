import Stories
import StoryScript
import Terminal
import Timeline

/// The feed for people: rings and hearts instead of words.
extension Session {
  func showStories(_ value: Value) {
    // An input that had no effect has no list, and its event has said so.
    guard let list = value.list else { return }
    let records = list.compactMap(\.record)
    guard let last = records.last else {
      let why = endsBeyond(world.stories.loader.request) ? "the feed ends here" : "all of these have expired"
      return speaker.writeLine(StyledText(" no stories: \(why)", .dim))
    }
    let glyphs = output.line.glyphs
    var columns: [Table.Column] = [
      .init("story", alignment: .right), .init(""), .init("user"), .init("picture"), .init(""),
      .init("age", alignment: .right), .init("left", alignment: .right),
    ]
    // What the age says as well goes first in a narrow window.
    if output.width < 60 { columns.removeLast() }
    let rows = records.map { record -> [StyledText] in
      let cells: [StyledText] = [
        StyledText(runtime.writer.text(record["story"] ?? .none)), ring(record["ring"]?.text, glyphs),
        StyledText("@" + (record["author"]?.text ?? ""), .mention), StyledText(record["picture"]?.text ?? ""),
        record["liked"]?.bool == true ? StyledText(Mark.liked.text(glyphs)) : "",
        StyledText(record["age"]?.text ?? "", .duration),
        StyledText(record["left"]?.duration.map { TimeText.length($0) } ?? "", .dim),
      ]
      return Array(cells.prefix(columns.count))
    }
    for line in Table(columns: columns, rows: rows).lines(width: output.width, glyphs: glyphs) {
      speaker.writeLine(line)
    }
    guard let cursor = record(last, "cursor") else { return }
    let user = cursor.hasPrefix("@") ? " of \(cursor.prefix { $0 != "-" })" : ""
    let dots = glyphs == .unicode ? "○ unseen, ◐ partly seen, ● seen" : "o unseen, % partly seen, * seen"
    // A list without a page is full unless nothing follows.
    let isLast =
      world.stories.loader.request?.page == nil
      ? records.count < Feed.pageSize : last["story"]?.number == Double(Feed.ids.upperBound)
    let more = isLast ? "that was all" : "more: stories\(user) after \(cursor)"
    speaker.writeLine(StyledText(" \(dots); \(more)", .dim))
  }

  /// Whether nothing can come after a request's cursor: the feed has an end, far away.
  private func endsBeyond(_ request: FeedLoader.Request?) -> Bool {
    guard case .list(_, let cursor?) = request else { return false }
    return cursor.lastID > Feed.ids.upperBound - world.stories.feed.base.count
  }

  private func record(_ record: Record, _ name: String) -> String? { record[name]?.text }

  private func ring(_ name: String?, _ glyphs: GlyphSet) -> StyledText {
    switch name {
    case "seen": StyledText(glyphs == .unicode ? "●" : "*", .dim)
    case "partlySeen": StyledText(glyphs == .unicode ? "◐" : "%")
    default: StyledText(glyphs == .unicode ? "○" : "o", .heading)
    }
  }
}

import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The feed for people: rings and hearts instead of words.
struct FeedView {
  private let output: Output
  private let printer: OutputPrinter
  private let world: World
  private let runtime: Runtime

  init(_ session: Session) {
    output = session.output
    printer = session.printer
    world = session.world
    runtime = session.runtime
  }

  func showStories(_ value: Value) {
    // An input without effect returns no list, and its event has reported that.
    guard let list = value.list else { return }
    let records = list.compactMap { $0.record }
    guard let last = records.last else {
      let why = endsBeyond(world.stories.loader.request) ? "the feed ends here" : "all of them have expired"
      return printer.writeLine(StyledText(" no stories: \(why)", .dim))
    }
    let glyphs = output.line.glyphs
    printer.writeTable(
      records,
      [
        // A long title must not take the space of a picture's name.
        .init(output.width < 50 ? "#" : "story", .right) { StyledText(self.runtime.writer.text($0["story"] ?? .none)) },
        .init { self.ring($0["seen"]?.bool == true ? .seen : .unseen, glyphs) },
        userColumn(glyphs),
        .init("picture", overflow: .wrap, rank: 1) { StyledText(sanitized($0["picture"]?.text ?? "", glyphs: glyphs)) },
        .init { $0["liked"]?.bool == true ? StyledText(Mark.liked.text(glyphs)) : "" },
        .init("age", .right, rank: 2) { StyledText($0["age"]?.text ?? "", .duration) },
        // The age contains the same information, so this column disappears first in a narrow window.
        .init("left", .right, rank: 3, if: output.width >= 60) {
          StyledText($0["left"]?.duration.map { TimeText.length($0) } ?? "", .dim)
        },
      ])
    guard let cursor = last["cursor"]?.text else { return }
    let user = cursor.hasPrefix("@") ? " of \(cursor.prefix { $0 != "-" })" : ""
    let dots =
      glyphs == .unicode
      ? "○ unseen, ● seen; user's ring: ◐ partly seen" : "o unseen, * seen; user's ring: % partly seen"
    // A list without a page is full unless nothing follows.
    let isLast =
      world.stories.loader.request?.page == nil
      ? records.count < Feed.pageSize : last["story"]?.number == Double(Feed.ids.upperBound)
    let more = isLast ? "end of list" : "more: stories\(user) after \(cursor)"
    for line in StyledText("\(dots); \(more)", .dim).wrapped(to: max(20, output.width - 1)) {
      printer.writeLine(" " + line)
    }
  }

  /// Returns the column of users, each with their own ring for everything that they share in that round.
  private func userColumn(_ glyphs: GlyphSet) -> RowColumn<Record> {
    .init("user") { record in
      self.ring(record["ring"]?.text.flatMap { .init(rawValue: $0) }, glyphs)
        + StyledText(" @" + (record["author"]?.text ?? ""), .mention)
    }
  }

  /// Writes the tray: one line for each user.
  func showUsers(_ value: Value) {
    let records = value.list?.compactMap { $0.record } ?? []
    guard !records.isEmpty else { return printer.writeLine(StyledText(" no stories: all of them have expired", .dim)) }
    let glyphs = output.line.glyphs
    printer.writeTable(
      records,
      [
        userColumn(glyphs),
        .init("stories", .right) { StyledText(self.runtime.writer.text($0["stories"] ?? .none)) },
        .init("seen", .right) { StyledText(self.runtime.writer.text($0["seen"] ?? .none)) },
        .init("newest", .right) { StyledText($0["newest"]?.text ?? "", .duration) },
      ])
  }

  /// Returns whether nothing can follow a request's cursor: the feed has an end, far away.
  private func endsBeyond(_ request: FeedLoader.Request?) -> Bool {
    guard case .list(_, let cursor?) = request else { return false }
    return cursor.lastID > Feed.ids.upperBound - world.stories.feed.base.count
  }

  private func ring(_ ring: Interactions.Ring?, _ glyphs: GlyphSet) -> StyledText {
    switch ring {
    case .seen: StyledText(glyphs == .unicode ? "●" : "*", .dim)
    case .partlySeen: StyledText(glyphs == .unicode ? "◐" : "%")
    case .unseen, nil: StyledText(glyphs == .unicode ? "○" : "o", .heading)
    }
  }
}

/// The transition table of the feed's loader, for people.
enum LoaderView {
  static let table = TransitionView(name: name) { (state: FeedLoader.State, input: FeedLoader.InputKind) in
    switch FeedLoader.cell(state, input) {
    case .to(let next): .init(words: next.rawValue, targets: [next.rawValue])
    case .ignored(let reason): .init(words: "ignored: \(TransitionView.spaced(reason.rawValue))")
    case .refused: .init(words: "refused")
    case .never: .init(words: "never")
    }
  }

  private static func name(_ input: FeedLoader.InputKind) -> String {
    switch input {
    case .load: "stories"
    case .retry: "feed retry"
    case .arrived: "a list loads"
    case .lost: "a list fails"
    }
  }

  /// The table and the chart in Markdown.
  static var markdown: String {
    var lines = table.markdownTable + ["", "```mermaid", "stateDiagram-v2", "  [*] --> idle"]
    for (place, state) in table.states.enumerated() {
      for row in table.rows { lines += row.cells[place].targets.map { "  \(state) --> \($0): \(row.input)" } }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }
}

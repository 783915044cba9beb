import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Notifications as users read them: a line for each group, and answers, mentions and quotes as posts.
struct NotificationView {
  private let session: Session
  private let posts: PostLines

  init(_ session: Session) {
    self.session = session
    posts = PostLines(session)
  }

  /// - Parameter isWhole: `true` for a list that was just read: its end is announced.
  func show(_ value: Value, isWhole: Bool = true) {
    let records = (value.list ?? [value]).compactMap { $0.record }
    let shown = session.printer.listed(records)
    for record in shown { session.printer.writeLines(lines(record, width: session.output.width)) }
    session.printer.writeMore(records.count - shown.count)
    guard isWhole else { return }
    for words in ReadingView(session).readingEnd(value) { session.printer.writeWrapped(words) }
  }

  /// Returns a group as lines.
  func lines(_ record: Record, width: Int) -> [StyledText] {
    let unread = Int(record["unread"]?.wholeNumber ?? 0)
    let lead = unread > 0 ? Mark.starts.text(posts.glyphs) : " "
    let kind = NotificationItem.Kind(rawValue: record["kind"]?.text ?? "")
    if kind.isPost, record["ref"]?.text != nil {
      return posts.lines(record, isWhole: false, lead: lead, note: Self.note(kind), width: width)
    }
    var line = StyledText(kind == .contactMatch ? "your contact " : kind == .subscribedPost ? "new posts by " : "")
    line += people(record)
    let doing = doing(kind, record)
    if !doing.isEmpty { line += StyledText(" " + doing) }
    let count = Int(record["count"]?.wholeNumber ?? 1)
    if unread > 0, unread < count { line += StyledText(", \(TimeText.grouped(unread)) new") }
    if case .date(let latest)? = record["created"] {
      line += StyledText(posts.glyphs.middleDot + posts.age(latest), .dim)
    }
    let indent = PostLines.indent
    let first = StyledText(lead + String(repeating: " ", count: indent - 1), .heading)
    let others = StyledText(String(repeating: " ", count: indent))
    var lines = line.wrapped(to: max(20, width - indent)).enumerated().map { ($0 == 0 ? first : others) + $1 }
    guard let text = record["text"]?.text, !text.isEmpty else { return lines }
    let words = StyledText(text.sanitizedText(posts.glyphs), .dim).clipped(
      to: max(20, width - indent), mark: posts.glyphs.cut)
    lines += posts.beneath(words, 0, width)
    return lines
  }

  /// Returns the reason for notifying the account of a post, unless the post itself shows it.
  private static func note(_ kind: NotificationItem.Kind) -> String? { kind == .mention ? "mentions you" : nil }

  /// Returns `@ana.test`, `@ana.test and @ben.test` or `@ana.test and 8 others`, and says if there may be more people.
  private func people(_ record: Record) -> StyledText {
    let names = (record["authors"]?.list ?? []).compactMap { $0.text }.map {
      StyledText("@" + sanitized($0, glyphs: posts.glyphs), .mention)
    }
    let mayGrow = record["more"]?.bool == true
    switch names.count {
    case 0: return StyledText("someone")
    case 1: return names[0] + StyledText(mayGrow ? " and maybe others" : "")
    case 2 where !mayGrow: return names[0] + StyledText(" and ") + names[1]
    case 2: return names[0] + StyledText(" and 1 or more others")
    default:
      return names[0] + StyledText(" and \(TimeText.grouped(names.count - 1))\(mayGrow ? " or more" : "") others")
    }
  }

  private func doing(_ kind: NotificationItem.Kind, _ record: Record) -> String {
    let isOne = record["count"]?.wholeNumber == 1 && record["more"]?.bool != true
    let post = record["ref"]?.text.map { sanitized($0, glyphs: posts.glyphs) } ?? "one of your posts"
    switch kind {
    case .like: return "\(isOne ? "likes" : "like") \(post)"
    case .repost: return "\(isOne ? "reposts" : "repost") \(post)"
    case .follow: return "\(isOne ? "follows" : "follow") you"
    case .likeViaRepost: return "\(isOne ? "likes" : "like") \(post), which you reposted"
    case .repostViaRepost: return "\(isOne ? "reposts" : "repost") \(post), which you reposted"
    case .subscribedPost: return ""
    case .starterPackJoined:
      let name = record["pack"]?.text.map { " " + $0.sanitizedText(posts.glyphs) } ?? ""
      return "joined Bluesky through your starter pack\(name)"
    case .verified: return "verified you"
    case .unverified: return "withdrew your verification"
    case .contactMatch: return "\(isOne ? "is" : "are") on Bluesky"
    case .reply: return "replies to you, in a post that no longer exists"
    case .mention: return "mentions you, in a post that no longer exists"
    case .quote: return "quotes you, in a post that no longer exists"
    default:
      return "sent an unknown kind of notification (\(sanitized(kind.rawValue, glyphs: posts.glyphs)))"
    }
  }
}

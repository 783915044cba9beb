import Bluesky
import RichText
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Posts as lines: author and time, the text with its own facets, the embed, and the counts.
struct PostLines {
  let glyphs: GlyphSet
  private let posts: PostPart
  private let now: Instant
  private let zone: Zone
  /// The account that reads.
  private let account: Account?

  init(_ session: Session) {
    (posts, now, zone) = (session.world.posts, session.now, session.options.zone)
    glyphs = session.output.line.glyphs
    account = AccountAccess(session).account
  }

  /// The number of rows of a text that lists show. The longest regular posts, without empty lines, have fewer.
  private static let textRows = 24

  /// The number of columns before the text of a post.
  static let indent = 6

  /// Returns a post as lines.
  /// - Parameters:
  ///   - isWhole: `true` to show concealed content.
  ///   - lead: the first cell of the first line.
  ///   - note: a line above the text; `nil` for none.
  ///   - width: the width of the window, in cells; values below 20 count as 20.
  ///   - pictures: the rows of the pictures that are drawn, by the pictures' indices.
  func lines(
    _ record: Record, isWhole: Bool, lead: String = " ", note: String? = nil, width: Int,
    pictures: [Int: [StyledText]] = [:]
  ) -> [StyledText] {
    var lines: [StyledText] = []
    let depth = Int(max(0, min(8, (record["level"] ?? record["depth"])?.wholeNumber ?? 0)))
    // A conversation is indented to the right as far as a narrow window allows, a little for each level.
    let margin = max(min(depth, 4), min(depth * 2, max(0, width - 40) / 2))
    guard let number = record["ref"]?.text.flatMap({ Int($0.dropFirst()) }),
      let item = posts.reading.references[number],
      let post = item.post.map({ posts.seen($0) })
    else { return [absent(record)].flatMap { beneath($0, margin, width) } }
    if record["above"]?.bool == true { lines += beneath(dim("earlier posts: thread @\(number)"), margin, width) }
    let mark = StyledText(
      "\(lead)@\(number)".padding(to: Self.indent), record["depth"]?.number == 0 ? .heading : .dim)
    let head = mark + heading(post.author, post.created)
    for (place, line) in head.wrapped(to: max(20, width - margin)).enumerated() {
      lines.append(blanks(margin + (place == 0 ? 0 : Self.indent)) + line)
    }
    if let by = record["by"]?.text { lines += beneath(dim("reposted by @" + by), margin, width) }
    if record["pinned"]?.bool == true { lines += beneath(dim("pinned"), margin, width) }
    if record["apart"]?.bool == true, let parent = post.parent.flatMap({ posts.reading.references[$0] }) {
      lines += beneath(dim("replies to @\(parent)"), margin, width)
    }
    if let answered = answered(item), record["depth"] == nil { lines += beneath(dim(answered), margin, width) }
    if let note { lines += beneath(dim(note), margin, width) }
    let reposter = record["by"]?.text.flatMap { posts.reading.references.people[$0] }
    let unwanted = reposter.flatMap { posts.unwanted($0) }.map(unshown)
    if !isWhole, let why = posts.concealment(of: post).map(words) ?? unwanted {
      let words = "\(why): show @\(number)"
      lines += beneath(StyledText(sanitized(words, glyphs: glyphs), .held), margin, width)
    } else {
      let text = StyledText(reading: post.text, facets: post.facets, glyphs: glyphs) { self.other($0, post.mentioned) }
      let rows = beneath(text, margin, width)
      lines += isWhole ? rows[...] : rows.prefix(Self.textRows)
      if !isWhole, rows.count > Self.textRows {
        let count = TimeText.count(rows.count - Self.textRows, "more line")
        lines += beneath(dim("\(glyphs.ellipsis) \(count): show @\(number)"), margin, width)
      }
      let warning = isWhole ? nil : posts.mediaWarning(of: post).map { ($0, number) }
      for line in embedded(post.embed, warning, width, pictures) { lines += beneath(line, margin, width) }
    }
    let received = received(post)
    if !received.isEmpty { lines += beneath(dim(received), margin, width) }
    if let below = record["below"]?.wholeNumber, below > 0 {
      let label = below == 1 ? "1 more reply" : "\(TimeText.grouped(Int(below))) more replies"
      lines += beneath(dim("\(label): thread @\(number)"), margin, width)
    }
    return lines
  }

  private func blanks(_ count: Int) -> StyledText { StyledText(String(repeating: " ", count: count)) }

  private func dim(_ text: String) -> StyledText { StyledText(sanitized(text, glyphs: glyphs), .dim) }

  /// Returns lines below the heading of a post.
  func beneath(_ text: StyledText, _ margin: Int, _ width: Int) -> [StyledText] {
    let left = margin + Self.indent
    return text.lines.flatMap { $0.wrapped(to: max(20, width - left)) }.filter { !$0.isEmpty }.map { blanks(left) + $0 }
  }

  /// Returns the author and the age of a post.
  private func heading(_ person: Person, _ created: Instant?) -> StyledText {
    var line = StyledText()
    if !person.name.isEmpty {
      line += StyledText(person.name.sanitizedText(glyphs), .heading).clipped(to: 40, mark: glyphs.cut) + " "
    }
    line += StyledText("@" + person.handle, .mention)
    if let created { line += StyledText(glyphs.middleDot + age(created), .dim) }
    return line
  }

  /// Returns `now`, `12 min`, `3 h`, `5 d`, or the day.
  func age(_ created: Instant) -> String {
    let minutes = (now - created).microseconds / 60_000_000
    switch minutes {
    case ..<1: return "now"
    case ..<60: return "\(minutes) min"
    case ..<1_440: return "\(minutes / 60) h"
    case ..<43_200: return "\(minutes / 1_440) d"
    default:
      let day = zone.civil(created)
      return "\(day.day) \(TimeText.months[day.month - 1]) \(day.year)"
    }
  }

  private func answered(_ item: FeedItem) -> String? {
    guard let post = item.post, let parent = post.parent else { return nil }
    switch item.answered {
    case .post(let handle): return "replies to @" + handle
    case .absent(let reason): return "replies to \(words(reason))"
    case nil:
      if let number = posts.reading.references[parent],
        let author = posts.reading.references[number]?.post?.author
      {
        return "replies to @" + author.handle
      }
      if let account, parent.repository == account.did {
        return "replies to @" + account.handle
      }
      return "replies to another post"
    }
  }

  private func words(_ reason: AbsentPost.Reason) -> String {
    switch reason {
    case .deleted: "a post that was deleted or never existed"
    case .blocked: "a post by a blocked account"
    case .detached: "a post that its author detached"
    case .unknown(let kind): "unknown content (\(kind))"
    }
  }

  private func words(_ concealment: PostView.HiddenReason) -> String { unshown(PostPart.words(concealment)) }

  private func unshown(_ why: String) -> String { "hidden because " + why }

  private func absent(_ record: Record) -> StyledText {
    let type = record["embed"]?.record?["type"]?.text ?? ""
    let reason: AbsentPost.Reason =
      switch type {
      case "deleted", "": .deleted
      case "blocked": .blocked
      case "detached": .detached
      default: .unknown(type)
      }
    return dim(words(reason))
  }

  // MARK: The embed

  /// - Parameter warning: why pictures and other media are not shown, and the number of the post.
  private func embedded(
    _ embed: EmbedView?, _ warning: (ContentLabel.Reason, Int)?, _ width: Int, _ pictures: [Int: [StyledText]]
  ) -> [StyledText] {
    guard let embed else { return [] }
    var lines: [StyledText] = []
    if embed.hasMedia {
      if let (reason, number) = warning {
        // The pictures are the subject here, so "it" would not be the post.
        let why = reason.rawValue.hasPrefix("it ") ? "the post " + reason.rawValue.dropFirst(3) : reason.rawValue
        let words = "\(media(embed)) hidden because \(why): show @\(number)"
        lines.append(StyledText(sanitized(words, glyphs: glyphs), .held))
      } else {
        lines += self.media(embed, pictures)
      }
    }
    if let quote = embed.quote { lines += quoted(quote, width) }
    if let unknown = embed.unknown {
      lines.append(StyledText("with unknown content (\(sanitized(unknown, glyphs: glyphs)))", .dim))
    }
    return lines
  }

  /// Returns the kind of media in a post's embed, for display.
  private func media(_ embed: EmbedView) -> String {
    if embed.images.count > 1 { return "\(embed.images.count) pictures" }
    if embed.images.count == 1 { return "picture" }
    if embed.video?.isGIF == true || embed.card?.gifDescription != nil { return "GIF" }
    return embed.video != nil ? "video" : "page"
  }

  private func media(_ embed: EmbedView, _ pictures: [Int: [StyledText]]) -> [StyledText] {
    var lines: [StyledText] = []
    for (place, image) in embed.images.enumerated() {
      let alt = image.alt.isEmpty ? "without a description" : image.alt.sanitizedText(glyphs)
      let which = embed.images.count == 1 ? "picture" : "picture \(place + 1)"
      var line = StyledText()
      line.append("\(which): \(alt)", .dim, target: image.uri)
      if let host = image.uri.flatMap({ LinkHost.of($0) }) { line.append(" (\(host))", .dim) }
      lines.append(line)
      lines += pictures[place] ?? []
    }
    if let video = embed.video {
      let alt = video.alt.isEmpty ? "without a description" : video.alt.sanitizedText(glyphs)
      lines.append(StyledText("\(video.isGIF ? "GIF" : "video"): \(alt)", .dim))
    }
    if let card = embed.card, let alt = card.gifDescription {
      var line = StyledText("GIF: ", .dim)
      line.append(alt.isEmpty ? "without a description" : alt.sanitizedText(glyphs), .dim, target: card.uri)
      line.append(" (\(LinkHost.of(card.uri) ?? ""))", .dim)
      lines.append(line)
    } else if let card = embed.card {
      var line = StyledText("page: ", .dim)
      line.append(card.title.isEmpty ? "without a title" : card.title.sanitizedText(glyphs), .link, target: card.uri)
      line.append(" (\(LinkHost.of(card.uri) ?? ""))", .dim)
      lines.append(line)
    }
    return lines
  }

  /// The words for the lexicons' kinds of things that are quoted like posts.
  private static let kinds = [
    "generatorView": "feed", "listView": "list", "labelerView": "labelling service",
    "starterPackViewBasic": "starter pack",
  ]

  /// The number of rows of a quoted text that are shown, and the width of a row in a window of 80 cells.
  private static let quotedRows = 4

  private func quoted(_ quote: EmbedView.Quote, _ room: Int) -> [StyledText] {
    let bar = StyledText(glyphs == .unicode ? "│ " : "| ", .dim)
    switch quote {
    case .absent(let absent): return [bar + StyledText(sanitized(words(absent.reason), glyphs: glyphs), .dim)]
    case .other(let kind, let name):
      let word = Self.kinds[kind] ?? sanitized(kind, glyphs: glyphs)
      return [bar + StyledText("\(word): \(name.sanitizedText(glyphs))", .dim)]
    case .post(let post):
      var rows = [heading(post.author, post.created)]
      if let concealment = posts.concealment(of: post) {
        rows.append(StyledText(sanitized(words(concealment), glyphs: glyphs), .held))
        return rows.map { bar + $0 }
      }
      let width = max(18, room - Self.indent - 4)
      let all = StyledText(reading: post.text, facets: post.facets, glyphs: glyphs) { self.other($0, post.mentioned) }
      let text = all.lines.flatMap { $0.wrapped(to: width) }.filter { !$0.isEmpty }
      rows += text.prefix(Self.quotedRows)
      if text.count > Self.quotedRows { rows.append(StyledText(glyphs.ellipsis, .dim)) }
      return rows.map { bar + $0 }
    }
  }

  /// Returns the person that a mention means if the text names another person or none; `nil` if the text may be
  /// right.
  private func other(_ facet: Facet, _ mentioned: [Int: String]) -> String? {
    guard case .mention(let name, _) = facet.feature, let did = mentioned[facet.range.lowerBound] else { return nil }
    let people = posts.reading.references.people
    if let person = people[did], person.handle != Person.invalidHandle {
      return person.handle.lowercased() == name.lowercased() ? nil : "@" + person.handle
    }
    // The owner of an unknown DID cannot be known; but a known name with another DID belongs to another person.
    let isOthers = people[name].map { $0.did != did } ?? false
    let web = did.hasPrefix("did:web:") && did.dropFirst(8).lowercased() != name.lowercased()
    return isOthers || web || !Handle.isValid(name) ? did : nil
  }

  private func received(_ post: PostView) -> String {
    let counts = [
      (post.counts.likes, "like", "likes"), (post.counts.reposts, "repost", "reposts"),
      (post.counts.replies, "reply", "replies"), (post.counts.quotes, "quote", "quotes"),
    ].filter { $0.0 > 0 }.map { "\(TimeText.grouped($0.0)) \($0.0 == 1 ? $0.1 : $0.2)" }
    let mine = [
      post.viewer.isLiked ? Mark.liked.text(glyphs) + " liked" : nil, post.viewer.isReposted ? "reposted" : nil,
      post.viewer.isBookmarked ? "bookmarked" : nil,
      post.viewer.cannotReply ? "you cannot reply" : nil, post.viewer.cannotQuote ? "you cannot quote it" : nil,
    ].compactMap { $0 }
    return [counts, mine].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: glyphs.middleDot)
  }
}

extension StyledText {
  /// Styles a text by other people: its own facets are coloured, each link is followed by its host unless the text
  /// shows the host, and control characters are made visible.
  /// - Parameter other: returns the person that a mention means if the text does not say so.
  init(reading text: String, facets: [Facet], glyphs: GlyphSet, other: (Facet) -> String? = { _ in nil }) {
    self.init()
    let bytes = Array(text.utf8)
    var start = 0
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for facet in facets {
      if start < facet.range.lowerBound {
        append(piece(start..<facet.range.lowerBound).sanitizedText(glyphs, keepingLines: true))
      }
      let shown = piece(facet.range)
      var target: String?
      if case .link(let uri) = facet.feature { target = uri }
      append(shown.sanitizedText(glyphs, keepingLines: true), Style(facet.feature), target: target)
      if let target, let host = LinkHost.hostNotShown(target, in: shown) {
        append(" (\(sanitized(host, glyphs: glyphs)))", .dim)
      }
      if let other = other(facet) { append(" (\(sanitized(other, glyphs: glyphs)))", .dim) }
      start = facet.range.upperBound
    }
    if start < bytes.count { append(piece(start..<bytes.count).sanitizedText(glyphs, keepingLines: true)) }
  }
}

extension String {
  /// More scalars than a real character has: a family emoji with skin colours has eleven.
  private static let characterLimit = 16

  /// Returns a text by other people with its control characters made visible, and without many combining marks on one
  /// character.
  func sanitizedText(_ glyphs: GlyphSet, keepingLines: Bool = false) -> String {
    let clean = sanitized(self, keepingLines: keepingLines, glyphs: glyphs)
    guard clean.utf8.count > Self.characterLimit,
      clean.contains(where: { $0.unicodeScalars.count > Self.characterLimit })
    else { return clean }
    return clean.reduce(into: "") { text, character in
      let scalars = character.unicodeScalars
      text.unicodeScalars.append(contentsOf: scalars.prefix(Self.characterLimit))
    }
  }

  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}

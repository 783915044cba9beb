import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import Timeline

/// The common part of `post`, `reply` and `quote`: the text and the options for publishing it.
struct PostWriting {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// - Parameters:
  ///   - text: the description of the text parameter.
  ///   - first: the parameters before the text.
  ///   - beginsThread: `true` if the post answers no other, so that its author may say who replies.
  static func parameters(_ text: String, after first: [Parameter] = [], beginsThread: Bool = true) -> [Parameter] {
    first + [
      Parameter("TEXT", .text, text),
      .flag("split", "splits a longer text into a thread"),
      .flag("numbered", "numbers the posts of a thread: 1/4"),
      Parameter(
        "LANGUAGES", after: "lang", .text, optional: true, "the languages of the text, such as de or \"de en\""),
      Parameter("TAGS", after: "tags", .text, optional: true, "tags that are not in the text, such as \"swift shell\""),
      .flag("preview", "shows the post without publishing it"),
      Parameter(
        "WHEN", after: "at", .time, optional: true,
        "the time at which to send it: a date, 18:00, tomorrow 9:00, friday 9:00, or 2h from now (default: at once)"),
      anyway,
      Parameter(
        "QUOTES", after: "quotes", .choice(["on", "off"], orNumber: nil), optional: true,
        "whether others may quote the post (default on)"),
      Parameter(
        "WARNING", after: "warning", .choice(Post.Labels.ownWarnings, orNumber: nil), optional: true,
        "a content warning: sexual for suggestive content, nudity, porn, or graphic-media for violence"),
      Parameter(
        "CARD", after: "card", .choice(["on", "off"], orNumber: nil), optional: true,
        "a preview of the first linked page (default: the setting link-cards)"),
    ]
      + (beginsThread
        ? [
          Parameter(
            "WHO", after: "reply-to", .either([.name(.peopleList), .record(of: "a list of people")]), optional: true,
            "who may reply: followers, following, mentioned, nobody, or a list (default: everyone)")
        ] : [])
  }

  /// Publishes the text even if it looks like a secret.
  static let anyway = Parameter.flag("anyway", "publishes the text even if it looks like an app password or a token")

  /// The advice of a refusal for that reason.
  static let insists = "add `anyway` if it is not a secret"

  static let post = Parameter(
    "POST", .either([.name(.post), .record(of: "a post")]),
    "the post's number (such as @1), record or address (at://…), or the link to its page")
}

extension PostWriting {
  /// Writes the posts in the arguments.
  /// - Parameters:
  ///   - first: the index of the text among the arguments.
  ///   - extras: the post's reply target and quoted post.
  func write(_ arguments: Arguments, from first: Int, _ extras: PostExtras = PostExtras()) throws(Failure)
    -> CommandOutcome
  {
    var extras = extras
    extras.images = session.world.posts.images
    let posts = try PostWords.posts(
      arguments.text(first) ?? "", at: try session.present(),
      splits: arguments.flag(first + 1) || arguments.flag(first + 2),
      isNumbered: arguments.flag(first + 2),
      languages: arguments.text(first + 3) ?? session.world.posts.choices.language, tags: arguments.text(first + 4),
      warnings: [arguments.text(first + 9)].compactMap { $0 }, mayBeEmpty: extras.hasEmbed)
    extras.gates.allowsQuotes = arguments.text(first + 8) != "off"
    if arguments.count > first + 11, arguments.has(first + 11) {
      extras.gates.replies = try rules(arguments[first + 11], about: first + 11)
    }
    let planned = try planned(arguments[first + 6], first + 6)
    let cards = try LinkCardLoader(session).cards(
      of: posts, isWanted: arguments.text(first + 10).map { $0 == "on" }, hasPictures: !extras.images.isEmpty)
    extras.card = cards.found[0]
    if arguments.flag(first + 5) { return .value(try preview(posts, extras, cards, planned: planned)) }
    return .value(try queue(posts, extras, cards: cards.found, planned: planned, anyway: arguments.flag(first + 7)))
  }

  /// Returns the posts as they would be sent, with the reasons why links have no cards.
  private func preview(
    _ posts: [Post], _ extras: PostExtras, _ cards: LinkCardLoader.Cards, planned: Instant?
  ) throws(Failure) -> Value {
    defer {
      for card in cards.found.values { card.thumbnail.map { session.resources.posts.pictures.release($0.name) } }
    }
    var records: [JSON?] = []
    for (index, post) in posts.enumerated() {
      let own = index == 0 ? extras : PostExtras(card: cards.found[index], gates: extras.gates.ofContinuation)
      records.append(try record(toSend: post, own, planned: planned))
    }
    return PostRecord.preview(posts, extras, cards: cards.found, sent: records, missing: cards.missing)
  }

  /// Returns the rules for who may reply that an argument gives: words, or a list.
  private func rules(_ value: Value, about place: Int) throws(Failure) -> [PostGates.Rule] {
    if value.record != nil { return [.list(try PeopleLists(session).address(value, about: place))] }
    let text = value.text ?? ""
    let words = text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    if words == ["nobody"] { return [] }
    let rules = words.compactMap { word in word.contains("/") ? nil : PostGates.Rule(word: word) }
    if !words.isEmpty, rules.count == words.count { return rules }
    return [.list(try PeopleLists(session).address(value, about: place))]
  }

  /// Returns the record that would be sent for a post. The mentioned people, the answered post and the quoted post
  /// are looked up; nothing is sent. `nil` without an account, or if the server gives no answer.
  private func record(toSend post: Post, _ extras: PostExtras, planned: Instant?) throws(Failure) -> JSON? {
    guard let account = AccountAccess(session).account else { return nil }
    var publishing = Publishing(
      session.world.posts.sending.preparedPost(post, extras, planned: planned), as: account.did,
      key: RecordKey(session.now, device: account.did))
    var record: JSON?
    let outcome = try publishing.run(
      prepare: { (publishing, attempt) throws(Failure) in
        record = attempt.record
        publishing.stop(.later("only shown", until: nil))
      },
      request: { (_, call) throws(Failure) in
        if let picture = call.picture { return Self.uploaded(picture) }
        return try PostRequests(session).look(call, as: account)
      })
    if case .missing(let words) = outcome { throw .refused(words) }
    return record
  }

  /// Returns the answer of a server to an uploaded picture, with a placeholder for the name that the server would
  /// give.
  private static func uploaded(_ picture: PostImage) -> XRPCAnswer {
    .done([
      "blob": [
        "$type": "blob", "ref": ["$link": .string("picture-" + picture.name)], "mimeType": .string(picture.type),
        "size": .integer(Int64(picture.size)),
      ]
    ])
  }

  /// Returns the instant at which to send a post. A planned post needs an account that publishes it.
  private func planned(_ value: Value, _ place: Int) throws(Failure) -> Instant? {
    let instant: Instant
    switch value {
    case .date(let date): instant = date
    case .duration(let length): instant = session.now + length
    case .text(let text):
      guard let time = DayTime(text), let next = session.options.zone.instant(of: time, after: session.now) else {
        throw .refused("'\(text)' is not a time", "try: at 18:00, at tomorrow 9:00, or at 2026-11-20T18:00").about(
          place)
      }
      instant = next
    default: return nil
    }
    guard instant > session.now else {
      throw .refused("that time is in the past: a post needs a time in the future").about(place)
    }
    guard AccountAccess(session).account != nil else { throw AccountAccess(session).noAccount }
    return instant
  }

  /// Puts posts into the outbox: one post, or a thread. At a prompt a thread is shown first, and the user confirms
  /// it.
  /// - Parameters:
  ///   - extras: the first post's reply target and quoted post; its pictures are the attached ones that are waiting.
  ///   - cards: the previews of linked pages, by the index of the post.
  ///   - anyway: `true` to publish even a text that looks like a secret.
  /// - Returns: the record of the post, or a list of the thread's records.
  func queue(
    _ posts: [Post], _ extras: PostExtras = PostExtras(), cards: [Int: LinkCard] = [:], planned: Instant? = nil,
    anyway: Bool
  ) throws(Failure) -> Value {
    if !anyway {
      try session.checkIsPublic(
        posts.flatMap { [$0.text] + $0.labels.tags } + extras.images.map { $0.alt }, "posts are public",
        unchanged: "nothing was added to the outbox", Self.insists)
    }
    if posts.count > 1, session.questions.canAsk {
      PostTextView(session).showPosts(PostRecord.preview(posts, extras, cards: cards))
      guard session.confirms("add these \(posts.count) posts to the outbox?") else {
        throw .refused("nothing was added to the outbox")
      }
    }
    let pictures = session.world.posts.images + cards.values.compactMap { $0.thumbnail }
    for image in pictures { try session.resources.posts.pictures.keep(image.name) }
    let (account, now) = (AccountAccess(session).account?.did, session.now)
    let entries = session.resources.posts.numbers.give(.posts, above: session.world.posts.lastNumber) { first in
      let entries = session.change {
        $0.posts.add(posts, extras, cards: cards, for: account, planned: planned, from: first, at: now)
      }
      return (
        entries,
        entries.compactMap { entry in session.world.posts.sending.savedName(entry.identity).map { ($0, entry.id) } }
      )
    }
    session.resources.posts.touched.formUnion(entries.map { $0.id })
    for entry in entries { session.process(.posts(.queued(entry))) }
    try PostSender(session).sendAtOnce(entries)
    return entries.count == 1
      ? .record(PostRecord.make(entries[0])) : .list(entries.map { .record(PostRecord.make($0)) })
  }

  // MARK: The target

  /// Returns the post that an argument names: a text, or the record of a post.
  func target(_ value: Value, about place: Int = 0) throws(Failure) -> PostTarget {
    guard let record = value.record else { return try target(value.text ?? "", about: place) }
    if let uri = record["uri"]?.text { return try target(uri, about: place) }
    // The record is of a post in the outbox.
    if let number = (record["post"]?.wholeNumber) { return try target("@\(number)", about: place) }
    throw .refused("this record is not a post: it has no `uri`", "try: timeline | first").about(place)
  }

  private func target(_ text: String, about place: Int) throws(Failure) -> PostTarget {
    guard text.hasPrefix("@") else { return .there(try address(text, about: place)) }
    if let target = Int(text.dropFirst()).flatMap({ session.world.posts.target($0) }) { return target }
    let numbers = session.world.posts.numbers
    throw .refused(
      "there is no post \(text)",
      numbers.isEmpty
        ? "give the post's address (at://…) or the link to its page"
        : "this session has \(PostWords.list(numbers, "@"))"
    ).about(place)
  }

  /// Returns the address that an argument gives: as an at-URI, as a link to its page, or as the key of the user's own
  /// post.
  private func address(_ text: String, about place: Int) throws(Failure) -> RecordAddress {
    if RecordKey(text) != nil, let account = AccountAccess(session).account {
      return RecordAddress(repository: account.did, collection: RecordAddress.posts, key: text)
    }
    guard let address = RecordAddress(text) ?? RecordAddress(page: text), address.collection == RecordAddress.posts
    else {
      throw .refused(
        "'\(text)' is not a post",
        command(called: text)
          ?? "give the post's number (such as @1), its key from `post.sent`, its address (at://…), or the link to its page"
      ).about(place)
    }
    return address
  }

  /// Returns the command that a user who types the name probably wants, as in `show photos`.
  private func command(called word: String) -> String? {
    let table = session.catalog.schema.vocabulary.commands
    guard table.hasFirstWord(word) else { return nil }
    let isCommand = table.commands.contains { $0.words == [word] && !$0.parameters.contains { $0.isRequired } }
    return isCommand && Trial.outcome(of: word, in: session)?.isRefused != true ? "try: \(word)" : "try: help \(word)"
  }
}

import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The commands for starter packs: lists of people that a person recommends to newcomers.
struct StarterPackCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "starter pack",
      [
        Parameter(
          "PACK", .either([.text, .record(of: "a starter pack")]),
          "the link to the pack's page, its address at://…, or its record")
      ],
      summary: "reads a starter pack: its people and its feeds",
      details: """
        A pack is also a list of people: `members of PACK` shows them, `timeline PACK` and `listen to PACK` read their \
        posts, and `members of $pack | each { follow $it }` follows them. Nothing changes until you do. The `feeds` of \
        the record can be read with `timeline`.
        """,
      examples: [
        .init(
          "login bob.test\nlet pack = starter packs of ana.test | first\nlet whole = starter pack $pack\nexpect (members of $whole | count) == $whole.people",
          "its people"),
        .init(
          "login bob.test\nlet pack = starter pack https://bsky.app/starter-pack/ana.test/harbour\nexpect (timeline $pack.feeds[0] 3 | count) == 3",
          "one of its feeds"),
      ],
      searchWords: ["people", "list", "recommended", "newcomers", "follow", "join", "start"], advancesClock: true,
      gives: ReadingRecords.starterPackFields, in: .reading, shows: .drawn { StarterPackCommands($0).showPack($1) },
      role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in try StarterPackCommands(session).read(arguments[0]) },
    CommandEntry(
      "starter packs of",
      [
        Parameter(
          "HANDLE", .either([.name(.person), .record(of: "a person or a post")]),
          "a handle, such as ana.bsky.social, or @3 for the author of post @3"),
        ReadingCommands.count,
      ],
      summary: "lists the starter packs that a person made",
      examples: [
        .init("login bob.test\nexpect (starter packs of ana.test | first).name == \"Harbour people\"", "ana's")
      ],
      searchWords: ["people", "list", "recommended", "newcomers"], advancesClock: true,
      givesRows: ReadingRecords.starterPackFields, in: .reading, shows: .drawn { ReadingView($0).showReading($1) },
      role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        .starterPacks(try ListCommands(session).actor(arguments[0])), ReadingCommands.count(arguments, 1))
    },
  ]

  // MARK: Which pack is meant

  /// Returns the list with a pack's people: from the pack's record, or by a request.
  /// - Parameter place: the index of the argument, for messages.
  func list(of address: RecordAddress, _ value: Value, about place: Int) throws(Failure) -> RecordAddress {
    if let list = value.record?["list"]?.text.flatMap({ RecordAddress($0) }), list.collection == RecordAddress.lists {
      return list
    }
    let viewer = try PostReader(session).viewer(of: true)
    let answer = try PostRequests(session).look(StarterPack.call(address), as: viewer)
    return try pack(answer, about: place).list.address
  }

  private func pack(_ answer: XRPCAnswer, about place: Int) throws(Failure) -> StarterPack {
    if case .refused(let error) = answer, error.isUnknownActor {
      throw .refused("that starter pack was deleted or never existed").about(place)
    }
    guard let pack = StarterPack(answer: try PostReader(session).done(answer, way: nil)) else {
      throw .refused("the server's response does not describe a starter pack").about(place)
    }
    session.change {
      $0.posts.reading.learn([pack.list])
      $0.posts.reading.learn(pack.feeds)
      $0.posts.reading.references.add([pack.creator])
    }
    return pack
  }

  private func read(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let text = value.record.map { $0["uri"]?.text ?? "" } ?? value.text ?? ""
    guard let address = RecordAddress(text) ?? RecordAddress(page: text),
      address.collection == RecordAddress.starterPacks
    else {
      let isShort = text.contains("//go.bsky.app/")
      throw .refused(
        value.record == nil ? "'\(sanitized(text))' is not a starter pack" : "this record is not a starter pack",
        isShort
          ? "open the short link in a browser, and give the address of the page that it leads to"
          : "try: starter pack https://bsky.app/starter-pack/HANDLE/KEY; to list packs, try: starter packs of HANDLE"
      ).about(0)
    }
    session.change { $0.posts.reading.show(nil) }
    return try PostRequests(session).asking(StarterPack.call(address)) { (answer) throws(Failure) in
      .value(.record(ReadingRecords.make(try self.pack(answer, about: 0))))
    }
  }

  // MARK: Views

  /// Shows starter packs, one line each.
  func show(_ value: Value) {
    let packs = (value.list ?? []).compactMap { $0.record }
    let shown = session.printer.listed(packs)
    if !shown.isEmpty {
      session.printer.writeTable(
        shown,
        [
          .init("starter pack", overflow: .wrap) { StyledText(session.text(of: $0, "name"), .tag) },
          .init("people") { StyledText($0["people"]?.wholeNumber.map { TimeText.grouped(Int($0)) } ?? "") },
          .init("by", rank: 2) { StyledText("@" + session.text(of: $0, "author"), .mention) },
          .init("about", overflow: .wrap, rank: 1) { StyledText(session.text(of: $0, "about"), .dim) },
        ])
    }
    session.printer.writeMore(packs.count - shown.count)
    for words in ReadingView(session).readingEnd(value) { session.printer.writeWrapped(words) }
  }

  private func showPack(_ value: Value) {
    guard let pack = value.record else { return }
    let head =
      StyledText(" " + session.text(of: pack, "name"), .heading)
      + StyledText(" by @" + session.text(of: pack, "author"), .mention)
    for line in head.wrapped(to: max(20, session.output.width)) { session.printer.writeLine(line) }
    let about = session.text(of: pack, "about")
    if !about.isEmpty { session.printer.writeWrapped(about) }
    let feeds = (pack["feeds"]?.list ?? []).map { feed in
      sanitized(feed.record?["name"]?.text ?? feed.text ?? "", glyphs: session.output.line.glyphs)
    }
    if !feeds.isEmpty { session.printer.writeWrapped("feeds: \(feeds.joined(separator: ", "))") }
    var counts: [String] = []
    if let people = pack["people"]?.wholeNumber { counts.append(people == 1 ? "1 person" : "\(people) people") }
    if let joined = pack["joined"]?.wholeNumber, joined > 0 { counts.append("\(TimeText.grouped(Int(joined))) joined") }
    if let link = pack["uri"]?.text {
      counts.append("`members of \(link)` lists the people")
    }
    session.printer.writeWrapped(counts.joined(separator: ", "))
  }
}

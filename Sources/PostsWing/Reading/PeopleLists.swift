import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands for lists of people.
struct PeopleLists {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let list = Parameter(
    "LIST", .either([.name(.peopleList), .record(of: "a list of people")]),
    "a list: its name in `lists`, its record, its address at://…, or the link to its page; or a starter pack")
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]),
    "a handle, such as ana.bsky.social, or @3 for the author of post @3")
  private static let made =
    "login bob.test\nlet birds = list new birds about \"People who watch birds\"\nwait 1s"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "lists",
      [
        ReadingCommands.count,
        Parameter(
          "HANDLE", after: "of", .either([.name(.person), .record(of: "a person or a post")]), optional: true,
          "the owner of the lists (default: you)"),
      ],
      summary:
        "shows your lists of people, or those of HANDLE; `timeline LIST` reads one, and `members of LIST` shows its members",
      examples: [.init("\(made)\nexpect (lists | first).name == \"birds\"", "your lists")],
      searchWords: ["people", "groups", "moderation", "curation", "members"], advancesClock: true,
      givesRows: ReadingRecords.listFields, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let actor =
        arguments.has(1)
        ? try ListCommands(session).actor(arguments[1], about: 1) : try AccountAccess(session).named(nil).did
      return try PostReader(session).read(.lists(actor), ReadingCommands.count(arguments, 0))
    },
    CommandEntry(
      "members of", [list, ReadingCommands.count], summary: "lists the people on a list",
      examples: [
        .init(
          "\(made)\nlist add ana.test birds\nwait 1s\nexpect (members of birds | first).handle == \"ana.test\"", "one")
      ],
      searchWords: ["people", "list", "who"], advancesClock: true, givesRows: ReadingRecords.personFields, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        .members(try PeopleLists(session).address(arguments[0])), ReadingCommands.count(arguments, 1))
    },
    CommandEntry(
      "list new",
      [
        Parameter("NAME", .text, "the name, at most 64 bytes"),
        Parameter("TEXT", after: "about", .text, optional: true, "a description, at most 300 characters"),
        .flag("moderation", "makes a list of people to mute or block together, instead of a list to read"),
        PostWriting.anyway,
      ],
      summary: "creates a list of people (lists are public)",
      examples: [.init("\(made)\nexpect $birds.name == \"birds\" and $birds.purpose == \"reading\"", "a list to read")],
      searchWords: ["create", "make", "group", "moderation"], advancesClock: true, effect: .saved, in: .reading,
      idle: "created a list on your server"
    ) { (session, arguments) throws(Failure) in
      try PeopleLists(session).create(
        arguments.text(0) ?? "", about: arguments.text(1) ?? "", arguments.flag(2) ? .moderation : .reading,
        anyway: arguments.flag(3))
    },
    CommandEntry(
      "list add", [person, list], summary: "adds a person to one of your lists",
      details:
        "Adding a person twice changes nothing. In a pipeline: `search spam | each { list add $it.author spam }`.",
      examples: [
        .init(
          "\(made)\nlist add ana.test birds\nlist add ana.test birds\nwait 1s\nexpect (members of birds | count) == 1",
          "once")
      ],
      searchWords: ["put", "member", "moderation", "bulk"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      try PeopleLists(session).change(arguments[0], arguments[1], isOn: true)
    },
    CommandEntry(
      "list remove", [person, list], summary: "removes a person from one of your lists",
      examples: [
        .init(
          "\(made)\nlist add ana.test birds\nlist remove ana.test birds\nwait 1s\nexpect (members of birds | count) == 0",
          "added and removed")
      ],
      searchWords: ["delete", "drop", "member"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      try PeopleLists(session).change(arguments[0], arguments[1], isOn: false)
    },
    CommandEntry(
      "list delete", [list], summary: "deletes one of your lists",
      details: "A prompt asks for confirmation. The people on the list are not told.",
      examples: [.init("\(made)\nlist delete birds\nwait 1s\nexpect (lists | count) == 0", "gone")],
      searchWords: ["remove", "drop"], advancesClock: true, effect: .saved, in: .reading,
      idle: "deleted a list on your server"
    ) { (session, arguments) throws(Failure) in try PeopleLists(session).delete(arguments[0]) },
  ]

  // MARK: Finding a list

  /// Returns the address of a list: from its record, its address, its page, or its name among the lists that were
  /// read and the account's own.
  /// - Parameter place: the index of the argument, for messages.
  func address(_ value: Value, about place: Int = 0) throws(Failure) -> RecordAddress {
    if let address = try named(value, about: place) { return address }
    let text = value.text ?? ""
    let known = session.world.posts.reading.lists.map { $0.name }
    if value.record != nil {
      throw .refused("this record is not a list of people", "try: lists | first").about(place)
    }
    _ = try AccountAccess(session).named(nil)
    throw .refused(
      "'\(text)' is not a list of people",
      meant: closest(to: text, among: known).map { Word.quotedIfNeeded($0) },
      otherwise: "try: lists; or give the list's address (at://…) or the link to its page"
    ).about(place)
  }

  /// Returns the address of the list that a value means; `nil` if it means none.
  /// - Throws: a refusal if several lists have the name, since none of them can be chosen. The account's own lists come
  ///   before those of others.
  func named(_ value: Value, about place: Int = 0) throws(Failure) -> RecordAddress? {
    let text = value.record.map { $0["uri"]?.text ?? "" } ?? value.text ?? ""
    if let address = RecordAddress(text) ?? RecordAddress(page: text) {
      if address.collection == RecordAddress.starterPacks {
        return try StarterPackCommands(session).list(of: address, value, about: place)
      }
      return address.collection == RecordAddress.lists ? address : nil
    }
    let wanted = text.lowercased()
    guard value.record == nil, !wanted.isEmpty else { return nil }
    _ = learnLists()
    let all = session.world.posts.reading.lists.filter { $0.name.lowercased() == wanted }
    let own = all.filter { $0.address.repository == AccountAccess(session).account?.did }
    let near = own.isEmpty ? all : own
    let exact = near.filter { $0.name == text }
    let found = exact.isEmpty ? near : exact
    guard found.count > 1 else { return found.first?.address }
    let each = found.prefix(Self.namedLimit).map { list in
      let purpose = list.purpose.map { " (for \(ReadingRecords.word($0)))" } ?? ""
      return "\(list.address)\(purpose)"
    }
    let more = found.count > each.count ? ", and \(found.count - each.count) more" : ""
    throw .refused(
      "\(found.count) lists have the name '\(sanitized(text))': \(each.joined(separator: ", "))\(more)",
      "use the address instead of the name"
    ).about(place)
  }

  /// Returns the name of a list that `value` means.
  func name(of list: RecordAddress, _ value: Value) -> String {
    session.world.posts.reading.lists.first { $0.address == list }?.name ?? value.record?["name"]?.text ?? list.key
  }

  /// The number of lists that an error about their common name shows.
  private static let namedLimit = 5

  /// Requests the account's own lists, so that users can refer to them by name.
  /// - Returns: `true` if an answer came.
  private func learnLists() -> Bool {
    guard let account = AccountAccess(session).account, !session.world.posts.reading.knowsOwnLists else { return false }
    var listing = Listing(.lists(account.did))
    listing.begin(Self.ownLists)
    while let call = listing.next {
      guard let answer = try? PostRequests(session).look(call, as: account), case .done(let json) = answer,
        listing.receive(json)
      else { return false }
    }
    let lists = listing.batch.compactMap { if case .list(let list) = $0 { list } else { nil } }
    session.change { $0.posts.reading.learn(own: lists) }
    return true
  }

  private static let ownLists = 500

  private func own(_ value: Value, about place: Int, _ account: Account) throws(Failure) -> RecordAddress {
    let list = try address(value, about: place)
    guard list.repository == account.did else {
      throw .refused("that list is not by \(account.handle), so it cannot be changed", "try: lists").about(place)
    }
    return list
  }

  // MARK: Changing lists

  fileprivate func create(
    _ name: String, about: String, _ purpose: PeopleList.Purpose, anyway: Bool
  ) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let account = try PostReader(session).reader()
    guard name.contains(where: { !$0.isWhitespace }) else { throw .refused("a list needs a name").about(0) }
    guard name.utf8.count <= PeopleList.nameLimit else {
      throw .refused("this name is too long: \(name.utf8.count) bytes (limit \(PeopleList.nameLimit))").about(0)
    }
    guard about.count <= PeopleList.descriptionLimit else {
      throw .refused(
        "this description is too long: \(about.count) characters (limit \(PeopleList.descriptionLimit))"
      ).about(1)
    }
    if !anyway {
      try session.checkIsPublic(
        [name, about], "lists are public", unchanged: "no list was created", PostWriting.insists)
    }
    let key = RecordKey(now, device: "\(account.did) \(name)")
    let address = RecordAddress(repository: account.did, collection: RecordAddress.lists, key: key.description)
    let record = PeopleList.record(name, about: about, purpose, created: now)
    return try PostRequests(session).asking(.createRecord(address, record), as: account) { (answer) throws(Failure) in
      _ = try done(answer, again: "lists")
      session.change { $0.posts.reading.forgetLists() }
      return .value(
        .record([
          "uri": .text(address.description), "name": .text(name), "about": .text(about),
          "purpose": .text(ReadingRecords.word(purpose)),
        ]))
    }
  }

  fileprivate func delete(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    let list = try own(value, about: 0, account)
    let known = session.world.posts.reading.lists.first { $0.address == list }
    let purpose = known?.purpose == .moderation ? "moderation list" : "list"
    let size = known?.count.map { " with \($0) \($0 == 1 ? "person" : "people")" } ?? ""
    guard session.confirms("delete the \(purpose) \"\(sanitized(known?.name ?? list.key))\"\(size)?") else {
      throw .refused("nothing was deleted")
    }
    return try PostRequests(session).asking(.deleteRecord(list), as: account) { (answer) throws(Failure) in
      _ = try done(answer, again: "lists")
      session.change { $0.posts.reading.forgetLists() }
      return .value(.none)
    }
  }

  fileprivate func change(_ who: Value, _ value: Value, isOn: Bool) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let account = try PostReader(session).reader()
    let list = try own(value, about: 1, account)
    let person = try person(who, account)
    let known = try members(of: list, account)
    if (known[person.did] != nil) == isOn { return .value(.none) }
    let (made, record) = PeopleList.membership(of: person.did, in: list, created: now)
    let item = known[person.did] ?? made
    let call: XRPCCall = isOn ? .createRecord(item, record) : .deleteRecord(item)
    let name = session.world.posts.reading.lists.first { $0.address == list }?.name ?? list.key
    return try PostRequests(session).asking(call, as: account) { (answer) throws(Failure) in
      // A key that is taken means that the person is there: another device was faster.
      let isThere = isOn ? try isThere(item, record, answer, account) : false
      if !isThere { _ = try done(answer, again: "this command again") }
      session.change { $0.posts.reading.note(isOn ? item : nil, of: person.did, in: list) }
      session.emit(
        ListEvents.changed, ListEvents.Change(person: person, list: list, name: name, isOn: isOn), at: session.now)
      return .value(.none)
    }
  }

  /// Returns whether a record exists although the server did not report success for its creation.
  private func isThere(
    _ item: RecordAddress, _ record: JSON, _ answer: XRPCAnswer, _ account: Account
  ) throws(Failure) -> Bool {
    guard case .broken = answer, case .done(let json) = try PostRequests(session).look(.getRecord(item), as: account)
    else { return false }
    return json["value"]?["list"] == record["list"] && json["value"]?["subject"] == record["subject"]
  }

  /// Returns a person with their DID, which is requested if it is not known.
  /// - Parameter place: the index of the argument, for messages.
  func person(_ value: Value, _ account: Account, about place: Int = 0) throws(Failure) -> Person {
    let actor = try ListCommands(session).actor(value, about: place)
    if let known = session.world.posts.reading.references.people[actor] { return known }
    let answer = try PostRequests(session).look(Person.call(actor), as: account)
    guard let person = Person(profile: try PostReader(session).done(answer, way: nil, about: actor)) else {
      throw .refused("the server's response does not describe an account").about(0)
    }
    session.change { $0.posts.reading.references.add([person]) }
    return person
  }

  /// Returns the records of a list's members, by DID; they are requested once in a session.
  private func members(of list: RecordAddress, _ account: Account) throws(Failure) -> [String: RecordAddress] {
    if let known = session.world.posts.reading.members[list] { return known }
    var reading = ListMembers(list)
    while let call = reading.next {
      let json = try PostReader(session).done(try PostRequests(session).look(call, as: account), way: nil)
      guard reading.receive(json) else { throw .refused(XRPCAnswer.unexpectedResponse) }
    }
    session.change { $0.posts.reading.note(reading.items, in: list) }
    return reading.items
  }

  private func done(_ answer: XRPCAnswer, again: String) throws(Failure) -> JSON {
    if case .none(let words, .unheard) = answer {
      throw .refused("the server may have made the change: \(words)", "try: \(again)")
    }
    return try PostReader(session).done(answer, way: nil)
  }

  // MARK: Views

  func show(_ value: Value) {
    let lists = (value.list ?? []).compactMap { $0.record }
    let shown = session.printer.listed(lists)
    if !shown.isEmpty {
      session.printer.writeTable(
        shown,
        [
          .init("list", overflow: .wrap) { StyledText(session.text(of: $0, "name"), .tag) },
          .init("people") { StyledText($0["people"]?.wholeNumber.map { TimeText.grouped(Int($0)) } ?? "") },
          .init("for") { StyledText(session.text(of: $0, "purpose")) },
          .init("by", rank: 2) { StyledText("@" + session.text(of: $0, "author"), .mention) },
          .init("about", overflow: .wrap, rank: 1) { StyledText(session.text(of: $0, "about"), .dim) },
        ])
    }
    session.printer.writeMore(lists.count - shown.count)
    for words in ReadingView(session).readingEnd(value) { session.printer.writeWrapped(words) }
  }
}

/// The event of lists of people.
enum ListEvents {
  struct Change: Sendable {
    let person: Person
    let list: RecordAddress
    let name: String
    let isOn: Bool
  }

  static let changed = EventEntry<Change>(
    "list.changed", "a person was added to one of your lists, or removed from it",
    fields: [
      .init("list", "the name of the list") { .text($0.name) },
      .init("uri", "the address of the list") { .text($0.list.description) },
      .init("handle", "the person") { .text($0.person.handle) },
      .init("did", "the person's DID, a permanent identifier") { .text($0.person.did) },
      .init("on", "`true` if the person was added") { $0.isOn },
    ],
    says: { line, change, _ in
      line.mark(.done)
      line.add(text: "@\(change.person.handle) is \(change.isOn ? "on" : "no longer on") the list \(change.name)")
    },
    reason: { _, _ in ["`list add` and `list remove` change the list on your server at once."] })
}

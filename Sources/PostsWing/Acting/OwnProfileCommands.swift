import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript

/// The commands for the account's own profile, and for its muted conversations and its reports to moderators.
struct OwnProfileCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let mine = "login bob.test\npost \"mine\"\nwait 1s"

  private static let changedProfile = "changed your profile on your server"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "profile pin", [PostWriting.post], summary: "pins one of your posts to the top of your profile",
      details: "A profile shows one pinned post; pinning another replaces it.",
      examples: [.init("\(mine)\nprofile pin @1\nwait 1s\nexpect (posts of bob.test | first).pinned", "your own post")],
      searchWords: ["profile", "top", "feature", "stick"], advancesClock: true, effect: .saved, in: .reading,
      idle: Self.changedProfile
    ) { (session, arguments) throws(Failure) in try OwnProfileCommands(session).pin(arguments[0]) },
    CommandEntry(
      "profile unpin", summary: "unpins the post at the top of your profile",
      examples: [
        .init(
          "\(mine)\nprofile pin @1\nwait 1s\nprofile unpin\nwait 1s\nexpect not (posts of bob.test | first).pinned",
          "no longer pinned")
      ],
      searchWords: ["profile", "top"], advancesClock: true, effect: .saved, in: .reading, idle: Self.changedProfile
    ) { (session, _) throws(Failure) in try OwnProfileCommands(session).change { $0.pin(nil) } },
    CommandEntry(
      "profile edit",
      [
        Parameter(
          "NAME", after: "name", .text, optional: true, "your display name, at most 64 characters; \"\" for none"),
        Parameter(
          "TEXT", after: "about", .text, optional: true, "a description, at most 256 characters; \"\" for none"),
        PostWriting.anyway,
      ],
      summary: "changes the name and the description of your profile",
      details: "Everything else in your profile stays as it is, whichever client wrote it.",
      examples: [
        .init(
          "login bob.test\nprofile edit name \"Bob\" about \"Reads maps\"\nwait 1s\nexpect (profile of bob.test).name == \"Bob\"",
          "both")
      ],
      searchWords: ["display", "bio", "description", "change", "set"], advancesClock: true, effect: .saved,
      in: .reading,
      idle: Self.changedProfile
    ) { (session, arguments) throws(Failure) in
      try OwnProfileCommands(session).edit(
        name: arguments.text(0), about: arguments.text(1), anyway: arguments.flag(2))
    },
    thread(true, "mute thread", "stops notifications about a conversation"),
    thread(false, "unmute thread", "resumes notifications about a conversation"),
    CommandEntry(
      "report",
      [
        Parameter(
          "WHAT", .either([.name(.post), .name(.person), .record(of: "a post or a person")]),
          "a post, such as @3, or a handle"),
        Parameter(
          "REASON", after: "for", .choice(ModerationReport.Reason.allCases.map { $0.rawValue }, orNumber: nil),
          "the reason"
        ),
        Parameter("TEXT", after: "about", .text, optional: true, "more details, at most 2,000 characters"),
        PostWriting.anyway,
      ],
      summary: "reports a post or an account to the moderators",
      details: "A prompt asks for confirmation. The report goes to the moderators that your server has chosen.",
      examples: [
        .init("login bob.test\ntimeline 3\nreport @2 for spam about \"the same each hour\"", "a post")
      ],
      searchWords: ["moderation", "abuse", "flag", "complain"], advancesClock: true, effect: .saved, in: .reading,
      idle: "sent a report to the moderators"
    ) { (session, arguments) throws(Failure) in
      try OwnProfileCommands(session).report(
        arguments[0], arguments.text(1) ?? "", arguments.text(2) ?? "", anyway: arguments.flag(3))
    },
  ]

  private static func thread(_ isOn: Bool, _ words: String, _ summary: String) -> CommandEntry {
    CommandEntry(
      words, [PostWriting.post], summary: summary,
      details: "The setting applies to the whole conversation of the post. No one else can see it.",
      examples: [
        .init(
          "\(mine)\n\(words) @1\nwait 2h\nexpect (notifications replies | count) \(isOn ? "==" : ">") 0",
          "your own post")
      ],
      searchWords: ["silence", "conversation", "notifications", "stop"], advancesClock: true, effect: .saved,
      in: .reading, idle: "changed the notification setting of this conversation on your server"
    ) { (session, arguments) throws(Failure) in try OwnProfileCommands(session).muteThread(arguments[0], isOn: isOn) }
  }

  // MARK: The profile

  fileprivate func pin(_ value: Value) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    let post = try post(value, account)
    guard post.author.did == account.did else {
      throw .refused("only your own posts can be pinned, and that post is by @\(post.author.handle)").about(0)
    }
    return try change { $0.pin(post.reference) }
  }

  fileprivate func edit(name: String?, about: String?, anyway: Bool) throws(Failure) -> CommandOutcome {
    guard name != nil || about != nil else {
      throw .refused("nothing to change", "try: profile edit name \"…\" about \"…\"")
    }
    if let name, name.count > ProfileRecord.nameLimit {
      throw .refused("this name is too long: \(name.count) characters (limit \(ProfileRecord.nameLimit))").about(0)
    }
    if let about, about.count > ProfileRecord.aboutLimit {
      throw .refused(
        "this description is too long: \(about.count) characters (limit \(ProfileRecord.aboutLimit))"
      ).about(1)
    }
    if !anyway {
      try session.checkIsPublic(
        [name, about].compactMap { $0 }, "profiles are public", unchanged: "the profile was not changed",
        PostWriting.insists)
    }
    return try change { $0.set(name: name, about: about) }
  }

  /// Changes the record of the profile, unless another client changes it at the same time.
  fileprivate func change(_ body: (inout ProfileRecord) -> Void) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    let answer = try PostRequests(session).look(.getRecord(ProfileRecord.address(of: account.did)), as: account)
    var record: ProfileRecord?
    if case .refused(let error) = answer, error.isAbsence {
      record = ProfileRecord(nil)
    } else {
      record = ProfileRecord(try PostReader(session).done(answer, way: nil))
    }
    guard var profile = record else { throw .refused(XRPCAnswer.unexpectedResponse) }
    let before = profile.json
    body(&profile)
    if profile.json == before { return .value(.none) }
    return try PostRequests(session).asking(profile.call(of: account.did), as: account) { (answer) throws(Failure) in
      if case .refused(let error) = answer, error.name == "InvalidSwap" {
        throw .refused("another client changed the profile at the same time", "try again")
      }
      _ = try PostReader(session).done(answer, way: nil)
      return .value(.none)
    }
  }

  // MARK: Conversations and moderation

  fileprivate func muteThread(_ value: Value, isOn: Bool) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    let post = try post(value, account)
    let call = XRPCCall.muteThread(post.root ?? post.reference.address, isOn: isOn)
    return try PostRequests(session).asking(call, as: account) { (answer) throws(Failure) in
      _ = try PostReader(session).done(answer, way: nil)
      return .value(.none)
    }
  }

  fileprivate func report(
    _ value: Value, _ reason: String, _ words: String, anyway: Bool
  ) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let account = try PostReader(session).reader()
    guard let reason = ModerationReport.Reason(rawValue: reason) else { throw .refused("a reason is missing").about(1) }
    guard words.count <= ModerationReport.wordLimit else {
      throw .refused("this text is too long: \(words.count) characters (limit \(ModerationReport.wordLimit))").about(2)
    }
    if !anyway {
      try session.checkIsPublic(
        [words], "moderators read reports", unchanged: "nothing was reported", PostWriting.insists)
    }
    let (subject, name) = try subject(value, account)
    guard session.confirms("report \(name) to the moderators?") else { throw .refused("nothing was reported") }
    let report = ModerationReport(subject, reason, words: words)
    return try PostRequests(session).asking(report.call, as: account) { (answer) throws(Failure) in
      _ = try PostReader(session).done(answer, way: nil)
      session.notice("reported \(name) to the moderators")
      return .value(.none)
    }
  }

  /// Returns the post or the person that an argument means, and a name for the question.
  private func subject(
    _ value: Value, _ account: Account
  ) throws(Failure) -> (ModerationReport.Subject, name: String) {
    let text = value.record?["uri"]?.text ?? value.text ?? ""
    let isNumber = text.hasPrefix("@") && Int(text.dropFirst()) != nil
    if isNumber || RecordAddress(text)?.collection == RecordAddress.posts || RecordAddress(page: text) != nil {
      let post = try post(value, account)
      return (.post(post.reference), "the post by @\(post.author.handle)")
    }
    let actor = try ListCommands(session).actor(value)
    let answer = try PostRequests(session).look(Person.call(actor), as: account)
    guard let person = Person(profile: try PostReader(session).done(answer, way: nil, about: actor)) else {
      throw .refused("the server's response does not describe an account").about(0)
    }
    return (.person(person.did), "@\(person.handle)")
  }

  /// Returns a published post, which is requested if the session has not read it.
  private func post(_ value: Value, _ account: Account) throws(Failure) -> PostView {
    let address = try PostReader(session).published(value)
    if let known = session.world.posts.reading.references.viewed(address)?.post { return known }
    let answer = try PostRequests(session).look(PostView.call(address), as: account)
    guard let post = PostView(posts: try PostReader(session).done(answer, way: nil)) else {
      throw .refused("that post was deleted or never existed").about(0)
    }
    _ = PostReader(session).records([FeedItem(post)])
    return post
  }
}

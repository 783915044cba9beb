import StoryScript
import Timers

extension Catalog {
  static let profileCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "profile", summary: "whose timers these are, as a record",
        details: """
          `profile name NAME` tells the child's name and `profile forget` forgets it. It stands in encouragements, such \
          as "Well done, Mia!", and nowhere else.
          """,
        examples: [.init("profile name Mia\nexpect (profile).name == \"Mia\"", "the child's name")],
        searchWords: ["child", "name", "who"]),
      shows: .record, role: .looks
    ) { (session, _) in
      let profile = session.world.household.profile
      return .value(
        .record([
          "name": profile.name.map { .text($0) } ?? .none, "welcome": .text(profile.onboarding.rawValue),
        ]))
    },
    CommandEntry(
      Command(
        "profile name", [Parameter("NAME", .text, "the child's name, 30 characters at most")],
        summary: "tells the child's name, for encouragements",
        examples: [
          .init("profile name Mia\ntimer start reading\ntimer done", "\"Let's do this, Mia!\""),
          .init("profile name \"Ana Sofía\"\nexpect profile.name == \"Ana Sofía\"", "two words need quotes"),
        ],
        searchWords: ["child", "call", "rename"], effect: .saved)
    ) { (session, arguments) throws(Failure) in
      try session.rename(arguments.text(0) ?? "")
      return .value(.none)
    },
    CommandEntry(
      Command(
        "profile forget", summary: "forgets the child's name",
        examples: [.init("profile name Mia\nprofile forget\nexpect profile.name == none", "no name any more")],
        searchWords: ["child", "delete", "remove", "name"], effect: .saved)
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      guard session.world.household.profile.name != nil else {
        throw .refused("no name is known that could be forgotten", "profile name Mia")
      }
      session.world.household.profile.forgetName()
      session.emit(.profileChanged, at: now, [.none]) { line in
        line.mark(.done)
        line.add("the name is forgotten")
      }
      return .value(.none)
    },
  ]
}

extension Session {
  /// Tells the child's name, which also answers the welcome.
  func rename(_ text: String) throws(Failure) {
    let now = try present()
    do throws(Profile.NameProblem) {
      try world.household.profile.onboard(name: text)
    } catch {
      throw ReasonWords.failure(error)
    }
    let name = world.household.profile.name ?? ""
    emit(.profileChanged, at: now, [.text(name)]) { line in
      line.mark(.done)
      line.add("hello, ")
      line.add(text: name)
      line.add("!")
    }
  }

  // MARK: The welcome

  /// Whether the welcome is to be shown: once, at a real prompt that keeps the answer.
  var shouldWelcome: Bool {
    options.kind == .real && options.isPrompt && saved != nil && world.household.profile.shouldOnboard
  }

  /// Takes the answer to the welcome in: a name, or nothing for none.
  /// - Returns: whether it was an answer; why not has been said.
  func welcome(_ answer: String?) -> Bool {
    do throws(Failure) {
      if let answer, !answer.allSatisfy(\.isWhitespace) {
        try rename(answer)
      } else {
        world.household.profile.skipOnboarding()
      }
      try commit()
    } catch {
      notice(error.problem.message)
      return !world.household.profile.shouldOnboard
    }
    return true
  }
}

extension ReasonWords {
  static func failure(_ problem: Profile.NameProblem) -> Failure {
    switch problem {
    case .empty: .refused("a name has at least one character", "profile name Mia")
    case .tooLong(let count):
      .refused("a name has \(Profile.longestName) characters at most, not \(count)", "a first name is enough")
    case .unprintable: .refused("a name is made of characters that can be printed", "profile name Mia")
    }
  }
}

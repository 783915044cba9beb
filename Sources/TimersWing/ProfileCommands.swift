import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands for the user's name.
struct ProfileCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "profile", summary: "shows the child's name, and whether the welcome was skipped, as a record",
      details: """
        `profile name NAME` sets the child's name and `profile forget` removes it. The name appears in \
        encouragements, such as "Well done, Mia!", and distinguishes the children of a family.
        """,
      examples: [.init("profile name Mia\nexpect (profile).name == \"Mia\"", "the child's name")],
      searchWords: ["child", "name", "who"], in: .timers,
      shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) in
      let profile = session.world.timers.profile
      return .value(
        .record(["name": Children(session).active.name.value, "welcome": .text(profile.onboarding.rawValue)]))
    },
    CommandEntry(
      "profile name", [Parameter("NAME", .text, "the child's name, at most 30 characters")],
      summary: "sets the active child's name",
      examples: [
        .init("profile name Mia\ntimer start reading\ntimer done", "\"Let's do this, Mia!\""),
        .init("profile name \"Ana Sofía\"\nexpect profile.name == \"Ana Sofía\"", "two words need quotes"),
      ],
      searchWords: ["child", "call", "rename"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in try ProfileCommands(session).rename(arguments.text(0) ?? "") },
    CommandEntry(
      "profile forget", summary: "removes the child's name",
      examples: [.init("profile name Mia\nprofile forget\nexpect profile.name == none", "the name is removed")],
      searchWords: ["child", "delete", "remove", "name"], effect: .saved, in: .timers
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      let active = Children(session).active
      let known = session.world.timers.children.entries.filter { active.ids.contains($0.id) }
      if let name = active.name, !known.allSatisfy({ $0.id.isFirst }) {
        throw .refused(
          "\(name) was added by name, so the name cannot be removed", "try: child remove \(Word.quotedIfNeeded(name))")
      }
      guard active.name != nil else {
        throw .refused("there is no name to remove", "try: profile name Mia")
      }
      session.change { $0.timers.rename(active, to: nil) }
      session.emit(ActivityEvents.renamed, nil, at: now)
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("profile", "name", "the active child's name; none if it is not set") { Children($0).active.name }
  ]
}

extension ProfileCommands {
  /// Sets the child's name, which also answers the welcome.
  func rename(_ text: String) throws(Failure) {
    let now = try session.present()
    let children = Children(session)
    // A first child without a name may turn out to be one that was added: then the sessions of both belong to one
    // child. With a PIN, sessions change hands only by `history edit`, which asks for it.
    let active = children.active
    let known = children.family.called(PrintableText.trimmed(text))
    if let known, known != active, active.name != nil || session.resources.timers.keyring.isNeeded {
      throw ChildWords.failure(.nameTaken(Children.name(known)))
    }
    let name: String
    do throws(Profile.NameProblem) { name = try Profile.checked(text) } catch { throw TimerWords.failure(error) }
    session.change { world in
      if active == world.timers.family().first { world.timers.onboarding = .done }
      guard let known, known != active, let id = known.id else { return world.timers.rename(active, to: name) }
      if let own = active.id { world.timers.children.rename(own, to: name) }
      world.timers.children.join(active.id ?? world.timers.familyState.first, to: id)
    }
    session.emit(ActivityEvents.renamed, Children(session).active.name ?? "", at: now)
    // A parent who means to name another child would otherwise rename this one unseen.
    if let former = active.name, former != name, children.areSeveral {
      session.notice(
        "\(former) is now called \(name); to add a child instead, try: undo; child add \(Word.quotedIfNeeded(name))")
    }
  }

  // MARK: Welcome

  /// Returns whether a line has a typo in its first word, and so is hardly a name: `stroy play 4`.
  private func resemblesCommand(_ answer: String) -> Bool {
    let words = answer.split(separator: " ")
    guard words.count > 1, words[0].count > 3 else { return false }
    let table = session.catalog.schema.vocabulary.commands
    guard let meant = closest(to: String(words[0]), among: table.firstWords) else { return false }
    return table.starting(with: meant).contains { index in
      let command = table.commands[index].words
      return command.count > 1 ? words[1] == command[1] : words.dropFirst().contains { Double($0) != nil }
    }
  }

  /// Returns whether an answer is a command. A single word can be a name, unless it is a complete command exactly as
  /// written.
  private func isCommand(_ answer: String) -> Bool {
    let words = answer.split(separator: " ")
    guard words.count > 1 else {
      return session.catalog.entries.contains { $0.command.words == words.map(String.init) }
    }
    return session.catalog.entries.contains { $0.command.name.prefix { $0 != " " } == words[0] }
  }

  /// Returns whether an answer is a statement of the language: `wait 1h`, `let x = 5`, `timer.remaining`, `5`. A
  /// single name is not, even if it is a capitalised word of the language, such as Max.
  private func isStatement(_ answer: String) -> Bool {
    let words = answer.split(separator: " ").map(String.init)
    guard let first = words.first else { return false }
    if answer.contains(where: { "=$|;{}()[]\"#<>".contains($0) }) { return true }
    // No one is called 5, 1h or 2026-01-05.
    func isValue(_ word: String) -> Bool {
      Double(word) != nil || Duration(literal: word) != nil || ["true", "false", "none"].contains(word)
    }
    if words.count == 1 ? isValue(first) || first.first?.isNumber == true : words.dropFirst().contains(where: isValue) {
      return true
    }
    let vocabulary = session.catalog.schema.vocabulary
    if let dot = first.firstIndex(of: "."), vocabulary.roots.contains(String(first[..<dot])) { return true }
    if words.count == 1 { return Keyword(rawValue: first) != nil || vocabulary.roots.contains(first) }
    let keyword = Keyword(rawValue: first.lowercased())
    return keyword != nil || vocabulary.functions.names.contains(first) || vocabulary.roots.contains(first)
  }

  /// Words that a user who does not understand the question may type.
  private static let noNames: Set = ["help", "?", "exit", "quit"]

  /// Runs `profile name` as if it had been typed before the command that asks, so that `undo` reverts it separately.
  private func introduce(_ name: String) throws(Failure) {
    guard let command = session.catalog.entries.firstIndex(where: { $0.command.name == "profile name" }) else { return }
    _ = try Arguments.with([.text(name)]) { (arguments) throws(Failure) in try session.execute(command, arguments) }
  }

  /// Asks for the child's name: once, before the first timer that the user starts at a real prompt that saves the
  /// answer. A user who wants no name is not asked again.
  func askForName() throws(Failure) {
    guard session.options.kind == .real, session.persistence != nil, session.questions.canAsk,
      !session.world.timers.hasAddedChildren,
      session.questions.prompt?.welcomes == true,
      session.world.timers.profile.shouldOnboard
    else { return }
    while session.world.timers.profile.shouldOnboard {
      var answer = ""
      do throws(Failure) {
        answer = try session.questions.ask(
          "Whose timers are these? Type a name, or press Enter to skip:", hidden: false, "profile name NAME",
          session.output)
      } catch {
        guard case .interrupted = error.problem else { throw error }
      }
      if Self.noNames.contains(answer.lowercased().filter { !$0.isWhitespace }) {
        session.notice("type a name, such as Mia, for the timers to use, or press Enter to continue without a name")
        continue
      }
      guard !isCommand(answer), !resemblesCommand(answer), !isStatement(answer) else {
        session.questions.prompt?.type(answer)
        session.notice(
          "that is a command: first type a name, or press Enter to skip; your command then waits on the next line")
        continue
      }
      guard !answer.allSatisfy({ $0.isWhitespace }) else {
        session.change { world in
          if world.timers.onboarding == .pending { world.timers.onboarding = .skipped }
        }
        return session.notice("you can add a name later with `profile name`; `tutorial` shows the timers in nine steps")
      }
      do throws(Failure) {
        try introduce(answer)
      } catch {
        session.notice(error.problem.message)
        continue
      }
      session.notice("`profile name` changes the name; `profile forget` removes it")
    }
  }
}

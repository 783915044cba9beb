import Bluesky
import RichText
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The commands for drafts.
struct DraftCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let number = Parameter("N", .number(1...1e9, whole: true), "the draft's number in `drafts`")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "draft", [Parameter("TEXT", .text, "the text, which may be longer than a post")],
      summary: "saves a draft of a post",
      details: "Drafts are saved on this device and on the devices that it syncs with; nothing is published "
        + "until `draft post`.",
      examples: [
        .init(
          "draft \"About that film\"\nexpect drafts.count == 1\ndraft post 1\nexpect outbox.count == 1",
          "saved, then posted")
      ],
      searchWords: ["note", "later", "post", "write"], effect: .saved, in: .posts
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      return .value(.record(record(DraftCommands(session).addDraft(try checked(arguments.text(0) ?? "")))))
    },
    CommandEntry(
      "drafts", summary: "lists the drafts",
      details: "A draft has the same number in every shell that uses the state folder. Numbers are never reused.",
      examples: [.init("draft \"one\"\ndrafts | count", "the number of drafts")],
      searchWords: ["notes", "unsent"], in: .posts, shows: .list(orElse: "there are no drafts"), role: .looks
    ) { (session, _) throws(Failure) in
      .value(.list(session.world.posts.drafts.entries.map { .record(record($0)) }))
    },
    CommandEntry(
      "draft edit",
      [
        number,
        Parameter("TEXT", .text, optional: true, "the new text (default: at a prompt, an editor opens)"),
      ],
      summary: "changes the text of a draft",
      details: "Without TEXT, your editor opens: `$VISUAL`, else `$EDITOR`, else vi.",
      examples: [
        .init("draft \"hello\"\ndraft edit 1 \"Hello all\"\nexpect (drafts | first).text == \"Hello all\"", "changed")
      ],
      searchWords: ["change", "editor"], effect: .saved, in: .posts
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let draft = try DraftCommands(session).draft(arguments)
      guard let given = arguments.text(1) else { return try DraftCommands(session).editInEditor(draft) }
      try DraftCommands(session).edit(draft, try checked(given))
    },
    CommandEntry(
      "draft post",
      [
        number, .flag("split", "splits a longer text into a thread"),
        .flag("numbered", "numbers the posts of a thread: 1/4"), PostWriting.anyway,
      ],
      summary: "turns a draft into a post and deletes the draft",
      examples: [.init("draft \"hello\"\ndraft post 1\nexpect drafts.count == 0", "in the outbox")],
      searchWords: ["publish", "send"], effect: .saved, in: .posts, shows: .drawn { PostTextView($0).showPosts($1) }
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let draft = try DraftCommands(session).draft(arguments)
      let posts = try PostWords.posts(
        draft.text, at: now, splits: arguments.flag(1) || arguments.flag(2), isNumbered: arguments.flag(2),
        languages: session.world.posts.choices.language, tags: nil)
      let cards = try LinkCardLoader(session).cards(
        of: posts, isWanted: nil, hasPictures: !session.world.posts.images.isEmpty)
      let value = try PostWriting(session).queue(posts, cards: cards.found, anyway: arguments.flag(3))
      if let gone = session.change({ $0.posts.drafts.remove(draft.id) }) { session.process(.posts(.discarded(gone))) }
      return .value(value)
    },
    CommandEntry(
      "draft remove", [number], summary: "deletes a draft",
      examples: [.init("draft \"hello\"\ndraft remove 1\nexpect drafts.count == 0", "`undo` restores it")],
      searchWords: ["delete", "discard"], effect: .saved, in: .posts
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let draft = try DraftCommands(session).draft(arguments)
      if let gone = session.change({ $0.posts.drafts.remove(draft.id) }) { session.process(.posts(.discarded(gone))) }
    },
  ]

  private static func record(_ draft: Drafts.Entry) -> Record {
    [
      "draft": .number(Double(draft.id)), "text": .text(draft.text),
      "graphemes": .number(Double(PostMeasure(PublishedText(draft.text).text).graphemes)),
    ]
  }

  fileprivate static func checked(_ text: String) throws(Failure) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .refused("a draft needs some text") }
    guard text.utf8.count <= Drafts.byteLimit else {
      throw .refused(
        "this draft is too long: \(TimeText.grouped(text.utf8.count)) bytes (limit \(TimeText.grouped(Drafts.byteLimit)))"
      )
    }
    return text
  }
}

extension DraftCommands {
  /// Returns the draft with the number in the first argument.
  fileprivate func draft(_ arguments: Arguments) throws(Failure) -> Drafts.Entry {
    let (number, drafts) = (Int(arguments.number(0) ?? 0), session.world.posts.drafts)
    if let draft = drafts[number] { return draft }
    let numbers = drafts.entries.map { $0.id }
    throw .refused(
      numbers.isEmpty ? "there are no drafts" : "there is no draft \(number)",
      numbers.isEmpty ? "try: draft \"…\"" : "you have draft\(numbers.count == 1 ? "" : "s") \(PostWords.list(numbers))"
    ).about(0)
  }

  /// Replaces the text of a draft. A draft that another session has removed meanwhile is restored as a new draft.
  fileprivate func edit(_ draft: Drafts.Entry, _ text: String) throws(Failure) {
    guard text != draft.text else {
      return session.notice("nothing changed: draft \(draft.id) already has this text")
    }
    guard let edited = session.change({ $0.posts.drafts.edit(draft.id, text) }) else {
      let kept = addDraft(text)
      return session.notice("draft \(draft.id) no longer exists: saved as draft \(kept.id)")
    }
    session.process(.posts(.edited(edited)))
  }

  /// Lets the user edit a draft in an editor, at a prompt. The typed text is never thrown away: if it cannot be a
  /// draft, its file is kept and named in the message.
  fileprivate func editInEditor(_ draft: Drafts.Entry) throws(Failure) {
    guard session.questions.canAsk else {
      throw .refused(
        "an editor opens only at a prompt; a script must give the new text", "try: draft edit \(draft.id) \"…\"")
    }
    try session.refuseFiles(of: "draft edit", writes: true)
    try session.output.flush()
    let folder = session.catalog.services.libraries.temporaryFolder(session)
    guard let edited = TextEditor.edit(draft.text, ending: ".txt", in: folder) else {
      throw .refused("the editor's file could not be created or read; draft \(draft.id) is unchanged")
    }
    guard edited.isDone else {
      guard edited.isChanged else {
        edited.discard()
        throw .refused("the editor failed or was cancelled; draft \(draft.id) is unchanged")
      }
      throw .refused("the editor failed; draft \(draft.id) is unchanged", "your text is in \(edited.path)")
    }
    do throws(Failure) {
      try edit(draft, try DraftCommands.checked(edited.text))
      edited.discard()
    } catch {
      guard edited.text.contains(where: { !$0.isWhitespace }) else {
        edited.discard()
        throw error
      }
      throw .refused(error.problem.message, "your text is in \(edited.path)")
    }
  }

  /// Begins a draft.
  func addDraft(_ text: String) -> Drafts.Entry {
    let (now, place) = (session.now, session.persistence?.place)
    let draft = session.resources.posts.numbers.give(.drafts, above: session.world.posts.drafts.lastID) { number in
      let draft = session.change { $0.posts.draft(text, at: now, place, number: number) }
      return (draft, [(draft.key, draft.id)])
    }
    session.process(.posts(.drafted(draft)))
    return draft
  }

  /// Keeps a typed text that could not be used as a draft.
  /// - Returns: the number of the draft; `nil` if the text cannot be a draft.
  func saveAsDraft(_ text: String) -> Int? {
    guard let text = try? DraftCommands.checked(text) else { return nil }
    defer { try? session.commit() }
    return addDraft(text).id
  }
}

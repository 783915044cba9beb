import Bluesky
import StoryScript
import Timeline

/// The commands for muted words.
struct WordCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let text = Parameter("TEXT", .text, "a word, a phrase or a tag")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "mute word", [text], summary: "mutes a word and hides posts with it",
      details: """
        Matching ignores case. A word matches only as a whole word or a tag; a phrase matches anywhere. Picture \
        descriptions and link previews are searched, too. Your own posts are always shown, and `show @3` shows any \
        post. The value of a list still contains the hidden posts: `timeline | where hidden == none` removes them. \
        `print reading.words` lists the muted words. They are saved on this device and on the devices that it syncs \
        with; no one else can see them.
        """,
      examples: [
        .init(
          "login bob.test\nmute word \"football\"\nexpect reading.words == [\"football\"]\nundo\nexpect reading.words == []",
          "muted, then undone")
      ],
      searchWords: ["hide", "filter", "silence", "phrase", "tag"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try WordCommands(session).mute(word: arguments.text(0) ?? "") },
    CommandEntry(
      "unmute word", [text], summary: "unmutes a word",
      examples: [
        .init(
          "mute word \"football\"\nunmute word \"Football\"\nexpect reading.words == []",
          "upper and lower case do not matter")
      ],
      searchWords: ["show", "filter"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try WordCommands(session).unmute(word: arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("reading", "words", "the muted words") {
      $0.world.posts.mutedWords.texts.map { .text($0) }
    }
  ]

  static let changed = EventEntry<(word: String, isMuted: Bool)>(
    "word.muted", "a word was muted or unmuted", lasts: true,
    fields: [
      .init("word", "the word or phrase") { .text($0.word) },
      .init("muted", "`true` if the word was muted, `false` if it was unmuted") { $0.isMuted },
    ],
    says: { line, change, _ in
      line.mark(.done)
      line.add(
        text:
          "posts with \(ValueWriter.quoted(change.word)) are \(change.isMuted ? "hidden" : "shown again")")
    },
    reason: { fields, _ in
      fields["muted"]?.bool == true
        ? ["`mute word` hides posts with that word; `show` still shows any of them."]
        : ["`unmute word` shows posts with that word again."]
    })
}

extension WordCommands {
  fileprivate func mute(word: String) throws(Failure) {
    let now = try session.present()
    guard word.contains(where: { !$0.isWhitespace }) else {
      throw .refused("a word is missing", "try: mute word \"football\"").about(0)
    }
    guard word.count <= MutedWords.limit else {
      throw .refused("a muted word can have at most \(MutedWords.limit) characters, not \(word.count)").about(0)
    }
    guard session.change({ $0.posts.mutedWords.mute(word) }) else { return }
    session.emit(WordCommands.changed, (word, true), at: now)
  }

  fileprivate func unmute(word: String) throws(Failure) {
    let now = try session.present()
    guard session.change({ $0.posts.mutedWords.unmute(word) }) else {
      let muted = session.world.posts.mutedWords.texts
      throw .refused(
        "\(ValueWriter.quoted(word)) is not muted",
        meant: closest(to: word, among: muted),
        otherwise: muted.isEmpty
          ? nil : "you have muted \(muted.prefix(8).joined(separator: ", "))"
      ).about(0)
    }
    session.emit(WordCommands.changed, (word, false), at: now)
  }
}

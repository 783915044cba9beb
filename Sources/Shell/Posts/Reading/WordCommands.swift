import Bluesky
import StoryScript

/// The commands for muted words.
enum WordCommands {
  private static let text = Parameter("TEXT", .text, "a word, a phrase or a tag")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "mute word", [text], summary: "does not show posts with a word any more",
      details: """
        Without case, as a whole word or a tag; a phrase wherever it stands, also in the descriptions of pictures. Your own \
        posts are always shown, and `show @3` shows any. Lists as values hold all: `timeline | where hidden == none`. \
        `print reading.words` lists what is muted. Words are kept on this \
        device and those it synchronises with; nobody else learns of them.
        """,
      examples: [
        .init(
          "login bob.test\nmute word \"football\"\nexpect reading.words == [\"football\"]\nundo\nexpect reading.words == []",
          "and back")
      ],
      searchWords: ["hide", "filter", "silence", "phrase", "tag"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try session.mute(word: arguments.text(0) ?? "") },
    CommandEntry(
      "unmute word", [text], summary: "shows posts with that word again",
      examples: [
        .init("mute word \"football\"\nunmute word \"Football\"\nexpect reading.words == []", "whatever its case")
      ],
      searchWords: ["show", "filter"], effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try session.unmute(word: arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("reading", "words", "the words whose posts are not shown") {
      $0.world.posts.mutedWords.texts.map { .text($0) }
    }
  ]

  static let changed = EventEntry<(word: String, isMuted: Bool)>(
    "word.muted", "posts with a word are not shown any more, or are again", lasts: true,
    fields: [
      .init("word", "the word or phrase") { .text($0.word) },
      .init("muted", "whether they are not shown any more") { $0.isMuted },
    ],
    says: { line, change, _ in
      line.mark(.done)
      line.add(
        text:
          "posts with \(ValueWriter.quoted(change.word)) are \(change.isMuted ? "not shown any more" : "shown again")")
    },
    reason: { fields, _ in
      fields["muted"]?.bool == true
        ? ["`mute word` said so; `show` shows one all the same."] : ["`unmute word` said so."]
    })
}

extension Session {
  fileprivate func mute(word: String) throws(Failure) {
    let now = try present()
    guard word.contains(where: { !$0.isWhitespace }) else {
      throw .refused("a word is missing", "such as: mute word \"football\"").about(0)
    }
    guard word.count <= MutedWords.limit else {
      throw .refused("a muted word has \(MutedWords.limit) characters at most, not \(word.count)").about(0)
    }
    guard change({ $0.posts.mutedWords.mute(word) }) else { return }
    emit(WordCommands.changed, (word, true), at: now)
  }

  fileprivate func unmute(word: String) throws(Failure) {
    let now = try present()
    guard change({ $0.posts.mutedWords.unmute(word) }) else {
      let muted = world.posts.mutedWords.texts
      throw .refused(
        "\(ValueWriter.quoted(word)) is not muted",
        meant: closest(to: word, among: muted),
        otherwise: muted.isEmpty
          ? nil : "there \(muted.count == 1 ? "is" : "are"): \(muted.prefix(8).joined(separator: ", "))"
      ).about(0)
    }
    emit(WordCommands.changed, (word, false), at: now)
  }
}

import Bluesky
import SessionState
import ShellCore
import StoryScript
import Timeline

/// The commands for muted words.
struct WordCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let text = Parameter("TEXT", .text, "a word, a phrase or a tag")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "mute word", [text], summary: "mutes a word: hides posts that contain it",
      details: """
        Matching ignores case. A word matches only as a whole word or a tag; a phrase matches anywhere. Picture \
        descriptions and link previews are searched, too. Your own posts are always shown, and `show @3` shows any \
        post. The value of a list still contains the hidden posts: `timeline | where hidden == none` removes them. \
        The word is muted in your account, for all clients; no one else can see it. Without an account, or while the \
        server cannot be reached, it is muted on this device and the devices that this one syncs with. `print reading.words` lists \
        both; those of the account are known once a list has been read.
        """,
      examples: [
        .init(
          "login bob.test\nmute word \"football\"\nexpect reading.words == [\"football\"]\nundo\nexpect reading.words == []",
          "muted, then undone")
      ],
      searchWords: ["hide", "filter", "silence", "phrase", "tag"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try WordCommands(session).mute(word: arguments.text(0) ?? "") },
    CommandEntry(
      "unmute word", [text], summary: "unmutes a word",
      examples: [
        .init(
          "mute word \"football\"\nunmute word \"Football\"\nexpect reading.words == []",
          "upper and lower case do not matter")
      ],
      searchWords: ["show", "filter"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try WordCommands(session).unmute(word: arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("reading", "words", "the muted words") {
      WordCommands($0).words.map { .text($0) }
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
  /// The muted words of this device and those of the account, in alphabetical order.
  var words: [String] {
    let posts = session.world.posts
    var all = posts.mutedWords
    for word in posts.reading.choices?.words ?? [] { all.mute(word) }
    return all.texts
  }

  fileprivate func mute(word: String) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    guard word.contains(where: { !$0.isWhitespace }) else {
      throw .refused("a word is missing", "try: mute word \"football\"").about(0)
    }
    guard word.count <= MutedWords.limit else {
      throw .refused("a muted word can have at most \(MutedWords.limit) characters, not \(word.count)").about(0)
    }
    guard AccountAccess(session).account != nil else { return muteHere(word) }
    let id = PreferenceCommands(session).newName(for: word)
    return try PreferenceCommands(session).change(again: "preferences") { (preferences) throws(Failure) in
      preferences.mute(word, id: id)
    } otherwise: { (words) throws(Failure) in
      session.notice("muted only on this device, not in your account: \(words)")
      return muteHere(word)
    } then: { (isNew) throws(Failure) in
      guard isNew else { return noteMuted(word) }
      session.emit(WordCommands.changed, (word, true), at: session.now)
    }
  }

  private func noteMuted(_ word: String) {
    session.notice("nothing changed: posts with \(ValueWriter.quoted(word)) are already hidden")
  }

  private func muteHere(_ word: String) -> CommandOutcome {
    if session.change({ $0.posts.mutedWords.mute(word) }) {
      session.emit(WordCommands.changed, (word, true), at: session.now)
    } else {
      noteMuted(word)
    }
    return .value(.none)
  }

  fileprivate func unmute(word: String) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    guard AccountAccess(session).account != nil else {
      guard unmuteHere(word) else { throw notMuted(word) }
      return .value(.none)
    }
    return try PreferenceCommands(session).change(again: "preferences") { (preferences) throws(Failure) in
      preferences.unmute(word)
    } otherwise: { (words) throws(Failure) in
      guard unmuteHere(word) else { throw .refused("cannot read the muted words of your account: \(words)") }
      session.notice("unmuted only on this device, not in your account: \(words)")
      return .value(.none)
    } then: { (wasMuted) throws(Failure) in
      let wasMutedHere = session.change { $0.posts.mutedWords.unmute(word) }
      guard wasMuted || wasMutedHere else { throw notMuted(word) }
      session.emit(WordCommands.changed, (word, false), at: session.now)
    }
  }

  /// - Returns: `true` if the word was muted on this device.
  private func unmuteHere(_ word: String) -> Bool {
    guard session.change({ $0.posts.mutedWords.unmute(word) }) else { return false }
    session.emit(WordCommands.changed, (word, false), at: session.now)
    return true
  }

  private func notMuted(_ word: String) -> Failure {
    .refused(
      "\(ValueWriter.quoted(word)) is not muted",
      meant: closest(to: word, among: words),
      otherwise: words.isEmpty ? nil : "you have muted \(words.prefix(8).joined(separator: ", "))"
    ).about(0)
  }
}

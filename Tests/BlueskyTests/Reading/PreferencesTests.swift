import JSON
import Testing
import Timeline

@testable import Bluesky

/// The choices of an account on its server.
@Suite struct PreferencesTests {
  private static let answer = """
    {"preferences": [
    {"$type": "app.bsky.actor.defs#adultContentPref", "enabled": true},
    {"$type": "org.example#unknownPref", "deep": {"list": [1, 2.5, null]}},
    {"$type": "app.bsky.actor.defs#mutedWordsPref", "new": 1, "items": [
    {"id": "1", "value": "Football", "targets": ["content", "tag"], "actorTarget": "all", "extra": true},
    {"id": "2", "value": "swift", "targets": ["tag"]},
    {"id": "3", "value": "rain", "targets": ["content"], "actorTarget": "exclude-following"},
    {"id": "4", "value": "old", "targets": ["content"], "expiresAt": "2026-01-01T00:00:00Z"}, 5]},
    {"$type": "app.bsky.actor.defs#contentLabelPref", "label": "nudity", "visibility": "ignore"},
    {"$type": "app.bsky.actor.defs#contentLabelPref", "labelerDid": "did:plc:m", "label": "x", "visibility": "hide"},
    {"$type": "app.bsky.actor.defs#hiddenPostsPref", "items": ["at://did:plc:a/app.bsky.feed.post/1", "no address"]},
    7]}
    """
  private func preferences(_ text: String = answer) throws -> Preferences {
    try #require(Preferences(try JSON(parsing: Array(text.utf8))))
  }
  private let post = RecordAddress(repository: "did:plc:b", collection: "app.bsky.feed.post", key: "2")

  @Test func everythingKnownIsRead() throws {
    let preferences = try preferences()
    #expect(preferences.mutedWords.map { $0.text } == ["Football", "swift", "rain", "old"])
    #expect(preferences.mutedWords.map { $0.isTagOnly } == [false, true, false, false])
    #expect(preferences.hiddenPosts.map { $0.key } == ["1"])
    #expect(
      preferences.labels.map { "\($0.label) \($0.visibility) \($0.labeler ?? "")" } == [
        "nudity ignore ", "x hide did:plc:m",
      ])
    #expect(preferences.adultContent == true)
  }

  @Test func wordsCountByTimeAndAuthor() throws {
    let preferences = try preferences()
    let (early, late) = (NetworkDate.instant("2025-12-31T00:00:00Z")!, NetworkDate.instant("2026-01-02T00:00:00Z")!)
    #expect(preferences.words(at: early, isFollowed: false).texts.texts == ["Football", "old", "rain"])
    #expect(preferences.words(at: late, isFollowed: false).texts.texts == ["Football", "rain"])
    #expect(preferences.words(at: late, isFollowed: true).texts.texts == ["Football"])
    #expect(preferences.words(at: late, isFollowed: true).tags == ["swift"])
  }

  /// Everything that was read is sent back, including unknown kinds and fields.
  @Test func whatIsNotKnownStaysAsItWas() throws {
    var changed = try preferences()
    #expect(changed.putCall.input == (try JSON(parsing: Array(Self.answer.utf8))))
    #expect(changed.mute("Rust", id: "9") && changed.hide(post))
    #expect(!changed.mute("rust", id: "9") && !changed.hide(post))
    let before = try JSON(parsing: Array(Self.answer.utf8))["preferences"]?.arrayValue ?? []
    let after = changed.putCall.input?["preferences"]?.arrayValue ?? []
    #expect(after.count == before.count)
    for (old, new) in zip(before, after)
    where old.type?.hasSuffix("mutedWordsPref") != true && old.type?.hasSuffix("hiddenPostsPref") != true {
      #expect(old == new)
    }
    #expect(after[2]["new"] == 1 && after[2]["items"]?.arrayValue?.count == 6)
    #expect(after[2]["items"]?.arrayValue?.prefix(5).map { $0 } == before[2]["items"]?.arrayValue)
    #expect(after[2]["items"]?.arrayValue?.last?["value"] == "Rust")
    #expect(changed.unmute("RUST") && changed.unhide(post) && !changed.unhide(post) && !changed.unmute("rust"))
    #expect(changed == (try preferences()))
  }

  @Test func accountsWithoutChoicesGetThem() throws {
    var preferences = try preferences("{\"preferences\": []}")
    #expect(preferences.hide(post) && preferences.mute("a", id: "1"))
    #expect(preferences.hiddenPosts == [post] && preferences.mutedWords.count == 1)
    #expect(Preferences(try JSON(parsing: Array("{}".utf8))) == nil)
  }
}

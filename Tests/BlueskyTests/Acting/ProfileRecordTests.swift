import JSON
import Testing

@testable import Bluesky

/// The record of a profile, and reports to moderators.
@Suite struct ProfileRecordTests {
  private static let post = StrongReference(RecordAddress("at://did:web:a.test/app.bsky.feed.post/3k")!, cid: "c")

  /// Each change, and the record after it. Fields that are not known here stay.
  @Test(
    arguments: [
      ("name", ["$type": "app.bsky.actor.profile", "avatar": 7, "description": "d", "displayName": "N"]),
      ("no about", ["$type": "app.bsky.actor.profile", "avatar": 7]),
      ("pin", ["$type": "app.bsky.actor.profile", "avatar": 7, "description": "d", "pinnedPost": post.json]),
      ("nothing", ["$type": "app.bsky.actor.profile", "avatar": 7, "description": "d"]),
    ] as [(String, JSON)])
  func aChangeKeepsTheRest(change: String, record: JSON) throws {
    let answer: JSON = [
      "uri": "x", "cid": "c1", "value": ["$type": "app.bsky.actor.profile", "avatar": 7, "description": "d"],
    ]
    var profile = try #require(ProfileRecord(answer))
    switch change {
    case "name": profile.set(name: "N", about: nil)
    case "no about": profile.set(name: nil, about: "")
    case "pin": profile.pin(Self.post)
    default:
      profile.pin(Self.post)
      profile.pin(nil)
    }
    #expect(profile.json == record)
    let input = profile.call(of: "did:web:a.test").input
    #expect(input?["swapRecord"] == "c1" && input?["rkey"] == "self" && input?["record"] == record)
  }

  @Test func withoutARecordOneIsMade() {
    let profile = ProfileRecord(nil)
    #expect(profile?.json == ["$type": "app.bsky.actor.profile"] && profile?.cid == nil)
    #expect(profile?.call(of: "did:web:a.test").input?["swapRecord"] == .null)
    for answer in [7, [:], ["value": 7, "cid": "c"], ["value": [:]]] as [JSON] { #expect(ProfileRecord(answer) == nil) }
  }

  @Test(arguments: [
    (ModerationReport.Reason.spam, "reasonSpam"), (.violation, "reasonViolation"), (.misleading, "reasonMisleading"),
    (.sexual, "reasonSexual"), (.rude, "reasonRude"), (.other, "reasonOther"),
  ])
  func aReportNamesItsReason(reason: ModerationReport.Reason, name: String) {
    let input = ModerationReport(.post(Self.post), reason, words: "why").call.input
    #expect(input?["reasonType"] == .string("com.atproto.moderation.defs#" + name) && input?["reason"] == "why")
    #expect(input?["subject"]?.type == "com.atproto.repo.strongRef" && input?["subject"]?["cid"] == "c")
    let person = ModerationReport(.person("did:web:a.test"), reason, words: "").call.input
    #expect(person?["subject"] == ["$type": "com.atproto.admin.defs#repoRef", "did": "did:web:a.test"])
    #expect(person?["reason"] == nil)
  }
}

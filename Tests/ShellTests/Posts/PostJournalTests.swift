import Bluesky
import Foundation
import Testing
import Timeline

@testable import SessionState

/// The posts and drafts that outlive a session.
@Suite final class PostJournalTests {
  private let folder = "/tmp/storyline-posts-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func run(_ script: String, _ other: String? = nil) throws -> String {
    try Program.output(script, state: other ?? folder)
  }

  @Test func postsComeBackAsTheyWere() throws {
    _ = try run("post \"see https://example.com/some/long/path/here\" lang de tags \"a b\" card off")
    _ = try run("post (repeated \"many words. \" 60) split")
    #expect(try run("print outbox.posts[0]") == "see example.com/some/long/pa...\n")
    #expect(try run("print outbox.count") == "4\n")
    // When it is read again, a shortened post still links to the full address.
    #expect(try run("print (outbox | first).text") == "see example.com/some/long/pa...\n")
  }

  /// Delivery states are read as they were written, also when they are folded over an older state.
  @Test func savedStatesAreWrittenAndReadAgain() throws {
    let attempt = Publishing.Attempt(
      key: RecordKey(.practiceStart, device: "d"), account: "did:plc:a", record: ["text": "x"])
    let savedStates: [SavedDeliveryState] = [
      .removed, .tried(attempt), .limited("slow down", until: .practiceStart, attempt, isUnsure: false),
      .limited("slow down", until: .practiceStart, nil, isUnsure: false), .refused("no", account: nil),
      .limited("slow down", until: .practiceStart, attempt, isUnsure: true),
    ]
    for savedState in savedStates {
      var (snapshot, wanted) = (PostsSnapshot(), PostsSnapshot())
      snapshot.savedStates["post"] = .tried(attempt)
      wanted.savedStates["post"] = savedState
      for change in wanted.changes(since: snapshot) {
        let isTaken = snapshot.fold(change.name, try change.payload.json)
        #expect(isTaken)
      }
      #expect(snapshot == wanted)
      let mayBeThere: [SavedDeliveryState] = [
        .tried(attempt), .limited("slow down", until: .practiceStart, attempt, isUnsure: true),
      ]
      #expect(savedState.hasLeft == mayBeThere.contains(savedState))
    }
  }

  @Test func removedPostsStayRemoved() throws {
    _ = try run("post \"one\"; post \"two\"; post \"three\"")
    _ = try run("outbox remove 2")
    #expect(try run("print outbox.posts") == "[\"one\", \"three\"]\n")
    _ = try run("outbox remove 1; undo")
    #expect(try run("print outbox.posts") == "[\"one\", \"three\"]\n")
    _ = try run("post \"four\"; outbox remove 3; undo; undo")
    #expect(try run("print outbox.posts") == "[\"one\", \"three\"]\n")
    _ = try run("outbox remove 1; outbox remove 3; undo; undo; redo")
    #expect(try run("print outbox.posts") == "[\"three\"]\n")
  }

  @Test func draftsComeBack() throws {
    _ = try run("draft \"one\"; draft \"two\"; draft edit 1 \"better\"")
    _ = try run("draft remove 2; undo; draft \"three\"")
    #expect(try run("drafts | each { print $it.text }") == "better\ntwo\nthree\n")
    _ = try run("draft post 1")
    #expect(try run("print drafts.count; print outbox.posts") == "2\n[\"better\"]\n")
  }

  /// Neither text is lost if two devices edit a draft before they sync.
  @Test func twoEditsOfOneDraftAreTwoDrafts() throws {
    let (other, shared) = (folder + "-b", folder + "-shared")
    defer { for path in [other, shared] { try? FileManager.default.removeItem(atPath: path) } }
    _ = try run("draft \"one\"; sync \"\(shared)\"")
    _ = try run("sync \"\(shared)\"; draft edit 1 \"from b\"", other)
    _ = try run("draft edit 1 \"from a\"; sync \"\(shared)\"")
    _ = try run("sync \"\(shared)\"", other)
    _ = try run("sync \"\(shared)\"")
    for place in [folder, other] {
      #expect(try run("print (drafts | each { $it.text } | sort)", place) == "[\"from a\", \"from b\"]\n")
    }
  }

  @Test func devicesAgree() throws {
    let (other, shared) = (folder + "-b", folder + "-shared")
    defer { for path in [other, shared] { try? FileManager.default.removeItem(atPath: path) } }
    _ = try run("post \"one\"; post \"two\"; draft \"a\"; sync \"\(shared)\"")
    _ = try run("sync \"\(shared)\"; outbox remove 1; draft edit 1 \"b\"; sync \"\(shared)\"", other)
    _ = try run("sync \"\(shared)\"")
    #expect(try run("print outbox.posts; print (drafts | first).text") == "[\"two\"]\nb\n")
    #expect(try run("print outbox.posts; print (drafts | first).text", other) == "[\"two\"]\nb\n")
  }
}

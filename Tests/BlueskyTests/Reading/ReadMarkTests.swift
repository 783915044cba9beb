import JSON
import Testing
import Timeline

@testable import Bluesky

@Suite struct ReadMarkTests {
  private func item(_ minute: Int64, _ name: String) -> ReadMark.Item { (.practiceStart + .minutes(minute), name) }

  @Test func readPostsAreNotNew() throws {
    let mark = try #require(ReadMark([item(3, "c"), item(1, "a"), item(2, "b")]))
    for (minute, name) in [(1, "a"), (2, "b"), (3, "c")] { #expect(!mark.isNew(item(Int64(minute), name))) }
    #expect(mark.isNew(item(4, "d")))
    #expect(mark.newest == .practiceStart + .minutes(3))
    #expect(ReadMark([ReadMark.Item]()) == nil)
  }

  /// A reader who begins with the newest post has no older posts to read.
  @Test func postsBeforeTheStartCountAsRead() throws {
    let mark = try #require(ReadMark([item(3, "c"), item(2, "b")]))
    #expect(!mark.isNew(item(1, "a")))
    #expect(!mark.isNew(item(2, "another")))
  }

  /// A post written a moment earlier may arrive a moment later.
  @Test func latePostsCountAsNewForAWhile() throws {
    var mark = try #require(ReadMark([item(0, "a")]))
    mark.markAsRead([item(30, "b")])
    #expect(mark.isNew(item(25, "late")))
    mark.markAsRead([item(25, "late")])
    #expect(!mark.isNew(item(25, "late")))
    #expect(!mark.isNew(item(20, "too late")))
    #expect(mark.newest == .practiceStart + .minutes(30))
  }

  /// A flood of posts is remembered in part, and no post of it becomes new again.
  @Test func manyInAMomentStayRead() throws {
    var mark = try #require(ReadMark([item(0, "a")]))
    let flood = (1...200).map { ReadMark.Item(.practiceStart + .seconds(Int64($0)), "p\($0)") }
    mark.markAsRead(flood)
    #expect(flood.allSatisfy { !mark.isNew($0) })
    #expect(mark.json.text.utf8.count < 600)
    #expect(mark.isNew(item(4, "next")))
  }

  @Test func marksRoundTripAsText() throws {
    var mark = try #require(ReadMark([item(0, "a")]))
    mark.markAsRead([item(1, "b"), item(2, "c")])
    #expect(ReadMark(try JSON(parsing: mark.json.text)) == mark)
    let damaged: [JSON] = [
      .null, [:], mark.json.with("newest", value: "x"), mark.json.with("floor", value: .integer(.max)),
      mark.json.with("recent", value: ["a": "x"]),
      mark.json.with("recent", value: ["a": -1]), mark.json.with("recent", value: nil),
    ]
    for json in damaged { #expect(ReadMark(json) == nil, "\(json.text)") }
  }
}

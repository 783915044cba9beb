import Bluesky
import RichText
import Testing
import Timeline

@Suite struct PostSplitTests {
  func words(_ count: Int, _ word: String = "word") -> String {
    (1...count).map { _ in word }.joined(separator: " ")
  }

  @Test func aTextThatFitsIsOnePost() {
    #expect(PostSplit("short").pieces == ["short"])
    #expect(PostSplit("short", isNumbered: true).pieces == ["short"])
    #expect(PostSplit(String(repeating: "a", count: 300)).pieces.count == 1)
    #expect(PostSplit("").pieces == [])
    #expect(PostSplit(" \n ").pieces == [])
    // A long link is displayed shortened.
    #expect(PostSplit(words(50) + " https://example.com/" + String(repeating: "x", count: 200)).pieces.count == 1)
  }

  @Test func paragraphsGoBeforeLinesSentencesAndWords() {
    let start = words(40)  // 199 characters
    #expect(PostSplit("\(start)\n\n\(words(10)). \(words(10))\n\(words(20))").pieces.first == start)
    #expect(PostSplit("\(start)\n\(words(5)). \(words(30))").pieces.first == start)
    #expect(PostSplit("\(start). \(words(30))").pieces.first == "\(start).")
    #expect(PostSplit("\(start)?” \(words(30))").pieces.first == "\(start)?”")
    #expect(PostSplit("\(words(10)). \(words(100))").pieces.first == "\(words(10)). \(words(50))")
    #expect(PostSplit(String(repeating: "a", count: 301)).pieces.map(\.count) == [300, 1])
  }

  @Test func numbersTakeTheirRoom() {
    let pieces = PostSplit(words(150), isNumbered: true).pieces
    #expect(pieces.count == 3)
    #expect(pieces.enumerated().allSatisfy { $1.hasSuffix(" \($0 + 1)/3") })
    let many = PostSplit(words(2_000), isNumbered: true).pieces
    #expect(many.count > 30)
    #expect(many.enumerated().allSatisfy { $1.hasSuffix(" \($0 + 1)/\(many.count)") })
  }

  @Test func aCharacterLongerThanAPostIsReported() {
    let giant = "a" + String(repeating: "\u{301}", count: 2_000)
    let pieces = PostSplit("x " + giant + " y").pieces
    #expect(pieces.joined(separator: " ") == "x " + giant + " y")
    #expect(PostSplit("” " + giant).pieces == ["”", giant])
    #expect(throws: Post.Problem.self) { for piece in pieces { _ = try Post(piece, created: .practiceStart) } }
  }

  /// Every piece can be posted, no text is lost, and no facet is cut.
  @Test func piecesArePostsAndLoseNothing() throws {
    var generator = SeededGenerator(seed: 16)
    let parts = [
      "word", "a", "longer-word", "@ana.example", "#tag", "https://example.com/some/long/path/to/cut", "👩‍💻", "日本語。",
      "End.",
      "\n", "\n\n", "\n\n\n\n", "“Quote!”", "x" + String(repeating: "y", count: 120),
    ]
    for round in 0..<120 {
      let text = (0..<Int.random(in: 50...300, using: &generator)).map { _ in parts.randomElement(using: &generator)! }
        .joined(separator: round % 3 == 0 ? "" : " ")
      let split = PostSplit(text, isNumbered: round % 2 == 0)
      let posts = try split.pieces.map { try Post($0, created: .practiceStart) }
      var bare = split.pieces
      if round % 2 == 0, bare.count > 1 { bare = bare.map { String($0[..<$0.lastIndex(of: " ")!]) } }
      func seen(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      #expect(seen(bare.joined()) == seen(text))
      if round % 3 != 0 {
        let links = posts.flatMap(\.facets).filter { if case .link = $0.feature { true } else { false } }
        #expect(links.count == text.components(of: "https://"))
      }
    }
  }
}

extension String {
  fileprivate func components(of word: String) -> Int {
    indices.count { self[$0...].hasPrefix(word) }
  }
}

import Testing

@testable import Shell

@Suite struct FacetCommandsTests {
  @Test func facetsAppearBelowTheirText() {
    #expect(
      ScriptRun()("facets \"hi #tag @bob.test\"; facets \"nothing\"").lines
        == [
          "   hi #tag @bob.test", "      ────            tag      bytes 3–7",
          "           ─────────  mention  bytes 8–17", " no mentions, tags or links found",
        ])
  }

  /// The tag is bytes 3 to 7, and `@bob` begins at byte 8; a character of a family is 18 bytes.
  @Test(arguments: [
    ("\"hi #tag @bob\" at \"@bob\"", "not a full handle: it has no dot, unlike bob.bsky.social"),
    ("\"hi #tag @bob\" at \" @bob\"", "not a full handle: it has no dot, unlike bob.bsky.social"),
    ("\"hi #tag @bob\" at @bob", "not a full handle: it has no dot, unlike bob.bsky.social"),
    ("\"hi #tag @bob\" at 3", "the tag tag"), ("\"hi #tag @bob\" at \"#tag\"", "the tag tag"),
    ("\"👩‍👩‍👧 #a #b\" at \"#b\"", "the tag b"), ("\"hi #tag @bob\"", "the tag tag"),
  ])
  func aPlaceIsAByteOrThePieceItself(arguments: String, answer: String) {
    #expect(ScriptRun()("print (facets why \(arguments))").lines == [answer])
  }

  @Test(arguments: [
    ("\"hi\" at \"x\"", "'x' is not in the text | copy part of the text, or give a byte position: at 3"),
    ("\"hi\" at \"\"", "'' is not in the text | copy part of the text, or give a byte position: at 3"),
    ("\"hi\" at 2", "the text has only 2 bytes"),
  ])
  func aPlaceThatIsNotThere(arguments: String, error: String) {
    #expect(ScriptRun.error("facets why \(arguments)") == error)
  }
}

import Testing

@testable import RichText

@Suite("Handles")
struct HandleTests {
  @Test(
    "The protocol's valid handles", .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func valid() throws {
    let handles = try SharedVectors.lines("handle_syntax_valid.txt").filter { !$0.hasPrefix("#") }
    #expect(handles.count > 50)
    for handle in handles { #expect(Handle.isValid(handle), "\(handle)") }
  }

  @Test(
    "The protocol's invalid handles", .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func invalid() throws {
    let handles = try SharedVectors.lines("handle_syntax_invalid.txt").filter { !$0.hasPrefix("#") }
    #expect(handles.count > 40)
    for handle in handles { #expect(!Handle.isValid(handle), "\(handle)") }
  }

  @Test(
    "The first problem is named",
    arguments: [
      ("", .empty), ("bob", .noDomain), ("a..b", .emptyLabel), (".a.b", .emptyLabel), ("a.b.", .emptyLabel),
      ("a_b.c", .badCharacter("_")), ("é.com", .badCharacter("é")), ("-a.com", .hyphenAtEndOfLabel),
      ("a-.com", .hyphenAtEndOfLabel), ("a.1b", .digitInFrontOfTopLevelDomain),
      (String(repeating: "a", count: 64) + ".com", .labelTooLong(bytes: 64)),
      (String(repeating: "ab.", count: 84) + "co", .tooLong(bytes: 254)),
    ] as [(String, Handle.Problem)])
  func problems(_ text: String, _ problem: Handle.Problem) {
    #expect(throws: problem) { try Handle(text) }
    #expect(!problem.description.isEmpty)
  }

  @Test("Handles at the limits pass")
  func limits() throws {
    #expect(Handle.isValid(String(repeating: "ab.", count: 84) + "c"))
    #expect(Handle.isValid(String(repeating: "a", count: 63) + ".com"))
    #expect(try Handle("Ana.Bsky.Social").normalized == "ana.bsky.social")
  }
}

import Testing

@testable import Bluesky

/// Words whose posts the user does not want to see, by the rules of the official client.
@Suite struct MutedWordsTests {
  private static func muted(_ words: String...) -> MutedWords {
    var muted = MutedWords()
    for word in words { muted.mute(word) }
    return muted
  }

  @Test(
    arguments: [
      ("football", "Football tonight!", true), ("football", "footballs", false), ("Foot", "football", false),
      ("ball", "foot-ball", true), ("spoiler alert", "no Spoiler  alert", false),
      ("spoiler alert", "a spoiler alert.", true),
      ("c++", "I write C++ all day", true), ("a", "banana", true), ("é", "café", true), ("cafe", "café", false),
      ("#swift", "swift is fast", true), ("x", "", false), ("don't", "I don't know", true),
    ])
  func aWordIsFound(word: String, text: String, isFound: Bool) {
    #expect((Self.muted(word).found(in: [text], tags: [], ["en"]) != nil) == isFound)
  }

  @Test func tagsAndLanguagesWithoutSpaces() {
    #expect(Self.muted("#Swift").found(in: ["x"], tags: ["swift"], []) == "Swift")
    #expect(Self.muted("犬").found(in: ["子犬です"], tags: [], ["ja"]) == "犬")
    #expect(Self.muted("子犬").found(in: ["私の子犬です"], tags: [], ["ja-JP"]) == "子犬")
    #expect(Self.muted("子犬").found(in: ["私の子犬です"], tags: [], ["en"]) == nil)
  }

  @Test func eachIsThereOnce() {
    var words = Self.muted("Football", "football ", "  ", "a  b")
    #expect(words.texts == ["a b", "Football"])
    let isGone = words.unmute("FOOTBALL")
    let isGoneAgain = words.unmute("FOOTBALL")
    #expect(isGone && !isGoneAgain && MutedWords(words.words) == words)
  }
}

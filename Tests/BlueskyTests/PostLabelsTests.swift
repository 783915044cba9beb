import Bluesky
import Testing

@Suite struct PostLabelsTests {
  @Test(arguments: [
    (["en", "de", "fr", "pt"], [], Post.Labels.Problem.tooManyLanguages(4)),
    (["english"], [], .noLanguage("english")), (["e"], [], .noLanguage("e")), (["de_AT"], [], .noLanguage("de_AT")),
    (["de-"], [], .noLanguage("de-")), (["de-123456789"], [], .noLanguage("de-123456789")), ([""], [], .noLanguage("")),
    (["d1"], [], .noLanguage("d1")), ([], (1...9).map { "t\($0)" }, .tooManyTags(9)), ([], [" "], .emptyTag),
    ([], ["#"], .emptyTag), ([], [String(repeating: "a", count: 65)], .tagTooLong(String(repeating: "a", count: 65))),
    (
      [], [String(repeating: "👨‍👩‍👧‍👦", count: 26)],
      .tagTooLong(String(repeating: "👨‍👩‍👧‍👦", count: 26))
    ),
  ])
  func problems(languages: [String], tags: [String], problem: Post.Labels.Problem) {
    #expect(throws: problem) { try Post.Labels(languages: languages, tags: tags) }
  }

  @Test func whatFits() throws {
    let labels = try Post.Labels(
      languages: ["de", "sl-rozaj-1994", "yue"], tags: (1...8).map { "t\($0)" } + ["#T1"])
    #expect(labels.languages.count == 3)
    #expect(labels.tags.count == 8)
    #expect(try Post.Labels(languages: [], tags: [String(repeating: "a", count: 64)]).tags.count == 1)
    #expect(try Post.Labels(languages: [], tags: [String(repeating: "👨‍👩‍👧‍👦", count: 25)]).tags.count == 1)
    #expect(Post.Labels() == (try Post.Labels(languages: [], tags: [])))
  }
}

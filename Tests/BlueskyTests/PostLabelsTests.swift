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

  /// Source: the AT Protocol's interop files for languages.
  @Test(arguments: [
    "ja", "ban", "pt-BR", "hy-Latn-IT-arevela", "en-GB", "zh-Hant", "sgn-BE-NL", "es-419",
    "en-GB-boont-r-extended-sequence-x-private", "zh-hakka", "i-default", "i-navajo", "de-CH-1901",
    "qaa-Qaaa-QM-x-southern", "X-fr-CH", "de-X-foo", "sl-rozaj-biske", "en-u-co-phonebk-t-en-US",
  ])
  func theInteropFilesValidLanguagesAreValid(tag: String) {
    #expect((try? Post.Labels(languages: [tag], tags: []))?.languages == [tag])
  }

  @Test(arguments: [".", "123", "j", "ja-", "a-DE", "de-419-DE", "de-x", "x", "de-u", "de--AT", "dé"])
  func theirInvalidOnesAreNot(tag: String) {
    #expect(throws: Post.Labels.Problem.noLanguage(tag)) { try Post.Labels(languages: [tag], tags: []) }
  }

  @Test func validLabels() throws {
    let labels = try Post.Labels(
      languages: ["de", "sl-rozaj-1994", "yue"], tags: (1...8).map { "t\($0)" } + ["#T1"])
    #expect(labels.languages.count == 3)
    #expect(labels.tags.count == 8)
    #expect(try Post.Labels(languages: [], tags: [String(repeating: "a", count: 64)]).tags.count == 1)
    #expect(try Post.Labels(languages: [], tags: [String(repeating: "👨‍👩‍👧‍👦", count: 25)]).tags.count == 1)
    #expect(Post.Labels() == (try Post.Labels(languages: [], tags: [])))
  }
}

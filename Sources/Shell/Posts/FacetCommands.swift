import RichText
import StoryScript
import Terminal

/// The commands that show what a text means.
enum FacetCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "facets",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "MODE", .choice(["bluesky", "shell"], orNumber: nil), optional: true, "whose rules; bluesky unless said"),
      ],
      summary: "finds mentions, tags and links in a text",
      details:
        "`bluesky` finds exactly what the reference client finds; `shell` is what colours this shell's input line.",
      examples: [
        .init("let found = facets \"see https://a.com #tag\"\nexpect ($found | count) == 2", "as a list of records")
      ],
      searchWords: ["mention", "hashtag", "link", "detect"], in: .posts,
      shows: .list(orElse: " nothing found"), role: .looks
    ) { (session, arguments) throws(Failure) in
      let mode: Detector.Mode = arguments.text(1) == "shell" ? .shell : .bluesky
      return .value(.list(Detector(mode).facets(in: arguments.text(0) ?? "").map { .record(PostRecord.make($0)) }))
    },
    CommandEntry(
      "facets why",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "BYTE", after: "at", .number(0...1e9, whole: true), optional: true,
          "which place, counted in UTF-8 bytes; the first candidate unless said"),
      ],
      summary: "explains why something is, or is not, a mention, tag or link",
      examples: [
        .init("facets why \"see main.rs\" at 5", "rs is a top-level domain, so this is a link"),
        .init("facets why \"@bob\"", "half a handle"),
      ],
      searchWords: ["explain", "reason", "reject", "tld"], in: .posts,
      shows: .value, role: .looks
    ) { (_, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      let bytes = Array(text.utf8)
      let offset = arguments.number(1).map { Int($0) } ?? bytes.firstIndex { "@#$.:".utf8.contains($0) } ?? 0
      guard offset < max(bytes.count, 1) else {
        throw .refused("the text has only \(TimeText.count(bytes.count, "byte"))")
      }
      return .value(.text(Detector(.bluesky).why(at: offset, in: text).description))
    },
  ]
}

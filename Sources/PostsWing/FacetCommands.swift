import RichText
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText

/// The commands that show the facets of a text.
enum FacetCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "facets",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "MODE", .choice(["bluesky", "shell"], orNumber: nil), optional: true, "the rules (default bluesky)"),
      ],
      summary: "finds mentions, tags and links in text",
      details:
        "`bluesky` finds exactly what the official client finds; `shell` uses the rules for colouring the input line.",
      examples: [
        .init("let found = facets \"see https://a.com #tag\"\nexpect ($found | count) == 2", "as a list of records")
      ],
      searchWords: ["mention", "hashtag", "link", "detect"],
      givesRows: ["byteStart", "byteEnd", "type", ResultField("value", mark: .either)], in: .posts,
      shows: .drawn { PostTextView($0).showFacets($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let mode: Detector.Mode = arguments.text(1) == "shell" ? .shell : .bluesky
      let text = arguments.text(0) ?? ""
      let facets = Detector(mode).facets(in: text)
      session.resources.posts.searched = (text, facets)
      var records: [Value] = []
      for (index, facet) in facets.enumerated() {
        if index & 1023 == 1023 { try Interruption.look() }
        records.append(.record(PostRecord.make(facet)))
      }
      return .value(.list(records))
    },
    CommandEntry(
      "facets why",
      [
        Parameter("TEXT", .text, "any text"),
        Parameter(
          "PLACE", after: "at", .either([.number(0...1e9, whole: true), .text]), optional: true,
          "the position in UTF-8 bytes, or the part itself in quotes (default: the first candidate)"),
      ],
      summary: "explains why part of the text is or is not a mention, tag or link",
      examples: [
        .init("facets why \"see main.rs\" at 5", "rs is a top-level domain, so this is a link"),
        .init("facets why \"hi #tag @bob\" at \"@bob\"", "no need to count bytes"),
        .init("facets why \"@bob\"", "an incomplete handle"),
      ],
      searchWords: ["explain", "reason", "reject", "tld"], in: .posts,
      shows: .value, role: .looks
    ) { (_, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      let offset = try place(arguments[1], in: text)
      return .value(.text(Detector(.bluesky).why(at: offset, in: text).description))
    },
  ]

  /// Returns the byte that the question is about.
  /// - Parameter place: a byte index, a piece of the text, or nothing for the first candidate.
  private static func place(_ place: Value, in text: String) throws(Failure) -> Int {
    let bytes = Array(text.utf8)
    if let piece = place.text {
      guard let found = piece.isEmpty ? nil : bytes.firstRange(of: Array(piece.utf8)) else {
        throw .refused("'\(piece)' is not in the text", "copy part of the text, or give a byte position: at 3").about(1)
      }
      // The sign itself tells more than the space or the bracket before it.
      return bytes[found].firstIndex { "@#".utf8.contains($0) } ?? found.lowerBound
    }
    let offset = place.number.map { Int($0) } ?? bytes.firstIndex { "@#$.:".utf8.contains($0) } ?? 0
    guard offset < max(bytes.count, 1) else {
      throw .refused("the text has only \(TimeText.count(bytes.count, "byte"))")
    }
    return offset
  }
}

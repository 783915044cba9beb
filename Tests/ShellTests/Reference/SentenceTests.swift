import Foundation
import System
import Testing

/// The sentences of the program, all in one table, and the words that they have in common.
///
/// To read them as a whole, name a file: `STORYLINE_SENTENCES=/tmp/sentences.tsv swift test --filter SentenceTests`
/// writes each text of the sources with its place, sorted by what it says.
@Suite struct SentenceTests {
  /// The texts of all sources but the licences of others, which stay word for word.
  private static let sentences: [Sentence] = {
    let root = Package.root.path + "/Sources"
    guard let files = try? swiftFiles(in: root) else { return [] }
    return files.filter { !$0.hasSuffix("/Notices.swift") }.flatMap { path in
      Sentence.all(of: (try? File.read(path, atMost: 1 << 20)) ?? [], file: String(path.dropFirst(root.count + 1)))
    }
  }()

  private static func swiftFiles(in folder: String) throws -> [String] {
    try Folder.names(in: folder).sorted().flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if try FileStatus(path).isFolder { return try swiftFiles(in: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  /// Words that were said in several ways, and the one way in which the program says them now.
  private static let house: [(word: String, instead: String)] = [
    ("unless said", "(default …)"), ("unless told", "(default …)"), ("goes on", "continues, resumes or keeps running"),
    ("go on with", "continue"), ("anew", "again"), ("any more", "no longer"), ("shall", "should, or a question"),
    ("whosoever", "the user, the learner"), ("somebody", "a user, someone"),
    ("is no handle", "is not a handle"), ("is no number", "is not a number"),
    ("wants a", "expects a"), ("wants an", "expects an"), ("wants the", "expects the"),
    ("takes a number", "expects a number"),
    ("foretell", "predict"), ("telephone", "phone"), ("be it", "rephrase"), ("however often", "rephrase"),
    ("that was all", "end of list"), ("did you want", "did you mean"), ("maybe you meant", "did you mean"),
    ("perhaps you mean", "did you mean"), ("do you mean", "did you mean"),
  ]

  /// The lines of the documents outside their examples, with the row of the file.
  private static let documents: [Sentence] = {
    let guides = (try? Folder.names(in: Package.root.path + "/Examples/Guide").sorted()) ?? []
    return (["README.md", "Grammar.md"] + guides.map { "Examples/Guide/" + $0 }).flatMap { name in
      Sentence.prose(of: (try? File.read(Package.root.path + "/" + name, atMost: 1 << 20)) ?? [], file: name)
    }
  }()

  @Test(arguments: house) func sentencesUseOneWording(_ word: String, _ instead: String) {
    #expect(!Self.sentences.isEmpty && !Self.documents.isEmpty)
    for sentence in Self.sentences + Self.documents where sentence.says(word) {
      Issue.record("\(sentence.place) says '\(word)': \(instead)\n\(sentence.text)")
    }
  }

  /// A correction asks `did you mean X?`, and a next step is `try: X`.
  @Test func hintsHaveTwoForms() {
    for sentence in Self.sentences {
      // What is proposed may be added later, with the question mark.
      if sentence.says("did you mean"), !sentence.text.contains("?"), !sentence.text.hasSuffix("did you mean") {
        Issue.record("\(sentence.place): a correction is a question\n\(sentence.text)")
      }
      if sentence.text.hasPrefix("try this") || sentence.text.contains(", try `") {
        Issue.record("\(sentence.place): a next step is 'try: …'\n\(sentence.text)")
      }
    }
  }

  @Test func theTableCanBeRead() throws {
    guard let path = ProcessInfo.processInfo.environment["STORYLINE_SENTENCES"], !path.isEmpty else { return }
    let lines = Self.sentences.sorted { ($0.text, $0.place) < ($1.text, $1.place) }.map { "\($0.place)\t\($0.text)\n" }
    try Data(lines.joined().utf8).write(to: URL(filePath: path))
  }

  @Test func textsAreFoundWithTheirPlaces() {
    let source = #"""
        /// Says "not this".
        let a = "one sentence"  // nor "this one"
        let b = "a \(name ?? "inner text") and \"quoted\" words"
        let c = """
          Two lines \
          are one.

          A second \(b).
          """
        let d = "word"
        let e = #"raw \n text"#
      """#
    let found = Sentence.all(of: Array(source.utf8), file: "F.swift")
    #expect(
      found.map { "\($0.place) \($0.text)" } == [
        "F.swift:2 one sentence", "F.swift:3 a {…} and \"quoted\" words", "F.swift:3 inner text",
        "F.swift:5 Two lines are one.", "F.swift:8 A second {…}.", #"F.swift:11 raw \n text"#,
      ])
  }
}

/// A text of the sources that has at least two words.
private struct Sentence {
  /// The file and the line where the text begins.
  let place: String
  /// The text; `{…}` is for each interpolated value.
  let text: String
  private let lowercased: String

  private init(place: String, text: String) {
    self.place = place
    self.text = text
    lowercased = text.lowercased()
  }

  /// `true` if the text contains `words`, in small or capital letters, as whole words.
  func says(_ words: String) -> Bool {
    guard lowercased.contains(words) else { return false }
    var rest = lowercased[...]
    while let range = rest.firstRange(of: words) {
      let isWhole = [lowercased[..<range.lowerBound].last, lowercased[range.upperBound...].first]
        .allSatisfy { $0.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true }
      if isWhole { return true }
      rest = lowercased[range.upperBound...]
    }
    return false
  }

  /// Returns the lines of a Markdown document that are not in a fenced block.
  static func prose(of document: [UInt8], file: String) -> [Sentence] {
    var isExample = false
    return String(decoding: document, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        if line.drop(while: { $0 == " " }).hasPrefix("```") {
          isExample.toggle()
        } else if !isExample {
          return Sentence(place: "\(file):\(index + 1)", text: String(line))
        }
        return nil
      }
  }

  /// Returns the texts of a source file, in order. Each line of a text over several lines is a text of its own,
  /// together with the lines that continue it after a backslash.
  static func all(of source: [UInt8], file: String) -> [Sentence] {
    var scanner = TextScanner(source)
    scanner.scanCode()
    return scanner.found.sorted { $0.start < $1.start }.map { Sentence(place: "\(file):\($0.line)", text: $0.text) }
  }
}

/// Reads enough Swift to find its string literals, also those inside an interpolation.
private struct TextScanner {
  private let source: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var found: [(start: Int, line: Int, text: String)] = []

  init(_ source: [UInt8]) { self.source = source }

  private func starts(_ text: [UInt8]) -> Bool {
    guard index + text.count <= source.count else { return false }
    for offset in text.indices where source[index + offset] != text[offset] { return false }
    return true
  }

  private mutating func skip(_ count: Int) {
    for _ in 0..<count where index < source.count {
      if source[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  /// Reads code to the end of the file, or to the parenthesis that closes an interpolation.
  mutating func scanCode() {
    var depth = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "/"):
        while index < source.count, source[index] != UInt8(ascii: "\n") { skip(1) }
      case UInt8(ascii: "\""): scanText(isRaw: false)
      case UInt8(ascii: "#") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "\""):
        skip(1)
        scanText(isRaw: true)
      case UInt8(ascii: "("):
        depth += 1
        skip(1)
      case UInt8(ascii: ")"):
        if depth == 0 { return }
        depth -= 1
        skip(1)
      default: skip(1)
      }
    }
  }

  private mutating func scanText(isRaw: Bool) {
    let quote = Array((starts(Array("\"\"\"".utf8)) ? "\"\"\"" : "\"").utf8)
    let end = quote + (isRaw ? Array("#".utf8) : [])
    let escape = Array((isRaw ? "\\#" : "\\").utf8)
    skip(quote.count)
    var place = (start: index, line: line)
    var text: [UInt8] = []
    while index < source.count, !starts(end) {
      if starts(escape) {
        skip(escape.count)
        guard index < source.count else { break }
        switch source[index] {
        case UInt8(ascii: "("):
          skip(1)
          scanCode()
          text += Array("{…}".utf8)
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "n"), UInt8(ascii: "t"): text.append(UInt8(ascii: " "))
        default: text.append(source[index])
        }
        skip(1)
      } else if source[index] == UInt8(ascii: "\n") {
        skip(1)
        keep(text, place)
        text = []
        place = (index, line)
      } else {
        text.append(source[index])
        skip(1)
      }
    }
    skip(end.count)
    keep(text, place)
  }

  /// Notes a text if it has at least two words. Spaces in a row count as one.
  private mutating func keep(_ text: [UInt8], _ place: (start: Int, line: Int)) {
    let words = text.split(separator: UInt8(ascii: " "))
    guard words.count > 1 else { return }
    let text = String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
    if text.contains(where: \.isLetter) { found.append((place.start, place.line, text)) }
  }
}

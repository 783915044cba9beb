/// Patterns for texts: `{ip} {_} {status}` names pieces, `IMG_*.jpg` only matches.
struct TextPattern {
  /// The texts before, between and after the names; one more than there are names.
  private var texts: [String] = [""]
  private var names: [String] = []

  /// - Throws: if a brace is not closed, or contains an invalid or repeated name.
  init(_ pattern: String) throws(Failure) {
    func wrong(_ what: String) -> Failure {
      .refused(
        "'match' expects \(what), not \(Self.written(pattern))", "for example: '{name}: {age}'; {_} skips any text")
    }
    var rest = pattern[...]
    while let first = rest.popFirst() {
      guard first == "{" else {
        texts[texts.count - 1].append(first)
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { throw wrong("a '}' for each '{'") }
      let name = String(rest[..<end])
      guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { throw wrong("a name between '{' and '}'") }
      guard name == "_" || !names.contains(name) else { throw wrong("each name only once") }
      if !names.isEmpty, texts.last == "" { throw wrong("text between two names") }
      names.append(name)
      texts.append("")
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Returns the named pieces; `none` if the text does not match. Each piece extends to the first occurrence of the
  /// text after it, the last piece to the end. O(n × longest text).
  func match(_ text: String, _ context: FunctionContext) throws(Failure) -> Value {
    if names.isEmpty { return text == texts[0] ? .record(Record()) : .none }
    guard let start = TextSearch.start(text[...], texts[0]) else { return .none }
    var rest = text.utf8.dropFirst(start)
    guard let end = TextSearch.end(Substring(rest), texts[names.count]) else { return .none }
    rest = rest.dropLast(end)
    var record = Record()
    for (index, name) in names.enumerated() {
      var piece = rest
      if index < names.count - 1 {
        let divider = texts[index + 1]
        guard let place = try TextSearch(String(Substring(rest)), divider).first(context) else { return .none }
        piece = rest.prefix(place.lowerBound)
        rest = rest.dropFirst(place.upperBound)
      }
      if name != "_" { record[name] = .text(String(Substring(piece))) }
    }
    return .record(record)
  }

  /// Returns a pattern as written in a script: a raw text, because of its braces.
  private static func written(_ pattern: String) -> String {
    pattern.contains("'") ? ValueWriter.quotedBriefly(pattern) : "'\(pattern.prefix(400))'"
  }

  /// Returns `true` if a text matches a pattern in which `*` matches any characters and `?` one. O(n × m) at worst.
  static func isLike(_ text: String, _ pattern: String, _ context: FunctionContext) throws(Failure) -> Bool {
    let pattern = Array(pattern)
    var (at, next) = (text.startIndex, 0)
    // The place of the last `*`, and the end of the text that it matches so far.
    var star: (pattern: Int, text: String.Index)?
    var steps = 0
    while at < text.endIndex {
      steps &+= 1
      try context.look(at: steps)
      if next < pattern.count, pattern[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[at] {
        (at, next) = (text.index(after: at), next + 1)
      } else if let last = star {
        at = text.index(after: last.text)
        (next, star) = (last.pattern + 1, (last.pattern, at))
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}

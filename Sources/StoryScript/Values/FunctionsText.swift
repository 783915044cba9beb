extension Functions {
  static let texts: [Function] = [
    Function("upper", "TEXT", "the text in capital letters", (#"upper "ana""#, "ANA")) { (call) throws(Failure) in
      .text(try call.text(0).uppercased())
    },
    Function("lower", "TEXT", "the text in small letters", (#"lower "ANA""#, "ana")) { (call) throws(Failure) in
      .text(try call.text(0).lowercased())
    },
    Function("trim", "TEXT", "the text without white space at its ends", (#"trim "  hi ""#, "hi")) {
      (call) throws(Failure) in
      let text = Substring(try call.text(0))
      guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
      else { return .text("") }
      return .text(String(text[first...last]))
    },
    Function(
      "split", "TEXT SEPARATOR", "the pieces between the separators, as a list", (#"split "a-b" "-""#, #"["a", "b"]"#)
    ) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let separator = try call.text(1)
      if separator.isEmpty { return .list(text.map { .text(String($0)) }) }
      return .list(pieces(of: text, separatedBy: separator).map { .text($0) })
    },
    Function("join", "LIST [SEPARATOR]", "the items as one text", (#"join ["a", "b"] ", ""#, "a, b")) {
      (call) throws(Failure) in
      let items = try call.list(0)
      let separator = call.count > 1 ? try call.text(1) : ""
      let writer = call.context.writer
      try call[0].checkParts("this text")
      return try checkedText(items.map { writer.text($0) }.joined(separator: separator))
    },
    Function("replace", "TEXT OLD NEW", "the text with each OLD replaced by NEW", (#"replace "a-b" "-" "+""#, "a+b")) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let old = try call.text(1)
      let new = try call.text(2)
      if old.isEmpty { return .text(text) }
      return try checkedText(pieces(of: text, separatedBy: old).joined(separator: new))
    },
    Function("starts", "TEXT START", "whether the text starts so", (#"starts "story" "st""#, "true")) {
      (call) throws(Failure) in
      .bool(Array(try call.text(0).utf8).starts(with: Array(try call.text(1).utf8)))
    },
    Function("ends", "TEXT END", "whether the text ends so", (#"ends "photo.jpg" ".jpg""#, "true")) {
      (call) throws(Failure) in
      .bool(Array(try call.text(0).utf8.reversed()).starts(with: Array(try call.text(1).utf8.reversed())))
    },
    Function("repeated", "TEXT COUNT", "the text that many times", (#"repeated "ab" 3"#, "ababab")) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let count = try call.whole(1)
      guard count >= 0 else { throw call.wrong("a whole number from 0", found: "\(count)") }
      let (bytes, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
      try Limits.checkText(bytes: overflow ? .max : bytes)
      return .text(String(repeating: text, count: count))
    },
  ]

  /// The pieces of a text between separators, by exact UTF-8. O(n × separator).
  public static func split(_ text: String, by separator: String) -> [String] {
    separator.isEmpty ? [text] : pieces(of: text, separatedBy: separator)
  }

  /// Splits on exact UTF-8, so that the result does not depend on the system's tables. O(n × separator).
  static func pieces(of text: String, separatedBy separator: String) -> [String] {
    let bytes = Array(text.utf8)
    let pattern = Array(separator.utf8)
    var result: [String] = []
    var (start, index) = (0, 0)
    while index + pattern.count <= bytes.count {
      if bytes[index] == pattern[0], bytes[index..<(index + pattern.count)].elementsEqual(pattern) {
        result.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += pattern.count
        start = index
      } else {
        index += 1
      }
    }
    result.append(String(decoding: bytes[start...], as: UTF8.self))
    return result
  }
}

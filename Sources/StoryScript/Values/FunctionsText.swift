extension Functions {
  static let texts: [Function] = [
    Function("upper", "TEXT", gives: .text, "the text in upper case", (#"upper "ana""#, "ANA")) {
      (call) throws(Failure) in
      .text(try changed(call) { $0.uppercased() })
    },
    Function("lower", "TEXT", gives: .text, "the text in lower case", (#"lower "ANA""#, "ana")) {
      (call) throws(Failure) in
      .text(try changed(call) { $0.lowercased() })
    },
    Function("trim", "TEXT", gives: .text, "the text without white space at either end", (#"trim "  hi ""#, "hi")) {
      (call) throws(Failure) in
      let text = try call.text(0)
      var (start, end, step) = (text.startIndex, text.endIndex, 0)
      while start < end, text[start].isWhitespace {
        step += 1
        try call.context.look(at: step)
        start = text.index(after: start)
      }
      while start < end, text[text.index(before: end)].isWhitespace {
        step += 1
        try call.context.look(at: step)
        end = text.index(before: end)
      }
      return .text(String(text[start..<end]))
    },
    Function(
      "split", "TEXT SEPARATOR", gives: .list,
      "the pieces between the separators, as a list; with \"\", the characters",
      (#"split "a-b" "-""#, #"["a", "b"]"#)
    ) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let separator = try call.text(1)
      if separator.isEmpty { return .list(try characters(of: text, call.context)) }
      let search = TextSearch(text, separator)
      try call.context.checkItems(try search.found(call.context).count + 1)
      return .list(try search.pieces(call.context))
    },
    Function(
      "join", "LIST [SEPARATOR]", gives: .text, "the items as one text, with SEPARATOR between them (default \"\")",
      (#"join ["a", "b"] ", ""#, "a, b")
    ) {
      (call) throws(Failure) in
      let items = try call.list(0)
      let separator = call.count > 1 ? try call.text(1) : ""
      try call[0].checkText(call.context)
      let (separators, overflow) = separator.utf8.count.multipliedReportingOverflow(by: max(0, items.count - 1))
      try call.context.checkText(bytes: overflow ? .max : separators)
      var text = ""
      for (index, item) in items.enumerated() {
        try call.context.look(at: index)
        if index > 0 { text += separator }
        text += try call.context.text(of: item)
        try Limits.checkText(bytes: text.utf8.count)
      }
      return .text(text)
    },
    Function(
      "replace", "TEXT OLD NEW", gives: .text, "the text with each OLD replaced by NEW",
      (#"replace "a-b" "-" "+""#, "a+b")
    ) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let old = try call.text(1)
      let new = try call.text(2)
      if old.isEmpty { return .text(text) }
      let search = TextSearch(text, old)
      let (count, found) = try search.found(call.context)
      if count == 0 { return .text(text) }
      let (more, overflow) = new.utf8.count.multipliedReportingOverflow(by: count)
      let (size, isHuge) = (text.utf8.count - found).addingReportingOverflow(more)
      try call.context.checkText(bytes: overflow || isHuge ? .max : size)
      return .text(try search.replaced(by: new, size: size, call.context))
    },
    Function(
      "starts", "TEXT START", gives: .bool, "`true` if the text starts with START", (#"starts "story" "st""#, "true")
    ) {
      (call) throws(Failure) in
      let (text, start) = (try call.text(0), try call.text(1))
      return .bool(TextSearch.start(text[...], start) != nil)
    },
    Function(
      "ends", "TEXT END", gives: .bool, "`true` if the text ends with END", (#"ends "photo.jpg" ".jpg""#, "true")
    ) {
      (call) throws(Failure) in
      let (text, end) = (try call.text(0), try call.text(1))
      return .bool(TextSearch.end(text[...], end) != nil)
    },
    Function("repeated", "TEXT COUNT", gives: .text, "the text repeated COUNT times", (#"repeated "ab" 3"#, "ababab")) {
      (call) throws(Failure) in
      let text = try call.text(0)
      let count = try call.whole(1)
      guard count >= 0 else { throw call.wrong("a whole number, 0 or greater", found: "\(count)") }
      let (bytes, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
      try call.context.checkText(bytes: overflow ? .max : bytes)
      let atOnce = max(1, FunctionContext.bytesPerCheck / max(1, text.utf8.count))
      if count <= atOnce { return .text(String(repeating: text, count: count)) }
      let block = String(repeating: text, count: atOnce)
      var result = ""
      result.reserveCapacity(bytes)
      for _ in 0..<(count / atOnce) {
        try call.context.look()
        result += block
      }
      return .text(result + String(repeating: text, count: count % atOnce))
    },
  ]

  /// Returns a text after a change of its letters; the result may be up to three times as long.
  private static func changed(_ call: FunctionCall, _ change: (String) -> String) throws(Failure) -> String {
    let text = try call.text(0)
    try call.context.checkText(bytes: text.utf8.count)
    if text.utf8.count <= FunctionContext.bytesPerCheck { return change(text) }
    // Letters change independently of their neighbours.
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var start = text.startIndex
    while start < text.endIndex {
      try call.context.look()
      let size = FunctionContext.bytesPerCheck
      var end = text.utf8.index(start, offsetBy: size, limitedBy: text.endIndex) ?? text.endIndex
      while end < text.endIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(after: end) }
      result += change(String(text[start..<end]))
      try Limits.checkText(bytes: result.utf8.count)
      start = end
    }
    return result
  }

  /// Returns each character as a text.
  static func characters(of text: String, _ context: FunctionContext) throws(Failure) -> ValueList {
    var items = ValueList()
    for character in text {
      try context.look(at: items.count)
      try context.checkGrowth(of: items)
      items.append(.text(String(character)))
    }
    return items
  }

  /// Returns the pieces of a text between separators, in any encoding of these. O(n × separator).
  public static func split(_ text: String, by separator: String) -> [String] {
    separator.isEmpty ? [text] : TextSearch(text, separator).pieces()
  }
}

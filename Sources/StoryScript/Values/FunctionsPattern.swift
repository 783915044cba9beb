extension Functions {
  static let patterns: [Function] = [
    Function(
      "find", "VALUE PART", takes: [.text, .list], gives: [.number, .none],
      "the position of the first match in text or a list, counted from 0; none if there is no match",
      (#"find "story" "or""#, "2")
    ) {
      (call) throws(Failure) in
      switch call[0] {
      case .text(let text):
        let part = try call.text(1)
        if part.isEmpty { return .number(0) }
        guard let start = try TextSearch(text, part).first(call.context) else { return .none }
        let end = text.utf8.index(text.startIndex, offsetBy: start.lowerBound)
        return .number(Double(text[..<end].count))
      case .list(let list):
        try call[0].checkParts("this list", call.context)
        for (index, item) in list.enumerated() {
          try call.context.look(at: index)
          if try item.equals(call[1], call.context) ?? false { return .number(Double(index)) }
        }
        return .none
      default: throw call.wrong(0, "text or a list")
      }
    },
    Function(
      "pad", "VALUE WIDTH [FILL]", gives: .text,
      "the value as text, padded to WIDTH with spaces or FILL: on the right, or on the left if WIDTH is negative",
      (#"pad 7 -3 "0""#, "007")
    ) {
      (call) throws(Failure) in
      try call[0].checkText(call.context)
      let text = try call.context.text(of: call[0])
      let width = try call.whole(1)
      let fill = call.count > 2 ? try call.text(2) : " "
      guard fill.count == 1 else {
        throw call.wrong("one character to fill with", found: ValueWriter.quotedBriefly(fill))
      }
      let missing = Int(min(width.magnitude, UInt(Int.max))) - text.count
      guard missing > 0 else { return .text(text) }
      let (bytes, overflow) = missing.multipliedReportingOverflow(by: fill.utf8.count)
      try call.context.checkText(bytes: overflow ? .max : text.utf8.count + bytes)
      let blanks = String(repeating: fill, count: missing)
      return .text(width < 0 ? blanks + text : text + blanks)
    },
    Function(
      "decimals", "NUMBER PLACES", gives: .text,
      #"the number as text with PLACES decimals; "{$n:2}" is short for (decimals $n 2)"#,
      ("decimals 2.5 2", "2.50")
    ) {
      (call) throws(Failure) in
      let number = try call.number(0)
      let places = try call.whole(1)
      guard (0...15).contains(places) else { throw call.wrong("a whole number from 0 to 15", found: "\(places)") }
      if case .whole(let whole) = call[0] {
        return .text("\(whole)" + (places > 0 ? "." + String(repeating: "0", count: places) : ""))
      }
      return .text(NumberText.fixed(number, places))
    },
    Function("lines", "TEXT", gives: .list, "the lines of the text, as a list", (#"lines "a\nb""#, #"["a", "b"]"#)) {
      (call) throws(Failure) in
      let text = try call.text(0)
      var items = ValueList()
      var start = text.utf8.startIndex
      while start < text.utf8.endIndex {
        try call.context.look(at: items.count + 1)
        try call.context.checkGrowth(of: items)
        let end = try lineEnd(text.utf8[start...], call.context)
        var line = text[start..<end]
        if line.utf8.last == 0x0D { line = Substring(line.utf8.dropLast()) }
        items.append(.text(String(line)))
        start = end < text.utf8.endIndex ? text.utf8.index(after: end) : end
      }
      return .list(items)
    },
    Function(
      "match", "TEXT PATTERN", gives: [.record, .none],
      "the parts of the text named in the pattern, as a record; none if the text does not match",
      (#"match "ana: 9" '{name}: {age}'"#, #"{name: "ana", age: "9"}"#)
    ) {
      (call) throws(Failure) in
      try TextPattern(try call.text(1)).match(try call.text(0), call.context)
    },
  ]

  /// Returns the end of a text's first line, with checks for cancellation: lines can be long.
  private static func lineEnd(_ text: Substring.UTF8View, _ context: FunctionContext) throws(Failure) -> String.Index {
    var rest = text
    while !rest.isEmpty {
      let piece = rest.prefix(FunctionContext.bytesPerCheck)
      if let end = piece.firstIndex(of: 0x0A) { return end }
      try context.look()
      rest = rest[piece.endIndex...]
    }
    return text.endIndex
  }
}

import Timeline

extension Functions {
  static let dates: [Function] = [
    Function(
      "date", "VALUE [MONTH] [DAY] [HOUR] [MINUTE] [SECOND]", takes: [.date, .text, .number],
      gives: .date,
      """
      a date from text (`date TEXT PATTERN` parses the text with a pattern, as in `format`), or from a year, a month, \
      a day and a time
      """,
      (#"date "2026-03-01""#, "2026-03-01")
    ) {
      (call) throws(Failure) in
      switch call[0] {
      case .date: return call[0]
      case .text(let text):
        if call.count == 2, case .text(let pattern) = call[1] { return try spelled(text, pattern, call) }
        guard call.count == 1 else { throw call.wrong("either text or numbers", found: "both") }
        guard let instant = call.context.writer.instant(spelled: text) else {
          if case .problem = Literal.read(Array(text.utf8)[...]) {
            throw call.wrong("a valid date", found: ValueWriter.quotedBriefly(text))
          }
          throw call.wrong(
            "a date as text, such as 2026-03-01T10:30", found: ValueWriter.quotedBriefly(text))
        }
        return .date(instant)
      case .number:
        guard call.count >= 3 else {
          throw call.wrong("a year, a month and a day", found: call.count == 1 ? "1 number" : "\(call.count) numbers")
        }
        var parts: [Int] = []
        for index in 0..<call.count { parts.append(try call.whole(index)) }
        parts += Array(repeating: 0, count: 6 - parts.count)
        guard
          let civil = CivilTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        else {
          throw call.wrong(
            "a valid date", found: parts.prefix(call.count).map { "\($0)" }.joined(separator: " "))
        }
        return .date(call.context.writer.instant(civil))
      default: throw call.wrong(0, "text or a year")
      }
    },
    Function(
      "days", "DATE COUNT", gives: .date, "the date COUNT calendar days later, at the same time of day",
      ("days 2026-02-28 1", "2026-03-01")
    ) {
      (call) throws(Failure) in
      try step(call) { $0.adding(days: $1) }
    },
    Function(
      "months", "DATE COUNT", gives: .date,
      "the date COUNT months later, on the same day of the month, or on the last day of a shorter month",
      ("months 2026-01-31 1", "2026-02-28")
    ) {
      (call) throws(Failure) in
      try step(call) { $0.adding(months: $1) }
    },
    Function(
      "format", "DATE PATTERN", gives: .text, "the date as text; `help dates` lists the letters of a pattern",
      (#"format 2026-03-01 "EEE d MMM""#, "Sun 1 Mar")
    ) {
      (call) throws(Failure) in
      guard case .date(let instant) = call[0] else { throw call.wrong(0, "a date") }
      return .text(try DateFormat(try call.text(1)).text(of: call.context.writer.civil(instant)))
    },
  ]

  /// Returns the date that a text spells in a pattern.
  private static func spelled(_ text: String, _ pattern: String, _ call: FunctionCall) throws(Failure) -> Value {
    let format = try DateFormat(pattern, for: call.name)
    guard format.namesDay else {
      throw call.wrong("a pattern with the year, the month and the day", found: ValueWriter.quotedBriefly(pattern))
    }
    guard let civil = format.civil(text) else {
      let example = CivilTime(year: 2026, month: 3, day: 1).map { format.text(of: $0) } ?? ""
      throw call.wrong("a valid date, such as \(example)", found: ValueWriter.quotedBriefly(text))
    }
    return .date(call.context.writer.instant(civil))
  }

  /// Moves a date by calendar units; the local time of day does not change.
  private static func step(
    _ call: FunctionCall, _ next: (CivilTime, Int) -> CivilTime?
  ) throws(Failure) -> Value {
    guard case .date(let instant) = call[0] else { throw call.wrong(0, "a date") }
    let count = try call.whole(1)
    let writer = call.context.writer
    guard let later = next(writer.civil(instant), count) else { throw Failure(.outOfRange(what: "'\(call.name)'")) }
    return .date(writer.instant(later))
  }
}

extension ValueWriter {
  /// Parses `2026-03-01`, `2026-03-01T10:30` or `2026-03-01 10:30:15.25+02:00`, as in ISO 8601 and RFC 3339: in the
  /// session's time zone unless the text names its own. `nil` for any other text.
  public func instant(spelled text: String) -> Instant? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 10 else { return nil }
    if bytes.count > 10, bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: "T") }
    var offset: Duration?
    if bytes.count > 16 {
      if bytes.last == UInt8(ascii: "Z") || bytes.last == UInt8(ascii: "z") {
        bytes.removeLast()
        offset = .zero
      } else if let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }), sign > 10 {
        let digits = bytes[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, let number = Int64(String(decoding: digits, as: UTF8.self)),
          number / 100 < 24, number % 100 < 60
        else { return nil }
        let length = Duration.seconds(number / 100 * 3_600 + number % 100 * 60)
        offset = bytes[sign] == UInt8(ascii: "-") ? -length : length
        bytes.removeSubrange(sign...)
      }
    }
    // Some programs write nanoseconds; a date has microseconds.
    if bytes.count > 26, bytes[19] == UInt8(ascii: "."), bytes[20...].allSatisfy(NumberText.isDigit) {
      bytes.removeSubrange(26...)
    }
    guard let civil = CivilTime(parsing: bytes) else { return nil }
    return offset.map { civil.instant(offset: $0) } ?? instant(civil)
  }
}

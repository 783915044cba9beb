import Timeline

extension Routine {
  /// Reads steps as a family writes them: `👕 dress 5m, breakfast for 15 min, teeth 3`.
  ///
  /// Steps are separated by commas, semicolons or lines. Each has a name, which may begin with an icon, and a length:
  /// a number of minutes, or a number with its unit. A step that is named like an activity has that activity's icon
  /// and, if it names none, its length.
  /// - Throws: The first problem, with the number of its step.
  public static func steps(_ text: String, _ activities: ActivityCatalog) throws(RoutineProblem) -> [Step] {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline })
      .map { $0.split(whereSeparator: { $0.isWhitespace }).map(String.init) }.filter { !$0.isEmpty }
    guard stepCounts.contains(parts.count) else { throw .stepCount(parts.count) }
    var steps: [Step] = []
    for (index, words) in parts.enumerated() { steps.append(try step(words, index + 1, activities)) }
    return steps
  }

  /// Returns the steps as a text from which they are read back.
  public static func text(of steps: [Step]) -> String {
    steps.map { "\($0.icon) \($0.name) \(text(of: $0.length))" }.joined(separator: ", ")
  }

  private static func step(
    _ words: [String], _ number: Int, _ activities: ActivityCatalog
  ) throws(RoutineProblem) -> Step {
    var words = words
    let all = words.joined(separator: " ")
    var icon: Character?
    if words.count > 1, PrintableText.isIcon(words[0]), let first = words[0].first, !first.isLetter, !first.isNumber {
      icon = first
      words.removeFirst()
    }
    var length: String?
    // `15 min`: the unit may be a word of its own.
    if words.count > 2, isUnit(words[words.count - 1]), isNumber(words[words.count - 2]) {
      length = words.suffix(2).joined()
      words.removeLast(2)
    } else if words.count > 1, isMeantAsLength(words[words.count - 1]) {
      length = words.removeLast()
    }
    if length != nil, words.count > 1, words.last?.lowercased() == "for" { words.removeLast() }
    let written = words.joined(separator: " ")
    if words.count > 1, let inner = words.first(where: { !isNumber($0) && Self.length($0) != nil }) {
      throw .lengthInName(all, length: inner, number: number)
    }
    guard let name = try? ActivityCatalog.checked(written) else { throw .badStep(all, number: number) }
    let activity = activities.activities.first { $0.name.lowercased() == name.lowercased() }
    let duration: Duration
    if let length {
      guard let read = Self.length(length) else { throw .badLength(length, step: name, number: number) }
      duration = read
    } else if let activity, activity.kind != .custom {
      duration = .minutes(Int64(activity.minutes))
    } else {
      throw .noLength(name, number: number)
    }
    guard lengths.contains(duration) else { throw .lengthOutOfRange(duration, step: name, number: number) }
    return Step(name: activity?.name ?? name, icon: icon ?? activity?.icon ?? "⭐", length: duration)
  }

  private static let units: [(words: [String], seconds: Int64)] = [
    (["s", "sec", "secs", "second", "seconds"], 1), (["m", "min", "mins", "minute", "minutes"], 60),
    (["h", "hour", "hours"], 3_600),
  ]

  private static func isUnit(_ word: String) -> Bool { units.contains { $0.words.contains(word.lowercased()) } }
  private static func isNumber(_ word: String) -> Bool { Int64(word) != nil }

  /// `true` for a word with a digit in front, also behind a sign: `5m`, `-5m`.
  private static func isMeantAsLength(_ word: String) -> Bool {
    (["-", "+", "−"].contains(word.first) ? word.dropFirst() : word[...]).first?.isNumber == true
  }

  /// Reads `5`, `5m`, `5min`, `90s` or `1m30s`; `nil` for anything else.
  private static func length(_ text: String) -> Duration? {
    if text.allSatisfy({ ("0"..."9").contains($0) }), let minutes = Int64(text) {
      return (0...10_000).contains(minutes) ? .minutes(minutes) : nil
    }
    var rest = text.lowercased()[...]
    var seconds: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      let unit = rest.dropFirst(digits.count).prefix { !("0"..."9").contains($0) }
      guard let number = Int64(digits), number <= 100_000,
        let found = units.first(where: { $0.words.contains(String(unit)) })
      else { return nil }
      seconds += number * found.seconds
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return .seconds(seconds)
  }

  private static func text(of length: Duration) -> String {
    let seconds = length.microseconds / 1_000_000
    let (minutes, rest) = (seconds / 60, seconds % 60)
    return (minutes > 0 ? "\(minutes)m" : "") + (rest > 0 ? "\(rest)s" : "")
  }
}

import Timeline

extension Routine {
  /// Reads steps as a family writes them: `👕 dress 5m, breakfast for 15 min, teeth 3`.
  ///
  /// Steps are separated by commas, semicolons or lines. Each has a name, which may begin with an icon, and a length:
  /// a number of minutes, or a number with its unit. A step that is named like an activity has that activity's icon
  /// and, if it names none, its length. A name in quotes is read as it is: `"wash, then dry" 5m`.
  /// - Throws: The first problem, with the number of its step.
  public static func steps(_ text: String, _ activities: ActivityCatalog) throws(RoutineProblem) -> [Step] {
    let parts = parts(of: text)
    guard stepCounts.contains(parts.count) else { throw .stepCount(parts.count) }
    var steps: [Step] = []
    for (index, part) in parts.enumerated() { steps.append(try step(part.words, index + 1, activities)) }
    return steps
  }

  /// Returns the first problem of steps that does not depend on the family's activities; `nil` if there is none.
  public static func problem(inSteps text: String) -> RoutineProblem? {
    let parts = parts(of: text)
    guard stepCounts.contains(parts.count) else { return .stepCount(parts.count) }
    for (index, part) in parts.enumerated() {
      do throws(RoutineProblem) { _ = try step(part.words, index + 1, ActivityCatalog()) } catch {
        if case .noLength = error { continue }
        return error
      }
    }
    return nil
  }

  /// Returns the place of a step in the text that `steps` reads, in UTF-8 bytes; `nil` if there is no such step.
  /// - Parameter number: The step's number, from 1.
  public static func place(ofStep number: Int, in text: String) -> Range<Int>? {
    let parts = parts(of: text)
    return parts.indices.contains(number - 1) ? parts[number - 1].place : nil
  }

  /// Returns the steps as a text from which they are read back.
  public static func text(of steps: [Step]) -> String {
    steps.map { "\($0.icon) \(written($0.name)) \(text(of: $0.length))" }.joined(separator: ", ")
  }

  /// Returns the name, in quotes if it would not be read back without them.
  private static func written(_ name: String) -> String {
    let parts = parts(of: "⭐ \(name) 1m")
    let isRead =
      parts.count == 1 && (try? step(parts[0].words, 1, ActivityCatalog()))?.name.lowercased() == name.lowercased()
    return isRead ? name : name.contains("\"") ? "'\(name)'" : "\"\(name)\""
  }

  /// A word of a step; one in quotes is always part of the name.
  private struct Word {
    var text: String
    var isQuoted = false
  }

  /// The words of a step, and its place in UTF-8 bytes.
  private typealias Part = (words: [Word], place: Range<Int>)

  /// Splits a text into steps with at least one word.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var current: Part = ([], 0..<0)
    func close() {
      if !current.words.isEmpty { parts.append(current) }
      current = ([], 0..<0)
    }
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      if divides(text[index]) {
        close()
      } else if !text[index].isWhitespace {
        let word = word(in: text, at: &index)
        let begin =
          current.words.isEmpty ? text.utf8.distance(from: text.startIndex, to: start) : current.place.lowerBound
        current.words.append(word)
        current.place = begin..<text.utf8.distance(from: text.startIndex, to: index)
        continue
      }
      index = text.index(after: index)
    }
    close()
    return parts
  }

  private static func divides(_ character: Character) -> Bool {
    character == "," || character == ";" || character.isNewline
  }

  /// Reads the word that begins at `index`, and moves the index behind it.
  private static func word(in text: String, at index: inout String.Index) -> Word {
    let start = index
    if let closers = quotes[text[start]] {
      let inside = text[text.index(after: start)...].prefix { !closers.contains($0) && !$0.isNewline }
      if inside.endIndex < text.endIndex, closers.contains(text[inside.endIndex]) {
        index = text.index(after: inside.endIndex)
        return Word(text: String(inside), isQuoted: true)
      }
    }
    while index < text.endIndex, !divides(text[index]), !text[index].isWhitespace { index = text.index(after: index) }
    return Word(text: String(text[start..<index]))
  }

  /// The characters that close what a quotation mark opens.
  private static let quotes: [Character: [Character]] = [
    "\"": ["\""], "'": ["'"], "“": ["“", "”", "„"], "”": ["“", "”", "„"], "„": ["“", "”", "„"], "‘": ["’"],
  ]

  private static func step(
    _ words: [Word], _ number: Int, _ activities: ActivityCatalog
  ) throws(RoutineProblem) -> Step {
    var words = words
    let all = words.map { $0.text }.joined(separator: " ")
    let icon = icon(of: &words)
    let length = length(of: &words)
    let written = words.map { $0.text }.joined(separator: " ")
    if words.count > 1,
      let inner = words.first(where: { !$0.isQuoted && !isNumber($0.text) && Self.length($0.text) != nil })
    {
      throw .lengthInName(all, length: inner.text, number: number)
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

  /// Removes and returns the icon before a name.
  private static func icon(of words: inout [Word]) -> Character? {
    guard words.count > 1, !words[0].isQuoted, PrintableText.isIcon(words[0].text), let first = words[0].text.first,
      !first.isLetter, !first.isNumber
    else { return nil }
    words.removeFirst()
    return first
  }

  /// Removes and returns the length behind a name, and the `for` before it.
  private static func length(of words: inout [Word]) -> String? {
    guard words.count > 1, let last = words.last, !last.isQuoted else { return nil }
    var length: String?
    // `15 min`: the unit may be a word of its own.
    if words.count > 2, isUnit(last.text), isNumber(words[words.count - 2].text), !words[words.count - 2].isQuoted {
      length = words.suffix(2).map { $0.text }.joined()
      words.removeLast(2)
    } else if isMeantAsLength(last.text) {
      length = last.text
      words.removeLast()
    }
    if length != nil, words.count > 1, let word = words.last, !word.isQuoted, word.text.lowercased() == "for" {
      words.removeLast()
    }
    return length
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

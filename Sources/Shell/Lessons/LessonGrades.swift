import StoryScript
import Terminal
import Timeline

/// The tables of a class: a row for each learner, and for each lesson the steps that were missed.
struct LessonGrades {
  /// A row for each recording.
  let rows: [Value]
  /// For each lesson in which something was missed, a row for each such step.
  let steps: [(title: String, rows: [Value])]

  static let legend =
    "* as the file says; everything else is proven by the replay. `told`: solved after `learn skip`"

  /// The number of typed lines that are shown for a step.
  private static let lineLimit = 8

  /// - Parameter marksClaims: whether the names of columns that a file only claims end with `*`.
  init(_ results: [LessonGrader.Result], marksClaims: Bool) {
    let mark = marksClaims ? "*" : ""
    let isSigned = results.contains { $0.learner != nil || $0.date != nil }
    let copies = Self.copies(among: results)
    rows = results.enumerated().map { index, result in
      func text(_ numbers: [Int]) -> Value { .text(numbers.map(String.init).joined(separator: " ")) }
      var row = Record()
      row["result"] = .text(result.file)
      if isSigned {
        row["learner\(mark)"] = .text(result.learner ?? "")
        row["date\(mark)"] = .text(result.date ?? "")
      }
      row["lesson"] = .text(result.parsedLesson.name)
      row["solved"] = .text("\(result.walk.solvedCount - result.late.count) of \(result.walk.titles.count)")
      row["told"] = text(result.late)
      row["missing"] = text(result.missing)
      row["lines"] = .number(Double(result.lines))
      row["misses"] = .number(Double(result.walk.tallies.reduce(0) { $0 + $1.missed.count }))
      row["wrong"] = .number(Double(result.walk.tallies.reduce(0) { $0 + $1.mispredicted.count }))
      row["hints\(mark)"] = .number(Double(result.hints))
      row["solutions\(mark)"] = .number(Double(result.solutions))
      if !copies.isEmpty { row["copy of"] = .text(copies[index] ?? "") }
      row["time\(mark)"] = .duration(.seconds(result.time.microseconds / 1_000_000))
      return .record(row)
    }
    var names: [String] = []
    for result in results where !names.contains(result.parsedLesson.name) { names.append(result.parsedLesson.name) }
    steps = names.compactMap { name in
      let group = results.filter { $0.parsedLesson.name == name }
      let rows = Self.steps(of: group)
      return rows.isEmpty ? nil : (group[0].parsedLesson.title, rows)
    }
  }

  /// Returns the file of an earlier recording with the same lines at the same times, by the index of the copy.
  private static func copies(among results: [LessonGrader.Result]) -> [Int: String] {
    var first: [[Recording.Item]: String] = [:]
    var copies: [Int: String] = [:]
    for (index, result) in results.enumerated() where result.lines > 0 {
      if let file = first[result.print] { copies[index] = file } else { first[result.print] = result.file }
    }
    return copies
  }

  /// Returns a row for each step of a lesson that some learner missed: `4 of 12`, and the wrong answers.
  private static func steps(of results: [LessonGrader.Result]) -> [Value] {
    results[0].walk.titles.indices.compactMap { index in
      let tallies = results.compactMap { $0.walk.tallies.indices.contains(index) ? $0.walk.tallies[index] : nil }
      let missed = tallies.filter { !$0.missed.isEmpty || !$0.mispredicted.isEmpty }
      guard !missed.isEmpty else { return nil }
      let typed = missed.flatMap { $0.mispredicted + $0.missed }
      let shown = typed.prefix(lineLimit).map { Session.firstLine($0) }.joined(separator: ", ")
      return .record([
        "step": .number(Double(index + 1)), "about": .text(results[0].walk.titles[index]),
        "missed": .text("\(missed.count) of \(tallies.count)"),
        "typed": .text(shown + (typed.count > lineLimit ? ", …" : "")),
      ])
    }
  }
}

/// The learner's name and the day, as notes at the end of an exported recording. Nothing proves them.
enum LessonSignature {
  private static let (learner, date) = ("learner: ", "exported: ")

  /// Returns the lines to append to an exported recording.
  static func text(learner name: String, on day: String) -> String {
    let notes = (name.isEmpty ? [] : [learner + name]) + [date + day]
    return notes.map { Recording.text(of: .init(wait: .zero, content: .note($0))) }.joined()
  }

  static func learner(in recording: Recording) -> String? { last(learner, in: recording) }
  static func date(in recording: Recording) -> String? { last(date, in: recording) }

  private static func last(_ prefix: String, in recording: Recording) -> String? {
    recording.items.lazy.reversed().compactMap { item in
      guard case .note(let note) = item.content, note.hasPrefix(prefix) else { return nil }
      return String(sanitized(String(note.dropFirst(prefix.count))).prefix(80))
    }.first
  }
}

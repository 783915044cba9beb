import JSON
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The tables of a class: a row for each learner, and for each lesson the steps that were missed.
struct LessonGrades {
  private let results: [LessonGrader.Result]
  /// The file with the same lines at the same times as a recording, by the recording's index.
  private let copies: [Int: String]
  /// The learners' names, each for one recording only, or else the names of the files.
  private let names: [String]

  private static let legend =
    "* as the file says; everything else is proven by the replay. `told`: solved after `learn skip`; `open`: neither "
    + "solved nor skipped; `shown`: solutions shown"

  /// The number of lines that are shown for a learner in a step.
  private static let lineLimit = 8
  /// The cells of a file's and a learner's name in a window.
  private static let (fileCells, nameCells) = (12, 10)

  init(_ results: [LessonGrader.Result]) {
    self.results = results
    copies = Self.copies(among: results)
    names = results.map { result in
      let isAlone = results.count { $0.learner == result.learner } == 1
      return isAlone ? result.learner ?? Self.base(result.file) : Self.base(result.file)
    }
  }

  private static func base(_ file: String) -> String {
    file.hasSuffix(".story") ? String(file.dropLast(".story".count)) : file
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

  // MARK: Tables

  /// Writes the tables. In a window, names are cut, and columns that do not fit continue in another block.
  func write(to printer: OutputPrinter) {
    let isCut = printer.output.room < .max
    func cell(_ text: String, _ cells: Int) -> StyledText {
      let plain = StyledText(sanitized(text, glyphs: printer.output.glyphs))
      return isCut ? plain.clipped(to: cells, mark: printer.output.glyphs.cut) : plain
    }
    func text(_ text: String) -> StyledText { StyledText(sanitized(text, glyphs: printer.output.glyphs)) }
    func steps(_ numbers: [Int]) -> StyledText { StyledText(Self.ranges(numbers)) }
    let isSigned = results.contains { $0.learner != nil || $0.date != nil }
    printer.writeTable(
      Array(results.enumerated()), leading: isSigned ? 2 : 1,
      [
        .init("result") { cell(isCut ? Self.base($0.element.file) : $0.element.file, Self.fileCells) },
        .init("learner*", if: isSigned) { cell($0.element.learner ?? "", Self.nameCells) },
        .init("lesson") { text($0.element.parsedLesson.name) },
        .init("solved") { text("\($0.element.solvedCount) of \($0.element.walk.titles.count)") },
        .init("told") { steps($0.element.late) },
        .init("skipped") { steps($0.element.skipped) },
        .init("open") { steps($0.element.open) },
        .init("lines", .right) { StyledText("\($0.element.lines)") },
        .init("misses", .right) { StyledText("\($0.element.missCount)") },
        .init("wrong", .right) { StyledText("\($0.element.wrongCount)") },
        .init("hints*", .right) { StyledText("\($0.element.hints)") },
        .init("shown*", .right) { StyledText("\($0.element.solutions)") },
        .init("time*", .right) { StyledText(Self.time($0.element).literal) },
        .init("date*", if: isSigned) { text(String(($0.element.date ?? "").suffix(isCut ? 5 : 10))) },
        .init("copy of", if: !copies.isEmpty) {
          let file = copies[$0.offset] ?? ""
          return cell(isCut ? Self.base(file) : file, Self.fileCells)
        },
      ] as [RowColumn<(offset: Int, element: LessonGrader.Result)>])
    printer.writeWrapped(Self.legend)
    for (title, rows) in missedSteps {
      printer.writeLine("")
      printer.writeLine(StyledText(sanitized(title), .heading))
      printer.writeTable(
        rows,
        [
          .init("step", .right) { StyledText("\($0.number)") },
          .init("about", overflow: .wrap) { text($0.title) },
          .init("missed") { StyledText("\($0.typed.count) of \($0.count)") },
          .init("typed", overflow: .wrap) { row in text(row.typed.map { typed(by: $0) }.joined(separator: "; ")) },
        ] as [RowColumn<MissedStep>])
    }
  }

  /// A step that some learner missed.
  private struct MissedStep {
    let number: Int
    let title: String
    /// The number of learners with this lesson.
    let count: Int
    /// The lines of each learner that fell short, with the index of the result.
    let typed: [(index: Int, lines: [String])]
  }

  /// Returns a learner's lines after the name: `Ada: 23s, 0s`.
  private func typed(by learner: (index: Int, lines: [String])) -> String {
    let lines = learner.lines.prefix(Self.lineLimit).map { Session.firstLine($0) }
    let more = learner.lines.count > Self.lineLimit ? ", \(learner.lines.count - Self.lineLimit) more" : ""
    return "\(names[learner.index]): \(lines.joined(separator: ", "))\(more)"
  }

  /// For each lesson in which something was missed, its title and those steps.
  private var missedSteps: [(title: String, rows: [MissedStep])] {
    var lessons: [String] = []
    for result in results where !lessons.contains(result.parsedLesson.name) { lessons.append(result.parsedLesson.name) }
    return lessons.compactMap { name in
      let group = results.indices.filter { results[$0].parsedLesson.name == name }
      guard let first = group.first else { return nil }
      let rows = results[first].walk.titles.enumerated().compactMap { step, title -> MissedStep? in
        let typed = group.compactMap { index -> (index: Int, lines: [String])? in
          guard results[index].walk.tallies.indices.contains(step) else { return nil }
          let tally = results[index].walk.tallies[step]
          let lines = tally.mispredicted + tally.missed
          return lines.isEmpty ? nil : (index, lines)
        }
        return typed.isEmpty ? nil : MissedStep(number: step + 1, title: title, count: group.count, typed: typed)
      }
      return rows.isEmpty ? nil : (results[first].parsedLesson.title, rows)
    }
  }

  /// Returns numbers with ranges: `1 3-5`.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let words = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return words.joined(separator: " ")
  }

  private static func time(_ result: LessonGrader.Result) -> Duration {
    .seconds(result.time.microseconds / 1_000_000)
  }

  // MARK: JSON

  /// The results as JSON, one object for each recording, with everything that the learner typed in vain.
  var json: [JSON] {
    results.enumerated().map { index, result in
      func numbers(_ numbers: [Int]) -> JSON { .array(numbers.map { .integer(Int64($0)) }) }
      func count(_ number: Int) -> JSON { .integer(Int64(number)) }
      let steps: [JSON] = zip(result.walk.titles, zip(result.walk.marks, result.walk.tallies)).enumerated().map {
        step, item in
        let (title, (mark, tally)) = item
        return [
          "number": count(step + 1), "title": .string(title), "state": .string(Self.word(mark)),
          "missed": .array(tally.missed.map { .string($0) }),
          "wrong": .array(tally.mispredicted.map { .string($0) }),
          "hints": count(tally.hints), "solutions": count(tally.solutions),
        ]
      }
      return [
        "file": .string(result.file), "learner": result.learner.map { .string($0) } ?? .null,
        "date": result.date.map { .string($0) } ?? .null, "lesson": .string(result.parsedLesson.name),
        "title": .string(result.parsedLesson.title), "of": count(result.walk.titles.count),
        "solved": count(result.solvedCount), "told": numbers(result.late), "skipped": numbers(result.skipped),
        "open": numbers(result.open), "lines": count(result.lines), "misses": count(result.missCount),
        "wrong": count(result.wrongCount), "hints": count(result.hints), "solutions": count(result.solutions),
        "seconds": .integer(Self.time(result).microseconds / 1_000_000),
        "copyOf": copies[index].map { .string($0) } ?? .null, "steps": .array(steps),
      ]
    }
  }

  private static func word(_ mark: LessonProgress.Mark) -> String {
    switch mark {
    case .open: "open"
    case .solved: "solved"
    case .skipped: "skipped"
    case .late: "told"
    }
  }
}

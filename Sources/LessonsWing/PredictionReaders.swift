import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Readers who come to a prediction in another way than the author: more slowly, or with another value that an earlier
/// step accepts. The texts of a step suit one answer, so the answer must be the same for all of them.
struct PredictionReaders {
  private let parsedLesson: ParsedLesson
  private let catalog: CommandCatalog
  /// The processor time at which the readers give up.
  private let limit: Int64

  /// The maximum number of other values that are tried in a step.
  private static let mostValues = 16
  /// What a fast reader types after a solution, in the same line.
  private static let delay = "wait 5s"

  /// - Parameter limit: the processor time at which the readers give up.
  init(_ parsedLesson: ParsedLesson, catalog: CommandCatalog, limit: Int64) {
    (self.parsedLesson, self.catalog, self.limit) = (parsedLesson, catalog, limit)
  }

  private var steps: [Lesson.Step] { parsedLesson.steps }
  private var source: Source { parsedLesson.script.source }

  private func isPrediction(_ index: Int) -> Bool { steps[index].goals.contains { $0.prediction != nil } }

  /// Returns the predictions whose answer depends on the reader, at most one fault for each.
  func faults() -> [Diagnostic] {
    guard let last = steps.indices.last(where: isPrediction) else { return [] }
    let right = answers(upTo: last) { player, index in solve(player, index) }
    var faults: [Int: Diagnostic] = [:]
    func compare(_ found: [Int: Value], _ way: (Int) -> String, _ advice: String) {
      for (index, value) in found {
        guard faults[index] == nil, let answer = right[index], !LessonPrediction.isRight(value, answer),
          let goal = steps[index].goals.first(where: { $0.prediction != nil })
        else { continue }
        let writer = ValueWriter()
        faults[index] = Diagnostic(
          .refused(
            "the answer is \(writer.brief(answer)), but \(writer.brief(value)) \(way(index))", suggestion: advice),
          goal.range, in: source)
      }
    }
    for pause in LessonReaders.pauses {
      let found = answers(upTo: last) { player, index in
        player.rest(for: pause)
        solve(player, index)
      }
      compare(
        found, { _ in "if the learner needs \(TimeText.length(pause)) for each earlier step" },
        "begin this step with a state of its own, or hold what is running")
    }
    for index in steps.indices.prefix(last) where !isPrediction(index) {
      for line in otherLines(index) {
        if SystemClock.worked > limit { break }
        // Only later steps depend on it.
        let found = answers(upTo: last) { player, place in
          if place == index { player.type(line: line) } else { solve(player, place) }
        }
        compare(
          found.filter { $0.key > index }, { _ in "if step \(index + 1) is solved with `\(Session.firstLine(line))`" },
          "begin this step with a state of its own, or let the goal of step \(index + 1) accept only one result")
      }
    }
    return faults.sorted { $0.key < $1.key }.map { $0.value }
  }

  /// Returns the answers to the predictions, by the indices of their steps, up to the first step that is not solved.
  /// - Parameter solve: solves a step that has just begun.
  private func answers(upTo last: Int, _ solve: (LessonPlayer, Int) -> Void) -> [Int: Value] {
    let player = LessonPlayer(parsedLesson, catalog: catalog, timeout: max(1, limit - SystemClock.worked))
    guard (try? player.begin()) != nil else { return [:] }
    var answers: [Int: Value] = [:]
    for index in 0...last {
      guard (try? player.start(steps[index])) != nil, !player.isMet else { break }
      if let answer = player.answer { answers[index] = answer }
      solve(player, index)
      guard player.isMet else { break }
    }
    return answers
  }

  /// Types the author's solution, or the answer to a prediction.
  private func solve(_ player: LessonPlayer, _ index: Int) {
    if isPrediction(index) {
      try? player.predict(steps[index])
    } else {
      try? player.type(steps[index].solution)
    }
  }

  // MARK: Other lines

  /// Returns lines that learners may type in place of the solution: with another number or time, and with a wait
  /// after it.
  private func otherLines(_ index: Int) -> [String] {
    let solution = parsedLesson.solution(of: steps[index])
    guard !solution.isEmpty else { return [] }
    let bytes = Array(solution.utf8)
    var lines = [solution + "; " + Self.delay]
    for span in SyntaxColouring.spans(in: solution, vocabulary: catalog.schema.vocabulary)
    where span.kind == .number || span.kind == .duration {
      let written = String(decoding: bytes[span.range], as: UTF8.self)
      for other in Self.others(than: written) {
        lines.append(
          String(decoding: bytes[..<span.range.lowerBound], as: UTF8.self) + other
            + String(decoding: bytes[span.range.upperBound...], as: UTF8.self))
      }
    }
    return Array(lines.prefix(Self.mostValues))
  }

  /// Returns a little more, twice as much and a little less than a number or a time.
  private static func others(than written: String) -> [String] {
    let writer = ValueWriter()
    if let length = Duration(literal: written) {
      let others = [length + .seconds(1), length + length, length - .seconds(1)]
      return others.filter { $0 >= .zero }.map { $0.literal }
    }
    guard let number = Double(written) else { return [] }
    return [number + 1, 2 * number, number - 1].filter { $0 >= 0 }.map { writer.literal(.number($0)) }
  }
}

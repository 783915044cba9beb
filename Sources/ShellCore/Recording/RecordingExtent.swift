import JSON
import SessionState
import StoryScript
import Timeline

/// A place in a recording, as typed after `--from` and `--to`: a step of its lesson (`3`), a line where there is no
/// lesson (`12`), or a time (`1m30s`).
enum RecordingPlace: Hashable {
  case number(Int)
  case time(Duration)

  /// - Returns: `nil` for any other text.
  init?(_ text: String) {
    if let number = Int(text), number >= 1 {
      self = .number(number)
    } else if let time = Duration(literal: text), time >= .zero {
      self = .time(time)
    } else {
      return nil
    }
  }
}

/// The part of a recording that is rendered. The items before it are replayed as well, unseen, because what follows
/// depends on them.
struct RecordingExtent {
  var from: RecordingPlace?
  var to: RecordingPlace?

  var isWhole: Bool { from == nil && to == nil }

  /// The message about an extent that contains nothing.
  struct Refusal: Error {
    var message: String
    var suggestion: String
  }

  /// Returns the items of the extent.
  /// - Parameter replay: a replay of the recording from its beginning, with the model of lessons, which is used up.
  func items(of recording: Recording, in replay: Replay) throws(Refusal) -> Range<Int> {
    var (starts, steps, lines): ([Duration], [Int?], [Int]) = ([], [], [])
    var step: Int?
    var line = 0
    for item in replay.items(of: recording) {
      let moment = replay.run(item)
      if case .line = item.content { line += 1 }
      // A line belongs to the step that it was typed in.
      steps.append(step)
      starts.append(moment.began)
      lines.append(line)
      if let seen = moment.seen.last { step = Self.step(seen.states, replay.pageModels) }
    }
    let hasSteps = steps.contains { $0 != nil } || step != nil
    func isReached(_ place: RecordingPlace, _ index: Int) -> Bool {
      switch place {
      case .number(let number) where hasSteps:
        // Lines typed before the lesson precede all steps; lines typed after it follow them.
        steps[index].map { $0 >= number } ?? steps[..<index].contains { $0 != nil }
      case .number(let number): lines[index] >= number
      case .time(let time): starts[index] >= time
      }
    }
    func isPassed(_ place: RecordingPlace, _ index: Int) -> Bool {
      switch place {
      case .number(let number) where hasSteps:
        steps[index].map { $0 > number } ?? steps[..<index].contains { $0 != nil }
      case .number(let number): lines[index] > number
      case .time(let time): starts[index] > time
      }
    }
    let start = from.map { from in starts.indices.first { isReached(from, $0) } ?? starts.count } ?? 0
    let end = to.map { to in starts.indices.first { isPassed(to, $0) } ?? starts.count } ?? starts.count
    guard start < end else {
      let last = hasSteps ? steps.compactMap { $0 }.max() ?? 1 : line
      let (what, count) = hasSteps ? ("step", max(1, last)) : ("line", line)
      throw Refusal(
        message: "this part of the recording is empty",
        suggestion:
          "the recording has \(TimeText.count(count, what)) and is \(TimeText.length(starts.last ?? .zero)) long")
    }
    return start..<end
  }

  /// Returns the number of the step in a lesson, from 1; `nil` without a lesson.
  private static func step(_ states: [JSON?], _ models: [PageModel]) -> Int? {
    for (model, state) in zip(models, states) where model.name == "lesson" {
      return state?["step"]?.integerValue.map { Int($0) + 1 }
    }
    return nil
  }
}

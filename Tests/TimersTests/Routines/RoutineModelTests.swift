import Testing
import Timeline

@testable import Timers

/// Random routines against a model of their own, in which only lengths of time exist and no instants.
@Suite struct RoutineModelTests {
  /// A model of a routine, written from the rules alone.
  private struct Model {
    enum Mode { case step, rest, over }
    var queue: [(number: Int, length: Int64, spent: Int64)]
    var mode = Mode.step
    var isHeld = false
    var restLeft: Int64 = 0
    var rest: Int64
    var ended: [(number: Int, spent: Int64?)] = []

    init(_ lengths: [Int64], rest: Int64) {
      queue = lengths.enumerated().map { ($0 + 1, $1, 0) }
      self.rest = rest
    }

    mutating func end(counts: Bool) {
      let step = queue.removeFirst()
      ended.append((step.number, counts ? step.spent : nil))
    }

    mutating func proceed(withRest: Bool) {
      isHeld = false
      if queue.isEmpty {
        mode = .over
      } else if withRest, rest > 0 {
        (mode, restLeft) = (.rest, rest)
      } else {
        mode = .step
      }
    }

    mutating func pass(_ seconds: Int64) {
      var seconds = seconds
      while seconds > 0 {
        switch mode {
        case .over: return
        case .rest:
          let part = min(seconds, restLeft)
          (restLeft, seconds) = (restLeft - part, seconds - part)
          if restLeft == 0 { mode = .step }
        case .step:
          if isHeld { return }
          let part = min(seconds, queue[0].length - queue[0].spent)
          (queue[0].spent, seconds) = (queue[0].spent + part, seconds - part)
          if queue[0].spent == queue[0].length {
            end(counts: true)
            proceed(withRest: true)
          }
        }
      }
    }

    /// Returns whether the word is accepted.
    mutating func take(_ word: String) -> Bool {
      guard mode != .over else { return false }
      switch word {
      case "later":
        guard queue.count > 1 else { return false }
        queue.append(queue.removeFirst())
        isHeld = false
      case "done", "stop the timer":
        guard mode == .step else { return false }
        end(counts: word == "done")
        proceed(withRest: true)
      case "hold", "resume":
        guard mode == .step else { return false }
        isHeld = word == "hold"
      case "next":
        guard mode == .rest else { return false }
        mode = .step
      case "skip":
        end(counts: false)
        if queue.isEmpty { mode = .over }
        if mode == .step { isHeld = false }
      default:
        // The steps that were left are told as not finished.
        ended += queue.map { ($0.number, nil) }
        queue = []
        mode = .over
      }
      return true
    }
  }

  private static let words = [
    "later", "later", "done", "done", "hold", "hold", "resume", "next", "skip", "stop the timer", "undo", "undo",
    "time", "time", "time", "time", "stop",
  ]

  @Test func twentyThousandRoutinesAreTheModel() throws {
    var chance = SeededGenerator(seed: 47)
    var mistakes: [String] = []
    for round in 0..<20_000 {
      let lengths = (0..<Int.random(in: 1...5, using: &chance)).map { _ in Int64.random(in: 10...40, using: &chance) }
      let rest = Int64.random(in: 0...3, using: &chance) * 5
      var model = Model(lengths, rest: rest)
      var play = RoutinePlay()
      play.rest = .seconds(rest)
      var now = zero
      _ = try play.start(
        Routine(
          name: "r", steps: lengths.map { .init(name: "step", icon: "⭐", length: .seconds($0)) }), at: now)
      var history: [(model: Model, play: RoutinePlay, at: Instant)] = []
      var script: [String] = []
      for _ in 0..<14 {
        let word = Self.words.randomElement(using: &chance) ?? ""
        script.append(word)
        switch word {
        case "time":
          let length = Int64.random(in: 1...60, using: &chance)
          script[script.count - 1] += " \(length)"
          now += .seconds(length)
          model.pass(length)
          _ = play.advance(to: now)
        case "undo":
          guard let last = history.popLast() else { break }
          model = last.model
          let passed = now - last.at
          play = RoutinePlay(
            timer: last.play.timer.shifted(by: passed), run: last.play.run?.shifted(by: passed), rest: play.rest,
            sessions: last.play.sessions)
        default:
          let before = (model, play, now)
          let isAccepted = model.take(word)
          if isAccepted { history.append(before) }
          if (try? Self.take(word, &play, at: now)) == nil, isAccepted { mistakes.append("refused \(word)") }
        }
        if let difference = Self.difference(model, play, at: now) {
          mistakes.append("round \(round), \(script): \(difference)")
          break
        }
        if let run = play.run, !run.past.isEmpty || run.isOn {
          let again = RoutineRun(
            routine: run.routine, started: run.started, state: run.state, waiting: run.waiting, past: run.past,
            until: run.until)
          if again != run { mistakes.append("round \(round): not read back") }
        }
      }
    }
    #expect(mistakes.prefix(3) == [])
  }

  private static func take(_ word: String, _ play: inout RoutinePlay, at now: Instant) throws {
    switch word {
    case "later": _ = try play.handle(.later, at: now)
    case "next": _ = try play.handle(.next, at: now)
    case "skip": _ = try play.handle(.skip, at: now)
    case "stop": _ = try play.handle(RoutineRun.Input.stop, at: now)
    case "done": _ = try play.handle(.done, at: now)
    case "hold": _ = try play.handle(.pause, at: now)
    case "resume": _ = try play.handle(.resume, at: now)
    default: _ = try play.handle(Countdown.Input.stop, at: now)
    }
  }

  /// Describes how a play differs from the model; `nil` if it does not.
  private static func difference(_ model: Model, _ play: RoutinePlay, at now: Instant) -> String? {
    guard let run = play.run else { return "no run" }
    let state: RoutineRun.State =
      switch model.mode {
      case .step: .step
      case .rest: .rest
      case .over: .over
      }
    if run.state != state { return "\(run.state), not \(state)" }
    if run.waiting.map(\.number) != model.queue.map(\.number) { return "waiting \(run.waiting.map(\.number))" }
    if run.past.map(\.number) != model.ended.map(\.number) { return "past \(run.past.map(\.number))" }
    if run.past.map({ $0.session != nil }) != model.ended.map({ $0.spent != nil }) { return "sessions" }
    let spent = model.ended.compactMap(\.spent)
    if play.sessions.map(\.actual) != spent.map({ .seconds($0) }) { return "spent \(play.sessions.map(\.actual))" }
    if model.mode == .rest, run.until - now != .seconds(model.restLeft) { return "break \(run.until - now)" }
    if model.mode == .step {
      if (play.timer.state == .paused) != model.isHeld { return "held" }
      let left = model.queue[0].length - model.queue[0].spent
      if play.timer.remaining(at: now) != .seconds(left) { return "left \(play.timer.remaining(at: now))" }
    }
    let left = model.queue.reduce(0) { $0 + $1.length - $1.spent }
    if run.left(play.timer, at: now) != .seconds(left) { return "left in all \(run.left(play.timer, at: now))" }
    return nil
  }
}

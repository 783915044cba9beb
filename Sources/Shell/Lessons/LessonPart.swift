import JSON
import Journal
import Timeline

/// The lessons' share of a session: how far the tutorial came.
public struct LessonPart: WorldPart {
  @CopyOnWrite private(set) var tutorial = Tutorial()

  typealias Event = Tutorial.Event

  /// Takes an input in.
  /// - Returns: what follows, in order.
  mutating func handle(_ input: Tutorial.Input) -> [Tutorial.Event] { tutorial.handle(input) }

  /// Takes in that something was done. Most of it the tutorial is not about.
  mutating func see(_ sign: Tutorial.Sign) -> [Tutorial.Event] {
    guard tutorial.current?.isCompleted(by: sign) == true else { return [] }
    return tutorial.handle(.did(sign))
  }

  /// Goes on where another session's tutorial stands.
  mutating func take(_ tutorial: Tutorial) { self.tutorial = tutorial }

  mutating func absorb(_ event: Tutorial.Event, _ keep: (Never) -> Void) -> Bool { false }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case tutorial }

  func isSame(as other: LessonPart) -> Bool { $tutorial.isShared(with: other.$tutorial) }

  func differs(in aspect: Aspect, from other: LessonPart) -> Bool {
    switch aspect {
    case .tutorial: $tutorial != other.$tutorial
    }
  }

  mutating func take(_ aspect: Aspect, from other: LessonPart) {
    switch aspect {
    case .tutorial: tutorial = other.tutorial
    }
  }

  func storage(apartFrom previous: LessonPart) -> Int { 0 }
}

// MARK: - What is kept

extension LessonPart {
  /// Where the tutorial stood last.
  struct Kept: KeptShare {
    enum Name: CaseIterable, Hashable, Sendable { case tutorial }

    fileprivate(set) var tutorial = Tutorial()

    static func kind(_ name: Name) -> KeptKind {
      KeptKind(
        name: "tutorial.step", formerly: ["tutorial.set"], changes: true, summary: "how far the tutorial came",
        fields: [
          "state": "notStarted, walking, left or finished", "step": "the step that waits",
          "done": "the steps that were done, as a list",
        ])
    }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      guard let payload = try? saved.event.payload.json,
        let state = payload["state"]?.stringValue.flatMap({ Tutorial.State(rawValue: $0) }),
        let step = payload["step"]?.stringValue.flatMap({ Tutorial.Step(rawValue: $0) })
      else { return false }
      let done = (payload["done"]?.arrayValue ?? []).compactMap {
        $0.stringValue.flatMap { Tutorial.Step(rawValue: $0) }
      }
      tutorial = Tutorial(state: state, step: step, done: Set(done))
      return true
    }
  }

  func standing(_ place: KeptPlace) -> Tutorial { tutorial }
  static func standing(_ kept: Kept) -> Tutorial { kept.tutorial }

  static func changes(from before: Tutorial, to standing: Tutorial) -> [(name: Kept.Name, payload: Journal.Payload)] {
    if standing == before { return [] }
    let done = standing.done.sorted().map { JSON.string($0.rawValue) }
    return [
      (
        .tutorial,
        ["state": .string(standing.state.rawValue), "step": .string(standing.step.rawValue), "done": .array(done)]
      )
    ]
  }

  mutating func restore(_ kept: Kept, _ place: KeptPlace) { tutorial = kept.tutorial }

  mutating func becomeLike(_ other: LessonPart) { self = other }
}

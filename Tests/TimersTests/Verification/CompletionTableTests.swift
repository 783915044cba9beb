import Testing
import Timeline
import Timers

@Suite struct CompletionTableTests {
  static let current = sample(0)
  static let new = sample(1)
  static let inputs: [CompletionFlow.Input] = [
    .completed(new), .reopened(new), .pinRight, .pinWrong, .rate(.good), .postpone, .durable(.timerSession(current.id)),
  ]

  /// The table again, in the order of the rules.
  static let expected: [CompletionFlow.State: String] = [
    .idle: "ask ask noPINAsked! noPINAsked! nothingToRate! nothingAsked notAwaited",
    .pin: "ask ask rating pin pinFirst! settle pin",
    .rating: "ask ask noPINNeeded noPINNeeded settle settle rating",
    .saving: "ask ask noPINAsked! noPINAsked! nothingToRate! nothingAsked settle",
  ]

  static func flow(in state: CompletionFlow.State) throws -> CompletionFlow {
    var flow = CompletionFlow(needsPIN: state == .pin)
    if state != .idle { try flow.handle(.completed(current), at: zero) }
    if state == .saving { try flow.handle(.postpone, at: zero) }
    #expect(flow.state == state)
    return flow
  }

  @Test(arguments: CompletionFlow.State.allCases)
  func everyCellIsAsTheRulesSay(state: CompletionFlow.State) {
    let words = CompletionFlow.InputKind.allCases.map { kind in
      switch CompletionFlow.TransitionTable.cell(state, kind) {
      case .accepted(.ask): return "ask"
      case .accepted(.settle): return "settle"
      case .accepted(.to(let next)): return next.rawValue
      case .ignored(let reason): return reason.rawValue
      case .refused(let reason): return reason.rawValue + "!"
      }
    }
    #expect(words.joined(separator: " ") == Self.expected[state])
  }

  @Test(arguments: CompletionFlow.State.allCases)
  func theFlowDoesWhatTheTableSays(state: CompletionFlow.State) throws {
    #expect(Self.inputs.map(\.kind) == CompletionFlow.InputKind.allCases)
    for input in Self.inputs {
      let before = try Self.flow(in: state)
      var flow = before
      let label: Comment = "\(state) \(input.kind)"
      switch CompletionFlow.TransitionTable.cell(state, input.kind) {
      case .accepted(let next):
        let events = try flow.handle(input, at: zero)
        #expect(next.possible.contains(flow.state), label)
        #expect(!events.isEmpty, label)
      case .ignored(let reason):
        #expect(try flow.handle(input, at: zero).map(\.kind) == [.ignored(input.kind, reason)], label)
        #expect(flow == before, label)
      case .refused(let refusal):
        #expect(throws: refusal, label) { try flow.handle(input, at: zero) }
        #expect(flow == before, label)
      }
    }
  }

  @Test func everyStateCanBeReachedAndLeft() {
    for state in CompletionFlow.State.allCases {
      let next = CompletionFlow.InputKind.allCases.flatMap { kind -> [CompletionFlow.State] in
        guard case .accepted(let next) = CompletionFlow.TransitionTable.cell(state, kind) else { return [] }
        return next.possible
      }
      #expect(next.contains { $0 != state }, "\(state)")
      #expect(state == .idle || next.contains(.idle) || next.contains(.saving))
    }
  }
}

/// The task that sends one reaction to its server.
///
/// If the reaction may change while an answer is awaited, the owner of the task first stores that the outcome is in
/// doubt. So the record that may be on the server stays known, even if the user changes the reaction meanwhile.
public struct ReactionRequest: NetworkTask {
  public private(set) var pending: PendingReaction
  private var outcome: PendingReaction.Outcome?
  private var isPrepared = false
  private var isStopped = false

  public init(_ pending: PendingReaction) { self.pending = pending }

  /// The next step. The outcome is `nil` if there was nothing to ask.
  public var step: NetworkStep<XRPCCall, PendingReaction, PendingReaction.Outcome?> {
    guard outcome == nil, !isStopped, let call = pending.next else { return .end(outcome) }
    if isPrepared { return .ask(call) }
    var doubtful = pending
    doubtful.unheard()
    return .prepare(doubtful)
  }

  /// Notes that the doubt is stored durably, or does not need to be.
  public mutating func kept() { isPrepared = true }

  /// Stops before anything was asked: the doubt was noted, but is not durable.
  public mutating func stop() {
    pending.unheard()
    isStopped = true
  }

  public mutating func receive(_ answer: XRPCAnswer) { outcome = pending.receive(answer) }

  public mutating func interrupt(_ words: String) {
    pending.unheard()
    outcome = .broken(words)
  }
}

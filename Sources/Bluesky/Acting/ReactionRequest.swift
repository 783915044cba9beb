/// The task that sends one reaction to its server.
///
/// If the reaction may change while an answer is awaited, the owner of the task first stores that the outcome is in
/// doubt: then the record that may be on the server is known, whatever the user wants meanwhile.
public struct ReactionRequest: NetworkTask {
  public private(set) var wish: Wish
  private var outcome: Wish.Outcome?
  private var isPrepared = false
  private var isStopped = false

  public init(_ wish: Wish) { self.wish = wish }

  /// The next step. The outcome is `nil` if there was nothing to ask.
  public var step: NetworkStep<XRPCCall, Wish, Wish.Outcome?> {
    guard outcome == nil, !isStopped, let call = wish.next else { return .end(outcome) }
    if isPrepared { return .ask(call) }
    var doubtful = wish
    doubtful.unheard()
    return .prepare(doubtful)
  }

  /// Notes that the doubt is stored durably, or does not need to be.
  public mutating func kept() { isPrepared = true }

  /// Stops before anything was asked: the doubt was noted, but is not durable.
  public mutating func stop() {
    wish.unheard()
    isStopped = true
  }

  public mutating func receive(_ answer: XRPCAnswer) { outcome = wish.receive(answer) }

  public mutating func interrupt(_ words: String) {
    wish.unheard()
    outcome = .broken(words)
  }
}

/// The task that brings one reaction to its server.
///
/// Where the reaction may change while an answer is awaited, its owner first keeps the doubt: whatever is wanted meanwhile,
/// the record that may be on the server is known.
public struct ReactionRequest: NetworkTask {
  public private(set) var wish: Wish
  private var outcome: Wish.Outcome?
  private var isPrepared = false
  private var isStopped = false

  public init(_ wish: Wish) { self.wish = wish }

  /// The outcome is `nil` if nothing was to be asked.
  public var step: NetworkStep<XRPCCall, Wish, Wish.Outcome?> {
    guard outcome == nil, !isStopped, let call = wish.next else { return .end(outcome) }
    if isPrepared { return .ask(call) }
    var doubtful = wish
    doubtful.unheard()
    return .prepare(doubtful)
  }

  /// What is to be kept is durable, or does not need to be.
  public mutating func kept() { isPrepared = true }

  /// Stops before anything was asked: the doubt was kept, but is not durable.
  public mutating func stop() {
    wish.unheard()
    isStopped = true
  }

  public mutating func receive(_ answer: XRPCAnswer) { outcome = wish.take(answer) }

  public mutating func interrupt(_ words: String) {
    wish.unheard()
    outcome = .broken(words)
  }
}

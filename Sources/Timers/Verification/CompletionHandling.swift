import Timeline

extension CompletionFlow {
  /// Takes `input` in at `instant`.
  /// - Returns: what follows from it, in order; an input without effect says so with an `ignored` event.
  /// - Throws: `Refusal` when the input cannot be taken; the flow is then as it was.
  /// - Complexity: O(facts that are not confirmed).
  @discardableResult
  public mutating func handle(_ input: Input, at instant: Instant) throws(Refusal) -> [Event] {
    var kinds: [Event.Kind] = []
    switch TransitionTable.cell(state, input.kind) {
    case .refused(let refusal): throw refusal
    case .ignored(let reason): kinds = [.ignored(input.kind, reason)]
    case .accepted(let next):
      if let reason = ignored(input) {
        kinds = [.ignored(input.kind, reason)]
      } else {
        perform(input, next, &kinds)
      }
    }
    return kinds.map { Event(at: instant, kind: $0) }
  }

  /// Why an input that the table accepts has no effect with this payload.
  private func ignored(_ input: Input) -> Ignored? {
    switch input {
    case .completed(let new): return isTaken(new) ? .alreadyTaken : nil
    case .reopened(let new): return isTaken(new) ? .alreadyTaken : new.rating != nil ? .ratedBefore : nil
    case .durable(let id):
      return unconfirmed.contains { $0.id == id } ? nil : .notAwaited
    case .pinRight, .pinWrong, .rate, .postpone: return nil
    }
  }

  private func isTaken(_ new: StintRecord) -> Bool {
    record?.id == new.id || unconfirmed.contains { $0.id == .stint(new.id) || $0.id == .rating(new.id) }
  }

  private mutating func perform(_ input: Input, _ next: Next, _ kinds: inout [Event.Kind]) {
    switch input {
    case .completed(let new):
      var unrated = new
      unrated.rating = nil
      postpone(&kinds)
      store(.stint(unrated), &kinds)
      record = unrated
    case .reopened(let waiting):
      postpone(&kinds)
      record = waiting
    case .pinRight: break
    case .pinWrong:
      if let record { kinds.append(.wrongPIN(record)) }
    case .rate(let rating):
      if var rated = record {
        rated.rating = rating
        store(.rating(rated), &kinds)
      }
      record = nil
    case .postpone: postpone(&kinds)
    case .durable(let id): confirm(id, &kinds)
    }
    let before = state
    switch next {
    case .ask: state = needsPIN ? .pin : .rating
    case .to(let to): state = to
    case .settle: state = unconfirmed.isEmpty ? .idle : .saving
    }
    guard let record, next == .ask || state != before else { return }
    if state == .pin { kinds.append(.askedPIN(record)) }
    if state == .rating { kinds.append(.askedRating(record)) }
  }

  private mutating func store(_ fact: Fact, _ kinds: inout [Event.Kind]) {
    unconfirmed.append(fact)
    kinds.append(.store(fact))
  }

  private mutating func confirm(_ id: FactID, _ kinds: inout [Event.Kind]) {
    guard let place = unconfirmed.firstIndex(where: { $0.id == id }) else { return }
    switch unconfirmed.remove(at: place) {
    case .stint(let record): kinds.append(.saved(record))
    case .rating(let record): kinds.append(.rated(record))
    }
  }

  private mutating func postpone(_ kinds: inout [Event.Kind]) {
    if let record { kinds.append(.postponed(record)) }
    record = nil
  }
}

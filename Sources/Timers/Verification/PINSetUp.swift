/// Whether the family uses a PIN: its set-up is offered once and can be declined for good.
///
/// Setting one by command is always possible, whatever was answered before.
public enum PINSetUp: String, Hashable, Sendable, CaseIterable {
  /// Nobody has been asked yet.
  case notOffered
  /// Offered and not answered, or set once and removed: it is not offered again.
  case offered
  case declined
  /// A PIN is asked for before a rating.
  case set

  /// The things that happen to it.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The question was shown.
    case offer
    case decline
    /// A PIN was stored. Who changes one has entered the old one before.
    case set
    /// The PIN was taken away, by somebody who has entered it before.
    case remove
  }

  /// Why nothing happened.
  public enum Ignored: Hashable, Sendable {
    case offeredBefore, declinedBefore, isSet, notSet
  }

  /// Whether the question should be shown now.
  public var shouldOffer: Bool { self == .notOffered }
  /// Whether a rating needs the PIN.
  public var isSet: Bool { self == .set }

  /// Takes an input in.
  /// - Returns: `nil` when it had its effect, else why it had none.
  public mutating func handle(_ input: Input) -> Ignored? {
    switch (input, self) {
    case (.offer, .notOffered): self = .offered
    case (.offer, .set), (.decline, .set): return .isSet
    case (.offer, _): return .offeredBefore
    case (.decline, .declined): return .declinedBefore
    case (.decline, _): self = .declined
    case (.remove, .set): self = .offered
    case (.set, _): self = .set
    case (.remove, _): return .notSet
    }
    return nil
  }
}

import Timeline

/// The four digits that a parent enters before a session is rated.
///
/// With only ten thousand possible values, a PIN cannot be kept secret from a person who has the stored hash; it
/// keeps a child from rating their own sessions. The description shows no digit, so that none gets into a log; `digits`
/// is only for hashing.
public struct PIN: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of digits.
  public static let length = 4

  /// The reason why a text is not a PIN. No case contains the typed text.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// The text has fewer than four digits: this many.
    case tooShort(Int)
    /// The text has more than four digits: this many.
    case tooLong(Int)
    /// The first character other than 0 … 9, at this place counted from 1. Digits of other scripts are refused:
    /// another keyboard might not have them.
    case notADigit(place: Int, kind: Kind)
  }

  /// The kind of a character in the place of a digit.
  public enum Kind: Hashable, Sendable {
    case letter, space, other
  }

  /// The four digits as typed, including leading zeros.
  public let digits: String

  /// Parses a typed PIN.
  /// - Throws: A problem with a non-digit character before a problem with the length.
  public init(parsing text: String) throws(Problem) {
    guard !text.isEmpty else { throw .empty }
    var count = 0
    for character in text {
      count += 1
      guard character.isASCII, character.isWholeNumber else {
        throw .notADigit(place: count, kind: character.isLetter ? .letter : character.isWhitespace ? .space : .other)
      }
    }
    guard count >= Self.length else { throw .tooShort(count) }
    guard count <= Self.length else { throw .tooLong(count) }
    digits = text
  }

  public var description: String { "••••" }
  public var debugDescription: String { description }
}

/// The slowdown of wrong attempts: decides whether a PIN may be tried now, and how long to wait if not.
///
/// The policy only learns whether a PIN matched; hashing and comparing happen elsewhere. After a wrong attempt the
/// next one has to wait:
///
/// | wrong tries in a row | 1–3 | 4 | 5 | 6 | 7 | 8 and more |
/// |---|---|---|---|---|---|---|
/// | wait | none | 30 s | 1 min | 5 min | 15 min | 1 h |
///
/// So three slips of a parent cost nothing, and trying all ten thousand PINs takes more than a year. A PIN is never
/// locked permanently, since that would only lock out the parent. A match resets the count of wrong attempts.
///
/// **Clocks.** The wait is measured with the wall clock, because it has to survive a restart. If the clock shows a
/// time before the last wrong attempt, it was set back; the wait then starts again at that time. So setting the clock
/// back never shortens the wait, and never makes it longer than in the table. A clock that was set forward cannot be
/// distinguished from elapsed time.
public struct PINPolicy: Hashable, Sendable {
  /// The part that must be stored after every change, so that a restart gives no free attempts.
  public struct Saved: Hashable, Sendable {
    /// The number of consecutive wrong attempts.
    public var wrongTries: Int
    /// The start of the current wait; `nil` without wrong attempts.
    public var lastWrong: Instant?

    public init(wrongTries: Int, lastWrong: Instant?) { (self.wrongTries, self.lastWrong) = (wrongTries, lastWrong) }
  }

  /// The permission to try a PIN.
  public enum Access: Hashable, Sendable {
    /// A PIN may be tried. The value is the number of wrong attempts, including this one, until there is a wait.
    case open(triesBeforeWait: Int)
    /// No PIN may be tried before `until`.
    case locked(until: Instant, remaining: Duration)
  }

  /// An attempt during a wait; it was not checked and does not count.
  public struct Locked: Error, Hashable, Sendable {
    public let until: Instant
    public let remaining: Duration

    public init(until: Instant, remaining: Duration) { (self.until, self.remaining) = (until, remaining) }
  }

  /// The result of an attempt.
  public enum Outcome: Hashable, Sendable {
    case accepted
    /// Wrong for this many consecutive attempts. The next attempt has to wait this long, zero at first.
    case wrong(tries: Int, wait: Duration)
  }

  /// The waits after the first, second … wrong attempt; the last applies to all later ones.
  public static let waits: [Duration] = [
    .zero, .zero, .zero, .seconds(30), .minutes(1), .minutes(5), .minutes(15), .hours(1),
  ]

  public private(set) var saved: Saved

  /// Creates a policy without wrong attempts.
  public init() { saved = Saved(wrongTries: 0, lastWrong: nil) }

  /// Restores a stored policy. A negative count becomes zero; wrong attempts without an instant wait from the first
  /// check.
  public init(_ saved: Saved) {
    self.saved = Saved(wrongTries: max(0, saved.wrongTries), lastWrong: saved.wrongTries > 0 ? saved.lastWrong : nil)
  }

  /// Returns the wait after this many consecutive wrong attempts.
  public static func wait(after wrongTries: Int) -> Duration {
    wrongTries < 1 ? .zero : waits[min(wrongTries, waits.count) - 1]
  }

  /// Returns whether a PIN may be tried at `instant`. `saved` changes if the clock was set back.
  public mutating func access(at instant: Instant) -> Access {
    let wait = Self.wait(after: saved.wrongTries)
    guard saved.wrongTries > 0, wait > .zero else { return .open(triesBeforeWait: triesBeforeWait) }
    // The clock was set back, or the instant is missing.
    if saved.lastWrong.map({ instant < $0 }) ?? true { saved.lastWrong = instant }
    let until = (saved.lastWrong ?? instant) + wait
    return until <= instant ? .open(triesBeforeWait: 1) : .locked(until: until, remaining: until - instant)
  }

  /// Records whether the PIN typed at `instant` matched.
  /// - Throws: `Locked` during a wait, even for a match.
  public mutating func tried(matches: Bool, at instant: Instant) throws(Locked) -> Outcome {
    if case .locked(let until, let remaining) = access(at: instant) {
      throw Locked(until: until, remaining: remaining)
    }
    guard !matches else {
      self = PINPolicy()
      return .accepted
    }
    saved = Saved(wrongTries: saved.wrongTries.addingReportingOverflow(1).partialValue, lastWrong: instant)
    if saved.wrongTries < 0 { saved.wrongTries = .max }
    return .wrong(tries: saved.wrongTries, wait: Self.wait(after: saved.wrongTries))
  }

  private var triesBeforeWait: Int {
    (Self.waits.firstIndex { $0 > .zero } ?? 0) + 1 - saved.wrongTries
  }
}

/// The family's choice to use a PIN. Setting one up is offered once and can be declined permanently.
///
/// Setting a PIN by command is always possible, regardless of earlier answers.
public enum PINSetUp: String, Hashable, Sendable, CaseIterable {
  /// The PIN has not been offered yet.
  case notOffered
  /// The PIN was offered but not answered, or was set and removed: it is not offered again.
  case offered
  case declined
  /// A rating requires the PIN.
  case set

  /// An input.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The offer was shown.
    case offer
    case decline
    /// A PIN was stored. Changing a PIN requires the old one first.
    case set
    /// The PIN was removed, after it had been entered.
    case remove
  }

  /// The reason why an input had no effect.
  public enum Ignored: Hashable, Sendable {
    case offeredBefore, declinedBefore, isSet, notSet
  }

  /// `true` if the offer should be shown now.
  public var shouldOffer: Bool { self == .notOffered }
  /// `true` if a rating needs the PIN.
  public var isSet: Bool { self == .set }

  /// Handles an input.
  /// - Returns: `nil` if it had an effect, otherwise the reason why not.
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

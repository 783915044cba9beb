import Timeline

/// Four digits that a parent enters before a stint is rated.
///
/// Ten thousand of them are no secret from somebody who has the stored hash; they keep a child from rating itself. The
/// description shows no digit, so that none gets into a log; `digits` is for hashing alone.
public struct PIN: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// How many digits one has.
  public static let length = 4

  /// Why a text is no PIN. None of these carries what was typed.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// Fewer than four digits: this many.
    case tooShort(Int)
    /// More than four digits: this many.
    case tooLong(Int)
    /// The first character that is not one of 0 … 9, counted from 1. Other scripts' digits do not count: another
    /// keyboard might not have them.
    case notADigit(place: Int, kind: Kind)
  }

  /// A character where a digit should stand.
  public enum Kind: Hashable, Sendable {
    case letter, space, other
  }

  /// The four digits as typed, zeros in front included.
  public let digits: String

  /// Reads a PIN as somebody typed it.
  /// - Throws: a character that is no digit first, then a wrong length.
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

/// How wrong tries slow down: whether a PIN may be tried now, and how long to wait if not.
///
/// It only hears whether a PIN matched; hashing and comparing happen elsewhere. After a wrong try the next one has to
/// wait:
///
/// | wrong tries in a row | 1–3 | 4 | 5 | 6 | 7 | 8 and more |
/// |---|---|---|---|---|---|---|
/// | wait | none | 30 s | 1 min | 5 min | 15 min | 1 h |
///
/// So three slips of a parent cost nothing, and all ten thousand PINs take more than a year. A PIN is never locked for
/// good, since that would only lock out the parent. A match begins anew at no wrong try.
///
/// **Clocks.** The wait is told from the wall clock, because it has to survive a restart. A clock that shows a time
/// before the last wrong try was set back; the wait then begins anew at that time. So setting it back never shortens
/// the wait and never makes it longer than the table says. A clock set forward cannot be told from time that has
/// passed.
public struct PINPolicy: Hashable, Sendable {
  /// The part that must be stored after every change, so that a restart gives no free tries.
  public struct Saved: Hashable, Sendable {
    /// Wrong tries in a row.
    public var wrongTries: Int
    /// When the current wait began; `nil` without wrong tries.
    public var lastWrong: Instant?

    public init(wrongTries: Int, lastWrong: Instant?) { (self.wrongTries, self.lastWrong) = (wrongTries, lastWrong) }
  }

  /// Whether a PIN may be tried.
  public enum Access: Hashable, Sendable {
    /// Yes; so many more wrong tries, this one included, until there is a wait.
    case open(triesBeforeWait: Int)
    /// Not before `until`.
    case locked(until: Instant, remaining: Duration)
  }

  /// A try while there was a wait; it was not looked at and does not count.
  public struct Locked: Error, Hashable, Sendable {
    public let until: Instant
    public let remaining: Duration

    public init(until: Instant, remaining: Duration) { (self.until, self.remaining) = (until, remaining) }
  }

  /// The outcome of a try.
  public enum Outcome: Hashable, Sendable {
    case accepted
    /// Wrong, so many times in a row; the next try has to wait this long, zero at first.
    case wrong(tries: Int, wait: Duration)
  }

  /// Waits after the first, second … wrong try; the last holds for all that follow.
  public static let waits: [Duration] = [
    .zero, .zero, .zero, .seconds(30), .minutes(1), .minutes(5), .minutes(15), .hours(1),
  ]

  public private(set) var saved: Saved

  /// Without any wrong try.
  public init() { saved = Saved(wrongTries: 0, lastWrong: nil) }

  /// As it was stored. A negative count is as none; wrong tries without an instant wait from the first look on.
  public init(_ saved: Saved) {
    self.saved = Saved(wrongTries: max(0, saved.wrongTries), lastWrong: saved.wrongTries > 0 ? saved.lastWrong : nil)
  }

  /// The wait that follows so many wrong tries in a row.
  public static func wait(after wrongTries: Int) -> Duration {
    wrongTries < 1 ? .zero : waits[min(wrongTries, waits.count) - 1]
  }

  /// Whether a PIN may be tried at `instant`. `saved` changes when the clock was set back.
  public mutating func access(at instant: Instant) -> Access {
    let wait = Self.wait(after: saved.wrongTries)
    guard saved.wrongTries > 0, wait > .zero else { return .open(triesBeforeWait: triesBeforeWait) }
    // Both a clock that was set back and a missing instant.
    if saved.lastWrong.map({ instant < $0 }) ?? true { saved.lastWrong = instant }
    let until = (saved.lastWrong ?? instant) + wait
    return until <= instant ? .open(triesBeforeWait: 1) : .locked(until: until, remaining: until - instant)
  }

  /// Takes in whether the PIN that was typed at `instant` matched.
  /// - Throws: `Locked` while there is a wait, whether it matched or not.
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

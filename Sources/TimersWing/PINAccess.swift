import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// The PIN: setting it, asking for it and checking it. Errors and events never contain a digit.
struct PINAccess {
  let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: Setting

  func set(_ given: String?) throws(Failure) {
    _ = try session.present()
    guard try !session.resources.timers.keyring.record().setUp.isSet else { throw Self.alreadySet }
    let hash = try SlowHash.make(try newPIN(given, "pin set PIN").digits)
    try session.resources.timers.keyring.change { (record) throws(Failure) in
      // Another session may have set a PIN meanwhile.
      guard !record.setUp.isSet else { throw Self.alreadySet }
      record.set(hash: hash)
    }
    session.emit(PINEvents.set, false, at: session.clock.now)
  }

  /// - Parameters: both or neither; without them the user is asked.
  func change(_ old: String?, _ new: String?) throws(Failure) {
    _ = try session.present()
    guard (old == nil) == (new == nil) else {
      throw .refused("`pin change` needs both the current PIN and the new one", "try: pin change OLD NEW")
    }
    try verify(old, "Current PIN: ", "pin change OLD NEW")
    let digits = try newPIN(new, "pin change OLD NEW").digits
    if try session.resources.timers.keyring.record().matches(digits) {
      return session.notice("nothing changed: the new PIN is the current one")
    }
    let hash = try SlowHash.make(digits)
    try session.resources.timers.keyring.change { (record) throws(Failure) in record.set(hash: hash) }
    session.emit(PINEvents.set, true, at: session.clock.now)
  }

  func remove(_ given: String?) throws(Failure) {
    _ = try session.present()
    try verify(given, "PIN: ", "pin remove PIN")
    try session.resources.timers.keyring.change { (record) throws(Failure) in record.remove() }
    session.emit(PINEvents.removed, (), at: session.clock.now)
  }

  func skip() throws(Failure) {
    _ = try session.present()
    if case .declined = try session.resources.timers.keyring.record().setUp {
      return session.notice("nothing changed: the PIN was already declined; to set a PIN, try: pin set")
    }
    try session.resources.timers.keyring.change { (record) throws(Failure) in
      guard record.setUp.handle(.decline) != .isSet else {
        throw .refused("a PIN is set, so there is nothing to decline", "try: pin remove")
      }
    }
    session.emit(PINEvents.declined, (), at: session.clock.now)
  }

  private static var alreadySet: Failure { .refused("a PIN is already set", "try: pin change, or pin remove") }

  /// Returns the facts about the PIN, without the PIN itself.
  func record() throws(Failure) -> Record {
    _ = try session.present()
    var record = Record()
    var kept = try session.resources.timers.keyring.record()
    record["set"] = .bool(kept.setUp.isSet)
    record["setup"] = .text(kept.setUp.rawValue)
    record["wrong"] = .number(Double(kept.policy.saved.wrongTries))
    record["lockedUntil"] = Value.none
    if case .locked(let until, _) = kept.policy.access(at: tryInstant) { record["lockedUntil"] = .date(until) }
    return record
  }

  /// Offers to set a PIN, once ever: when the first timer session is saved, at a prompt, if the answer can be saved.
  func offer() {
    guard session.options.isPrompt, session.resources.timers.keyring.isLasting, !session.past.isForked, SlowHash.exists
    else { return }
    do throws(Failure) {
      guard try session.resources.timers.keyring.record().setUp.shouldOffer else { return }
      try session.resources.timers.keyring.change { (record) throws(Failure) in _ = record.setUp.handle(.offer) }
    } catch {
      // If the offer cannot be recorded, it is not made; the problem is reported when it matters.
      return
    }
    session.emit(PINEvents.offered, (), at: session.clock.now)
  }

  // MARK: Trying

  /// The instant of a try: the clock continued while the user typed the PIN.
  private var tryInstant: Instant {
    session.options.isLive ? max(session.livePresent, session.clock.now) : session.clock.now
  }

  /// Requires the PIN for a command that changes stars, if one is set; a user at a prompt is asked for it.
  /// - Parameters:
  ///   - act: the action that requires the PIN, as the beginning of a sentence: "spending stars".
  ///   - way: the command with the PIN.
  func require(_ given: String?, for act: String, _ way: String) throws(Failure) {
    guard session.resources.timers.keyring.isNeeded else { return }
    guard given != nil || session.questions.canAsk && session.watch == nil else {
      throw .refused("\(act) requires the PIN", "try: \(way)")
    }
    try verify(given, "PIN: ", way)
  }

  /// Requires the PIN, if one is set, for another version of the world in which a child has more stars left, or in
  /// which other days are rest days: a change made with the PIN is not undone without it.
  func requireIfStarsReturn(from before: World, to after: World, _ pin: String?, _ way: String) throws(Failure) {
    guard session.resources.timers.keyring.isNeeded else { return }
    let (gone, new) = before.timers.facts.difference(to: after.timers.facts)
    guard !gone.isEmpty || !new.isEmpty else { return }
    let isRest = (gone + new).contains { if case .rest = $0.fact { true } else { false } }
    var ledger = session.ledger
    ledger.follow(from: before, to: after)
    let (known, other) = (session.ledger.timerSessions, ledger.timerSessions)
    let children = before.timers.family(hasFirst: true).children
    guard isRest || children.contains(where: { other.of($0).balance > known.of($0).balance }) else { return }
    try require(pin, for: isRest ? "this changes rest days, so it" : "this gives stars back, so it", way)
  }

  /// Returns if the given PIN, or the one typed now, is correct.
  /// - Throws: a failure otherwise; also during a wait after wrong tries, before the user is asked.
  func verify(_ given: String?, _ question: String, _ way: String) throws(Failure) {
    guard try session.resources.timers.keyring.record().setUp.isSet else {
      throw .refused("no PIN is set", "try: pin set")
    }
    if case .locked(let until, let remaining) = try session.resources.timers.keyring.access(at: tryInstant) {
      throw locked(.init(until: until, remaining: remaining))
    }
    if let given { return try tryPIN(given) }
    // The user is asked again after a typo: otherwise they might type the digits where others see them. An empty
    // answer, ^C and a wait end it.
    var asked = question
    while true {
      let typed = try session.questions.ask(asked, hidden: true, way, session.output)
      do throws(Failure) { return try tryPIN(typed) } catch {
        let mayRetry =
          if case .open = try session.resources.timers.keyring.access(at: tryInstant) { true } else { false }
        guard mayRetry, !typed.isEmpty, try session.resources.timers.keyring.record().setUp.isSet else { throw error }
        let hint = error.problem.suggestion.map { ": \($0)" } ?? ""
        asked = "\(error.problem.message)\(hint). \(question)"
      }
    }
  }

  /// Returns if these digits are the PIN; throws otherwise.
  private func tryPIN(_ typed: String) throws(Failure) {
    let pin = try Self.pin(typed)
    switch try session.resources.timers.keyring.check(pin.digits, at: tryInstant) {
    case .right: return
    case .noneSet: throw .refused("another Storyline session has removed the PIN", "try: pin set")
    case .locked(let wait): throw locked(wait)
    case .wrong(let tries, let wait):
      session.emit(PINEvents.wrong, (tries, wait), at: session.clock.now)
      guard wait > .zero else {
        let left = PINPolicy.waits.prefix { $0 == .zero }.count + 1 - tries
        throw .refused("wrong PIN", "you must wait after \(TimeText.count(left, "more failed attempt"))")
      }
      throw .refused(
        "wrong PIN (\(tries) failed attempts in a row)", "wait \(TimeText.length(wait)) before the next attempt")
    }
  }

  private func locked(_ wait: PINPolicy.Locked) -> Failure {
    session.emit(PINEvents.locked, wait, at: session.clock.now)
    let seconds = Duration.seconds((wait.remaining.microseconds + 999_999) / 1_000_000)
    return .refused("too many wrong PINs: try again in \(TimeText.length(seconds))")
  }

  private func newPIN(_ given: String?, _ way: String) throws(Failure) -> PIN {
    if let given { return try Self.pin(given) }
    // The user is asked again after a typo: otherwise they might type the digits where others see them.
    var question = "New PIN: "
    while true {
      let typed = try session.questions.ask(question, hidden: true, way, session.output)
      let problem: Failure
      do throws(Failure) {
        let first = try Self.pin(typed)
        if try session.questions.ask("Repeat the new PIN: ", hidden: true, way, session.output) == typed {
          return first
        }
        problem = .refused("the two PINs are different")
      } catch {
        if typed.isEmpty { throw error }
        if case .interrupted = error.problem { throw error }
        problem = error
      }
      question = "\(problem.problem.message). New PIN: "
    }
  }

  private static func pin(_ text: String) throws(Failure) -> PIN {
    do throws(PIN.Problem) { return try PIN(parsing: text) } catch {
      switch error {
      case .empty: throw .refused("you typed nothing, so nothing has changed")
      case .tooShort(let count), .tooLong(let count):
        throw .refused("a PIN has \(PIN.length) digits, not \(count)")
      case .notADigit(let place, let kind):
        let what =
          switch kind {
          case .letter: "a letter"
          case .space: "a space"
          case .other: "not a digit"
          }
        throw .refused("a PIN has \(PIN.length) digits and nothing else: character \(place) is \(what)")
      }
    }
  }
}

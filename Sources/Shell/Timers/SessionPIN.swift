import StoryScript
import Terminal
import Timeline
import Timers

/// Setting, asking for and checking the PIN. Errors and events never contain a digit.
extension Session {
  // MARK: Setting

  func setPIN(_ given: String?) throws(Failure) {
    _ = try present()
    guard try !resources.timers.keyring.record().setUp.isSet else { throw Self.alreadySet }
    let hash = try SlowHash.make(try newPIN(given, "pin set PIN").digits)
    try resources.timers.keyring.change { (record) throws(Failure) in
      // Another session may have set a PIN meanwhile.
      guard !record.setUp.isSet else { throw Self.alreadySet }
      record.set(hash: hash)
    }
    emit(PINEvents.set, false, at: clock.now)
  }

  /// - Parameters: both or neither; without them the user is asked.
  func changePIN(_ old: String?, _ new: String?) throws(Failure) {
    _ = try present()
    guard (old == nil) == (new == nil) else {
      throw .refused("`pin change` needs both the current PIN and the new one", "try: pin change OLD NEW")
    }
    try verifyPIN(old, "Current PIN: ", "pin change OLD NEW")
    let hash = try SlowHash.make(try newPIN(new, "pin change OLD NEW").digits)
    try resources.timers.keyring.change { (record) throws(Failure) in record.set(hash: hash) }
    emit(PINEvents.set, true, at: clock.now)
  }

  func removePIN(_ given: String?) throws(Failure) {
    _ = try present()
    try verifyPIN(given, "PIN: ", "pin remove PIN")
    try resources.timers.keyring.change { (record) throws(Failure) in record.remove() }
    emit(PINEvents.removed, (), at: clock.now)
  }

  func skipPIN() throws(Failure) {
    _ = try present()
    try resources.timers.keyring.change { (record) throws(Failure) in
      guard record.setUp.handle(.decline) != .isSet else {
        throw .refused("a PIN is set, so there is nothing to decline", "try: pin remove")
      }
    }
    emit(PINEvents.declined, (), at: clock.now)
  }

  private static var alreadySet: Failure { .refused("a PIN is already set", "try: pin change, or pin remove") }

  /// Returns the facts about the PIN, without the PIN itself.
  func pinRecord() throws(Failure) -> Record {
    _ = try present()
    var record = Record()
    var kept = try resources.timers.keyring.record()
    record["set"] = .bool(kept.setUp.isSet)
    record["setup"] = .text(kept.setUp.rawValue)
    record["wrong"] = .number(Double(kept.policy.saved.wrongTries))
    record["lockedUntil"] = Value.none
    if case .locked(let until, _) = kept.policy.access(at: tryInstant) { record["lockedUntil"] = .date(until) }
    return record
  }

  /// Offers to set a PIN, once ever: when the first timer session is saved, at a prompt, if the answer can be saved.
  func offerPIN() {
    guard options.isPrompt, resources.timers.keyring.isLasting, !past.isForked, SlowHash.exists else { return }
    do throws(Failure) {
      guard try resources.timers.keyring.record().setUp.shouldOffer else { return }
      try resources.timers.keyring.change { (record) throws(Failure) in _ = record.setUp.handle(.offer) }
    } catch {
      // If the offer cannot be recorded, it is not made; the flaw is reported when it matters.
      return
    }
    emit(PINEvents.offered, (), at: clock.now)
  }

  // MARK: Trying

  /// The instant of a try: the clock continued while the user typed the PIN.
  private var tryInstant: Instant { options.isLive ? max(livePresent, clock.now) : clock.now }

  /// Returns if the given PIN, or the one typed now, is correct.
  /// - Throws: a failure otherwise; also during a wait after wrong tries, before the user is asked.
  func verifyPIN(_ given: String?, _ question: String, _ way: String) throws(Failure) {
    guard try resources.timers.keyring.record().setUp.isSet else { throw .refused("no PIN is set", "try: pin set") }
    if case .locked(let until, let remaining) = try resources.timers.keyring.access(at: tryInstant) {
      throw locked(.init(until: until, remaining: remaining))
    }
    if let given { return try tryPIN(given) }
    // The user is asked again after a typo: otherwise they might type the digits where others see them. An empty
    // answer, ^C and a wait end it.
    var asked = question
    while true {
      let typed = try questions.ask(asked, hidden: true, way, output)
      do throws(Failure) { return try tryPIN(typed) } catch {
        let mayRetry = if case .open = try resources.timers.keyring.access(at: tryInstant) { true } else { false }
        guard mayRetry, !typed.isEmpty, try resources.timers.keyring.record().setUp.isSet else { throw error }
        let hint = error.problem.suggestion.map { ": \($0)" } ?? ""
        asked = "\(error.problem.message)\(hint). \(question)"
      }
    }
  }

  /// Returns if these digits are the PIN; throws otherwise.
  private func tryPIN(_ typed: String) throws(Failure) {
    let pin = try Self.pin(typed)
    switch try resources.timers.keyring.check(pin.digits, at: tryInstant) {
    case .right: return
    case .noneSet: throw .refused("another session has removed the PIN", "try: pin set")
    case .locked(let wait): throw locked(wait)
    case .wrong(let tries, let wait):
      emit(PINEvents.wrong, (tries, wait), at: clock.now)
      guard wait > .zero else {
        let left = PINPolicy.waits.prefix { $0 == .zero }.count + 1 - tries
        throw .refused("wrong PIN", "after \(left) more failed \(left == 1 ? "attempt" : "attempts") you have to wait")
      }
      throw .refused(
        "wrong PIN (\(tries) failed attempts in a row)", "wait \(TimeText.length(wait)) before the next attempt")
    }
  }

  private func locked(_ wait: PINPolicy.Locked) -> Failure {
    emit(PINEvents.locked, wait, at: clock.now)
    let seconds = Duration.seconds((wait.remaining.microseconds + 999_999) / 1_000_000)
    return .refused("too many wrong PINs: try again in \(TimeText.length(seconds))")
  }

  private func newPIN(_ given: String?, _ way: String) throws(Failure) -> PIN {
    if let given { return try Self.pin(given) }
    // The user is asked again after a typo: otherwise they might type the digits where others see them.
    var question = "New PIN: "
    while true {
      let typed = try questions.ask(question, hidden: true, way, output)
      let problem: Failure
      do throws(Failure) {
        let first = try Self.pin(typed)
        if try questions.ask("Repeat the new PIN: ", hidden: true, way, output) == typed { return first }
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

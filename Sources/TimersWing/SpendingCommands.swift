import Journal
import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands for rewards: the list of rewards, and the exchange of stars for them.
struct SpendingCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let reward = Parameter("REWARD", .name(.reward), "the reward's name, or its first letters")
  private static let film = "reward add \"film evening\" for 10"
  private static let earned = "timer start reading\ntimer done\nrate good"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "rewards", summary: "lists your rewards with their prices in stars",
      details: "`left` is the number of stars that you still need.",
      examples: [.init("\(film)\nexpect (rewards)[0].left == 10", "10 more stars are needed")],
      searchWords: ["list", "prizes", "treats", "price"], in: .rewards,
      shows: .list(orElse: "no rewards yet; try: reward add \"film evening\" for 50"), role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      let balance = Children(session).ledger.balance
      return .value(
        .list(
          session.world.timers.rewards.catalog.rewards.map {
            .record(["reward": .text($0.name), "stars": $0.stars.value, "left": max(0, $0.stars - balance).value])
          }))
    },
    CommandEntry(
      "reward add",
      [
        Parameter("NAME", .text, "the reward's name"),
        Parameter("STARS", after: "for", .number(1...10_000, whole: true), "the reward's price, 1 to 10,000 stars"),
      ],
      summary: "adds a reward that stars can be exchanged for",
      examples: [.init("reward add \"film evening\" for 50\nexpect (rewards)[0].stars == 50", "50 stars")],
      searchWords: ["new", "prize", "treat", "price"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let reward = try SpendingCommands(session).change { (plan) throws(RewardProblem) in
        try plan.catalog.add(arguments.text(0) ?? "", stars: Int(arguments[1].number ?? 0))
      }
      session.emit(SpendingEvents.added, reward, at: now)
    },
    CommandEntry(
      "reward remove", [reward], summary: "removes a reward",
      details: "Stars that were spent on the reward stay spent.",
      examples: [.init("\(film)\nreward remove film\nexpect (rewards | count) == 0", "removed; `undo` restores it")],
      searchWords: ["delete"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let gone = try SpendingCommands(session).change { (plan) throws(RewardProblem) in
        try plan.catalog.remove(arguments.text(0) ?? "")
      }
      session.emit(SpendingEvents.removed, gone, at: now)
    },
    CommandEntry(
      "stars spend",
      [reward, Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set")],
      summary: "exchanges stars for a reward",
      details: """
        Spent stars still count as earned; `stars` shows how many are left. If a PIN is set, spending requires it. \
        `undo` gives the stars back. Devices that have not synced can spend the same stars; after `sync`, the balance \
        may be negative.
        """,
      examples: [
        .init(
          "\(film)\n\(earned)\nstars spend film\nexpect rewards.balance == 0\nexpect rewards.stars == 10", "10 stars"),
        .init("\(film)\nexpect error { stars spend film }", "not enough stars yet"),
      ],
      searchWords: ["buy", "exchange", "redeem", "pay", "reward"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      try SpendingCommands(session).spend(arguments.text(0) ?? "", pin: arguments.text(1))
    },
    CommandEntry(
      "stars spent", summary: "lists the rewards that stars were spent on, newest first",
      examples: [
        .init("\(film)\n\(earned)\nstars spend film\nexpect (stars spent)[0].reward == \"film evening\"", "one")
      ],
      searchWords: ["list", "history", "exchanges"], in: .rewards,
      shows: .list(orElse: "no stars have been spent yet; try: rewards", toSeconds: true), role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(
        .list(
          Children(session).ledger.exchanges.reversed().map {
            .record([
              "at": .date($0.at), "reward": .text($0.reward), "stars": $0.stars.value, "device": .text($0.device),
            ])
          }))
    },
    CommandEntry(
      "stars goal",
      [Parameter("STARS", .choice(["none"], orNumber: 1...10_000), "the stars to earn from Monday to Sunday, or none")],
      summary: "sets the weekly goal",
      details: "`stars` shows your progress. `goal.reached` happens when a rating reaches the goal.",
      examples: [
        .init("stars goal 10\n\(earned)\nexpect rewards.week == rewards.goal", "reached"),
        .init("stars goal 60\nstars goal none\nexpect rewards.goal == none", "no goal"),
      ],
      searchWords: ["target", "week", "aim"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let goal = arguments[0].number.map { Int($0) }
      guard goal != session.world.timers.rewards.goal else {
        throw .refused(
          goal.map { "the goal is already \(TimeText.count($0, "star")) a week" } ?? "there is no goal", "try: stars")
      }
      session.change { $0.timers.rewards.goal = goal }
      session.emit(SpendingEvents.goal, goal, at: now)
    },
  ]
}

extension SpendingCommands {
  fileprivate func change(_ body: (inout RewardPlan) throws(RewardProblem) -> Reward) throws(Failure) -> Reward {
    do throws(RewardProblem) {
      return try session.change { (world) throws(RewardProblem) in try body(&world.timers.rewards) }
    } catch { throw failure(error) }
  }

  fileprivate func spend(_ name: String, pin: String?) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let reward: Reward
    do throws(RewardProblem) { reward = try session.world.timers.rewards.catalog.reward(name) } catch {
      throw failure(error)
    }
    try checkBalance(for: reward)
    try PINAccess(session).require(
      pin, for: "spending stars", "stars spend \(Word.quotedIfNeeded(reward.name)) pin PIN")
    // The answer may have taken an hour.
    session.pollOtherSessions()
    try checkBalance(for: reward)
    RewardLedger(session).append(
      .spent(reward: reward.name, stars: reward.stars, child: Children(session).active.id), at: now)
    session.emit(SpendingEvents.spent, (reward, Children(session).ledger.balance), at: now)
  }

  private func checkBalance(for reward: Reward) throws(Failure) {
    let balance = Children(session).ledger.balance
    guard balance < reward.stars else { return }
    throw .refused(
      """
      \(reward.name) costs \(TimeText.count(reward.stars, "star")), and \(balance == 1 ? "1 is" : "\(balance) are") \
      left: you need \(reward.stars - balance) more
      """,
      "try: stars")
  }

  private func failure(_ problem: RewardProblem) -> Failure {
    switch problem {
    case .unknown(let name, let all):
      guard !all.isEmpty else {
        return .refused("there are no rewards yet", "try: reward add \(Word.quotedIfNeeded(name)) for 50")
      }
      let names = all.map { $0.name }
      return .refused(
        "there is no reward '\(name)'", meant: closestName(to: name, among: names),
        otherwise: names.count == 1
          ? "the only reward is \(names[0])" : "the rewards are \(names.joined(separator: ", "))")
    case .ambiguous(let name, let candidates):
      return .refused(
        "'\(name)' could be \(candidates.map { $0.name }.listed("or"))", "type more letters of the name")
    case .badName(let name):
      return .refused(
        "'\(name)' cannot be a reward's name",
        "use one line of at most \(PrintableText.nameLengthLimit) characters, with at least one letter")
    case .nameTaken(let reward):
      return .refused(
        "the reward '\(reward.name)' already exists, for \(TimeText.count(reward.stars, "star"))",
        "to change its price, remove it first: reward remove \(Word.quotedIfNeeded(reward.name))")
    case .badPrice(let stars, let allowed):
      return .refused("a reward costs \(allowed.lowerBound) to \(allowed.upperBound) stars, not \(stars)")
    }
  }
}

/// The stars of the present week, and its goal.
struct WeekStars {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The number of stars of the active child since Monday.
  var earned: Int { earned(Children(session).ledger) }

  private func earned(_ ledger: TimerLedger) -> Int {
    let monday = LocalDay.today(in: session).week.monday
    return ledger.statistics(in: monday...monday.adding(6)).total.stars
  }

  /// Reports that the goal is reached, if this rating did it.
  func celebrate(_ record: TimerSessionRecord, _ rating: Rating, instead replaced: Rating?, at now: Instant) {
    guard let goal = session.world.timers.rewards.goal,
      record.day.week == LocalDay.today(in: session).week
    else { return }
    let ledger = Children(session).ledger(of: record.child)
    let multiplier = ledger.multiplier(on: record.day)
    let stars = earned(ledger)
    let before = stars - rating.stars(multiplier) + (replaced?.stars(multiplier) ?? 0)
    if before < goal, stars >= goal { session.emit(SpendingEvents.reached, (goal, stars), at: now) }
  }
}

/// Adds events about stars and rest days, which belong to no timer session.
struct RewardLedger {
  let session: Session

  init(_ session: Session) { self.session = session }

  func append(_ fact: TimerEvent.Fact, at now: Instant) {
    let timers = session.world.timers
    let number = UInt32(clamping: timers.facts.count + 1)
    // Practice sessions show the same instants, so their events have names of their own.
    let origin = session.persistence?.place.origin ?? timers.device
    let words: [String] =
      switch fact {
      case .spent(let reward, let stars, _):
        ["stars.spent", origin, "\(now.microseconds)", "\(number)", reward, "\(stars)"]
      case .rest(let rule, _):
        ["rest", origin, "\(now.microseconds)", "\(number)", RewardRecords.payload(rule).1.text]
      case .saved, .rated, .corrected, .edited, .removed, .routine, .voided: []
      }
    let event = TimerEvent(
      id: Journal.Event.ID(cause: words[0], words[1], words[2], words[3], words[4], words.count > 5 ? words[5] : "")
        .text,
      stamp: .init(instant: now, device: timers.device, sequence: number), fact: fact)
    session.handle { world, deliver in deliver(.timers(world.timers.add(event))) }
  }
}

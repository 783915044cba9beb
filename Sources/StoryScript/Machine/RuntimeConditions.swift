import Timeline

/// `wait until`: when a condition holds, when it may next come to hold, and when it never can.
extension Runtime {
  func holds(_ fiber: Fiber) throws(Diagnostic) -> Bool {
    guard let waiting = fiber.condition else { return true }
    let site = machine.program.conditionSites[waiting.site]
    guard site.function >= 0 else {
      return host.nextDeadline == nil && queue.isEmpty && watching.allSatisfy { $0 === fiber }
    }
    let value = try machine.evaluate(site.function, waiting.captures)
    guard case .bool(let bool) = value else {
      throw machine.diagnostic(Failure(.notBoolean(context: "'wait until'", found: value.kind.phrase)), site.place)
    }
    return bool
  }

  /// Whether something waits for a condition that reads state of this first word.
  public func awaits(_ root: String) -> Bool {
    watching.contains { fiber in
      guard let waiting = fiber.condition else { return false }
      let function = machine.program.conditionSites[waiting.site].function
      return function >= 0
        && machine.program.statesRead(by: function).contains { machine.schema.states[$0].root == root }
    }
  }

  /// The first instant before `limit` at which one of the condition's comparisons changes its answer and the condition
  /// holds.
  ///
  /// Between two deadlines the state only moves linearly, so the difference of the two sides of a comparison passes
  /// zero at most once; halving finds that microsecond exactly. O(comparisons × log(length)).
  func firstCrossing(of fiber: Fiber, before limit: Instant) throws(Diagnostic) -> Instant? {
    guard let waiting = fiber.condition else { return nil }
    let site = machine.program.conditionSites[waiting.site]
    guard !site.comparisons.isEmpty || site.rhythm != nil else { return nil }
    let now = host.now
    let end = min(limit, now + Self.patience)
    guard end > now else { return nil }
    defer { machine.probe = nil }
    let meeting = try firstMeeting(waiting, site, now, end, before: limit)
    guard let rhythm = site.rhythm else { return meeting }
    return try firstStep(waiting, site, rhythm, now, meeting ?? end) ?? meeting
  }

  /// The first instant at which both sides of a comparison meet and the condition holds.
  private func firstMeeting(
    _ waiting: Fiber.Waiting, _ site: ConditionSite, _ now: Instant, _ end: Instant, before limit: Instant
  ) throws(Diagnostic) -> Instant? {
    var candidates: [Instant] = []
    for comparison in site.comparisons {
      func sign(at instant: Instant) throws(Diagnostic) -> Int? {
        machine.probe = instant
        guard case .list(let sides) = try machine.evaluate(comparison, waiting.captures) else { return nil }
        return sides[0].ordered(sides[1])
      }
      guard let before = try sign(at: now), let after = try sign(at: end), before != after else { continue }
      var (low, high) = (now, end)
      while high - low > Duration(microseconds: 1) {
        let middle = low + Duration(microseconds: (high - low).microseconds / 2)
        if try sign(at: middle) == before { low = middle } else { high = middle }
      }
      // A strict comparison may need one more microsecond than an exact meeting does.
      candidates += [high, high + Duration(microseconds: 1)]
    }
    for instant in candidates.sorted() where instant < limit {
      machine.probe = instant
      if try machine.evaluate(site.function, waiting.captures).bool == true { return instant }
    }
    return nil
  }

  /// The first instant at which a condition that changes in steps holds, found by looking at each of them and halving the
  /// time before. After very many of them the one that it has come to: from there it goes on.
  ///
  /// O(steps); where nothing moves that it reads, none.
  private func firstStep(
    _ waiting: Fiber.Waiting, _ site: ConditionSite, _ rhythm: Duration, _ now: Instant, _ end: Instant
  ) throws(Diagnostic) -> Instant? {
    let states = machine.program.statesRead(by: site.function)
    guard states.contains(where: { host.read($0, at: now).equals(host.read($0, at: end)) != true }) else { return nil }
    func holds(_ instant: Instant) throws(Diagnostic) -> Bool {
      machine.probe = instant
      return try machine.evaluate(site.function, waiting.captures).bool == true
    }
    let isFine = rhythm == .seconds(1) && end - now <= Self.shortTime
    let step = (isFine ? Self.fineStep : rhythm).microseconds
    var (last, next) = (now, Instant(microseconds: (now.microseconds / step + 1) * step))
    for _ in 0..<Self.steps where next < end {
      guard try holds(next) else {
        (last, next) = (next, next + Duration(microseconds: step))
        continue
      }
      while next - last > Duration(microseconds: 1) {
        let middle = last + Duration(microseconds: (next - last).microseconds / 2)
        if try holds(middle) { next = middle } else { last = middle }
      }
      return next
    }
    return next < end ? next : nil
  }

  /// Where it is no longer than this, what may change at any instant is looked at more closely.
  private static let shortTime = Duration.seconds(100)
  private static let fineStep = Duration.milliseconds(100)
  /// The instants that are looked at before somebody else may do something, such as stop it.
  private static let steps = 50_000

  /// Gives up on a condition that can never come to hold: nothing is pending, the state repeats, or 400 days have
  /// passed; or so much has happened that nobody would read it.
  func checkHope(for fiber: Fiber, next: Instant, main: Fiber) throws(Diagnostic) {
    guard !host.isPatient, let waiting = fiber.condition else { return }
    let site = machine.program.conditionSites[waiting.site]
    func giveUp(_ why: NeverReason) throws(Diagnostic) { try self.giveUp(fiber, why, site) }
    if site.function < 0, let endless = endlessBlock ?? endlessCommand { return try giveUp(.goesOn(endless)) }
    if next == .distantFuture {
      return try giveUp(site.neverRepeats ? .tooLong(days: Self.patienceDays) : .nothingPending)
    }
    if fiber.watch == nil, fiber === main, let why = try foreseen(fiber, site) { return try giveUp(why) }
    var watch = fiber.watch ?? Fiber.Watch(since: host.now)
    defer { if fiber.condition != nil { fiber.watch = watch } }
    if next - watch.since > Self.patience { return try giveUp(.tooLong(days: Self.patienceDays)) }
    watch.events += 1
    // A condition about the time itself comes true in the end.
    if !site.neverRepeats, watch.events > Self.hope { return try giveUp(.tooMuch(count: Self.hope)) }
    guard !site.neverRepeats, queue.isEmpty, let signature = host.signature else {
      watch.remembered = nil
      return
    }
    // What a handler has changed is in no signature; those that did not run have changed nothing.
    if watch.startedBlocks != startedBlocks {
      watch.startedBlocks = startedBlocks
      (watch.remembered, watch.steps, watch.limit) = (nil, 0, 1)
    }
    if watch.repeats(signature) { return try giveUp(.repeats) }
  }

  /// A command whose doing goes on, where nothing of the program's own is left that could end it.
  private var endlessCommand: String? { queue.isEmpty && handlers.isEmpty ? host.endless : nil }

  /// An `every` that waits and that no `cancel` of the program names.
  private var endlessBlock: String? {
    var found: String?
    _ = queue.contains { work in
      guard case .block(let block) = work, block.every != nil else { return false }
      let name = machine.program.blockSites[block.site].name
      guard !machine.program.cancels(name) else { return false }
      found = name.map { "every … as \($0)" } ?? "every"
      return true
    }
    return found
  }

  /// The number of things that may happen while a condition is waited for: a day of seconds, and more.
  private static let hope = 100_000

  private func giveUp(_ fiber: Fiber, _ why: NeverReason, _ site: ConditionSite) throws(Diagnostic) {
    let states = site.function >= 0 ? machine.program.statesRead(by: site.function) : []
    let failure = Failure(.neverTrue(why: why, advice: host.advice(about: states, why)))
    fiber.watch = nil
    fiber.condition = nil
    watching.removeAll { $0 === fiber }
    if fiber.tries.isEmpty { throw machine.diagnostic(failure, site.place) }
    fiber.pendingFailure = failure
    fiber.entry = queue.schedule(at: host.now, phase: .waiting, .resume(FiberBox(fiber: fiber)))
  }

  /// The number of deadlines that are looked at ahead of the clock.
  private static let foresight = 10_000

  /// The reason why a condition can never come to hold, found on a copy before any time passes; `nil` when it can, or
  /// when only time will tell.
  private func foreseen(_ fiber: Fiber, _ site: ConditionSite) throws(Diagnostic) -> NeverReason? {
    guard host.foresees, watching.count == 1, site.function >= 0, !site.neverRepeats, queue.isEmpty,
      handlers.isEmpty
    else { return nil }
    var reason: NeverReason?
    try host.foresee { (passToNext) throws(Diagnostic) in reason = try lookAhead(fiber, passToNext) }
    return reason
  }

  private func lookAhead(_ fiber: Fiber, _ passToNext: () -> Void) throws(Diagnostic) -> NeverReason? {
    var watch = Fiber.Watch(since: host.now)
    for _ in 0..<Self.foresight {
      let next = host.nextDeadline ?? .distantFuture
      if try firstCrossing(of: fiber, before: next) != nil { return nil }
      if next == .distantFuture { return .nothingPending }
      if next - watch.since > Self.patience { return .tooLong(days: Self.patienceDays) }
      passToNext()
      if try holds(fiber) { return nil }
      guard let signature = host.signature else { return nil }
      if watch.repeats(signature) { return .repeats }
    }
    return nil
  }
}

extension Fiber {
  /// The memory of a fiber that waits for a condition, to see that it waits in vain.
  struct Watch {
    var since: Instant
    var remembered: AnyHashable?
    var steps = 0
    var limit = 1
    /// How much has happened meanwhile.
    var events = 0
    /// The blocks and handlers that had run when it was last looked.
    var startedBlocks = 0

    /// Whether a state was met before, by Brent's method: compare with one remembered state, and remember a new one
    /// after 1, 2, 4, … steps.
    mutating func repeats(_ state: AnyHashable) -> Bool {
      if remembered == state { return true }
      steps += 1
      if remembered == nil || steps >= limit {
        remembered = state
        steps = 0
        limit *= 2
      }
      return false
    }
  }
}

/// A condition that nobody waits for and somebody wants to know of: the goal of a lesson's step.
struct Lookout {
  /// Never runs; it has the condition as those have that wait for one.
  let fiber = Fiber()
  let met: () -> Void

  init(site: Int, met: @escaping () -> Void) {
    self.met = met
    fiber.condition = Fiber.Waiting(site: site, captures: [])
  }
}

extension Runtime {
  /// Whether it holds now; one that goes wrong does not.
  func holds(_ lookout: Lookout) -> Bool { (try? holds(lookout.fiber)) ?? false }

  /// The instant before `limit` at which what is looked out for comes to hold between two deadlines.
  func sight(before limit: Instant) -> Instant? {
    lookout.flatMap { try? firstCrossing(of: $0.fiber, before: limit) }
  }
}

extension Program {
  /// The condition that a compiled `wait until` at a script's top waits for. O(code).
  func condition(of function: Int) -> Int? {
    let code = functions[function]
    return (0..<code.codeCount).first { code.code[$0].operation == .waitUntil }.map { Int(code.code[$0].b) }
  }
}

/// Something that will happen by itself, or when an event does.
public struct Upcoming: Sendable {
  /// What `cancel` calls it.
  public let number: Int
  /// How many were made before it: unlike a number, never given twice.
  public let serial: Int
  /// The word that made it: `every`, `when`.
  public let kind: String
  /// The name that it was given.
  public let name: String?
  /// The instant at which it is next due; `nil` for a handler.
  public let due: Instant?
  /// The statement that made it.
  public let text: String
  public let file: String
  public let line: Int
}

extension Runtime {
  /// What waits, in the order in which it will run; handlers come last. O(n log n).
  public var upcoming: [Upcoming] { pending.map { upcoming($0.pending, $0.due) } }

  /// Takes back those of these serial numbers that still wait.
  public func cancel(_ serials: Set<Int>) {
    for (item, _) in pending where serials.contains(item.serial) { cancel(item) }
  }

  /// What failed three times in a row and rests, since this was last asked.
  public func takeResting() -> [Upcoming] { takeRested().map { upcoming($0, nil) } }

  private func upcoming(_ item: Pending, _ due: Instant?) -> Upcoming {
    let site = program.blockSites[item.site]
    let source = program.sources[Int(site.place.source)]
    return Upcoming(
      number: item.number, serial: item.serial, kind: "\(site.kind)", name: site.name, due: due,
      text: source.text(site.place.range),
      file: source.name, line: source.position(of: Int(site.place.range.start)).line)
  }
}

import Timeline

/// `wait until`: whether a condition is true, when it may next come true, and whether it never can.
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

  /// Returns `true` if a strand waits for a condition that reads state under this root.
  public func awaits(_ root: String) -> Bool {
    watching.contains { fiber in
      guard let waiting = fiber.condition else { return false }
      let function = machine.program.conditionSites[waiting.site].function
      return function >= 0
        && machine.program.statesRead(by: function).contains { machine.schema.states[$0].root == root }
    }
  }

  /// Returns the first instant before `limit` at which one of the condition's comparisons changes its result and the
  /// condition is true.
  ///
  /// Between two deadlines state changes only linearly, so the difference of a comparison's two sides crosses zero at
  /// most once; bisection finds that microsecond exactly. O(comparisons × log(length)).
  func firstCrossing(of fiber: Fiber, before limit: Instant) throws(Diagnostic) -> Instant? {
    guard let waiting = fiber.condition else { return nil }
    let site = machine.program.conditionSites[waiting.site]
    guard !site.comparisons.isEmpty || site.testInterval != nil else { return nil }
    let now = host.now
    let end = min(limit, now + Self.timeout)
    guard end > now else { return nil }
    defer { machine.probe = nil }
    let meeting = try firstMeeting(waiting, site, now, end, before: limit)
    guard let testInterval = site.testInterval else { return meeting }
    return try firstStep(waiting, site, testInterval, now, meeting ?? end) ?? meeting
  }

  /// Returns the first instant at which both sides of a comparison meet and the condition is true.
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
      // A strict comparison may need one more microsecond than an exact meeting.
      candidates += [high, high + Duration(microseconds: 1)]
    }
    for instant in candidates.sorted() where instant < limit {
      machine.probe = instant
      if try machine.evaluate(site.function, waiting.captures).bool == true { return instant }
    }
    return nil
  }

  /// Returns the first instant at which a condition that changes in steps is true: tests every step, then bisects the
  /// time before it. After `steps` tests it returns the instant reached, from which the search resumes.
  ///
  /// O(steps); O(1) if no state that the condition reads changes.
  private func firstStep(
    _ waiting: Fiber.Waiting, _ site: ConditionSite, _ testInterval: Duration, _ now: Instant, _ end: Instant
  ) throws(Diagnostic) -> Instant? {
    let states = machine.program.statesRead(by: site.function)
    guard states.contains(where: { host.read($0, at: now).equals(host.read($0, at: end)) != true }) else { return nil }
    func holds(_ instant: Instant) throws(Diagnostic) -> Bool {
      machine.probe = instant
      return try machine.evaluate(site.function, waiting.captures).bool == true
    }
    let isFine = testInterval == .seconds(1) && end - now <= Self.shortTime
    let step = (isFine ? Self.fineStep : testInterval).microseconds
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

  /// If less time than this remains, conditions that may change at any instant are tested at finer steps.
  private static let shortTime = Duration.seconds(100)
  private static let fineStep = Duration.milliseconds(100)
  /// The number of tests before other work gets a chance to run, such as an interrupt.
  private static let steps = 50_000

  /// Gives up on a condition that can never come true: nothing is pending, the state repeats, or 400 days have
  /// passed; or too many events have happened for a reader.
  func checkHope(for fiber: Fiber, next: Instant, main: Fiber) throws(Diagnostic) {
    guard !host.isPatient, let waiting = fiber.condition else { return }
    let site = machine.program.conditionSites[waiting.site]
    func giveUp(_ why: NeverReason) throws(Diagnostic) { try self.giveUp(fiber, why, site) }
    if site.function < 0, let endless = endlessBlock ?? endlessCommand { return try giveUp(.runsForever(endless)) }
    if next == .distantFuture {
      return try giveUp(site.neverRepeats ? .tooLong(days: Self.timeoutDays) : .nothingPending)
    }
    if fiber.watch == nil, fiber === main, let why = try unreachableReason(fiber, site) { return try giveUp(why) }
    var watch = fiber.watch ?? Fiber.Watch(since: host.now)
    defer { if fiber.condition != nil { fiber.watch = watch } }
    if next - watch.since > Self.timeout { return try giveUp(.tooLong(days: Self.timeoutDays)) }
    watch.events += 1
    // A condition about the time itself eventually comes true.
    if !site.neverRepeats, watch.events > Self.eventLimit { return try giveUp(.tooMuch(count: Self.eventLimit)) }
    guard !site.neverRepeats, queue.isEmpty else {
      watch.isRemembered = nil
      return
    }
    // The host does not know the changes made by a handler; handlers that did not run have changed nothing.
    if watch.startedBlocks != startedBlocks {
      watch.startedBlocks = startedBlocks
      (watch.isRemembered, watch.steps, watch.limit) = (nil, 0, 1)
    }
    if watch.repeats(host.recurrence) { return try giveUp(.repeats) }
  }

  /// A command that runs without end, if no pending block or handler could end it.
  private var endlessCommand: String? { queue.isEmpty && handlers.isEmpty ? host.endless : nil }

  /// A pending `every` that no `cancel` of the program names.
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

  /// The maximum number of events while waiting for a condition: one per second for more than a day.
  private static let eventLimit = 100_000

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

  /// The number of deadlines examined ahead of the clock.
  private static let lookaheadLimit = 10_000

  /// Returns the reason why a condition can never come true, found on a copy before any time passes; `nil` if it can,
  /// or if only time will tell.
  private func unreachableReason(_ fiber: Fiber, _ site: ConditionSite) throws(Diagnostic) -> NeverReason? {
    guard host.canPredict, watching.count == 1, site.function >= 0, !site.neverRepeats, queue.isEmpty,
      handlers.isEmpty
    else { return nil }
    var reason: NeverReason?
    try host.predict { (passToNext) throws(Diagnostic) in reason = try predictDeadlines(fiber, passToNext) }
    return reason
  }

  private func predictDeadlines(_ fiber: Fiber, _ passToNext: () -> Void) throws(Diagnostic) -> NeverReason? {
    var watch = Fiber.Watch(since: host.now)
    for _ in 0..<Self.lookaheadLimit {
      let next = host.nextDeadline ?? .distantFuture
      if try firstCrossing(of: fiber, before: next) != nil { return nil }
      if next == .distantFuture { return .nothingPending }
      if next - watch.since > Self.timeout { return .tooLong(days: Self.timeoutDays) }
      passToNext()
      if try holds(fiber) { return nil }
      if watch.repeats(host.recurrence) { return .repeats }
    }
    return nil
  }
}

extension Fiber {
  /// The history of a fiber that waits for a condition, to detect that it waits in vain.
  struct Watch {
    var since: Instant
    /// A test for one earlier state of the host.
    var isRemembered: (() -> Bool)?
    var steps = 0
    var limit = 1
    /// The number of events while waiting.
    var events = 0
    /// The number of blocks and handlers that had run at the last check.
    var startedBlocks = 0

    /// Returns `true` if the host's state occurred before, by Brent's method: compares with one remembered state, and
    /// remembers a new one after 1, 2, 4, … steps.
    /// - Parameter recurrence: a test for the present state; only made when that state is to be remembered.
    mutating func repeats(_ recurrence: @autoclosure () -> () -> Bool) -> Bool {
      if isRemembered?() == true { return true }
      steps += 1
      if isRemembered == nil || steps >= limit {
        isRemembered = recurrence()
        steps = 0
        limit *= 2
      }
      return false
    }
  }
}

/// A condition watched without blocking a script: the goal of a lesson's step.
struct ConditionWatch {
  /// Never runs; it holds the condition in the same way as a waiting fiber.
  let fiber = Fiber()
  let met: () -> Void

  init(site: Int, met: @escaping () -> Void) {
    self.met = met
    fiber.condition = Fiber.Waiting(site: site, captures: [])
  }
}

extension Runtime {
  /// Returns `true` if the condition is true now; an error in it counts as false.
  func holds(_ conditionWatch: ConditionWatch) -> Bool { (try? holds(conditionWatch.fiber)) ?? false }

  /// Returns the instant before `limit` at which the watched condition comes true between two deadlines.
  func watchedChange(before limit: Instant) -> Instant? {
    conditionWatch.flatMap { try? firstCrossing(of: $0.fiber, before: limit) }
  }
}

extension Program {
  /// Returns the condition of a compiled top-level `wait until`. O(code).
  func condition(of function: Int) -> Int? {
    let code = functions[function]
    return (0..<code.codeCount).first { code.code[$0].operation == .waitUntil }.map { Int(code.code[$0].b) }
  }
}

/// A pending block, which runs by itself, or handler, which runs on an event.
public struct Upcoming: Sendable {
  /// The number by which `cancel` refers to it.
  public let number: Int
  /// The number of blocks and handlers created before this one: unlike `number`, never reused.
  public let serial: Int
  /// The word that created it: `every`, `when`.
  public let kind: String
  /// The name given by the script.
  public let name: String?
  /// The instant at which it is next due; `nil` for a handler.
  public let due: Instant?
  /// The source of the statement that created it.
  public let text: String
  public let file: String
  public let line: Int
}

extension Runtime {
  /// Everything pending, in the order in which it will run; handlers come last. O(n log n).
  public var upcoming: [Upcoming] { pending.map { upcoming($0.pending, $0.due) } }

  /// Cancels the pending blocks and handlers with these serial numbers.
  public func cancel(_ serials: Set<Int>) {
    for (item, _) in pending where serials.contains(item.serial) { cancel(item) }
  }

  /// Returns the blocks and handlers suspended after three consecutive failures, since the last call.
  public func drainSuspended() -> [Upcoming] { drainSuspendedItems().map { upcoming($0, nil) } }

  private func upcoming(_ item: Pending, _ due: Instant?) -> Upcoming {
    let site = program.blockSites[item.site]
    let source = program.sources[Int(site.place.source)]
    return Upcoming(
      number: item.number, serial: item.serial, kind: site.kind.word, name: site.name, due: due,
      text: source.text(site.place.range),
      file: source.name, line: source.position(of: Int(site.place.range.start)).line)
  }
}

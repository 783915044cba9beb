import Timeline

/// Runs scripts on the session's clock: the script itself, blocks that run later, handlers and conditions. At equal
/// instants the documented order applies: domain events, `when` handlers, `after`/`every`/`at`, the waiting
/// statement.
///
///     let runtime = Runtime(host: host, schema: schema)
///     var program = runtime.program
///     let main = try Compiler.compile(script, into: &program, schema: schema)
///     runtime.program = program
///     try runtime.run(main)                             // until its last statement
///     print(runtime.variable("count") ?? .none)
public final class Runtime {
  /// The host's owner also owns this runtime, so the host always lives longer.
  unowned(unsafe) let host: any ScriptHost
  /// The commands, states and events for which its programs were compiled.
  public let schema: Schema
  let machine: Machine
  var queue = EventQueue<Work>()
  /// Handlers by event name, in the order in which they were created; an event without handlers has no entry.
  var handlers: [String: [Pending]] = [:]
  /// Handlers whose event has occurred and that have not run yet.
  private var fired: [(handler: Pending, fields: [Value])] = []
  private var isRunningHandlers = false
  private var firedCount = 0
  /// The number of blocks that ran at the instant at which they were created, and this instant.
  private var blockCount = 0
  private var blocksAt = Instant.distantPast
  /// The number of blocks and handlers that have run.
  private(set) var startedBlocks = 0
  private var firedAt = Instant.distantPast
  /// Fibers that wait for a condition, in the order in which they began to wait.
  var watching: [Fiber] = []
  /// The condition watched from outside all scripts.
  private(set) var conditionWatch: ConditionWatch?
  private var names: [String: [Pending]] = [:]
  /// The last number assigned; numbers restart from 1 when nothing is pending.
  private var lastNumber = 0
  /// The number of blocks and handlers created.
  public private(set) var createdCount = 0
  /// Blocks and handlers suspended since `drainSuspendedItems` was last called.
  private var rested: [Pending] = []
  private(set) var running: Fiber?
  /// Finished fibers, for reuse by the next blocks.
  private var spareFibers: [Fiber] = []
  private static let spareFiberLimit = 8

  /// The number of handlers, or of blocks created at the same instant, that may run at one instant before they are
  /// considered to trigger themselves.
  public static let handlerLimit = 10_000
  /// The maximum time for which a practice session waits for a condition.
  public static let timeout = Duration.days(Int64(timeoutDays))
  static let timeoutDays = 400

  enum Work: Sendable {
    case resume(FiberBox)
    case block(Pending)
  }

  /// A fiber in the queue; one thread owns both.
  struct FiberBox: @unchecked Sendable { let fiber: Fiber }

  /// - Parameters:
  ///   - writer: converts values to text, with the session's time zone for dates.
  ///   - seed: the seed of `random`.
  public init(host: any ScriptHost, schema: Schema, writer: ValueWriter = ValueWriter(), seed: UInt64 = 0) {
    self.host = host
    self.schema = schema
    machine = Machine(host: host, schema: schema, writer: writer, seed: seed)
    machine.scheduler = self
  }

  /// Converts values to text, with the session's time zone for dates.
  public var writer: ValueWriter { machine.context.writer }
  /// Everything compiled so far; assign the result of `Compiler.compile` to it before `run`.
  public var program: Program {
    get { machine.program }
    set { machine.program = newValue }
  }
  /// The number of backward jumps and calls after which scripts are stopped; for tests with untrusted scripts.
  public var stepLimit: Int? {
    get { machine.stepLimit }
    set { machine.stepLimit = newValue }
  }

  /// Returns the value of a top-level variable; `nil` if there is none of that name.
  public func variable(_ name: String) -> Value? {
    machine.program.globals[name].map { machine.global($0).pointee }
  }

  /// Defines a top-level variable before code that reads it is compiled.
  public func define(_ name: String, _ value: Value) {
    machine.program.reserveGlobal(name)
    machine.reserveGlobals()
    machine.repayDebts()
    if let slot = machine.program.globals[name] { machine.main.stack[slot] = value }
  }

  /// The number of blocks that have not run and of strands that still wait: unfinished when a script ends.
  public var pendingCount: Int { queue.count + watching.count }

  // MARK: Running

  /// Copies the definitions and variables of another runtime; both are independent from then on. Pending blocks and
  /// handlers are not copied.
  public func become(like other: Runtime) {
    other.machine.reserveGlobals()
    other.machine.repayDebts()
    machine.repayDebts()
    machine.program = other.machine.program
    machine.reserveGlobals()
    for slot in 0..<program.globalCount { machine.main.stack[slot] = other.machine.main.stack[slot] }
  }

  /// Runs a compiled source to its end.
  ///
  /// - Throws: `Diagnostic` for the error that stopped it; earlier blocks, handlers, variables and definitions
  ///   remain.
  public func run(_ function: Int) throws(Diagnostic) {
    let main = machine.main
    machine.reserveGlobals()
    machine.begin(function, on: main)
    var finished = false
    do throws(Diagnostic) {
      finished = try advance(main)
      while !finished { finished = try step(main: main) }
      try runFired()
      // The interrupt may have come during the last operation.
      if host.isInterrupted { throw stopped(main, Failure(.interrupted)) }
    } catch {
      // A waiting command's partial value is now final.
      if let next = main.next { machine.reportPartial(of: main, at: next) }
      if !finished, let next = main.nextOutermost { machine.program.forgetNames(of: function, from: next) }
      forget(main)
      throw error
    }
  }

  /// The next instant at which something happens by itself: in a domain, in a block, or in a strand whose condition
  /// comes true; `nil` if there is none.
  public var nextInstant: Instant? {
    var next = min(host.nextDeadline ?? .distantFuture, queue.nextInstant() ?? .distantFuture)
    for fiber in watching {
      // An error in a condition is reported when the condition is tested.
      if let crossing = try? firstCrossing(of: fiber, before: next) { next = min(next, crossing) }
    }
    if let watchedChange = watchedChange(before: next) { next = min(next, watchedChange) }
    return next == .distantFuture ? nil : next
  }

  /// Watches a condition without blocking any script. At each instant it is tested last, and the exact instant at
  /// which it comes true is one of these instants.
  /// - Parameters:
  ///   - function: a compiled `wait until`, which never runs itself; `nil` to stop watching.
  ///   - met: called once, as soon as the condition is true. An error in the condition counts as false.
  public func watchCondition(for function: Int?, _ met: @escaping () -> Void = {}) {
    conditionWatch = function.flatMap { program.condition(of: $0) }.map { ConditionWatch(site: $0, met: met) }
  }

  /// Ends the watch, if its condition is true now.
  private func endWatchIfTrue() {
    guard let conditionWatch, holds(conditionWatch) else { return }
    self.conditionWatch = nil
    conditionWatch.met()
  }

  /// Runs everything due up to `instant`, without a script's main strand: between two lines of a prompt.
  public func proceed(to instant: Instant) throws(Diagnostic) {
    let main = machine.main
    while true {
      while try stepNow(main: main) != nil {}
      guard let next = nextInstant, next <= instant else { break }
      try pass(to: next, for: main)
    }
    try pass(to: instant, for: main)
    while try stepNow(main: main) != nil {}
  }

  /// Runs a fiber until it waits. Returns `true` if it has finished.
  private func advance(_ fiber: Fiber) throws(Diagnostic) -> Bool {
    let outer = running
    fiber.outer = outer
    running = fiber
    defer {
      running = outer
      fiber.outer = nil
    }
    do throws(Diagnostic) { return try proceed(fiber) } catch {
      count(failureOf: fiber)
      throw error
    }
  }

  private func proceed(_ fiber: Fiber) throws(Diagnostic) -> Bool {
    while true {
      switch try machine.run(fiber) {
      case .finished:
        fiber.origin?.failures = 0
        return true
      case .yield:
        // A running handler continues; handlers that it triggers run after it. So handlers never nest.
        if !isRunningHandlers { try runFired() }
      case .wait(let instant):
        fiber.entry = queue.schedule(at: instant, phase: .waiting, .resume(FiberBox(fiber: fiber)))
        fiber.due = instant
        return false
      case .condition:
        fiber.watch = nil
        if try holds(fiber) {
          fiber.condition = nil
        } else {
          watching.append(fiber)
          return false
        }
      }
    }
  }

  /// Runs the next thing due. Returns `true` if the main strand finished.
  private func step(main: Fiber) throws(Diagnostic) -> Bool {
    if let isFinished = try stepNow(main: main) { return isFinished }
    try advanceTime(main)
    return false
  }

  /// Runs the next thing due at the current instant, as `step` does; returns `nil` if nothing is left to do before
  /// time passes.
  private func stepNow(main: Fiber) throws(Diagnostic) -> Bool? {
    if host.isInterrupted { throw stopped(main, Failure(.interrupted)) }
    // 1. Domain events and the handlers that they trigger come first.
    if let deadline = host.nextDeadline, deadline <= host.now { try pass(to: host.now, for: main) }
    try runFired()
    // 2. Then blocks, then statements that wait for this instant, in the queue's order.
    if let entry = queue.popNext(dueBy: host.now) {
      switch entry.payload {
      case .block(let block):
        try run(block, at: entry.instant)
        return false
      case .resume(let box):
        box.fiber.due = nil
        return try advance(box.fiber) && box.fiber === main
      }
    }
    // 3. Then conditions, in the order in which they were set.
    for (index, fiber) in watching.enumerated() where try holds(fiber) {
      watching.remove(at: index)
      fiber.condition = nil
      return try advance(fiber) && fiber === main
    }
    // 4. Then the watched condition, which changes nothing.
    endWatchIfTrue()
    return nil
  }

  private func advanceTime(_ main: Fiber) throws(Diagnostic) {
    let queued = queue.nextInstant()
    if watching.isEmpty, conditionWatch == nil, let queued, fired.isEmpty, handlers.isEmpty {
      // Nothing reacts to events on the way, so the domains may advance in one step.
      return try pass(to: queued, for: main)
    }
    let deadline = host.nextDeadline
    var target = min(queued ?? .distantFuture, deadline ?? .distantFuture)
    for fiber in watching {
      if let crossing = try firstCrossing(of: fiber, before: target) { target = min(target, crossing) }
    }
    if let watchedChange = watchedChange(before: target) { target = min(target, watchedChange) }
    for fiber in watching { try checkHope(for: fiber, next: target, main: main) }
    // A strand that gave up continues immediately, in its `catch`.
    if let due = queue.nextInstant(), due <= host.now { return }
    if target == .distantFuture {
      guard host.isPatient else { return }
      do throws(Failure) { try host.waitForOutside() } catch { throw stopped(main, error) }
      return
    }
    try pass(to: target, for: main)
  }

  private func pass(to instant: Instant, for main: Fiber) throws(Diagnostic) {
    do throws(Failure) { try host.advance(to: instant) } catch { throw stopped(main, error) }
  }

  /// Returns an error that stops the script where it waits.
  func stopped(_ fiber: Fiber, _ failure: Failure) -> Diagnostic {
    machine.diagnostic(failure, machine.place(in: fiber, at: fiber.next.map { $0 - 1 }))
  }

  private func forget(_ main: Fiber) {
    watching.removeAll { $0 === main }
    main.condition = nil
    (main.continuation, main.partial) = (nil, nil)
    main.pendingFailure = nil
    // Only the fiber's own entry is cancelled: the names of blocks must keep their meaning.
    if let entry = main.entry { queue.cancel(entry) }
    (main.entry, main.due) = (nil, nil)
  }

  /// The instant or the condition for which the script or the typed line itself waits.
  public enum Wait: Equatable {
    case until(Instant)
    /// A condition.
    case condition
  }

  /// `nil` if the script waits for nothing.
  public var wait: Wait? {
    if let due = machine.main.due { return .until(due) }
    return watching.contains { $0 === machine.main } ? .condition : nil
  }

  // MARK: Strands

  /// A strand of a script's execution: the script itself, or a block that runs later.
  public struct Strand {
    fileprivate let fiber: Fiber
    /// `true` for the script or the typed line itself.
    public let isMain: Bool
  }

  /// The strand whose command is running; `nil` if there is none.
  public var strand: Strand? { running.map { Strand(fiber: $0, isMain: $0 === machine.main) } }

  /// Stores the partial value of the running command, while it waits for more of it or fails. It is shown in place of
  /// the complete value.
  /// - Parameter partial: returns the partial value; `nil` if there is none, or once the command resumes.
  public func keep(partial: (() -> Value?)?) { running?.partial = partial }

  /// Resumes a waiting strand at the current instant, because the result for which its command waits is ready early.
  public func resumeStrand(_ strand: Strand) {
    guard let entry = strand.fiber.entry, queue.cancel(entry) else { return }
    strand.fiber.entry = queue.schedule(at: host.now, phase: .waiting, .resume(FiberBox(fiber: strand.fiber)))
  }

  // MARK: Blocks

  func schedule(_ site: Int, time: Value, captures: [Value]) throws(Failure) {
    let block = machine.program.blockSites[site]
    let word = "'\(block.kind.word)'"
    if block.kind == .at, case .date(let instant) = time {
      guard instant >= host.now else {
        throw .refused("'at \(writer.text(time))' has passed: it is now \(writer.text(.date(host.now)))")
      }
      return schedule(site, captures, at: instant)
    }
    guard case .duration(let length) = time else { throw Machine.wrongTime(word, "a duration such as 10s", time) }
    let instant: Instant
    switch block.kind {
    case .at:
      instant = host.start + length
      guard instant >= host.now else {
        throw .refused("'at \(length.literal)' has passed: the session is \((host.now - host.start).literal) old")
      }
    case .every:
      guard length > .zero else {
        throw Failure(.wrongKind(operation: word, needs: "a duration longer than 0s", found: length.literal))
      }
      instant = host.now + length
    default:
      guard length >= .zero else {
        throw Failure(.wrongKind(operation: word, needs: "a duration of at least 0s", found: length.literal))
      }
      instant = host.now + length
    }
    schedule(site, captures, at: instant, every: block.kind == .every ? length : nil)
  }

  private func schedule(_ site: Int, _ captures: [Value], at instant: Instant, every: Duration? = nil) {
    let pending = make(site, captures, every: every)
    pending.isImmediate = instant == host.now
    pending.entry = queue.schedule(at: instant, phase: .scheduled, .block(pending))
  }

  /// `true` while a block runs that lines of an earlier session have left when they ran again.
  public var isRunningReplayed: Bool { running?.origin?.isReplayed ?? false }

  private func make(_ site: Int, _ captures: [Value], every: Duration? = nil) -> Pending {
    if handlers.isEmpty, queue.isEmpty { lastNumber = 0 }
    lastNumber += 1
    let pending = Pending(number: lastNumber, serial: createdCount, site: site, captures: captures, every: every)
    pending.isReplayed = host.isReplayingLines || isRunningReplayed
    createdCount += 1
    if let name = machine.program.blockSites[site].name { names[name, default: []].append(pending) }
    return pending
  }

  private func run(_ block: Pending, at instant: Instant) throws(Diagnostic) {
    let site = machine.program.blockSites[block.site]
    if block.isImmediate {
      if blocksAt != host.now { (blocksAt, blockCount) = (host.now, 0) }
      blockCount += 1
      guard blockCount <= Self.handlerLimit else {
        throw machine.diagnostic(Failure(.storm(of: site.kind.word, limit: Self.handlerLimit)), site.place)
      }
    }
    block.entry = block.every.map { queue.schedule(at: instant + $0, phase: .scheduled, .block(block)) }
    try start(site.function, block.captures, of: block)
  }

  private func start(_ function: Int, _ arguments: [Value], of pending: Pending) throws(Diagnostic) {
    startedBlocks += 1
    let fiber = spareFibers.popLast() ?? Fiber()
    fiber.origin = pending
    fiber.number = startedBlocks
    machine.begin(function, on: fiber, arguments: arguments)
    guard try advance(fiber), fiber.capacity == Fiber.defaultCapacity, spareFibers.count < Self.spareFiberLimit else {
      return
    }
    fiber.clear()
    spareFibers.append(fiber)
  }

  // MARK: Handlers

  func subscribe(_ site: Int, captures: [Value]) {
    let block = machine.program.blockSites[site]
    handlers[schema.events[block.event].name, default: []].append(make(site, captures))
  }

  /// Returns `true` if a handler waits for this event: only then do its fields need to be collected.
  public func listens(to event: String) -> Bool { !handlers.isEmpty && handlers[event] != nil }

  /// Reports that an event has occurred; its handlers run before anything else.
  public func raise(_ event: String, fields: [Value]) {
    for handler in handlers[event] ?? [] where !handler.isCancelled { fired.append((handler, fields)) }
  }

  var hasFired: Bool { !fired.isEmpty }

  private func runFired() throws(Diagnostic) {
    guard !fired.isEmpty else { return }
    isRunningHandlers = true
    defer {
      isRunningHandlers = false
      fired = []
    }
    var index = 0
    while index < fired.count {
      let (handler, fields) = fired[index]
      index += 1
      if handler.isCancelled { continue }
      if firedAt != host.now { (firedAt, firedCount) = (host.now, 0) }
      firedCount += 1
      let site = machine.program.blockSites[handler.site]
      guard firedCount <= Self.handlerLimit else {
        throw machine.diagnostic(
          Failure(.storm(of: "when \(schema.events[site.event].name)", limit: Self.handlerLimit)), site.place)
      }
      if index == fired.count { (fired, index) = ([], 0) }
      try start(site.function, handler.captures + fields, of: handler)
    }
  }

  // MARK: Pending blocks

  /// Everything pending, in the order in which it will run; handlers come last.
  var pending: [(pending: Pending, due: Instant?)] {
    let blocks = queue.entries.compactMap { entry -> (pending: Pending, due: Instant?)? in
      if case .block(let block) = entry.payload { (block, entry.instant) } else { nil }
    }
    return blocks + handlers.values.joined().sorted { $0.number < $1.number }.map { (pending: $0, due: nil) }
  }

  /// - Parameter word: a name, `all`, or a number listed by `waiting`.
  func cancel(_ word: String) throws(Failure) {
    if let all = names.removeValue(forKey: word) { return all.forEach(cancel) }
    let meant = pending.map { $0.pending }.filter { word == "all" || Int(word) == $0.number }
    guard !meant.isEmpty || word == "all" else {
      throw Failure(.unknownBlock(word, suggestion: closest(to: word, among: names.keys.sorted())))
    }
    for item in meant { cancel(item) }
  }

  func cancel(_ item: Pending) {
    item.isCancelled = true
    if let entry = item.entry { queue.cancel(entry) }
    let site = machine.program.blockSites[item.site]
    guard site.kind == .when else { return }
    let event = schema.events[site.event].name
    handlers[event]?.removeAll { $0 === item }
    if handlers[event]?.isEmpty == true { handlers[event] = nil }
  }

  /// Counts a failure of a block or handler that runs repeatedly; the third consecutive failure suspends it.
  private func count(failureOf fiber: Fiber) {
    guard let item = fiber.origin, !item.isCancelled else { return }
    item.failures += 1
    guard item.failures == Pending.failureLimit, item.every != nil || item.entry == nil else { return }
    cancel(item)
    rested.append(item)
  }

  /// Returns the blocks and handlers suspended since the last call.
  func drainSuspendedItems() -> [Pending] {
    defer { rested = [] }
    return rested
  }
}

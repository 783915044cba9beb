import Timeline

/// Runs compiled code.
///
/// Registers are slots of a fiber's stack; a call's frame overlaps its caller's last registers, so arguments are
/// passed without copying. Every backward jump and call uses one unit of fuel; commands and functions use more. When
/// the fuel runs out, the machine checks whether to stop. Numbers take a short path in every operation, all other
/// values are handled in `MachineOperations.swift`.
final class Machine {
  unowned(unsafe) let host: any ScriptHost
  unowned(unsafe) var scheduler: Runtime!
  let schema: Schema
  let context: FunctionContext
  var program = Program() { didSet { makeTables(isMore: program.continues(oldValue)) } }
  /// The functions in the form that calls need, by index: plain pointers, so that calls need no reference counting.
  private var table = UnsafeMutablePointer<Callee>.allocate(capacity: 1)

  private struct Callee {
    var code: UnsafeMutablePointer<Instruction>
    var constants: UnsafeMutablePointer<Value>
    var frameSize: Int
  }

  /// The sites of commands, in the same form.
  private(set) var sites = UnsafeMutablePointer<Site>.allocate(capacity: 1)

  struct Site {
    var command: Int
    var argumentCount: Int
    var isChecked: Bool
  }

  /// The number of entries in each table; the capacity is larger.
  private var (tableCount, siteCount) = (0, 0)
  private var (tableRoom, siteRoom) = (1, 1)

  /// Updates the tables for a new program.
  /// - Parameter isMore: `true` if the existing entries are still valid.
  private func makeTables(isMore: Bool) {
    if !isMore { (tableCount, siteCount) = (0, 0) }
    Self.makeRoom(in: &sites, siteCount, &siteRoom, for: program.commandSites.count)
    for index in siteCount..<max(siteCount, program.commandSites.count) {
      let site = program.commandSites[index]
      let count = schema.vocabulary.commands.commands[site.command].parameters.count
      (sites + index).initialize(
        to: Site(command: site.command, argumentCount: count, isChecked: !site.unchecked.isEmpty))
    }
    Self.makeRoom(in: &table, tableCount, &tableRoom, for: program.functions.count)
    for index in tableCount..<max(tableCount, program.functions.count) {
      let function = program.functions[index]
      (table + index).initialize(
        to: Callee(code: function.code, constants: function.constants, frameSize: function.frameSize))
    }
    (tableCount, siteCount) = (program.functions.count, program.commandSites.count)
  }

  private static func makeRoom<Entry: BitwiseCopyable>(
    in table: inout UnsafeMutablePointer<Entry>, _ count: Int, _ room: inout Int, for needed: Int
  ) {
    guard needed > room else { return }
    room = max(needed, 2 * room)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: room)
    larger.initialize(from: table, count: count)
    table.deallocate()
    table = larger
  }

  deinit {
    table.deallocate()
    sites.deallocate()
  }

  /// The lent variables whose value has changed in place.
  var debts: [Debt] = []
  /// The memory for the changes of the next debt.
  var spareChanges: [Undo] = []
  /// `true` while a borrowed value changes.
  var isBorrowing = false
  /// `true` if the last change of a part added a field.
  var addsField = false
  /// Set while a condition is evaluated at a future instant.
  var probe: Instant?
  private(set) var main = Fiber(capacity: 256)

  private var fuel = Machine.fuelPerCheck
  private static let fuelPerCheck = 4_096
  /// The fuel for a command, a function or an output: each may do far more than a jump.
  private static let fuelPerSideEffect = 64
  private var checks = 0
  private static let checksPerMemory = 8
  private static let reserve = 48 << 20
  /// The fuel after which the script is stopped; for fuzzing.
  var stepLimit: Int?
  private var steps = 0
  /// The maximum number of nested calls of definitions.
  static let callLimit = 10_000

  init(host: any ScriptHost, schema: Schema, writer: ValueWriter, seed: UInt64) {
    self.host = host
    self.schema = schema
    context = FunctionContext(
      writer: writer, seed: seed,
      isInterrupted: { [unowned(unsafe) host] in
        host.flushPending()
        return host.isInterrupted
      },
      hasMemory: { [unowned(unsafe) host] in host.hasMemory(for: $0) })
  }

  var now: Instant { probe ?? host.now }

  /// The number of top-level variables with a register; the registers above hold leftovers of earlier sources.
  private var globalCount = 0

  /// Reserves registers for new top-level variables, set to `none`.
  func reserveGlobals() {
    let count = program.globalCount
    guard count > globalCount else { return }
    main.reserve(count)
    for slot in globalCount..<count { main.stack[slot] = .none }
    globalCount = count
  }

  /// Checks whether the script should stop; called every few thousand jumps and calls, or every few dozen commands.
  @inline(never)
  private func refuel() throws(Failure) {
    fuel = Self.fuelPerCheck
    steps += Self.fuelPerCheck
    host.flushPending()
    if host.isInterrupted { throw Failure(.interrupted) }
    checks &+= 1
    // Small allocations are not checked; the reserve must last until the next check.
    if checks % Self.checksPerMemory == 0, !host.hasMemory(for: Self.reserve) {
      throw Failure(.outOfMemory(mebibytes: Self.reserve >> 20))
    }
    if let stepLimit, steps >= stepLimit { throw Failure(.stepLimit(stepLimit)) }
  }

  // MARK: The loop

  /// Runs from `place` until the fiber finishes or waits; after an error, `place` is the instruction that failed.
  func execute(_ fiber: Fiber, _ place: inout UnsafeMutablePointer<Instruction>) throws(Failure) -> Suspension {
    // A local copy stays in a register; `place` is only written on exit.
    var at = place
    defer { place = at }
    var frame = fiber.frames.last
    var registers = fiber.stack + frame.base
    var constants = frame.constants
    while true {
      let instruction = at.pointee
      let a = Int(instruction.a)
      let b = Int(instruction.b)
      let c = Int(instruction.c)
      switch instruction.operation {
      case .move:
        if case .number(let number) = registers[b] {
          setNumber(registers + a, number)
        } else {
          registers[a] = registers[b]
        }
      case .constant:
        if case .number(let number) = constants[b] {
          setNumber(registers + a, number)
        } else {
          registers[a] = constants[b]
        }
      case .getGlobal: registers[a] = global(b).pointee
      case .setGlobal:
        if context.isReading { throw refusal(frame, at) }
        main.stack[a] = registers[b]

      case .add:
        if case .number(let x) = registers[b], case .number(let y) = registers[c], abs(x + y) < 0x1p53 {
          setNumber(registers + a, x + y)
        } else {
          try add(at, registers[c], registers, fiber, frame)
        }
      case .addK:
        if case .number(let x) = registers[b], case .number(let y) = constants[c], abs(x + y) < 0x1p53 {
          setNumber(registers + a, x + y)
        } else {
          try add(at, constants[c], registers, fiber, frame)
        }
      case .addGlobal:
        if context.isReading { throw refusal(frame, at) }
        let left = b < 0 ? global(a) : registers + b
        if case .number(let x) = left.pointee, case .number(let y) = registers[c], abs(x + y) < 0x1p53 {
          setNumber(main.stack + a, x + y)
        } else {
          try add(
            left, registers[c], into: main.stack + a, isCopy: b >= 0,
            unused(Int(instruction.n), registers, fiber, frame))
        }
      case .subtract:
        if case .number(let x) = registers[b], case .number(let y) = registers[c], abs(x - y) < 0x1p53 {
          setNumber(registers + a, x - y)
        } else {
          registers[a] = try Self.subtract(registers[b], registers[c])
        }
      case .subtractK:
        if case .number(let x) = registers[b], case .number(let y) = constants[c], abs(x - y) < 0x1p53 {
          setNumber(registers + a, x - y)
        } else {
          registers[a] = try Self.subtract(registers[b], constants[c])
        }
      case .multiply: registers[a] = try Self.multiply(registers[b], registers[c])
      case .multiplyK: registers[a] = try Self.multiply(registers[b], constants[c])
      case .divide: registers[a] = try Self.divide(registers[b], registers[c])
      case .divideK: registers[a] = try Self.divide(registers[b], constants[c])
      case .modulo: registers[a] = try Self.modulo(registers[b], registers[c])
      case .moduloK: registers[a] = try Self.modulo(registers[b], constants[c])

      case .equal: registers[a] = .bool(try equal(registers[b], registers[c]))
      case .notEqual: registers[a] = .bool(!(try equal(registers[b], registers[c])))
      case .less: registers[a] = .bool(try order(registers[b], registers[c]) < 0)
      case .lessOrEqual: registers[a] = .bool(try order(registers[b], registers[c]) <= 0)
      case .greater: registers[a] = .bool(try order(registers[b], registers[c]) > 0)
      case .greaterOrEqual: registers[a] = .bool(try order(registers[b], registers[c]) >= 0)
      case .isIn: registers[a] = try Functions.contains(registers[c], registers[b], context, asking: "'in'")
      case .isLike: registers[a] = .bool(try isLike(registers[b], registers[c]))
      case .negate: registers[a] = try Self.negate(registers[b])
      case .not:
        guard case .bool(let bool) = registers[b] else { throw Self.notBool(.logic, registers[b]) }
        registers[a] = .bool(!bool)

      case .jump:
        at = frame.code + a
        continue
      case .jumpBack:
        fuel &-= 1
        if fuel <= 0 { try refuel() }
        at = frame.code + a
        continue
      case .jumpIfFalse:
        guard case .bool(let bool) = registers[a] else {
          throw Self.notBool(ConditionWord(rawValue: instruction.n)!, registers[a])
        }
        if !bool {
          at = frame.code + b
          continue
        }
      case .jumpIfTrue:
        guard case .bool(let bool) = registers[a] else {
          throw Self.notBool(ConditionWord(rawValue: instruction.n)!, registers[a])
        }
        if bool {
          at = frame.code + b
          continue
        }
      case .jumpUnlessEqual:
        if !(try equal(registers[a], registers[b])) {
          at = frame.code + c
          continue
        }
      case .jumpUnlessNotEqual:
        if try equal(registers[a], registers[b]) {
          at = frame.code + c
          continue
        }
      case .jumpUnlessLess:
        if case .number(let x) = registers[a], case .number(let y) = registers[b] {
          if x < y { break }
        } else if try order(registers[a], registers[b]) < 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessLessOrEqual:
        if case .number(let x) = registers[a], case .number(let y) = registers[b] {
          if x <= y { break }
        } else if try order(registers[a], registers[b]) <= 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessGreater:
        if case .number(let x) = registers[a], case .number(let y) = registers[b] {
          if x > y { break }
        } else if try order(registers[a], registers[b]) > 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessGreaterOrEqual:
        if case .number(let x) = registers[a], case .number(let y) = registers[b] {
          if x >= y { break }
        } else if try order(registers[a], registers[b]) >= 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessEqualK:
        if case .number(let x) = registers[a], case .number(let y) = constants[b] {
          if x == y { break }
        } else if try equal(registers[a], constants[b]) {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessNotEqualK:
        if try equal(registers[a], constants[b]) {
          at = frame.code + c
          continue
        }
      case .jumpUnlessLessK:
        if case .number(let x) = registers[a], case .number(let y) = constants[b] {
          if x < y { break }
        } else if try order(registers[a], constants[b]) < 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessLessOrEqualK:
        if case .number(let x) = registers[a], case .number(let y) = constants[b] {
          if x <= y { break }
        } else if try order(registers[a], constants[b]) <= 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessGreaterK:
        if case .number(let x) = registers[a], case .number(let y) = constants[b] {
          if x > y { break }
        } else if try order(registers[a], constants[b]) > 0 {
          break
        }
        at = frame.code + c
        continue
      case .jumpUnlessGreaterOrEqualK:
        if case .number(let x) = registers[a], case .number(let y) = constants[b] {
          if x >= y { break }
        } else if try order(registers[a], constants[b]) >= 0 {
          break
        }
        at = frame.code + c
        continue
      case .checkBool:
        guard case .bool = registers[a] else {
          throw Self.notBool(ConditionWord(rawValue: instruction.n)!, registers[a])
        }

      case .closeDebts: if !debts.isEmpty { closeDebts() }

      case .list: registers[a] = try makeList(UnsafeBufferPointer(start: registers + b, count: c))
      case .record: registers[a] = try makeRecord(registers + b, program.shapes[c])
      case .interpolate: registers[a] = try interpolate(UnsafeBufferPointer(start: registers + b, count: c))
      case .index: registers[a] = try index(registers[b], registers[c])
      case .field:
        if case .date(let instant) = registers[b] {
          registers[a] = try dateField(instant, constants[c].text ?? "")
        } else {
          registers[a] = try Self.field(registers[b], constants[c])
        }
      case .state: registers[a] = host.read(b, at: now)

      case .call:
        let callee = table[b]
        let base = frame.base + c
        guard fiber.frames.count < Self.callLimit else { throw Failure(.callTooDeep(limit: Self.callLimit)) }
        fuel -= 1
        if fuel <= 0 { try refuel() }
        if base + callee.frameSize >= fiber.capacity { fiber.reserve(base + callee.frameSize + 1) }
        frame = Fiber.Frame(
          code: callee.code, constants: callee.constants, returnTo: at + 1, base: base, target: a, function: b)
        fiber.frames.append(frame)
        registers = fiber.stack + base
        constants = frame.constants
        at = frame.code
        continue
      case .returnValue, .returnNone:
        let result = registers + a
        let finished = fiber.frames.removeLast()
        guard fiber.frames.count > 0 else {
          return .finished(instruction.operation == .returnNone ? .none : result.pointee)
        }
        frame = fiber.frames.last
        registers = fiber.stack + frame.base
        constants = frame.constants
        at = finished.returnTo
        if instruction.operation == .returnNone {
          registers[finished.target] = .none
        } else if case .number(let number) = result.pointee {
          setNumber(registers + finished.target, number)
        } else {
          registers[finished.target] = result.pointee
        }
        continue
      case .returnUpdate:
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        let result = try resultInPlace(
          a, UnsafeMutableBufferPointer(start: registers + b, count: Int(instruction.n)), registers, fiber, frame)
        let finished = fiber.frames.removeLast()
        guard fiber.frames.count > 0 else { return .finished(result) }
        frame = fiber.frames.last
        registers = fiber.stack + frame.base
        constants = frame.constants
        at = finished.returnTo
        registers[finished.target] = result
        continue
      case .builtin:
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        let function = Functions.all[b]
        let arguments = UnsafeMutableBufferPointer(start: registers + c, count: Int(instruction.n))
        let result = try function.body(FunctionCall(name: function.name, arguments: arguments, context: context))
        Self.release(arguments)
        registers[a] = result
      case .update:
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        let isGlobal = instruction.n & Instruction.globalFlag != 0
        if isGlobal, context.isReading { throw refusal(frame, at) }
        let count = Int(instruction.n & ~Instruction.globalFlag)
        try update(
          isGlobal ? global(a) : registers + a, b, UnsafeMutableBufferPointer(start: registers + c, count: count),
          unused(c + count, registers, fiber, frame))

      case .command:
        if context.isReading { throw refusal(frame, at) }
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        // An event of the command may stop a debugged script, which then shows its place.
        fiber.next = at + 1
        switch try perform(b, registers + c) {
        case .value(let value): registers[a] = value
        case .wait(let length, let then):
          fiber.continuation = then
          fiber.continuationTarget = a
          return .wait(host.now + length)
        }
        if scheduler.hasFired { return .yield }
      case .arguments: try assignArguments(program.argumentSites[b])
      case .report:
        if context.isReading {
          guard registers[a].isNone else { throw refusal(frame, at) }
          break
        }
        try registers[a].checkText(context)
        try host.report(registers[a], of: b < -1 ? -2 - b : b < 0 ? nil : program.commandSites[b].command)
      case .print:
        if context.isReading { throw refusal(frame, at) }
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        try registers[a].checkText(context)
        try host.write(registers[a])
      case .wait:
        if context.isReading { throw refusal(frame, at) }
        let length = try waitLength(registers[a])
        fiber.next = at + 1
        return .wait(host.now + length)
      case .waitUntil:
        if context.isReading { throw refusal(frame, at) }
        let site = program.conditionSites[b]
        let captures = Array(UnsafeBufferPointer(start: registers + c, count: site.captureCount))
        fiber.condition = Fiber.Waiting(site: b, captures: captures)
        fiber.next = at + 1
        return .condition

      case .tryBegin:
        fiber.tries.append(Fiber.Try(frameCount: fiber.frames.count, target: frame.code + b, register: a))
      case .tryEnd: fiber.tries.removeLast()
      case .expectTrue:
        guard case .bool(let bool) = registers[a] else {
          throw Failure(.notBoolean(context: "'expect'", found: registers[a].kind.phrase))
        }
        if !bool {
          let text = written(constants[b])
          if instruction.n & Instruction.reasonFlag != 0 { throw try disappointed(registers[c], "expected \(text)") }
          if instruction.n & Instruction.questionFlag != 0 {
            throw unmet(text, asking: registers[c], no: instruction.n & Instruction.negatedFlag != 0)
          }
          let item = instruction.n & Instruction.itemFlag != 0 ? (registers[c], registers[c + 1]) : nil
          throw unmet(text, item)
        }
      case .expectComparison:
        let operation = BinaryOperator.allCases[Int(instruction.n & 0xFF)]
        if instruction.n & Instruction.reasonFlag == 0 {
          try expect(operation, registers[a], registers[b], constants[c])
        } else {
          throw try disappointed(registers[c], comparison(operation, registers[a], registers[b]))
        }
      case .fail: throw try failed(registers[a])
      case .expectedErrorMissing: throw Failure(.expectedErrorMissing)
      case .schedule:
        if context.isReading { throw refusal(frame, at) }
        let site = program.blockSites[b]
        let captures = Array(UnsafeBufferPointer(start: registers + c, count: site.captureCount))
        try scheduler.schedule(b, time: registers[a], captures: captures)
      case .subscribe:
        if context.isReading { throw refusal(frame, at) }
        let site = program.blockSites[b]
        scheduler.subscribe(b, captures: Array(UnsafeBufferPointer(start: registers + c, count: site.captureCount)))
      case .cancel:
        if context.isReading { throw refusal(frame, at) }
        try scheduler.cancel(constants[b].text ?? "")

      case .repeatBegin:
        guard case .number(let count) = registers[a], count >= 0, count == count.rounded(.down), count < 9e15 else {
          throw Failure(
            .wrongKind(
              operation: "'repeat'", needs: "a whole number, 0 or greater",
              found: registers[a].number.map(NumberText.plain) ?? registers[a].kind.phrase))
        }
      case .repeatNext:
        guard case .number(let count) = registers[a], count > 0 else {
          at = frame.code + b
          continue
        }
        setNumber(registers + a, count - 1)
      case .forBegin:
        if case .record(let record) = registers[a], instruction.n == 0 {
          registers[a] = .list(record.names.map { .text($0) })
        }
        guard case .list = registers[a] else {
          let operation = instruction.n == 0 ? "'for'" : "a pipeline step"
          throw Failure(.wrongKind(operation: operation, needs: "a list", found: registers[a].kind.phrase))
        }
        registers[a + 1] = .number(0)
      case .forNext:
        guard case .list(let list) = registers[a], case .number(let place) = registers[a + 1],
          Int(place) < list.count
        else {
          at = frame.code + c
          continue
        }
        registers[b] = list[Int(place)]
        setNumber(registers + a + 1, place + 1)
      case .filter:
        if instruction.n != Instruction.noFilter { try filter(instruction, registers, constants) }
      case .append:
        let isGlobal = instruction.n & 1 != 0
        if isGlobal, context.isReading { throw refusal(frame, at) }
        try append(
          registers[b], to: isGlobal ? global(a) : registers + a, isSum: instruction.n & 2 != 0,
          unused(c, registers, fiber, frame))
      case .setPart:
        let change = PartChange(bits: instruction.n)
        if change.isGlobal, context.isReading { throw refusal(frame, at) }
        let keys = UnsafeBufferPointer(start: registers + b, count: change.keys)
        // First, so that a value that is refused leaves the variable as it was.
        try context.checkNesting(of: registers[b + change.keys])
        if change.closesPart, !debts.isEmpty { closePart(of: (change.isGlobal ? main.stack : registers) + a) }
        try set(
          change.isGlobal ? global(a) : registers + a, keys, change, registers[b + change.keys],
          unused(c, registers, fiber, frame))
      case .updatePart:
        fuel -= Self.fuelPerSideEffect
        if fuel <= 0 { try refuel() }
        let change = PartChange(bits: instruction.n)
        if change.isGlobal, context.isReading { throw refusal(frame, at) }
        let keys = UnsafeBufferPointer(start: registers + b, count: change.keys)
        let arguments = UnsafeMutableBufferPointer(start: registers + b + change.keys, count: change.arguments)
        try update(
          change.isGlobal ? global(a) : registers + a, keys, c, arguments,
          unused(b + change.keys + change.arguments, registers, fiber, frame))
      case .lookForMark: lookForMark(registers + a, registers + b, registers + c)
      case .checkPlace:
        let change = PartChange(bits: instruction.n)
        try checkPlace(
          change.isGlobal ? global(a) : registers + a, UnsafeBufferPointer(start: registers + b, count: change.keys))
      case .sortBy: registers[a] = try sorted(registers[a], by: registers[b], descending: instruction.n == 1)
      case .groupBy: registers[a] = try grouped(registers[a], by: registers[b])
      case .extremeBy: registers[a] = try extreme(registers[a], by: registers[b], isLargest: instruction.n == 1)
      case .uniqueBy: registers[a] = try unique(registers[a], by: registers[b])
      case .joinOn: registers[a] = try joined(registers[a], registers[b], on: program.shapes[c].names)
      case .select: registers[a] = try select(registers[a], program.shapes[b])
      case .firstItems: registers[a] = try ends(registers[a], b < 0 ? nil : registers[b], last: false)
      case .lastItems: registers[a] = try ends(registers[a], b < 0 ? nil : registers[b], last: true)
      case .countItems: registers[a] = try Self.count(registers[a])
      case .sumItems: registers[a] = try sum(registers[a])
      case .numberItems: registers[a] = try numbered(registers[a])
      case .statement:
        if context.isReading { break }
        if instruction.n == 0 {
          fiber.next = at + 1
          let place = program.functions[frame.function].places[at - frame.code]
          try host.trace(.begins(place.range, program.sources[Int(place.source)]))
        } else {
          try host.trace(.gives(registers[a], command: b < 0 ? nil : program.commandSites[b].command))
        }
      }
      at += 1
    }
  }

  @inline(never)
  private func refusal(_ frame: Fiber.Frame, _ at: UnsafeMutablePointer<Instruction>) -> Failure {
    Failure(.actInCondition(program.sideEffect(in: frame.function, at: at - frame.code, schema)))
  }

  /// Sets a number; replacing another number needs no release of the previous value.
  @inline(__always)
  private func setNumber(_ register: UnsafeMutablePointer<Value>, _ number: Double) {
    if case .number = register.pointee {
      register.initialize(to: .number(number))
    } else {
      register.pointee = .number(number)
    }
  }
}

import Timeline

/// Starts, resumes and fails fibers; in between `Machine.execute` runs them.
extension Machine {
  /// Prepares a fiber to run a function, with its arguments in the first registers.
  func begin(_ function: Int, on fiber: Fiber, arguments: [Value] = []) {
    let code = program.functions[function]
    fiber.reserve(code.frameSize + 1)
    for (index, value) in arguments.enumerated() { fiber.stack[index] = value }
    fiber.frames.removeAll()
    fiber.frames.append(
      Fiber.Frame(
        code: code.code, constants: code.constants, returnTo: Fiber.nothing, base: 0, target: 0, function: function))
    if !fiber.tries.isEmpty { fiber.tries = [] }
    fiber.next = code.code
  }

  /// Evaluates a condition, or a part of one.
  ///
  /// - Throws: `Diagnostic` for an error in the condition, also if it would have an effect.
  func evaluate(_ function: Int, _ arguments: [Value]) throws(Diagnostic) -> Value {
    context.isReading = true
    defer { context.isReading = false }
    let fiber = Fiber()
    begin(function, on: fiber, arguments: arguments)
    guard case .finished(let value) = try run(fiber) else { return .none }
    return value
  }

  /// Returns the current place of a fiber in its source, for messages; `nil` if it runs nothing, as between two lines
  /// of a prompt.
  func place(in fiber: Fiber, at pointer: UnsafeMutablePointer<Instruction>?) -> Place? {
    guard fiber.frames.count > 0 else { return nil }
    let frame = fiber.frames.last
    let function = program.functions[frame.function]
    let index = pointer.map { $0 - frame.code } ?? 0
    return function.places[min(max(index, 0), function.places.count - 1)]
  }

  /// Returns the calls that a fiber is in, the innermost first; of a recursion each place once in a row.
  private func callers(in fiber: Fiber) -> [Diagnostic.Call] {
    var before: (range: SourceRange, source: Int32)?
    return (1..<max(fiber.frames.count, 1)).reversed().compactMap { index in
      let caller = fiber.frames[index - 1]
      let function = program.functions[caller.function]
      let instruction = fiber.frames[index].returnTo - caller.code - 1
      let place = function.places[min(max(instruction, 0), function.places.count - 1)]
      if let before, before == (place.range, place.source) { return nil }
      before = (place.range, place.source)
      return Diagnostic.Call(place.range, in: program.sources[Int(place.source)])
    }
  }

  /// Returns the item at fault in a fiber: that of a step which ran as a whole, or the one that the innermost pipeline
  /// step works on.
  private func item(
    of failure: Failure, in fiber: Fiber, at pointer: UnsafeMutablePointer<Instruction>, _ place: Place?
  ) -> Diagnostic.Item? {
    guard let failed = failure.item else { return item(in: fiber, at: pointer, place) }
    var item = Diagnostic.Item(number: failed.place + 1, of: failed.count, failed.text)
    let frame = fiber.frames.last
    let registers = fiber.stack + frame.base
    func isRecord(at register: Int) -> Bool {
      guard case .list(let items) = registers[register], items.count == failed.count,
        case .record(let record) = items[failed.place]
      else { return false }
      locate(&item, record, place)
      return true
    }
    if !isRecord(at: Int(pointer.pointee.a)) {
      // The values of a field were collected before: `sum age`.
      let loop = program.functions[frame.function].itemLoops.last { $0.code.upperBound <= pointer - frame.code }
      if let loop { _ = isRecord(at: loop.register) }
    }
    return item
  }

  /// Adds the place of a record in its file, and its fields that the code at fault names.
  private func locate(_ item: inout Diagnostic.Item, _ record: Record, _ place: Place?) {
    guard let origin = host.origin(of: record) else { return }
    item.origin = origin
    guard let place else { return }
    let code = program.sources[Int(place.source)].text(place.range)
    var names: [String] = []
    for word in code.utf8.split(whereSeparator: { !isNameByte($0) }) {
      let name = String(decoding: word, as: UTF8.self)
      if record.position(of: name) != nil, !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return }
    item.fields = names.map { "\($0) is \(context.writer.brief(record[$0] ?? .none))" }.joined(separator: ", ")
  }

  private func item(
    in fiber: Fiber, at pointer: UnsafeMutablePointer<Instruction>, _ place: Place?
  ) -> Diagnostic.Item? {
    for index in (0..<fiber.frames.count).reversed() {
      let frame = fiber.frames[index]
      let isInnermost = index == fiber.frames.count - 1
      let instruction = (isInnermost ? pointer : fiber.frames[index + 1].returnTo - 1) - frame.code
      let loops = program.functions[frame.function].itemLoops
      guard let loop = loops.first(where: { $0.code.contains(instruction) }) else { continue }
      let state = fiber.stack + frame.base + loop.register
      guard case .list(let items) = state[0], case .number(let number) = state[1], number >= 1,
        Int(number) <= items.count
      else { return nil }
      // The item may be a command's argument that is a secret.
      let isCommand = pointer.pointee.operation == .command
      let text = isCommand ? nil : context.writer.brief(items[Int(number) - 1])
      var item = Diagnostic.Item(number: Int(number), of: items.count, text)
      if !isCommand, case .record(let record) = items[Int(number) - 1] { locate(&item, record, place) }
      return item
    }
    return nil
  }

  func diagnostic(_ failure: Failure, _ place: Place?) -> Diagnostic {
    guard let place else { return Diagnostic(failure.problem, SourceRange(0, 0), in: nil) }
    let source = program.sources[Int(place.source)]
    if case .noSuchField(let name, let known, let near, _, _) = failure.problem, source.text(place.range) == name,
      place.range.start == 0 || source.bytes[Int(place.range.start) - 1] != UInt8(ascii: "."),
      near == nil
        || source.bytes[..<Int(place.range.start)].last(where: { $0 != UInt8(ascii: " ") })?.isOne(of: "=<>") == true
    {
      // After a comparison a text is more often meant than a field of another name.
      let isVariable = program.variablesAsWords.contains(name)
      return Diagnostic(
        .noSuchField(name, known: known, suggestion: nil, isWord: true, isVariable: isVariable), place.range, in: source
      )
    }
    let problem = OtherLanguageHints.explained(failure.problem, at: source.text(place.range))
    return Diagnostic(problem, place.range, in: source)
  }

  /// Runs the fiber until it finishes or waits.
  func run(_ fiber: Fiber) throws(Diagnostic) -> Suspension {
    while true {
      var at = fiber.next!
      // The resumed command belongs to the instruction before the next one.
      var isResuming = true
      do throws(Failure) {
        if let failure = fiber.pendingFailure {
          fiber.pendingFailure = nil
          throw failure
        }
        if let continuation = fiber.continuation {
          fiber.continuation = nil
          let base = fiber.frames.last.base
          let outcome: CommandOutcome
          do { outcome = try continuation() } catch {
            // The command's arguments are where they were when it began to wait.
            let command = (at - 1).pointee
            throw command.operation == .command
              ? placed(error, Int(command.b), fiber.stack + base + Int(command.c)) : error
          }
          switch outcome {
          case .value(let value): fiber.stack[base + fiber.continuationTarget] = value
          case .wait(let length, let then):
            fiber.continuation = then
            return .wait(host.now + length)
          }
        }
        isResuming = false
        let suspension = try execute(fiber, &at)
        repayDebts()
        return suspension
      } catch {
        repayDebts()
        reportPartial(of: fiber, at: isResuming ? at : at + 1)
        var place = place(in: fiber, at: isResuming ? at - 1 : at)
        if let range = error.range { place?.range = range }
        if error.problem.isCatchable, !context.isReading {
          fiber.next = isResuming ? at : at + 1
          host.fails(error.problem, isCaught: !fiber.tries.isEmpty)
        }
        guard error.problem.isCatchable, let place, let handler = fiber.tries.popLast() else {
          fiber.next = isResuming ? at : at + 1
          var diagnostic = diagnostic(error, place)
          diagnostic.calls = callers(in: fiber)
          diagnostic.item = item(of: error, in: fiber, at: isResuming ? at - 1 : at, place)
          throw diagnostic
        }
        fiber.frames.truncate(to: handler.frameCount)
        let base = fiber.frames.last.base
        fiber.stack[base + handler.register] = errorRecord(error.problem, place)
        fiber.next = handler.target
      }
    }
  }

  /// Prints the part of a statement's value that was ready before its command failed or was interrupted.
  /// - Parameter next: the instruction after the command. The value is printed only if this instruction would print
  ///   it, that is, if the command is a whole statement.
  func reportPartial(of fiber: Fiber, at next: UnsafeMutablePointer<Instruction>) {
    guard let partial = fiber.partial else { return }
    fiber.partial = nil
    guard next.pointee.operation == .report, let value = partial() else { return }
    let b = Int(next.pointee.b)
    // The command's failure is reported; a failure to write is reported with the next line.
    try? host.report(value, of: b < -1 ? -2 - b : b < 0 ? nil : program.commandSites[b].command)
  }

  private func errorRecord(_ problem: Problem, _ place: Place) -> Value {
    let source = program.sources[Int(place.source)]
    let position = source.position(of: Int(place.range.start))
    let problem = OtherLanguageHints.explained(problem, at: source.text(place.range))
    return .record([
      "message": .text(problem.message), "suggestion": problem.suggestion.map { .text($0) } ?? Value.none,
      "file": .text(source.name), "line": .number(Double(position.line)), "column": .number(Double(position.column)),
    ])
  }
}

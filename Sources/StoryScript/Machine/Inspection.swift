import Timeline

/// A debugger's view of scripts that are held at a statement, at an event or while they wait.
///
/// Only code that was compiled with `traces` has the names of local variables.
extension Runtime {
  /// A strand of execution, with its calls from the innermost to the outermost.
  public struct StrandView {
    /// 0 for the script itself; otherwise a number that no other strand of the session has.
    public let number: Int
    /// The name of the block, such as `when story.started`; empty for the script.
    public let name: String
    public let calls: [CallView]
  }

  /// A call, or the strand's own code.
  public struct CallView {
    /// The definition's name; the strand's for the outermost call.
    public let name: String
    public let source: Source
    public let range: SourceRange
    /// The local variables, in the order of their declarations; of equal names only the visible one.
    public let variables: [(name: String, value: Value)]
    /// `true` if the code belongs to the script itself, whose variables are also those of the top level.
    public let isScript: Bool
  }

  /// The number of the running strand; 0 if time passes.
  public var strandNumber: Int { running?.number ?? 0 }
  /// The number of calls around the running statement, or around the script's waiting one.
  public var depth: Int { (running ?? machine.main).frames.count }

  /// Returns `true` if the strand has not finished.
  public func hasStrand(_ number: Int) -> Bool { strandFibers.contains { $0.number == number } }

  /// The script itself, then the strands that run, then those that wait. O(strands × calls).
  public var strands: [StrandView] {
    machine.repayDebts()
    return strandFibers.map { fiber in
      let function = fiber.frames.count > 0 ? program.functions[fiber.frames[0].function].name : ""
      let block = fiber.origin.flatMap { program.blockSites[$0.site].name }
      return StrandView(
        number: fiber.number, name: function + (block.map { " as \($0)" } ?? ""), calls: calls(of: fiber))
    }
  }

  private var strandFibers: [Fiber] {
    var fibers = [machine.main]
    var next = running
    while let fiber = next {
      if fiber !== machine.main { fibers.append(fiber) }
      next = fiber.outer
    }
    for entry in queue.entries {
      if case .resume(let box) = entry.payload { fibers.append(box.fiber) }
    }
    fibers += watching
    var seen: Set<ObjectIdentifier> = []
    return fibers.filter { $0.frames.count > 0 && seen.insert(ObjectIdentifier($0)).inserted }
  }

  private func calls(of fiber: Fiber) -> [CallView] {
    var calls: [CallView] = []
    for index in (0..<fiber.frames.count).reversed() {
      let frame = fiber.frames[index]
      let function = program.functions[frame.function]
      let isInnermost = index == fiber.frames.count - 1
      guard let next = isInnermost ? fiber.next : fiber.frames[index + 1].returnTo else { continue }
      let instruction = min(max(next - frame.code - 1, 0), function.places.count - 1)
      let place = function.place(ofStatementAt: instruction)
      let variables = function.names(at: next - frame.code).map { name in
        (name: name.name, value: fiber.stack[frame.base + name.register])
      }
      calls.append(
        CallView(
          name: function.name, source: program.sources[Int(place.source)], range: place.range, variables: variables,
          isScript: index == 0 && fiber === machine.main))
    }
    return calls
  }

  /// The top-level variables that exist now, in alphabetical order.
  public var scriptVariables: [(name: String, value: Value)] {
    program.names(before: machine.main.nextOutermost).compactMap { name in variable(name).map { (name, $0) } }
  }
}

extension FunctionCode {
  /// Returns the place of the statement to which an instruction belongs, or the instruction's own place if the
  /// statement is not known. O(instructions).
  func place(ofStatementAt index: Int) -> Place {
    let own = places[index]
    for earlier in (0...index).reversed()
    where code[earlier].operation == .statement && code[earlier].n == 0 {
      let place = places[earlier]
      if place.source == own.source, place.range.start <= own.range.start, own.range.end <= place.range.end {
        return place
      }
      break
    }
    return own
  }

  /// Returns the variables that exist before an instruction; of equal names the last one.
  fileprivate func names(at next: Int) -> [LocalName] {
    var visible: [LocalName] = []
    for name in names where name.code.contains(next) {
      visible.removeAll { $0.name == name.name }
      visible.append(name)
    }
    return visible
  }
}

extension Program {
  /// The place where a statement begins.
  public struct StatementPlace: Hashable, Sendable {
    /// The name of the source.
    public let source: String
    /// The offset of the statement's first byte.
    public let start: Int32
    public let line: Int
  }

  /// The beginnings of all statements, if the program was compiled with `traces`. O(code).
  public var statementPlaces: Set<StatementPlace> {
    var found: Set<StatementPlace> = []
    for function in functions {
      for index in 0..<function.codeCount {
        if let place = statementPlace(in: function, at: index) { found.insert(place) }
      }
    }
    return found
  }

  /// Returns the first statement of a definition; `nil` if there is no definition of that name, or it is empty.
  public func firstStatement(of definition: String) -> StatementPlace? {
    guard let function = definitions[definition].map({ functions[$0.function] }) else { return nil }
    for index in 0..<function.codeCount {
      if let place = statementPlace(in: function, at: index) { return place }
    }
    return nil
  }

  private func statementPlace(in function: FunctionCode, at index: Int) -> StatementPlace? {
    guard function.code[index].operation == .statement, function.code[index].n == 0 else { return nil }
    let place = function.places[index]
    let source = sources[Int(place.source)]
    return StatementPlace(
      source: source.name, start: place.range.start, line: source.position(of: Int(place.range.start)).line)
  }
}

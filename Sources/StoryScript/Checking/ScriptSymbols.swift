/// The names that a script defines, each with all its places: for editors, which go to a definition and rename it.
///
/// Scopes are those of the compiler: a block has its own, a definition sees its parameters and the script's own
/// variables, and a second `let` in the same block keeps the same variable. The script may be incomplete: only the
/// statements that could be parsed have symbols. O(n).
public struct ScriptSymbols: Sendable {
  public enum Kind: Sendable {
    case variable
    case parameter
    /// The name of a loop's or a step's item, or of a caught error.
    case item
    /// A field of the event that a `when` handles.
    case eventField
    case definition
    /// The name of a block that `cancel` can cancel.
    case block
  }

  public struct Symbol: Sendable {
    public let name: String
    public let kind: Kind
    /// The places of the name itself, without `$`, that define it, in order.
    public fileprivate(set) var definitions: [SourceRange] = []
    /// All places of the name, without `$`, in order.
    public fileprivate(set) var places: [SourceRange] = []
    /// `true` if other scripts that include this one see the name.
    public let isTop: Bool
    /// The block in which the name is visible, and the number of the definition around it; `nil` if there is none.
    fileprivate let scope: SourceRange?
    fileprivate let owner: Int?
  }

  /// A name without a definition in this script.
  public struct Unresolved: Sendable {
    public let name: String
    public let range: SourceRange
    public let isCall: Bool
  }

  public private(set) var symbols: [Symbol] = []
  public private(set) var unresolved: [Unresolved] = []
  /// The blocks of `when` statements, with the names of their events.
  public private(set) var handlers: [(event: String, range: SourceRange)] = []
  private var byPlace: [Int32: Int] = [:]
  /// The blocks of the definitions, the outer ones first.
  private var definitionBlocks: [SourceRange] = []

  // While collecting: the visible names, the innermost scope last. A name without a symbol, such as `it`, hides others.
  private var scopes: [[String: Int]] = [[:]]
  /// The innermost block, and the number of the innermost definition.
  private var (currentBlock, currentDefinition): (SourceRange?, Int?) = (nil, nil)
  private static let noSymbol = -1
  private var definitions: [String: Int] = [:]
  private var blocks: [String: Int] = [:]
  private var seen: Set<Int32> = []
  private let source: Source
  private let schema: Schema
  /// `true` inside a step, where a bare word is a field.
  private var isInItems = false

  public init(of script: Script, schema: Schema) {
    (source, self.schema) = (script.source, schema)
    hoist(script.statements)
    collect(script.statements)
    for index in symbols.indices {
      symbols[index].places.sort { $0.start < $1.start }
      symbols[index].definitions.sort { $0.start < $1.start }
      for place in symbols[index].places { byPlace[place.start] = index }
    }
    unresolved.sort { $0.range.start < $1.range.start }
    (scopes, definitions, blocks, seen) = ([[:]], [:], [:], [])
  }

  /// Returns the symbol of the name at a byte offset, or directly before it; `$` belongs to the name.
  public func symbol(at offset: Int) -> Int? {
    for start in stride(from: min(offset + 1, source.bytes.count), through: max(0, offset - 256), by: -1) {
      guard let index = byPlace[Int32(start)] else { continue }
      let place = SourceRange(start, start + symbols[index].name.utf8.count)
      if offset <= Int(place.end), start <= offset || source.bytes[offset] == UInt8(ascii: "$") { return index }
    }
    return nil
  }

  /// Returns the only symbol with a name: for a name in a line that could not be parsed.
  public func only(_ name: String) -> Int? {
    let found = symbols.indices.filter { symbols[$0].name == name && !symbols[$0].definitions.isEmpty }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the variables, parameters and items that a value at a byte offset may use; of several with one name only
  /// the innermost.
  public func variables(visibleAt offset: Int) -> [Symbol] {
    let definition = definitionBlocks.lastIndex { contains($0, offset) }
    var (found, names) = ([] as [Symbol], [] as Set<String>)
    for symbol in symbols.reversed() where [.variable, .parameter, .item].contains(symbol.kind) {
      if let scope = symbol.scope {
        guard symbol.owner == definition, contains(scope, offset),
          symbol.definitions.first.map({ Int($0.start) < offset }) ?? false
        else { continue }
      }
      if names.insert(symbol.name).inserted { found.append(symbol) }
    }
    return found.reversed()
  }

  /// Returns the event that the innermost `when` around a byte offset handles.
  public func event(handledAt offset: Int) -> String? { handlers.last { contains($0.range, offset) }?.event }

  /// Returns `true` if an offset is inside a block. A block that is not closed yet includes the empty lines after it.
  private func contains(_ block: SourceRange, _ offset: Int) -> Bool {
    let (start, end) = (Int(block.start), Int(block.end))
    guard start < offset, offset >= end else { return start < offset }
    let isClosed = end > start + 1 && source.bytes[end - 1] == UInt8(ascii: "}")
    return !isClosed && source.bytes[end..<min(offset, source.bytes.count)].allSatisfy { $0.isOne(of: " \t\r\n") }
  }

  // MARK: Collecting

  /// Declares the names that are visible above their places.
  private mutating func hoist(_ statements: [Statement]) {
    for statement in statements {
      switch statement.kind {
      case .def(let name, _, _):
        definitions[name.text] = definitions[name.text] ?? add(name.text, .definition, isTop: true)
      case .let(let name, _): hoist(name)
      case .args(let arguments): for argument in arguments { hoist(argument.name) }
      default: break
      }
    }
  }

  private mutating func hoist(_ name: Name) {
    if scopes[0][name.text] == nil { scopes[0][name.text] = add(name.text, .variable, isTop: true) }
  }

  private mutating func add(_ name: String, _ kind: Kind, isTop: Bool = false) -> Int {
    symbols.append(
      Symbol(
        name: name, kind: kind, isTop: isTop, scope: isTop ? nil : currentBlock,
        owner: isTop ? nil : currentDefinition))
    return symbols.count - 1
  }

  private mutating func declare(_ name: Name, _ kind: Kind = .variable) {
    let last = scopes.count - 1
    let index = scopes[last][name.text] ?? add(name.text, kind)
    scopes[last][name.text] = index
    place(name.range, of: index, isDefinition: true)
  }

  private mutating func place(_ range: SourceRange, of index: Int, isDefinition: Bool = false) {
    var start = Int(range.start)
    if start < source.bytes.count, source.bytes[start] == UInt8(ascii: "$") { start += 1 }
    let place = SourceRange(start, start + symbols[index].name.utf8.count)
    guard Int(place.end) <= source.bytes.count, source.text(place) == symbols[index].name else { return }
    if isDefinition { symbols[index].definitions.append(place) }
    // `n += 1` reads and changes the name at one place.
    if seen.insert(place.start).inserted { symbols[index].places.append(place) }
  }

  private mutating func read(_ name: String, _ range: SourceRange) {
    switch scopes.last(where: { $0[name] != nil })?[name] {
    case Self.noSymbol: break
    case let index?: place(range, of: index)
    case nil: unresolved.append(Unresolved(name: name, range: range, isCall: false))
    }
  }

  private mutating func call(_ name: Name) {
    if let index = definitions[name.text] {
      place(name.range, of: index)
    } else if !schema.vocabulary.functions.names.contains(name.text) {
      unresolved.append(Unresolved(name: name.text, range: name.range, isCall: true))
    }
  }

  private mutating func block(named name: Name, isDefinition: Bool) {
    let index = blocks[name.text] ?? add(name.text, .block)
    blocks[name.text] = index
    place(name.range, of: index, isDefinition: isDefinition)
  }

  private mutating func collect(_ statements: [Statement]) { for statement in statements { collect(statement) } }

  private mutating func collect(_ statement: Statement) {
    switch statement.kind {
    case .let(let name, let value):
      collect(value)
      declare(name)
    case .assign(let name, _), .change(let name, _, _, _):
      collect(statement.expressions)
      read(name.text, name.range)
    case .args(let arguments):
      for argument in arguments {
        if let value = argument.fallback { collect(value) }
        declare(argument.name)
      }
    case .def(let name, let parameters, let block):
      collect(statement.expressions)
      if let index = definitions[name.text] { place(name.range, of: index, isDefinition: true) }
      let outer = (scopes, currentDefinition)
      (scopes, currentDefinition) = ([outer.0[0]], definitionBlocks.count)
      definitionBlocks.append(block.range)
      collect(block, naming: parameters.map { $0.name }, .parameter)
      (scopes, currentDefinition) = outer
    case .for(let name, let list, let block):
      collect(list)
      collect(block, naming: [name], .item)
    case .try(let block, let name, let handler):
      collect(block)
      collect(handler, naming: name.map { [$0] } ?? [], .item)
    case .after(let time, let block, let name), .every(let time, let block, let name),
      .at(let time, let block, let name):
      collect(time)
      if let name { self.block(named: name, isDefinition: true) }
      collect(block)
    case .when(let event, let block, let name):
      if let name { self.block(named: name, isDefinition: true) }
      handlers.append((event.text, block.range))
      scopes.append([:])
      for field in schema.event(event.text).map({ schema.events[$0].fields }) ?? [] {
        scopes[scopes.count - 1][field.name] = add(field.name, .eventField)
      }
      collect(block)
      scopes.removeLast()
    case .cancel(let name):
      if blocks[name.text] != nil || !Name.isPendingWord(name.text) { self.block(named: name, isDefinition: false) }
    case .lesson(let lesson):
      // The steps share the learner's session.
      let outer = currentBlock
      currentBlock = lesson.range
      defer { currentBlock = outer }
      scopes.append([:])
      for step in lesson.steps {
        collect(step.start)
        for goal in step.goals {
          collect(goal.prediction?.value ?? goal.condition)
          if let block = goal.prediction?.block { collect(block) }
        }
        collect(step.solution)
      }
      scopes.removeLast()
    default:
      collect(statement.expressions)
      for block in statement.blocks { collect(block) }
    }
  }

  private mutating func collect(_ block: Block, naming names: [Name] = [], _ kind: Kind = .item) {
    let outer = currentBlock
    currentBlock = block.range
    defer { currentBlock = outer }
    scopes.append([:])
    for name in names { declare(name, kind) }
    // The names belong to the block's head: a `let` in the block hides them.
    if !names.isEmpty { scopes.append([:]) }
    collect(block.statements)
    if !names.isEmpty { scopes.removeLast() }
    scopes.removeLast()
  }

  private mutating func collect(_ expressions: [Expression]) { for expression in expressions { collect(expression) } }

  private mutating func collect(_ expression: Expression) {
    switch expression {
    case .variable(let name, let range): read(name, range)
    case .call(let name, let arguments, _):
      call(name)
      collect(arguments)
    case .word(let name, let range):
      if !isInItems, definitions[name] != nil { call(Name(text: name, range: range)) }
    case .choice(let statement): collect(statement)
    case .pipeline(let input, let stages, _):
      collect(input)
      for stage in stages { collect(stage) }
    default: collect(expression.parts)
    }
  }

  private mutating func collect(_ stage: Stage) {
    let outer = isInItems
    defer { isInItems = outer }
    switch stage.kind {
    case .each(let name, let block):
      isInItems = true
      scopes.append(["it": Self.noSymbol])
      collect(block, naming: name.map { [$0] } ?? [], .item)
      scopes.removeLast()
    case .reduce(let start, let block):
      collect(start)
      isInItems = true
      scopes.append(["it": Self.noSymbol, "sum": Self.noSymbol])
      collect(block)
      scopes.removeLast()
    case .call(let name, let arguments):
      call(name)
      collect(arguments)
    case .command(let command): collect(command.arguments.compactMap { $0 })
    case .first(let count), .last(let count): if let count { collect(count) }
    case .join(let list, _, _): collect(list)
    default:
      isInItems = true
      scopes.append(["it": Self.noSymbol])
      collect(parts(of: stage))
      scopes.removeLast()
    }
  }

  private func parts(of stage: Stage) -> [Expression] {
    switch stage.kind {
    case .whereTrue(let expression), .group(by: let expression), .any(let expression), .all(let expression),
      .pick(_, by: let expression):
      [expression]
    case .sort(by: let keys, _): keys.map { $0.value }
    case .sum(let field): field.map { [$0] } ?? []
    default: []
    }
  }
}

extension Script {
  /// Returns the ranges of the statements, blocks and values that contain a byte range, the outermost first.
  public func nodes(around range: Range<Int>) -> [SourceRange] {
    var found: [SourceRange] = []
    func contains(_ node: SourceRange) -> Bool {
      Int(node.start) <= range.lowerBound && range.upperBound <= Int(node.end)
    }
    func enter(_ node: SourceRange) -> Bool {
      guard contains(node) else { return false }
      if found.last != node { found.append(node) }
      return true
    }
    func visit(_ statements: [Statement]) {
      for statement in statements where enter(statement.range) { visit(statement) }
    }
    func visit(_ statement: Statement) {
      if case .lesson(let lesson) = statement.kind {
        for step in lesson.steps where enter(step.whole) {
          _ = enter(step.range)
          for item in step.items where enter(item.range) {
            switch item.kind {
            case .statement(let statement): visit([statement])
            case .goal(let goal):
              visit(goal.prediction?.value ?? goal.condition)
              if let block = goal.prediction?.block, enter(block.range) { visit(block.statements) }
            case .solution(let block): if enter(block.range) { visit(block.statements) }
            case .text: break
            }
          }
        }
        return
      }
      for expression in statement.expressions { visit(expression) }
      for block in statement.blocks where enter(block.range) { visit(block.statements) }
    }
    func visit(_ expression: Expression) {
      guard enter(expression.range) else { return }
      switch expression {
      case .choice(let statement): visit(statement)
      case .pipeline(let input, let stages, _):
        visit(input)
        for stage in stages where enter(stage.range) {
          switch stage.kind {
          case .each(_, let block), .reduce(_, let block): if enter(block.range) { visit(block.statements) }
          case .command(let call): for argument in call.arguments { if let argument { visit(argument) } }
          case .call(_, let arguments): for argument in arguments { visit(argument) }
          case .whereTrue(let value), .group(by: let value), .any(let value), .all(let value), .pick(_, by: let value),
            .join(let value, _, _):
            visit(value)
          case .sort(by: let keys, _): for key in keys { visit(key.value) }
          case .first(let value), .last(let value), .sum(let value): if let value { visit(value) }
          case .select, .count, .number: break
          }
        }
      default: for part in expression.parts { visit(part) }
      }
    }
    visit(statements)
    return found
  }
}

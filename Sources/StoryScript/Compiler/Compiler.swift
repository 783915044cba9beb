import Timeline

/// Compiles a syntax tree to code for the machine, and resolves every name.
///
///     var program = runtime.program
///     let main = try Compiler.compile(script, into: &program, schema: schema)
///     runtime.program = program
///     try runtime.run(main)
///
/// Variables become registers, commands and state fields become indexes: nothing is looked up by name at run time.
/// All problems of a script are reported together. O(n).
public struct Compiler {
  let schema: Schema
  var program: Program
  var problems: [Diagnostic] = []
  /// The function being compiled and those around it, the innermost last.
  var builders: [FunctionBuilder] = [] { didSet { if let last = builders.last { builder = last } } }
  /// The function being compiled.
  private(set) var builder = FunctionBuilder(name: "", isMain: true)
  let environment: Environment
  /// `true` while compiling the condition or the value of a pipeline step, whose words are all fields of the item.
  var isInStep = false
  /// The last word that is alone in the braces of a text, and its place.
  var wordInBraces: (word: String, range: SourceRange)?
  /// The cancelled names, each of which some block must have.
  var cancelled: [(name: String, place: Place)] = []
  /// The names of blocks in statements that are not compiled.
  var knownBlocks: Set<String> = []
  /// The instruction that continues the loop over the innermost step's items.
  var itemStart: Int32 = 0
  /// The register with the 1-based index of the innermost step's current item.
  var itemCounter: Int32 = 0
  /// The step `all` whose first failing item is recorded, and the register for that item.
  var broken: (stage: SourceRange, item: Int32)?
  /// The variables that calls in the expression being compiled may lend.
  var lent: [LentVariable] = []
  /// Top-level variables declared above the current statement.
  var visibleGlobals: Set<String> = []
  /// The definitions before this source, by name.
  var definitionsBefore: [String: Program.Definition] = [:]
  /// Names of the sources being included, to find a cycle.
  private var including: [String] = []
  /// The number of included scripts that were read.
  private var loadedIncludes = 0
  /// The sources whose definitions have been declared, and the place of each definition.
  private var declared: Set<String> = []
  private var definitionPlaces: [String: (source: String, line: Int)] = [:]
  /// The scripts that each source includes, by their path as written in it.
  var includes: [String: [String: Script]] = [:]
  /// The number of statements compiled since the last check for cancellation.
  private var uncheckedCount = 0
  private var isCancelled = false

  /// The session's settings for compiling.
  public struct Environment: Sendable {
    /// Returns the offset of the session's time zone from UTC at a local time; positive to the east.
    public var zoneOffset: @Sendable (CivilTime) -> Duration
    /// Reads an included file; the path is as written, the base is the name of the including source.
    public var include: @Sendable (_ path: String, _ base: String) throws(Diagnostic) -> Source
    /// `true` to mark each statement for `--trace`.
    public var traces: Bool
    /// `true` if a definition called like a command prints its value, as at a prompt.
    public var echoes: Bool
    /// The limits for reading included files and compiling.
    public var bounds: Parser.Bounds

    public init(
      zoneOffset: @escaping @Sendable (CivilTime) -> Duration = { _ in .zero },
      include: @escaping @Sendable (String, String) throws(Diagnostic) -> Source = Source.noFiles, traces: Bool = false,
      echoes: Bool = false, bounds: Parser.Bounds = Parser.Bounds()
    ) {
      (self.zoneOffset, self.include, self.traces, self.bounds) = (zoneOffset, include, traces, bounds)
      self.echoes = echoes
    }
  }

  /// Compiles one more source into `program`.
  ///
  /// - Returns: the index of the function that runs the source.
  /// - Throws: `Diagnostics` with every problem, unless there are only warnings; `program` is then unchanged.
  public static func compile(
    _ script: Script, into program: inout Program, schema: Schema, environment: Environment = Environment()
  ) throws(Diagnostics) -> Int {
    var compiler = Compiler(schema: schema, program: program, environment: environment)
    let main = compiler.compileMain(script)
    guard compiler.problems.allSatisfy({ $0.problem.isWarning }) else { throw Diagnostics(compiler.problems) }
    compiler.program.warnings = script.warnings + compiler.problems
    compiler.program.grow(from: program)
    program = compiler.program
    return main
  }

  // MARK: Sources

  private mutating func compileMain(_ script: Script) -> Int {
    let (firstFunction, firstCondition) = (program.functions.count, program.conditionSites.count)
    let builder = FunctionBuilder(name: "", isMain: true, recordsNames: environment.traces)
    builders.append(builder)
    visibleGlobals = Set(program.globals.keys)
    definitionsBefore = program.definitions
    program.beginNames()
    if script.statements.contains(where: { if case .include = $0.kind { true } else { false } }) {
      let definitions = Declarations.definitions(of: script.source, include: environment.include)
      loadIncludes(script, known: program.definitionNames.union(definitions))
      limitIncludes(in: script)
    }
    let includeFaults = problems.count
    declareDefinitions(script)
    enter(script)
    reserveGlobals(script)
    builder.reserveGlobals(program.globalCount)
    let known = visibleGlobals
    compile(script)
    for read in EarlyReads.all(in: script, known: known) {
      let line = script.source.position(of: Int(read.made.start)).line
      report(.readBeforeMade(read.variable, by: read.definition, line: line), read.range)
    }
    builder.emit(.returnNone)
    builders.removeLast()
    let main = finish(builder)
    program.endNames(of: main)
    settle(functionsFrom: firstFunction, conditionsFrom: firstCondition)
    checkCancelled()
    if includeFaults > 0 {
      // Definitions missing from an invalid included script would be reported at each use.
      problems.removeAll { if case .unknownFunction = $0.problem { true } else { false } }
    }
    return main
  }

  private mutating func reserveGlobals(_ script: Script) {
    for statement in script.statements {
      switch statement.kind {
      case .let(let name, _): program.reserveGlobal(name.text)
      case .args(let arguments): for argument in arguments { program.reserveGlobal(argument.name.text) }
      case .include(let path):
        if let included = includes[script.source.name]?[path.text] { reserveGlobals(included) }
      default: break
      }
    }
  }

  /// Returns the default values of optional arguments: only literals, since nothing has run when they are needed.
  mutating func fallbacks(of arguments: [Statement.Argument], in source: Source) -> [Value] {
    arguments.compactMap { $0.fallback }.map { fallback in
      switch fallback {
      case .literal(let value, _): return Value(value)
      case .word(let word, _): return .text(word)
      case .civil(let civil, _): return .date(civil.instant(offset: environment.zoneOffset(civil)))
      case .list(let items, _) where items.isEmpty: return .list([])
      default:
        let found = "'\(source.text(fallback.range))'"
        let problem = Problem.expectedTerm(needs: "a plain value such as 10 or \"text\"", found: found)
        problems.append(Diagnostic(problem, fallback.range, in: source))
        return .none
      }
    }
  }

  /// Reads and parses the sources that a script includes, and those that they include, before anything is compiled.
  private mutating func loadIncludes(_ script: Script, known: Set<String>) {
    including.append(script.source.name)
    defer { including.removeLast() }
    for statement in script.statements {
      guard case .include(let path) = statement.kind, includes[script.source.name]?[path.text] == nil,
        loadedIncludes <= Self.mostIncludes
      else { continue }
      loadedIncludes += 1
      func fail(_ problem: Problem) { problems.append(Diagnostic(problem, path.range, in: script.source)) }
      let source: Source
      do throws(Diagnostic) {
        source = try environment.include(path.text, script.source.name)
      } catch {
        guard error.source == nil else {
          problems.append(error)
          continue
        }
        fail(.includeUnreadable(path.text, reason: error.problem.message))
        continue
      }
      guard !including.contains(source.name) else {
        fail(.includeCycle(path.text))
        continue
      }
      do throws(Diagnostics) {
        let included = try Parser.parse(
          source, schema.vocabulary, known: known, include: environment.include, within: environment.bounds)
        includes[script.source.name, default: [:]][path.text] = included
        loadIncludes(included, known: known)
      } catch {
        problems += error.all
      }
    }
  }

  /// Reports a script that includes too much, and includes nothing then: an included script is compiled at each place, so
  /// forty files that each include the next one twice would be compiled a billion times.
  private mutating func limitIncludes(in script: Script) {
    var counts: [String: Int] = [:]
    guard loadedIncludes > Self.mostIncludes || includeCount(in: script, &counts) > Self.mostIncludes else { return }
    let range = script.statements.first { if case .include = $0.kind { true } else { false } }?.range
    let problem = Problem.refused(
      "this script includes more than \(Self.mostIncludes) scripts in all", suggestion: "include each script only once")
    problems.append(Diagnostic(problem, range ?? SourceRange(0, 0), in: script.source))
    includes = [:]
  }

  private static let mostIncludes = Declarations.mostIncludes

  /// Returns the number of scripts that a script includes, also through others, counted at each place; a large number
  /// for more than the limit.
  /// - Parameter counts: the numbers by the sources' names, so that each source is counted once.
  private func includeCount(in script: Script, _ counts: inout [String: Int]) -> Int {
    if let count = counts[script.source.name] { return count }
    var count = 0
    for statement in script.statements {
      guard count <= Self.mostIncludes, case .include(let path) = statement.kind,
        let included = includes[script.source.name]?[path.text]
      else { continue }
      count += 1 + includeCount(in: included, &counts)
    }
    counts[script.source.name] = count
    return count
  }

  mutating func enter(_ script: Script) {
    program.sources.append(script.source)
    builder.source = Int32(program.sources.count - 1)
  }

  /// Declares all definitions first, as they may be used above their place, including those of included scripts.
  private mutating func declareDefinitions(_ script: Script) {
    guard declared.insert(script.source.name).inserted else { return }
    for (index, statement) in script.statements.enumerated() {
      switch statement.kind {
      case .include(let path):
        if let included = includes[script.source.name]?[path.text] { declareDefinitions(included) }
      case .def(var name, let parameters, let block):
        if !script.known.isEmpty, let known = script.known[index] { name.range = name.range.moved(by: known.shift) }
        declare(name, parameters, block, in: script.source)
      default: break
      }
    }
  }

  private mutating func declare(
    _ name: Name, _ parameters: [Statement.Argument], _ block: Block, in source: Source
  ) {
    let line = source.position(of: Int(name.range.start)).line
    if let first = definitionPlaces[name.text] {
      let place = first.source == source.name ? "line \(first.line)" : "line \(first.line) of \(first.source)"
      problems.append(Diagnostic(.duplicateDefinition(name.text, place: place), name.range, in: source))
      return
    }
    if let because = reservation(of: name.text) {
      problems.append(Diagnostic(.reservedName(name.text, because: because), name.range, in: source))
      return
    }
    if StageWord(rawValue: name.text) != nil {
      problems.append(Diagnostic(.stepName(name.text), name.range, in: source))
    }
    definitionPlaces[name.text] = (source.name, line)
    program.functions.append(FunctionBuilder(name: name.text, isMain: false).build())
    var definition = Program.Definition(
      function: program.functions.count - 1, parameters: parameters.map { $0.name.text }, line: line)
    definition.fallbacks = fallbacks(of: parameters, in: source)
    switch block.statements.last?.kind {
    case .command(let call): definition.lastCommand = call.command
    case .expression(.call(let name, _, let range)) where range.start == block.statements.last?.range.start:
      definition.lastCall = name.text
    default: break
    }
    program.define(name.text, definition)
  }

  /// Returns the reason why a definition may not have this name; `nil` if it may.
  private func reservation(of name: String) -> String? {
    if Keyword.byText[name] != nil { return "it is a keyword" }
    if schema.vocabulary.commands.hasFirstWord(name) { return "it is a command" }
    if schema.vocabulary.functions.names.contains(name) { return "it is a function" }
    if schema.vocabulary.roots.contains(name) { return "it is part of the session's state" }
    return nil
  }

  /// Reports a variable name that is reserved; any other name that can be assigned to is allowed.
  mutating func checkVariable(_ name: Name) {
    if Keyword.byText[name.text]?.isReserved == true {
      report(.reservedName(name.text, because: "it is a keyword"), name.range)
    } else if name.text == "it" {
      report(.reservedName(name.text, because: "it is the item in a pipeline step"), name.range)
    }
  }

  /// Returns `true` unless compiling was cancelled; cancellation then is the only problem.
  mutating func continues() -> Bool {
    guard !isCancelled else { return false }
    uncheckedCount += 1
    guard uncheckedCount == Self.statementsPerCheck else { return true }
    uncheckedCount = 0
    isCancelled = environment.bounds.isCancelled()
    if isCancelled { problems = [Diagnostic(.interrupted, SourceRange(0, 0), in: source)] }
    return !isCancelled
  }

  private static let statementsPerCheck = 1_024

  // MARK: Helpers

  var source: Source { program.sources[Int(builder.source)] }
  mutating func report(_ problem: Problem, _ range: SourceRange) { report(problem, place(range)) }

  mutating func report(_ problem: Problem, _ place: Place) {
    guard !isCancelled, problems.count < Diagnostics.limit else { return }
    problems.append(Diagnostic(problem, place.range, in: program.sources[Int(place.source)]))
  }

  func place(_ range: SourceRange) -> Place { Place(range: range, source: builder.source) }

  mutating func finish(_ builder: FunctionBuilder) -> Int {
    program.functions.append(builder.build())
    return program.functions.count - 1
  }

  mutating func shape(_ names: [String]) -> Int32 {
    var known: Set<String> = []
    program.shapes.append(Record.Shape(names.filter { known.insert($0).inserted }))
    return Int32(program.shapes.count - 1)
  }
}

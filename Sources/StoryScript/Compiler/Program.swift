import Timeline

/// Everything compiled so far; a prompt adds to it line by line.
///
/// A copy is cheap: compiling works on a copy, and leaves the original unchanged after an error.
public struct Program: Sendable {
  var functions = AppendOnlyList<FunctionCode>()
  var commandSites = AppendOnlyList<CommandSite>()
  var blockSites = AppendOnlyList<BlockSite>()
  var conditionSites = AppendOnlyList<ConditionSite>()
  var shapes = AppendOnlyList<Record.Shape>()
  var sources = AppendOnlyList<Source>()
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  /// The registers of variables that no source has defined yet: definitions that use such a variable, and a later
  /// source that defines it, share one register.
  private var unmade: [String: Int] = [:]
  /// The number of registers of all top-level variables.
  var globalCount: Int { globals.count + unmade.count }
  /// Names of variables written without `$` in a step, where a word is a field: used in the message for a missing
  /// field.
  var variablesAsWords: Set<String> = []
  private(set) var definitions: [String: Definition] = [:]
  /// The names of definitions, for parsing the next line.
  public private(set) var definitionNames: Set<String> = []
  var argumentSites = AppendOnlyList<ArgumentSite>()
  /// By function.
  var traits = AppendOnlyList<Traits>()

  /// The version of this program, and the version that it continues, whose contents are unchanged in it.
  private(set) var version = Version()
  private var base: Version?

  final class Version: Sendable {}

  /// Returns `true` if everything in the other program is at the same place in this one.
  func continues(_ other: Program) -> Bool { version === other.version || base === other.version }

  /// Marks this program as a continuation of another one.
  mutating func grow(from other: Program) { (base, version) = (other.version, Version()) }

  struct Definition {
    var function: Int
    var parameters: [String]
    /// The default values of the optional parameters, which are the last ones.
    var fallbacks: [Value] = []
    var line: Int
    /// The number of values that a call must pass.
    var minimum: Int { parameters.count - fallbacks.count }
    /// The parameters as in `name [greeting]`, for messages.
    var usage: String {
      let words = parameters.enumerated().map { $0 < minimum ? $1 : "[\($1)]" }
      return words.isEmpty ? "nothing" : words.joined(separator: " ")
    }
    /// The command, or the definition called like a command, at the end of the definition.
    var lastCommand: Int?
    var lastCall: String?
  }

  /// The warnings of the last compiled source, which do not prevent running.
  public internal(set) var warnings: [Diagnostic] = []

  public init() {}
  /// The indexes of all commands that are called anywhere.
  public var usedCommands: Set<Int> { Set(commandSites.map { $0.command }) }
  /// The number of command calls.
  public var callCount: Int { commandSites.count }
  /// Returns the commands of all calls except the first `count`.
  public func commands(behind count: Int) -> [Int] { commandSites[count...].map { $0.command } }
  /// Sets the definition of a name.
  mutating func define(_ name: String, _ definition: Definition) {
    if definitions.updateValue(definition, forKey: name) == nil { definitionNames.insert(name) }
  }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }

  // MARK: Names of the source that was compiled last

  /// A name that the source defines, and the instruction after which it is defined.
  private struct DefinitionPoint {
    let name: String
    let end: Int
    let kind: Kind

    enum Kind {
      case variable
      /// The name may have had another definition before.
      case definition(before: Definition?)
    }
  }
  private var definitionPoints: [DefinitionPoint] = []
  /// The function of the source that defines the names.
  private var givesNames: Int?

  /// Begins a source, which has not defined any name yet.
  mutating func beginNames() { (definitionPoints, givesNames) = ([], nil) }
  mutating func endNames(of function: Int) { givesNames = function }

  /// Reserves a register for a top-level variable, unless it has one.
  mutating func reserveGlobal(_ name: String) {
    guard globals[name] == nil else { return }
    globals[name] = unmade.removeValue(forKey: name) ?? globalCount
  }

  mutating func addDefinitionPoint(variable name: String, at end: Int32) {
    definitionPoints.append(DefinitionPoint(name: name, end: Int(end), kind: .variable))
  }

  mutating func addDefinitionPoint(definition name: String, before: Definition?, at end: Int32) {
    definitionPoints.append(DefinitionPoint(name: name, end: Int(end), kind: .definition(before: before)))
  }

  /// Returns the top-level variables that exist before an instruction of the source compiled last, in alphabetical
  /// order.
  /// - Parameter next: `nil` for the end of the source.
  func names(before next: Int?) -> [String] {
    guard let next else { return variableNames }
    var later: Set<String> = []
    for birth in definitionPoints where birth.end >= next {
      if case .variable = birth.kind { later.insert(birth.name) }
    }
    return variableNames.filter { !later.contains($0) }
  }

  /// Removes the names that a failed source had not defined yet: such variables do not exist, and definitions get
  /// back their earlier meaning.
  /// - Parameters:
  ///   - function: the compiled source; only the last one is known.
  ///   - next: the instruction after the one that failed.
  mutating func forgetNames(of function: Int, from next: Int) {
    guard function == givesNames else { return }
    for birth in definitionPoints where birth.end >= next {
      switch birth.kind {
      case .variable: unmade[birth.name] = globals.removeValue(forKey: birth.name)
      case .definition(let before):
        definitions[birth.name] = before
        if before == nil { definitionNames.remove(birth.name) }
      }
    }
    definitionPoints = []
  }
}

/// The code of one definition, one block that runs later, one condition, or the script itself.
final class FunctionCode: @unchecked Sendable {
  let name: String
  let parameterCount: Int
  let frameSize: Int
  let code: UnsafeMutablePointer<Instruction>
  let codeCount: Int
  let constants: UnsafeMutablePointer<Value>
  private let constantCount: Int
  let places: [Place]
  /// The variables, if the code was compiled for a debugger.
  let names: [LocalName]
  /// The loops of pipeline steps, an inner one before the outer one, for messages.
  let itemLoops: [ItemLoop]

  init(
    name: String, parameterCount: Int, frameSize: Int, code: [Instruction], constants: [Value], places: [Place],
    names: [LocalName] = [], itemLoops: [ItemLoop] = []
  ) {
    (self.name, self.parameterCount, self.frameSize) = (name, parameterCount, frameSize)
    (self.names, self.itemLoops) = (names, itemLoops)
    codeCount = code.count
    constantCount = constants.count
    self.code = .allocate(capacity: max(1, code.count))
    self.code.initialize(from: code, count: code.count)
    self.constants = .allocate(capacity: max(1, constants.count))
    self.constants.initialize(from: constants, count: constants.count)
    self.places = places
  }

  deinit {
    code.deallocate()
    constants.deinitialize(count: constantCount)
    constants.deallocate()
  }
}

/// A variable of a function, its register, and the instructions at which it exists.
struct LocalName {
  let name: String
  let register: Int
  var code: Range<Int>
}

/// The instructions of a pipeline step that run for each item, and the register of the list; the next register holds
/// the current item's number, from 1.
struct ItemLoop {
  let register: Int
  let code: Range<Int>
}

/// The arguments with which a script is started, and the variables that receive them.
struct ArgumentSite {
  var names: [String]
  /// The default values of the optional arguments, which are the last ones. Given values must be of the same kind.
  var fallbacks: [Value]
  /// The variables, by their indexes among the globals.
  var globals: [Int]

  var minimum: Int { names.count - fallbacks.count }
  /// The arguments as in `FILE [COUNT]`.
  var usage: String { names.enumerated().map { $0 < minimum ? $1 : "[\($1)]" }.joined(separator: " ") }
}

/// A block that runs later.
struct BlockSite {
  enum Kind: UInt16 {
    case after, every, at, when

    /// The keyword that begins the block.
    var word: String {
      switch self {
      case .after: "after"
      case .every: "every"
      case .at: "at"
      case .when: "when"
      }
    }
  }
  var kind: Kind
  var function: Int
  var captureCount: Int
  var name: String?
  /// The event of `when`.
  var event: Int
  var place: Place
}

/// A command in the code: its index, and the arguments that must be checked at run time.
struct CommandSite {
  var command: Int
  var unchecked: [Int]
  var argumentRanges: [SourceRange?]
  var place: Place
  /// The range of the command's own words.
  var words: SourceRange
}

/// A condition of `wait until`.
struct ConditionSite {
  /// A function that returns the condition; -1 for `idle`.
  var function: Int
  /// Functions that return both sides of each comparison that reads state, as a list of two.
  var comparisons: [Int]
  /// `true` if part of the condition's result comes from something other than a comparison, such as a call.
  var hasAnswers = false
  /// The interval of tests between two deadlines, if the result may come and go there; `nil` if the comparisons
  /// determine when it changes.
  var testInterval: Duration?
  var captureCount: Int
  /// `true` if the condition reads, also through definitions, state whose values never repeat during a session, such
  /// as the clock.
  var neverRepeats: Bool
  var place: Place
}

/// A change of a part by `setPart` and `updatePart`, as encoded in `n`: the number of keys that lead to the part, and
/// either its operator or the number of the function's arguments.
struct PartChange {
  let keys: Int
  let operation: BinaryOperator?
  let arguments: Int
  let isGlobal: Bool
  /// `true` if the calls in the new value may have been lent the part.
  let closesPart: Bool

  init(
    keys: Int, operation: BinaryOperator? = nil, arguments: Int = 0, isGlobal: Bool, closesPart: Bool = false
  ) {
    (self.keys, self.operation, self.arguments, self.isGlobal) = (keys, operation, arguments, isGlobal)
    self.closesPart = closesPart
  }

  init(bits: UInt16) {
    keys = Int(bits & 0xFF)
    let sign = Int(bits >> 8 & 0x7)
    operation = sign == 0 ? nil : Self.signs[sign - 1]
    arguments = Int(bits >> 11 & 0x7)
    isGlobal = bits & Instruction.globalFlag != 0
    closesPart = bits & Self.closingFlag != 0
  }

  private static let closingFlag: UInt16 = 0x4000

  var bits: UInt16 {
    let sign = operation.flatMap { Self.signs.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let change = UInt16(keys) | UInt16(sign) << 8 | UInt16(arguments) << 11
    return change | (isGlobal ? Instruction.globalFlag : 0) | (closesPart ? Self.closingFlag : 0)
  }

  private static let signs: [BinaryOperator] = [.plus, .minus, .times, .divided]
}

/// In `n` of a call: the variable that it lends.
struct Lending {
  /// A register of the caller's frame, or of the script's frame for a global; -1 if no variable is lent, and
  /// `passesOn` if none is lent here, but the arguments may be variables that the calls around lend.
  var register: Int
  var isGlobal: Bool
  /// `true` if the call's target is not a variable, so that nothing reads its content before the call returns.
  var lendsTarget: Bool
  /// `true` if the call lends only a part of the variable: the one that the next `setPart` in the code replaces.
  var isPart: Bool

  private static let (globalFlag, targetFlag, partFlag): (UInt16, UInt16, UInt16) = (0x8000, 0x4000, 0x2000)
  /// Hardly a frame has so many registers. The variables beyond are not lent.
  static let passesOn = 0x1FFE

  init(register: Int, isGlobal: Bool, lendsTarget: Bool, isPart: Bool = false) {
    (self.register, self.isGlobal, self.lendsTarget, self.isPart) = (register, isGlobal, lendsTarget, isPart)
  }

  init(bits: UInt16) {
    register = Int(bits & 0x1FFF) - 1
    (isGlobal, lendsTarget) = (bits & Self.globalFlag != 0, bits & Self.targetFlag != 0)
    isPart = bits & Self.partFlag != 0
  }

  var bits: UInt16 {
    guard register <= Self.passesOn else { return 0 }
    return UInt16(register + 1) | (isGlobal ? Self.globalFlag : 0) | (lendsTarget ? Self.targetFlag : 0)
      | (isPart ? Self.partFlag : 0)
  }
}

/// The place in a source from which an instruction comes, for messages.
struct Place {
  var range: SourceRange
  var source: Int32
}

/// A list that only grows at its end. Copies are cheap even if one of them grows, so the cost of a line at a prompt
/// does not depend on the number of earlier ones. O(1) to read; O(1) to append up to a million elements.
struct AppendOnlyList<Element> {
  private static var width: Int { 32 }
  /// Nested chunks, each full except the last: appending to a copy copies only the last ones.
  private var pieces: [[[Element]]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    let last = pieces.count - 1
    if count % (Self.width * Self.width) == 0 {
      pieces.append([[element]])
    } else if count % Self.width == 0 {
      pieces[last].append([element])
    } else {
      pieces[last][pieces[last].count - 1].append(element)
    }
    count += 1
  }
}

extension AppendOnlyList: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width] }
    _modify {
      yield &pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width]
    }
  }
}

extension AppendOnlyList: Sendable where Element: Sendable {}

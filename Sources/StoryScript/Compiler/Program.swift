import Timeline

/// Everything compiled so far; a prompt adds to it line by line.
///
/// A copy is cheap: compiling works on one, and leaves the original as it is when something is wrong.
public struct Program: Sendable {
  var functions = Grown<FunctionCode>()
  var commandSites = Grown<CommandSite>()
  var blockSites = Grown<BlockSite>()
  var conditionSites = Grown<ConditionSite>()
  var shapes = Grown<Record.Shape>()
  var sources = Grown<Source>()
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  /// The registers of those that no source has come to make: definitions that name them, and whoever makes them later,
  /// mean the same one.
  private var unmade: [String: Int] = [:]
  /// The registers of all top-level variables.
  var globalCount: Int { globals.count + unmade.count }
  /// Names of variables that stood in a step without their sign, where a word is a field: for the message when there is none.
  var variablesAsWords: Set<String> = []
  private(set) var definitions: [String: Definition] = [:]
  /// The names of definitions, for the parser of the next line.
  public private(set) var definitionNames: Set<String> = []
  var argumentSites = Grown<ArgumentSite>()
  /// By function.
  var traits = Grown<Traits>()

  /// Which version this is, and of which one it is a continuation: what stood there is unchanged in it.
  private(set) var version = Version()
  private var base: Version?

  final class Version: Sendable {}

  /// Whether all that stands in another one stands here in its place.
  func continues(_ other: Program) -> Bool { version === other.version || base === other.version }

  /// It has grown from another one.
  mutating func grow(from other: Program) { (base, version) = (other.version, Version()) }

  struct Definition {
    var function: Int
    var parameters: [String]
    /// The values of those that may be left out, which are the last ones.
    var fallbacks: [Value] = []
    var line: Int
    /// The number of values that a call must give.
    var least: Int { parameters.count - fallbacks.count }
    /// As in `name [greeting]`, for messages.
    var usage: String {
      let words = parameters.enumerated().map { $0 < least ? $1 : "[\($1)]" }
      return words.isEmpty ? "nothing" : words.joined(separator: " ")
    }
    /// The command, or the definition called as one, in which it ends.
    var lastCommand: Int?
    var lastCall: String?
  }

  /// What is odd about the source that was compiled last, but does not keep it from running.
  public internal(set) var warnings: [Diagnostic] = []

  public init() {}
  /// The numbers of all commands that are called anywhere.
  public var usedCommands: Set<Int> { Set(commandSites.map(\.command)) }
  /// How many calls of commands there are.
  public var callCount: Int { commandSites.count }
  /// The commands of all calls but so many, the oldest.
  public func commands(behind count: Int) -> [Int] { commandSites[count...].map(\.command) }
  /// What a name stands for from now on.
  mutating func define(_ name: String, _ definition: Definition) {
    if definitions.updateValue(definition, forKey: name) == nil { definitionNames.insert(name) }
  }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }

  // MARK: Names of the source that was compiled last

  /// A name that it gives, and where its code has given it.
  private struct Birth {
    let name: String
    let end: Int
    let kind: Kind

    enum Kind {
      case variable
      /// It may have stood for something else before.
      case definition(before: Definition?)
    }
  }
  private var births: [Birth] = []
  /// The function that gives them.
  private var givesNames: Int?

  /// A source begins, which has given no name yet.
  mutating func beginNames() { (births, givesNames) = ([], nil) }
  mutating func endNames(of function: Int) { givesNames = function }

  /// Gives a top-level variable a register, unless it has one.
  mutating func reserveGlobal(_ name: String) {
    guard globals[name] == nil else { return }
    globals[name] = unmade.removeValue(forKey: name) ?? globalCount
  }

  mutating func bear(variable name: String, at end: Int32) {
    births.append(Birth(name: name, end: Int(end), kind: .variable))
  }

  mutating func bear(definition name: String, before: Definition?, at end: Int32) {
    births.append(Birth(name: name, end: Int(end), kind: .definition(before: before)))
  }

  /// Takes back the names that a source which failed had not come to give: there is no such variable, and a definition
  /// stands for what it stood for before.
  /// - Parameters:
  ///   - function: the source as it was compiled; nothing is known of any but the last.
  ///   - next: the instruction behind the one that failed.
  mutating func forgetNames(of function: Int, from next: Int) {
    guard function == givesNames else { return }
    for birth in births where birth.end >= next {
      switch birth.kind {
      case .variable: unmade[birth.name] = globals.removeValue(forKey: birth.name)
      case .definition(let before):
        definitions[birth.name] = before
        if before == nil { definitionNames.remove(birth.name) }
      }
    }
    births = []
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

  init(name: String, parameterCount: Int, frameSize: Int, code: [Instruction], constants: [Value], places: [Place]) {
    (self.name, self.parameterCount, self.frameSize) = (name, parameterCount, frameSize)
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

/// What a script takes from whoever starts it, and where that goes.
struct ArgumentSite {
  var names: [String]
  /// The values of those that may be left out, which are the last ones. What is given must be of their kind.
  var fallbacks: [Value]
  /// The variables, by their places among the globals.
  var globals: [Int]

  var least: Int { names.count - fallbacks.count }
  /// As in `FILE [COUNT]`.
  var usage: String { names.enumerated().map { $0 < least ? $1 : "[\($1)]" }.joined(separator: " ") }
}

/// A block that runs later.
struct BlockSite {
  enum Kind: UInt16 { case after, every, at, when }
  var kind: Kind
  var function: Int
  var captureCount: Int
  var name: String?
  /// Of `when`.
  var event: Int
  var place: Place
}

/// A command in the code: which one, and which of its arguments must be checked while running.
struct CommandSite {
  var command: Int
  var unchecked: [Int]
  var argumentRanges: [SourceRange?]
  var place: Place
  /// The command's own words.
  var words: SourceRange
}

/// A condition of `wait until`.
struct ConditionSite {
  /// A function that yields the condition; -1 for `idle`.
  var function: Int
  /// Functions that yield both sides of each comparison in which state is read, as a list of two.
  var comparisons: [Int]
  /// Whether something in it is true or false that is no comparison, such as a call.
  var hasAnswers = false
  /// How closely it has to be looked at between two deadlines, where its answer may come and go there; `nil` where its
  /// comparisons say when it changes.
  var rhythm: Duration?
  var captureCount: Int
  /// Whether it reads, also through definitions, what no repetition of the session's state repeats, such as the clock.
  var neverRepeats: Bool
  var place: Place
}

/// How `setPart` and `updatePart` change a part, as it stands in `n`: how many keys lead to it, and what it is calculated
/// with or how many arguments a function makes it of.
struct PartChange {
  let keys: Int
  let operation: BinaryOperator?
  let arguments: Int
  let isGlobal: Bool

  init(keys: Int, operation: BinaryOperator? = nil, arguments: Int = 0, isGlobal: Bool) {
    (self.keys, self.operation, self.arguments, self.isGlobal) = (keys, operation, arguments, isGlobal)
  }

  init(bits: UInt16) {
    keys = Int(bits & 0xFF)
    let sign = Int(bits >> 8 & 0x7)
    operation = sign == 0 ? nil : Self.signs[sign - 1]
    arguments = Int(bits >> 11 & 0x7)
    isGlobal = bits & Instruction.globalFlag != 0
  }

  var bits: UInt16 {
    let sign = operation.flatMap { Self.signs.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let change = UInt16(keys) | UInt16(sign) << 8 | UInt16(arguments) << 11
    return change | (isGlobal ? Instruction.globalFlag : 0)
  }

  private static let signs: [BinaryOperator] = [.plus, .minus, .times, .divided]
}

/// The place in a source that an instruction comes from, for messages.
struct Place {
  var range: SourceRange
  var source: Int32
}

/// A list that only grows at its end, of which copies are cheap, also where one goes on growing: what a line of a prompt
/// adds costs the same however many there were. O(1) to read, and to add to as long as there are fewer than a million.
struct Grown<Element> {
  private static var width: Int { 32 }
  /// Pieces of pieces, each full but the last: who adds to a copy copies the last ones alone.
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

extension Grown: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width] }
    _modify {
      yield &pieces[index / (Self.width * Self.width)][index / Self.width % Self.width][index % Self.width]
    }
  }
}

extension Grown: Sendable where Element: Sendable {}

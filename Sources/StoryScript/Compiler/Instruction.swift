/// What the machine does in one step. Operands `a`, `b`, `c` are registers unless said otherwise; `K` reads `c` (or `b`
/// where named) from the constants.
enum Operation: UInt16 {
  case move  // a = b
  case constant  // a = K[b]
  case getGlobal  // a = globals[b]
  case setGlobal  // globals[a] = b

  case add, subtract, multiply, divide, modulo  // a = b ∘ c
  case addK, subtractK, multiplyK, divideK, moduloK  // a = b ∘ K[c]
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual  // a = b ∘ c
  case isIn
  case negate, not  // a = ∘ b

  case jump  // to a
  case jumpBack  // to a; counts against the step budget
  case jumpIfFalse, jumpIfTrue  // test a, to b; n: which statement asks
  case jumpUnlessEqual, jumpUnlessNotEqual, jumpUnlessLess, jumpUnlessLessOrEqual, jumpUnlessGreater,
    jumpUnlessGreaterOrEqual  // unless a ∘ b, to c
  case jumpUnlessEqualK, jumpUnlessNotEqualK, jumpUnlessLessK, jumpUnlessLessOrEqualK, jumpUnlessGreaterK,
    jumpUnlessGreaterOrEqualK  // unless a ∘ K[b], to c
  case checkBool  // a must be true or false; n: which statement asks

  case list  // a = [b ..< b + c]
  case record  // a = {shape c: b…}
  case interpolate  // a = text of b ..< b + c
  case index  // a = b[c]
  case field  // a = b.K[c]
  case state  // a = state b

  case call  // a = function b with arguments from c
  case builtin  // a = built-in b with n arguments from c
  case command  // a = command of site b with arguments from c
  case report  // shows a; b: site or -1
  case print  // a
  case returnValue  // a
  case returnNone
  case wait  // a
  case waitUntil  // condition b with captures from c
  case tryBegin  // on an error: a = it, to b
  case tryEnd
  case expectTrue  // a; K[b] is its text
  case expectComparison  // n: operator; a, b; K[c] is its text
  case expectedErrorMissing
  case schedule  // n: kind; time a; site b with captures from c
  case subscribe  // site b with captures from c
  case cancel  // K[b]

  case repeatBegin  // a = checked count
  case repeatNext  // counts a down; at 0 to b
  case forBegin  // a: list (checked), a + 1: place
  case forNext  // a, a + 1; b = item; at the end to c
  case append  // a = a + [b], in place
  case sortBy  // a sorted by the keys in b; n: 1 for descending
  case groupBy  // a = list a grouped by the keys in b
  case select  // a = list a with the fields of shape b
  case firstItems, lastItems  // a = of list a; b: count register or -1
  case countItems, sumItems  // a = of list a
  case statement  // tracing; n = 0: a statement begins, 1: it gave a by the command of site b or -1
}

struct Instruction {
  var operation: Operation
  var n: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
}

/// Where an instruction comes from, for messages.
struct Place {
  var range: SourceRange
  var source: Int32
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
    self.name = name
    self.parameterCount = parameterCount
    self.frameSize = frameSize
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

/// A command in the code: which one, and which of its arguments must be checked while running.
struct CommandSite {
  var command: Int
  var unchecked: [Int]
  var argumentRanges: [SourceRange?]
  var place: Place
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

/// A condition of `wait until`.
struct ConditionSite {
  /// A function that yields the condition; -1 for `idle`.
  var function: Int
  /// Functions that yield both sides of each comparison in which state is read, as a list of two.
  var comparisons: [Int]
  var captureCount: Int
  /// Whether it reads, also through definitions, what no repetition of the session's state repeats, such as the clock.
  var neverRepeats: Bool
  var place: Place
}

/// Everything compiled so far; a prompt adds to it line by line.
public struct Program: Sendable {
  var functions: [FunctionCode] = []
  var commandSites: [CommandSite] = []
  var blockSites: [BlockSite] = []
  var conditionSites: [ConditionSite] = []
  var shapes: [[String]] = []
  var sources: [Source] = []
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  var definitions: [String: Definition] = [:]
  /// By function.
  var traits: [FunctionTraits] = []

  struct Definition {
    var function: Int
    var parameters: [String]
    var line: Int
  }

  public init() {}

  /// The numbers of all commands that are called anywhere.
  public var usedCommands: Set<Int> { Set(commandSites.map(\.command)) }
  /// The names of definitions, for the parser of the next line.
  public var definitionNames: Set<String> { Set(definitions.keys) }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }
}

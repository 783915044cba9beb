/// Collects the code of one function: its instructions, constants, registers and scopes.
final class FunctionBuilder {
  let name: String
  let isMain: Bool
  var source: Int32 = 0
  var parameterCount = 0
  private(set) var code: [Instruction] = []
  private var places: [Place] = []
  private var constants: [Value] = []
  private var numberConstants: [UInt64: Int32] = [:]
  private var textConstants: [String: Int32] = [:]
  private var nextRegister: Int32 = 0
  private var mostRegisters: Int32 = 0
  /// Where the instructions now being emitted come from.
  var range = SourceRange(0, 0)

  struct Variable {
    var register: Int32
    /// A copy of a variable of the block around; assigning to it would be lost.
    var isCapture = false
  }
  var scopes: [[String: Variable]] = [[:]]
  /// Variables of the surrounding function that this one copies when it is scheduled: their names and its registers.
  var captures: [(name: String, register: Int32)] = []
  /// Whether names may be captured from the function around (a block that runs later, or a condition).
  var capturesFromOutside = false

  struct Loop {
    var continueTarget: Int32
    var breaks: [Int] = []
    var tryDepth: Int
  }
  var loops: [Loop] = []
  var tryDepth = 0

  init(name: String, isMain: Bool) {
    self.name = name
    self.isMain = isMain
  }

  // MARK: Registers

  /// The script's own frame begins with the globals, so that code at the top reads them like any register.
  func reserveGlobals(_ count: Int) {
    nextRegister = Int32(count)
    mostRegisters = max(mostRegisters, nextRegister)
  }

  func allocate(_ count: Int32 = 1) -> Int32 {
    let first = nextRegister
    nextRegister += count
    mostRegisters = max(mostRegisters, nextRegister)
    return first
  }

  var mark: Int32 { nextRegister }
  func release(to mark: Int32) { nextRegister = mark }

  // MARK: Code

  @discardableResult
  func emit(_ operation: Operation, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, n: UInt16 = 0) -> Int {
    code.append(Instruction(operation: operation, n: n, a: a, b: b, c: c))
    places.append(Place(range: range, source: source))
    return code.count - 1
  }

  var here: Int32 { Int32(code.count) }

  /// Lets a jump emitted earlier land on the next instruction.
  func land(_ jump: Int) {
    switch code[jump].operation {
    case .jump, .jumpBack: code[jump].a = here
    case .jumpIfFalse, .jumpIfTrue, .repeatNext, .tryBegin: code[jump].b = here
    default: code[jump].c = here
    }
  }

  func constant(_ value: Value) -> Int32 {
    switch value {
    case .number(let number):
      if let known = numberConstants[number.bitPattern] { return known }
      numberConstants[number.bitPattern] = Int32(constants.count)
    case .text(let text) where text.utf8.allSatisfy({ $0 < 0x80 }):
      if let known = textConstants[text] { return known }
      textConstants[text] = Int32(constants.count)
    default: break
    }
    constants.append(value)
    return Int32(constants.count - 1)
  }

  func build() -> FunctionCode {
    FunctionCode(
      name: name, parameterCount: parameterCount, frameSize: Int(mostRegisters), code: code, constants: constants,
      places: places)
  }

  // MARK: Scopes

  func declare(_ name: String, _ register: Int32, isCapture: Bool = false) {
    scopes[scopes.count - 1][name] = Variable(register: register, isCapture: isCapture)
  }

  func variable(_ name: String) -> Variable? {
    for scope in scopes.reversed() {
      if let variable = scope[name] { return variable }
    }
    return nil
  }

  var visibleNames: [String] { scopes.flatMap(\.keys) }
}

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
  private var maximumRegisters: Int32 = 0
  /// The source range of the instructions now being emitted.
  var range = SourceRange(0, 0)

  struct Variable {
    var register: Int32
    /// A copy of a variable of the enclosing block; an assignment to it would be lost.
    var isCapture = false
    /// A field of the event that the block handles.
    var isField = false
  }
  var scopes: [[String: Variable]] = [[:]] { didSet { if recordsNames { closeNames() } } }
  /// `true` if variables keep their names, for a debugger.
  private let recordsNames: Bool
  /// The variables declared so far, and those of them whose scope is open, with the number of scopes around each.
  private var names: [LocalName] = []
  private var openNames: [(index: Int, depth: Int)] = []
  /// The loops of pipeline steps, in the order in which they end.
  private var itemLoops: [ItemLoop] = []
  /// Variables of the enclosing function that this one copies when it is scheduled: their names, and their registers
  /// there.
  var captures: [(name: String, register: Int32)] = []
  /// `true` if names may be captured from the enclosing function (in a block that runs later, or a condition).
  var capturesFromOutside = false

  struct Loop {
    var continueTarget: Int32
    var breaks: [Int] = []
    var tryDepth: Int
  }
  var loops: [Loop] = []
  /// `true` inside the block of a step, where a word is a field of the item and a bare state path is an error.
  var isInItems = false
  var tryDepth = 0
  /// The end of a definition's block in its source.
  var bodyEnd: Int?
  /// The register of a definition's value, if that comes from a block.
  var resultRegister: Int32?

  init(name: String, isMain: Bool, recordsNames: Bool = false) {
    (self.name, self.isMain, self.recordsNames) = (name, isMain, recordsNames)
  }

  /// Reserves the beginning of the script's frame for the globals, so that top-level code reads them like any
  /// register.
  func reserveGlobals(_ count: Int) {
    nextRegister = Int32(count)
    maximumRegisters = max(maximumRegisters, nextRegister)
  }

  func allocate(_ count: Int32 = 1) -> Int32 {
    let first = nextRegister
    nextRegister += count
    maximumRegisters = max(maximumRegisters, nextRegister)
    return first
  }

  var mark: Int32 { nextRegister }
  func release(to mark: Int32) { nextRegister = mark }

  /// Appends an instruction.
  /// - Parameter range: the source range of this and the following instructions (default: that of the previous one).
  @discardableResult
  func emit(
    _ operation: Operation, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, n: UInt16 = 0, at range: SourceRange? = nil
  ) -> Int {
    if let range { self.range = range }
    code.append(Instruction(operation: operation, n: n, a: a, b: b, c: c))
    places.append(Place(range: self.range, source: source))
    return code.count - 1
  }

  var here: Int32 { Int32(code.count) }

  /// Notes that the instructions from `start` to here run for each item of the list in a register.
  func endItemLoop(from start: Int32, over register: Int32) {
    itemLoops.append(ItemLoop(register: Int(register), code: Int(start)..<code.count))
  }

  /// Sets the target of an earlier jump to the next instruction.
  func patch(_ jump: Int) {
    switch code[jump].operation {
    case .jump, .jumpBack: code[jump].a = here
    case .jumpIfFalse, .jumpIfTrue, .repeatNext, .tryBegin: code[jump].b = here
    default: code[jump].c = here
    }
  }

  /// Moves a condition of the simplest form, a field compared with a number, into the filter before a loop's start.
  /// - Parameters:
  ///   - start: the beginning of the condition; the loop reads its item just before it, and the filter comes before
  ///     that.
  ///   - item: the item's register.
  func completeFilter(from start: Int, _ item: Int32) {
    guard code.count == start + 2, code[start - 2].operation == .filter, code[start].operation == .field,
      code[start].b == item, code[start].a == code[start + 1].a
    else { return }
    // In other comparisons the second operand is a register.
    guard let comparison = NumberFilter.Comparison(unless: code[start + 1].operation) else { return }
    let (field, bound) = (code[start].c, code[start + 1].b)
    guard bound < 1 << 12,
      NumberFilter(field: constants[Int(field)], comparison, bound: constants[Int(bound)]) != nil
    else { return }
    code[start - 2].c = field
    code[start - 2].n = UInt16(bound) << 3 | comparison.rawValue
  }

  func literal(_ constant: Constant) -> Int32 { self.constant(Value(constant)) }

  func constant(_ value: Value) -> Int32 {
    // Most functions have few constants: a linear search is faster than two dictionaries.
    if constants.count < Self.fewConstants {
      if let known = constants.firstIndex(where: { Self.isSame($0, value) }) { return Int32(known) }
    } else {
      if numberConstants.isEmpty, textConstants.isEmpty {
        for (number, known) in constants.enumerated() { index(known, Int32(number)) }
      }
      switch value {
      case .number(let number):
        if let known = numberConstants[number.bitPattern] { return known }
      case .text(let text):
        if let known = textConstants[text], Self.isSame(constants[Int(known)], value) { return known }
      default: break
      }
      index(value, Int32(constants.count))
    }
    constants.append(value)
    return Int32(constants.count - 1)
  }

  private static let fewConstants = 16

  private func index(_ value: Value, _ number: Int32) {
    switch value {
    case .number(let value): numberConstants[value.bitPattern] = number
    case .text(let text): textConstants[text] = number
    default: break
    }
  }

  /// Returns `true` if two constants have the same bits or bytes, since equal texts may be encoded differently.
  private static func isSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  func build() -> FunctionCode {
    FunctionCode(
      name: name, parameterCount: parameterCount, frameSize: Int(maximumRegisters), code: code, constants: constants,
      places: places, names: names, itemLoops: itemLoops)
  }

  func declare(_ name: String, _ register: Int32, isCapture: Bool = false, isField: Bool = false) {
    scopes[scopes.count - 1][name] = Variable(register: register, isCapture: isCapture, isField: isField)
    guard recordsNames else { return }
    openNames.append((names.count, scopes.count))
    names.append(LocalName(name: name, register: Int(register), code: Int(here)..<Int.max))
  }

  /// Ends the names of closed scopes here.
  private func closeNames() {
    while let last = openNames.last, last.depth > scopes.count {
      openNames.removeLast()
      names[last.index].code = names[last.index].code.lowerBound..<Int(here)
    }
  }

  func variable(_ name: String) -> Variable? {
    for scope in scopes.reversed() {
      if let variable = scope[name] { return variable }
    }
    return nil
  }

  var visibleNames: [String] { scopes.flatMap { $0.keys } }
}

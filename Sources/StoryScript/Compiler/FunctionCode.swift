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

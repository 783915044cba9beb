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

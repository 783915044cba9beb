/// How `setPart` changes a part, as it stands in `n`: how many keys lead to it, and what it is calculated with.
struct PartChange {
  let keys: Int
  let operation: BinaryOperator?
  let isGlobal: Bool

  init(keys: Int, operation: BinaryOperator?, isGlobal: Bool) {
    (self.keys, self.operation, self.isGlobal) = (keys, operation, isGlobal)
  }

  init(bits: UInt16) {
    keys = Int(bits & 0xFF)
    let sign = Int(bits >> 8 & 0x7)
    operation = sign == 0 ? nil : Self.signs[sign - 1]
    isGlobal = bits & Instruction.globalFlag != 0
  }

  var bits: UInt16 {
    let sign = operation.flatMap { Self.signs.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return UInt16(keys) | UInt16(sign) << 8 | (isGlobal ? Instruction.globalFlag : 0)
  }

  private static let signs: [BinaryOperator] = [.plus, .minus, .times, .divided]
}

/// An operation with its operands: 16 bytes, so that four fit into a line of the cache.
struct Instruction {
  var operation: Operation
  var n: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0

  /// In `n` of a filter whose condition is not of the kind that it knows.
  static let noFilter: UInt16 = 0xFFFF
  /// Set in `n` of an addition whose left side is a copy of the variable that it changes.
  static let copyFlag: UInt16 = 0x8000
  /// Set in `n` of an expectation with a reason of its own, in register `c`.
  static let reasonFlag: UInt16 = 0x100
  /// Set in `n` of an expectation about all items: register `c` has the item that it does not hold for, the next one
  /// its number.
  static let itemFlag: UInt16 = 0x200
  /// Set in `n` of an expectation whose question is shown: register `c` has the word that asks, and what it asks about.
  static let questionFlag: UInt16 = 0x400
  /// Set in `n` of an expectation that the answer is no.
  static let negatedFlag: UInt16 = 0x800
  /// Set in `n` of an update whose target is a global.
  static let globalFlag: UInt16 = 0x8000
}

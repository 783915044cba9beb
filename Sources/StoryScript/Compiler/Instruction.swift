/// An operation with its operands: 16 bytes, so that four fit into a line of the cache.
struct Instruction {
  var operation: Operation
  var n: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
}

struct Instruction {
  var operation: Operation
  var n: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
}

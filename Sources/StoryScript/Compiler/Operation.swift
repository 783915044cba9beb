/// An operation with its operands: 16 bytes, so that four fit into a cache line.
struct Instruction {
  var operation: Operation
  var n: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0

  /// In `n` of a filter whose condition is not of the form that it supports.
  static let noFilter: UInt16 = 0xFFFF
  /// Set in `n` of an addition whose left side is a copy of the variable that it changes.
  static let copyFlag: UInt16 = 0x8000
  /// Set in `n` of an expectation with a reason of its own, in register `c`.
  static let reasonFlag: UInt16 = 0x100
  /// Set in `n` of an expectation about all items: register `c` has the first item for which it is false, the next
  /// register that item's number.
  static let itemFlag: UInt16 = 0x200
  /// Set in `n` of an expectation whose question is shown: register `c` has the function's name and its arguments.
  static let questionFlag: UInt16 = 0x400
  /// Set in `n` of an expectation that the result is false.
  static let negatedFlag: UInt16 = 0x800
  /// Set in `n` of an update whose target is a global.
  static let globalFlag: UInt16 = 0x8000
}

/// A step of the machine. Operands `a`, `b`, `c` are registers (exceptions are noted); `K` reads `c` (or `b` where
/// named) from the constants.
enum Operation: UInt16 {
  case move  // a = b
  case constant  // a = K[b]
  case getGlobal  // a = globals[b]
  case setGlobal  // globals[a] = b

  case add, subtract, multiply, divide, modulo  // a = b ∘ c
  case addGlobal  // globals[a] = b + c; b is -1 for that global itself; n: the first unused register
  case addK, subtractK, multiplyK, divideK, moduloK  // a = b ∘ K[c]
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual  // a = b ∘ c
  case isIn, isLike
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

  case call  // a = function b with arguments from c; n: the variable that it lends
  case closeDebts  // after an assignment of a call's result
  case builtin  // a = built-in b with n arguments from c
  case update  // a = built-in b of a and others, n arguments from c; n: `globalFlag` when a is a global
  case command  // a = command of site b with arguments from c
  case arguments  // the variables of site b = what the script was started with
  case report  // shows a; b: site, -1, or -2 - number of the command whose value it is
  case print  // a
  case returnValue  // a
  case returnNone
  case returnUpdate  // returns built-in a, or `+` for -1, of n values from b, the first one in place
  case wait  // a
  case waitUntil  // condition b with captures from c
  case tryBegin  // on an error: a = it, to b
  case tryEnd
  case expectTrue  // a; K[b] is its text; n: what c is, by `reasonFlag`, `itemFlag` or `questionFlag`
  case expectComparison  // n: operator; a, b; K[c] is its text, or c says why with `reasonFlag`
  case fail  // a
  case expectedErrorMissing
  case schedule  // n: kind; time a; site b with captures from c
  case subscribe  // site b with captures from c
  case cancel  // K[b]

  case repeatBegin  // a = checked count
  case repeatNext  // counts a down; at 0 to b
  case forBegin  // a: list (checked), a + 1: place
  case forNext  // a, a + 1; b = item; at the end to c
  case filter  // a, a + 1: list and place; b = b + those that hold; K[c]: field; n: comparison, K; or `noFilter`
  case lookForMark  // notes that b, found in a, is empty because the text in c is written with @ or #; c + 1: the field
  case append  // a = a + [b], in place; c: the first unused register; n: 1 when a is a global, 2 when written with +
  case setPart  // a[b…] = value behind the keys; c: the first unused register; n: keys, operation, `globalFlag`
  case updatePart  // a[b…] = built-in c of that part and others, the arguments behind the keys; n as with `setPart`
  case checkPlace  // a[b…] must be no missing item of a list; n as with `updatePart`
  case sortBy  // a sorted by the keys in b; n: 1 for descending
  case groupBy  // a = list a grouped by the keys in b
  case extremeBy  // a = the item of list a with the largest of the keys in b, the smallest for n = 0
  case uniqueBy  // a = the first items of list a for each of the keys in b
  case joinOn  // a = the records of list a with those of list b; shape c: the fields that must be equal, one or two
  case select  // a = list a with the fields of shape b
  case firstItems, lastItems  // a = of list a; b: count register or -1
  case countItems, sumItems, numberItems  // a = of list a
  case statement  // tracing; n = 0: a statement begins, 1: it gave a by the command of site b or -1
}

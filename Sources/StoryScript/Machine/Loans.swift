/// Ownership moves into calls: in `r = put $r "a" 1` the definition changes its parameter in place.
///
/// A value can change in place if it has a single owner, but here the variable `r` owns it as well. The compiler marks
/// such calls: they *lend* a variable, because their statement replaces the variable's value, or ends the function,
/// and no longer reads it (`Lending`). Before a shared value is copied for a change, all variables lent by the calls
/// around give up their reference.
///
/// No one may notice: after an error the variable must have its old value, and until the call returns, a handler, a
/// definition or a command may read it. So a variable that outlives an error is a *debt*: it holds a mark, and the debt
/// has the value's newest version with the changes since. Code that finds the mark has the debt settled, which reverts
/// the changes in a copy. A debt is an owner too, so no change can pass it by.
///
/// `s.r = put $s.r "a" 1` lends a part of the variable. The part is then taken out of the variable's value, which the
/// debt keeps without it, and the assignment puts the new part in its place.
struct Debt {
  /// The lent variable: a register of a fiber, counted from the beginning of its stack. The fiber runs, or waits for
  /// one that runs.
  let fiber: Unmanaged<Fiber>
  let register: Int
  /// `none` during a change.
  var newest = Value.none
  var isChanging = true
  fileprivate var changes: [Undo]
  /// The variable's value without the part that is lent, and the keys of the part; `nil` if all of it is lent.
  fileprivate var part: (whole: Value, keys: [Value])?

  var variable: UnsafeMutablePointer<Value> { fiber._withUnsafeGuaranteedRef { $0.stack } + register }
  /// `false` if the variable has got another value since.
  var isOpen: Bool { variable.pointee.isMark }
  /// `true` if there are so many changes that a copy would have cost less.
  var isLong: Bool { changes.count > Self.most && changes.count > newest.partCount }
  private static let most = 4_096

  /// Gives up the newest version, if it is this value.
  mutating func takeNewest(_ value: UnsafeMutablePointer<Value>) -> Bool {
    guard withUnsafeMutablePointer(to: &newest, { Value.isSame($0, value) }) else { return false }
    newest = .none
    isChanging = true
    return true
  }

  mutating func note(_ undo: Undo) {
    if !changes.isEmpty, changes[changes.count - 1].covers(undo) { return }
    changes.append(undo)
  }

  /// The value that was lent. O(size of the changes).
  fileprivate var old: Value {
    var value = newest
    for undo in changes.reversed() { undo.apply(to: &value) }
    return value
  }

  /// Gives the variable what it lent.
  fileprivate mutating func repay(_ lent: Value) {
    guard let part else {
      variable.pointee = lent
      return
    }
    var whole = part.whole
    self.part = nil
    Undo(.set(lent), at: part.keys).apply(to: &whole)
    variable.pointee = whole
  }
}

extension Value {
  /// The content of a variable in debt: no value of a script, whose whole numbers of this kind are large.
  static let mark = Value.whole(0)
  @inline(__always)
  var isMark: Bool { if case .whole(0) = self { true } else { false } }

  /// The number of items or fields of a list or record.
  var partCount: Int {
    switch self {
    case .list(let items): items.count
    case .record(let record): record.count
    default: 0
    }
  }
}

extension Machine {
  /// Takes a value over from the variables lent by the calls around, if then nothing else shares it. After the change
  /// `repay` must follow, also if the change failed.
  ///
  /// - Returns: `true` if the value now has a single owner.
  /// - Parameter least: the number of items or fields below which copying the value costs less.
  @inline(__always)
  func borrow(_ value: UnsafeMutablePointer<Value>, least: Int = Machine.few, _ unused: Unused) -> Bool {
    guard unused.isLent, !isBorrowing else { return false }
    isBorrowing = takeOver(value, least, unused.fiber, unused)
    return isBorrowing
  }

  static let few = 8

  @inline(never)
  private func takeOver(
    _ value: UnsafeMutablePointer<Value>, _ least: Int, _ fiber: Fiber, _ unused: Unused
  ) -> Bool {
    guard least == 0 || Self.isLarge(value.pointee, least) else { return false }
    var isTaken = false
    let known = debts.count
    for index in 0..<known where debts[index].takeNewest(value) { (isTaken, context.isNoting) = (true, true) }
    let frames = fiber.frames
    var depth = frames.count - 1
    while depth > 0 {
      let call = (frames[depth].returnTo - 1).pointee
      guard call.n != 0 else { break }
      depth -= 1
      let base = frames[depth].base
      let lending = Lending(bits: call.n)
      let target = fiber.stack + base + Int(call.a)
      if lending.lendsTarget, target != value {
        // The record in `x = (push $x 1).x` still has what the last call returned in it.
        if Value.isSame(target, value) { isTaken = true }
        target.pointee = .none
      }
      guard lending.register >= 0, lending.register != Lending.passesOn else { continue }
      let register = lending.isGlobal ? lending.register : base + lending.register
      let variable = (lending.isGlobal ? main.stack : fiber.stack) + register
      var keys: [Value]?
      if lending.isPart {
        keys = takePart(value, of: variable, assignedBehind: frames[depth + 1].returnTo, fiber.stack + base, unused)
        if keys == nil { break }
      } else {
        guard variable != value, Value.isSame(variable, value) else { break }
      }
      isTaken = true
      if lending.isGlobal || outlivesErrors(fiber, depth) {
        let owner = Unmanaged.passUnretained(lending.isGlobal ? main : fiber)
        var debt = Debt(fiber: owner, register: register, changes: spareChanges)
        if let keys { debt.part = (variable.pointee, keys) }
        debts.append(debt)
        spareChanges = []
        variable.pointee = .mark
        context.isNoting = true
      } else if keys == nil {
        variable.pointee = .none
      }
      // Around a variable with a part there is no other owner of the part.
      if keys != nil { break }
    }
    guard isTaken else { return false }
    if value.pointee.isShared {
      unused.clear(atMost: Self.nearby + 4 * value.pointee.partCount)
      if value.pointee.isShared {
        // The value has another owner as well.
        while debts.count > known {
          debts[debts.count - 1].repay(value.pointee)
          debts.removeLast()
        }
        repay(value)
        return false
      }
    }
    return true
  }

  /// Takes a part out of a variable's value, where `none` remains, if the part is this value.
  /// - Parameter next: the code behind the call that lends the part, up to the assignment that replaces it.
  /// - Returns: the keys of the part; `nil` if it is another value, or the variable's value has another owner.
  private func takePart(
    _ value: UnsafeMutablePointer<Value>, of variable: UnsafeMutablePointer<Value>,
    assignedBehind next: UnsafeMutablePointer<Instruction>, _ registers: UnsafeMutablePointer<Value>, _ unused: Unused
  ) -> [Value]? {
    guard !variable.pointee.isMark else { return nil }
    var next = next
    while next.pointee.operation != .setPart { next += 1 }
    let keys = UnsafeBufferPointer(
      start: registers + Int(next.pointee.b), count: PartChange(bits: next.pointee.n).keys)
    if variable.pointee.isShared { unused.clear(atMost: Self.nearby + 4 * variable.pointee.partCount) }
    guard !variable.pointee.isShared else { return nil }
    var isTaken = false
    do throws(Failure) {
      try change(&variable.pointee, keys[...], mayAdd: false, unused) { (part) throws(Failure) in
        isTaken = withUnsafeMutablePointer(to: &part) { Value.isSame($0, value) }
        if isTaken { part = .none }
      }
    } catch { return nil }
    return isTaken ? Array(keys) : nil
  }

  /// Gives a variable its value back without the part that it lent, if it did: the part is assigned next.
  @inline(never)
  func closePart(of variable: UnsafeMutablePointer<Value>) {
    guard variable.pointee.isMark,
      let place = debts.lastIndex(where: { $0.part != nil && $0.variable == variable })
    else { return }
    variable.pointee = debts[place].part?.whole ?? .none
    debts[place].part = nil
  }

  /// Ends a change of a borrowed value; the notes say how to take it back.
  /// - Parameter keys: lead to the part that changed.
  func repay(_ value: UnsafeMutablePointer<Value>, at keys: Slice<UnsafeBufferPointer<Value>>? = nil) {
    isBorrowing = false
    guard context.isNoting else { return }
    context.isNoting = false
    var isLong = false
    for index in debts.indices where debts[index].isChanging {
      debts[index].isChanging = false
      debts[index].newest = value.pointee
      if let keys { for place in context.undos.indices { context.undos[place].setKeys(keys) } }
      if debts.count == 1, context.undos.count == 1 {
        debts[index].note(context.undos.removeLast())
      } else {
        for undo in context.undos { debts[index].note(undo) }
      }
      isLong = isLong || debts[index].isLong
    }
    context.forgetNotes()
    if isLong { repayDebts() }
  }

  /// Returns `true` if the variables of a frame can be read after an error in a call that it made.
  private func outlivesErrors(_ fiber: Fiber, _ depth: Int) -> Bool {
    (depth == 0 && fiber === main) || fiber.tries.contains { $0.frameCount == depth + 1 }
  }

  /// Gives all lent variables their values back.
  @inline(__always)
  func repayDebts() { if !debts.isEmpty { settle() } }

  @inline(never)
  private func settle() {
    while var debt = debts.popLast() {
      guard debt.isOpen else { continue }
      debt.repay(debt.old)
      debt.newest = .none
    }
  }

  /// Forgets the debts of variables that have got another value, as the result of the call that they were lent to.
  @inline(never)
  func closeDebts() {
    guard debts.count == 1 else { return debts.removeAll { !$0.isOpen } }
    guard !debts[0].isOpen else { return }
    swap(&spareChanges, &debts[0].changes)
    spareChanges.removeAll(keepingCapacity: true)
    debts.removeAll(keepingCapacity: true)
  }

  /// Returns a global, whose value may be lent.
  @inline(__always)
  func global(_ slot: Int) -> UnsafeMutablePointer<Value> {
    if main.stack[slot].isMark { settle() }
    return main.stack + slot
  }

  private static func isLarge(_ value: Value, _ least: Int) -> Bool {
    if case .text(let text) = value { return text.utf8.count > longText }
    return value.partCount >= least
  }
}

/// Changes in place: `x = (append $x 1)`, `x = $x + [1, 2]`, `x = (with $x "a" 1)`, `x = $x + "…"`.
///
/// A loop that grows a value is linear only if the value has a single owner. So a change takes the value out of its
/// variable, and first clears the unused registers above, which may still hold arguments of a finished call.
extension Machine {
  /// The registers that a changing instruction knows to be unused: those from `first` on.
  struct Unused {
    var first: UnsafeMutablePointer<Value>
    var end: UnsafeMutablePointer<Value>
    unowned(unsafe) var fiber: Fiber
    /// `true` if the call of this frame lends a variable.
    var isLent: Bool

    /// Clears values left by calls, in at most `count` registers. O(count).
    func clear(atMost count: Int) {
      var register = first
      let last = end - first > count ? first + count : end
      while register < last {
        switch register.pointee {
        case .text, .list, .record: register.pointee = .none
        default: break
        }
        register += 1
      }
    }
  }

  /// Returns the registers that an instruction of this frame leaves unused, from index `first` on; none if `first` is
  /// 0 (unknown).
  @inline(__always)
  func unused(
    _ first: Int, _ registers: UnsafeMutablePointer<Value>, _ fiber: Fiber, _ frame: Fiber.Frame
  ) -> Unused {
    let end = fiber.stack + fiber.capacity
    return Unused(
      first: first == 0 ? end : registers + first, end: end, fiber: fiber, isLent: (frame.returnTo - 1).pointee.n != 0)
  }

  /// Performs `.add` and `.addK` for values other than two small numbers.
  @inline(never)
  func add(
    _ at: UnsafeMutablePointer<Instruction>, _ right: Value, _ registers: UnsafeMutablePointer<Value>, _ fiber: Fiber,
    _ frame: Fiber.Frame
  ) throws(Failure) {
    let instruction = at.pointee
    try add(
      registers + Int(instruction.b), right, into: registers + Int(instruction.a),
      isCopy: instruction.n & Instruction.copyFlag != 0,
      unused(Int(instruction.n & ~Instruction.copyFlag), registers, fiber, frame))
  }

  /// Computes `target = left + right`, in place if `left` is the target itself or a copy of it.
  @inline(never)
  func add(
    _ left: UnsafeMutablePointer<Value>, _ right: Value, into target: UnsafeMutablePointer<Value>, isCopy: Bool,
    _ unused: Unused
  ) throws(Failure) {
    guard left == target || (isCopy && left.pointee.hasStorage(of: target.pointee)) else {
      target.pointee = try add(left.pointee, right)
      return
    }
    // One pattern at a time: matching a pair would retain both values once more.
    if case .text(let more) = right, case .text(var text) = target.pointee {
      let count = text.utf8.count
      try context.checkGrowth(of: text, by: more.utf8.count)
      let isBorrowed = count > Self.longText && borrow(target, unused)
      left.pointee = .none
      target.pointee = .none
      if count > Self.longText { unused.clear(atMost: Self.nearby) }
      context.texts.append(more, to: &text)
      target.pointee = .text(text)
      if isBorrowed {
        context.note(.truncate(count))
        repay(target)
      }
    } else if case .list(let more) = right, case .list = target.pointee {
      try Limits.checkItems(target.pointee.partCount + more.count)
      if left != target { left.pointee = .none }
      try extend(target, unused, by: more.count) { $0.append(contentsOf: more) }
    } else {
      target.pointee = try add(left.pointee, right)
    }
  }

  /// Shorter texts are copied as fast as registers are scanned.
  static let longText = 2_048
  static let nearby = 64

  /// Prepares a list to grow in place: values left behind by calls do not count as other owners.
  private func own(_ list: inout ValueList, adding count: Int, _ unused: Unused) throws(Failure) {
    if list.count >= 32, list.isShared { unused.clear(atMost: Self.nearby + 4 * list.count) }
    try context.own(&list, adding: count)
  }

  /// - Parameter isSum: `true` if it was written with `+`, for messages.
  func append(
    _ value: Value, to target: UnsafeMutablePointer<Value>, isSum: Bool = false, _ unused: Unused
  ) throws(Failure) {
    guard case .list = target.pointee else {
      if isSum { throw Self.wrong("'+'", target.pointee, .list([])) }
      throw Failure(.wrongKind(operation: "'append'", needs: "a list", found: target.pointee.kind.phrase))
    }
    try context.checkNesting(of: value)
    try extend(target, unused, by: 1) { $0.append(value) }
  }

  /// Adds items at the end of a list, in place if it has a single owner or can be borrowed.
  @inline(__always)
  private func extend(
    _ target: UnsafeMutablePointer<Value>, _ unused: Unused, by count: Int, _ add: (inout ValueList) -> Void
  ) throws(Failure) {
    let isBorrowed = borrow(target, unused)
    guard case .list(var list) = target.pointee else { return }
    target.pointee = .none  // so that the list has one owner and grows in place
    let before = list.count
    do throws(Failure) { try own(&list, adding: count, unused) } catch {
      target.pointee = .list(list)
      if isBorrowed { repay(target) }
      throw error
    }
    add(&list)
    target.pointee = .list(list)
    if isBorrowed {
      context.note(.truncate(before))
      repay(target)
    }
  }

  /// Computes `target = (function target …)`, in place if the first argument is still the target's value.
  @inline(never)
  func update(
    _ target: UnsafeMutablePointer<Value>, _ function: Int, _ arguments: UnsafeMutableBufferPointer<Value>,
    _ unused: Unused
  ) throws(Failure) {
    let isOwn = target.pointee.hasStorage(of: arguments[0])
    // If this is a part of a borrowed value, its owner takes the change back.
    let isPart = context.isNoting
    let old = isPart && !isOwn ? target.pointee : .none
    var isBorrowed = false
    if isOwn {
      target.pointee = .none
      isBorrowed = arguments[0].hasParts && borrow(arguments.baseAddress!, unused)
      if !isBorrowed, arguments[0].isShared {
        unused.clear(atMost: Self.nearby + 4 * arguments[0].partCount)
      }
    }
    let function = Functions.all[function]
    do throws(Failure) {
      let result = try function.body(FunctionCall(name: function.name, arguments: arguments, context: context))
      target.pointee = result
    } catch {
      if isOwn { target.pointee = arguments[0] }
      context.forgetNotes()
      if isBorrowed { repay(target) }
      throw error
    }
    if isPart, !isOwn {
      context.forgetNotes()
      context.note(.set(old))
    } else if context.isNoting, context.undos.isEmpty, !arguments[0].isNone {
      // The function did not take its argument, but returned another value.
      context.note(.set(arguments[0]))
    }
    if isBorrowed { repay(target) }
    Self.release(arguments)
  }

  /// Returns the result of a definition that changes one of its variables, in place if that can be borrowed from the
  /// caller.
  /// - Parameter function: the index of a built-in, or -1 for `+`.
  @inline(never)
  func resultInPlace(
    _ function: Int, _ arguments: UnsafeMutableBufferPointer<Value>, _ registers: UnsafeMutablePointer<Value>,
    _ fiber: Fiber, _ frame: Fiber.Frame
  ) throws(Failure) -> Value {
    // The registers of this call are no longer read.
    let first = arguments.baseAddress!
    Self.release(UnsafeMutableBufferPointer(start: registers, count: first - registers))
    let unused = unused(first + arguments.count - registers, registers, fiber, frame)
    if function >= 0 {
      let result = first + arguments.count
      result.pointee = first.pointee
      try update(result, function, arguments, unused)
      defer { result.pointee = .none }
      return result.pointee
    }
    try add(first, arguments[1], into: first, isCopy: false, unused)
    defer { Self.release(arguments) }
    return first.pointee
  }

  /// Clears the arguments in the registers of a finished call, which would be a second owner.
  @inline(__always)
  static func release(_ arguments: UnsafeMutableBufferPointer<Value>) {
    for index in arguments.indices {
      switch arguments[index] {
      case .text, .list, .record: arguments[index] = .none
      default: break
      }
    }
  }
}

/// Changes of parts: `p.age = 10`, `grid[$y][$x] += 1`.
extension Machine {
  /// Changes the part at the end of the keys, in place as long as the values on the way have a single owner. The value
  /// is known not to be nested too deeply.
  ///
  /// - Throws: if a key does not fit; then nothing has changed.
  @inline(never)
  func set(
    _ target: UnsafeMutablePointer<Value>, _ keys: UnsafeBufferPointer<Value>, _ change: PartChange, _ value: Value,
    _ unused: Unused
  ) throws(Failure) {
    let isPlain = keys.count == 1 && change.operation == nil
    try self.change(target, keys, mayAdd: change.operation == nil, least: isPlain ? Self.few : 0, unused) {
      (part) throws(Failure) in
      context.note(Self.undo(change.operation, value, of: part))
      try set(&part, change.operation, value, unused)
    }
  }

  /// Computes `p.l = append $p.l 1`: replaces the part at the end of the keys with a function's result, in place if
  /// the first argument is still that part.
  @inline(never)
  func update(
    _ target: UnsafeMutablePointer<Value>, _ keys: UnsafeBufferPointer<Value>, _ function: Int,
    _ arguments: UnsafeMutableBufferPointer<Value>, _ unused: Unused
  ) throws(Failure) {
    try change(target, keys, mayAdd: true, least: 0, unused) { (part) throws(Failure) in
      try withUnsafeMutablePointer(to: &part) { (pointer) throws(Failure) in
        try update(pointer, function, arguments, unused)
      }
    }
  }

  /// - Throws: if the last key is the number of an item that the list does not have.
  @inline(never)
  func checkPlace(_ target: UnsafeMutablePointer<Value>, _ keys: UnsafeBufferPointer<Value>) throws(Failure) {
    var part = target.pointee
    for key in keys.dropLast() { part = try index(part, key) }
    if case .list(let list) = part, case .number(let number)? = keys.last { _ = try Self.place(number, in: list.count) }
  }

  /// Changes a part of a value, which may be borrowed.
  private func change(
    _ target: UnsafeMutablePointer<Value>, _ keys: UnsafeBufferPointer<Value>, mayAdd: Bool, least: Int,
    _ unused: Unused, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    guard borrow(target, least: least, unused) else {
      return try change(&target.pointee, keys[...], mayAdd: mayAdd, unused, body)
    }
    addsField = false
    do throws(Failure) { try change(&target.pointee, keys[...], mayAdd: mayAdd, unused, body) } catch {
      context.forgetNotes()
      repay(target)
      throw error
    }
    if addsField {
      context.forgetNotes()
      context.note(.removeLast)
    }
    repay(target, at: addsField ? keys.dropLast() : keys[...])
  }

  /// Returns the inverse of the change of a part.
  private static func undo(_ operation: BinaryOperator?, _ value: Value, of part: Value) -> Undo.Change {
    guard case .plus? = operation else { return .set(part) }
    switch (part, value) {
    case (.list(let items), .list): return .truncate(items.count)
    case (.text(let text), .text): return .truncate(text.utf8.count)
    default: return .set(part)
    }
  }

  /// - Parameter mayAdd: `true` if the last key may be a missing field, whose value then is `none` before the change.
  func change(
    _ whole: inout Value, _ keys: Slice<UnsafeBufferPointer<Value>>, mayAdd: Bool, _ unused: Unused,
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    guard let key = keys.first else { return try body(&whole) }
    // One pattern at a time: a `switch` would retain the value once more.
    if case .list(var list) = whole {
      guard let number = key.number else {
        throw Failure(.wrongKind(operation: "'[…]'", needs: "a whole number", found: key.kind.phrase))
      }
      let place = try Self.place(number, in: list.count)
      whole = .none
      defer { whole = .list(list) }
      try own(&list, adding: 0, unused)
      try list.change(at: place) { (part) throws(Failure) in
        try change(&part, keys.dropFirst(), mayAdd: mayAdd, unused, body)
      }
    } else if case .record(var record) = whole {
      guard let name = key.text else {
        throw Failure(.wrongKind(operation: "'[…]'", needs: "a field name as text", found: key.kind.phrase))
      }
      let place = record.position(of: name)
      guard place != nil || (keys.count == 1 && mayAdd) else {
        let meant = closest(to: name, among: record.names)
        guard keys.count == 1 else { throw Failure(.noSuchField(name, known: record.names, suggestion: meant)) }
        throw Failure(.noFieldToChange(name, suggestion: meant))
      }
      whole = .none
      defer { whole = .record(record) }
      if record.count >= Self.manyFields, record.isShared { unused.clear(atMost: Self.nearby + 4 * record.count) }
      if place == nil || record.count >= Self.manyFields { try context.checkGrowth(of: &record) }
      guard let place else {
        var value = Value.none
        try body(&value)
        record[name] = value
        addsField = true
        return
      }
      try record.change(at: place) { (part) throws(Failure) in
        try change(&part, keys.dropFirst(), mayAdd: mayAdd, unused, body)
      }
    } else {
      throw Failure(.wrongKind(operation: "changing a part", needs: "a list or a record", found: whole.kind.phrase))
    }
  }

  private static let manyFields = 8

  private func set(
    _ part: inout Value, _ operation: BinaryOperator?, _ value: Value, _ unused: Unused
  ) throws(Failure) {
    switch operation {
    case nil: part = value
    case .plus:
      try withUnsafeMutablePointer(to: &part) { (pointer) throws(Failure) in
        try add(pointer, value, into: pointer, isCopy: false, unused)
      }
    case .minus: part = try Self.subtract(part, value)
    case .times: part = try Self.multiply(part, value)
    default: part = try Self.divide(part, value)
    }
  }
}

extension Machine {
  /// Copies matching items from one list to another while `NumberFilter` applies. Separate from the loop that runs
  /// the code, which would become slower with more code in it.
  @inline(never)
  func filter(
    _ instruction: Instruction, _ registers: UnsafeMutablePointer<Value>, _ constants: UnsafePointer<Value>
  ) throws(Failure) {
    let (state, target) = (registers + Int(instruction.a), registers + Int(instruction.b))
    guard let comparison = NumberFilter.Comparison(rawValue: instruction.n & 7),
      let filter = NumberFilter(
        field: constants[Int(instruction.c)], comparison,
        bound: constants[Int(instruction.n >> 3)]),
      case .list(let items) = state[0], case .number(let place) = state[1], Int(place) < items.count,
      case .list(var result) = target.pointee
    else { return }
    var kept: [Value] = []
    let next = filter.collect(from: items, at: Int(place), into: &kept)
    if !kept.isEmpty {
      target.pointee = .none  // so that the list has one owner and grows in place
      defer { target.pointee = .list(result) }
      try context.own(&result, adding: kept.count)
      result.append(contentsOf: kept)
    }
    state[1] = .number(Double(next))
  }
}

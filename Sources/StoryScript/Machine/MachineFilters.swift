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

  /// Notes that a step found nothing because it compared a field with a text as views show it, such as `@ana`.
  /// - Parameter text: the text, followed by the field's name.
  @inline(never)
  func lookForMark(
    _ list: UnsafeMutablePointer<Value>, _ result: UnsafeMutablePointer<Value>, _ text: UnsafeMutablePointer<Value>
  ) {
    guard case .text(let marked) = text[0], marked.utf8.first?.isOne(of: "@#") == true, marked.utf8.count > 1,
      !context.isReading, case .text(let field) = text[1], result.pointee.partCount == 0,
      case .list(let items) = list.pointee
    else { return }
    let plain = String(marked.dropFirst())
    guard items.contains(where: { $0.record?[field]?.text == plain }) else { return }
    let mark = marked.prefix(1)
    host.note("'\(field)' is written without '\(mark)' in scripts; did you mean \(context.writer.brief(.text(plain)))?")
  }
}

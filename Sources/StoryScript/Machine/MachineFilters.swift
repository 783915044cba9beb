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
  /// - Parameters:
  ///   - result: the items found, or `false`.
  ///   - text: the text, or a list with such texts, followed by the field's name.
  @inline(never)
  func lookForMark(
    _ list: UnsafeMutablePointer<Value>, _ result: UnsafeMutablePointer<Value>, _ text: UnsafeMutablePointer<Value>
  ) {
    guard !context.isReading, result.pointee.partCount == 0, result.pointee.bool != true,
      case .text(let field) = text[1], case .list(let items) = list.pointee
    else { return }
    for marked in Self.marked(in: text[0]) {
      let plain = String(marked.dropFirst())
      guard items.contains(where: { Self.has(plain, in: $0.record?[field] ?? .none) }) else { continue }
      host.note(
        "'\(field)' is written without '\(marked.prefix(1))' in scripts; "
          + "did you mean \(context.writer.brief(.text(plain)))?")
      return
    }
  }

  /// Returns a text, or the first texts of a list, that begin with the mark of a name or a tag.
  private static func marked(in value: Value) -> [String] {
    switch value {
    case .text(let text): return text.utf8.count > 1 && text.utf8.first?.isOne(of: "@#") == true ? [text] : []
    case .list(let items):
      var found: [String] = []
      for item in items where found.count < markedLimit {
        if case .text = item { found += marked(in: item) }
      }
      return found
    default: return []
    }
  }

  private static let markedLimit = 8

  private static func has(_ text: String, in value: Value) -> Bool {
    switch value {
    case .text(let own): own == text
    case .list(let items): items.contains { $0.text == text }
    default: false
    }
  }
}

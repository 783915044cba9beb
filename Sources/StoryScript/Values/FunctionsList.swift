extension Functions {
  static let lists: [Function] = [
    Function(
      "length", "VALUE", takes: [.text, .list, .record], gives: .number, "the number of characters, items or fields",
      (#"length "story""#, "5")
    ) {
      (call) throws(Failure) in
      switch call[0] {
      case .text(let text): return .number(Double(try call.context.texts.length(of: text, call.context)))
      case .list(let list): return .number(Double(list.count))
      case .record(let record): return .number(Double(record.count))
      default: throw call.wrong(0, "text, a list or a record")
      }
    },
    Function(
      "contains", "VALUE PART", takes: [.text, .list, .record], gives: .bool,
      "`true` if a text contains PART, a list has the item PART, or a record has the field PART",
      (#"contains "story" "or""#, "true")
    ) {
      (call) throws(Failure) in
      try contains(call[0], call[1], call.context)
    },
    Function(
      "range", "FROM TO", gives: .list, "the whole numbers from FROM to TO, as a list", ("range 1 3", "[1, 2, 3]")
    ) {
      (call) throws(Failure) in
      let low = try call.whole(0)
      let high = try call.whole(1)
      guard low <= high else { return .list([]) }
      let (last, overflow) = high.subtractingReportingOverflow(low)
      // The greatest number plus one would be too many items to count.
      try Limits.checkItems(overflow ? .max : last)
      try call.context.checkItems(last + 1)
      return .list(try call.context.items(last + 1) { .number(exactly: Int64(low + $0)) })
    },
    Function("append", "LIST VALUE", gives: .list, "the list with VALUE added at the end", ("append [1] 2", "[1, 2]")) {
      (call) throws(Failure) in
      let item = call[1]
      _ = try call.list(0)
      try call.context.checkNesting(of: item)
      var list = call.moveList(0)
      do throws(Failure) { try call.context.own(&list, adding: 1) } catch {
        call.arguments[0] = .list(list)
        throw error
      }
      call.context.note(.truncate(list.count))
      list.append(item)
      return .list(list)
    },
    Function(
      "slice", "VALUE FROM [TO]", takes: [.text, .list], gives: [.text, .list],
      "the items or characters from FROM up to but not including TO, counted from 0",
      (#"slice "story" 1 3"#, "to")
    ) {
      (call) throws(Failure) in
      let count = try size(of: call)
      func place(_ index: Int) throws(Failure) -> Int {
        let at = try call.whole(index)
        return min(max(at < 0 ? at + count : at, 0), count)
      }
      let from = try place(1)
      let to = call.count > 2 ? try place(2) : count
      let isText = call[0].kind == .text
      guard from < to else { return isText ? .text("") : .list([]) }
      if isText { return .text(try call.context.texts.piece(of: try call.text(0), from..<to, call.context)) }
      try call.context.look()
      var list = call.moveList(0)
      if list.isShared {
        // The list is back in its place before anything can fail.
        call.arguments[0] = .list(list)
        return .list(try call.context.copy(of: list[from..<to]))
      }
      call.context.note(.items(front: Array(list[..<from]), back: Array(list[to...])))
      list.keep(from..<to)
      return .list(list)
    },
    Function(
      "reverse", "VALUE", takes: [.text, .list], gives: [.text, .list], "the list or text in reverse order",
      ("reverse [1, 2]", "[2, 1]")
    ) {
      (call) throws(Failure) in
      if case .text(let text) = call[0] {
        guard text.utf8.count >= FunctionContext.bytesPerCheck else { return .text(String(text.reversed())) }
        return .text(try characters(of: text, call.context).reversed().reduce(into: "") { $0 += $1.text ?? "" })
      }
      let list = try call.list(0)
      try call.context.checkItems(list.count)
      return .list(try call.context.items(list.count) { list[list.count - 1 - $0] })
    },
    Function(
      "unique", "LIST", gives: .list, "the items without duplicates, in their original order",
      ("unique [1, 2, 1]", "[1, 2]")
    ) {
      (call) throws(Failure) in
      var found = ValueTable()
      try call[0].checkParts("this list", call.context)
      for (index, item) in try call.list(0).enumerated() {
        try call.context.look(at: index)
        _ = try found.number(of: item, call.context)
      }
      return .list(found.values)
    },
    Function(
      "flatten", "LIST", gives: .list, "the items of the inner lists, as one list",
      ("flatten [[1, 2], [3]]", "[1, 2, 3]")
    ) {
      (call) throws(Failure) in
      var items = ValueList()
      for (index, item) in try call.list(0).enumerated() {
        try call.context.look(at: index)
        guard case .list(let more) = item else {
          items.append(item)
          continue
        }
        try call.context.checkGrowth(of: items, by: more.count)
        items.append(contentsOf: more)
      }
      return .list(items)
    },
    Function(
      "zip", "LIST OTHER", gives: .list, "pairs of items at the same position, up to the end of the shorter list",
      (#"zip [1, 2] ["a", "b"]"#, #"[[1, "a"], [2, "b"]]"#)
    ) {
      (call) throws(Failure) in
      let (first, second) = (try call.list(0), try call.list(1))
      let count = min(first.count, second.count)
      try call.context.checkItems(2 * count)
      return .list(try call.context.items(count) { .list([first[$0], second[$0]]) })
    },
    Function("keys", "RECORD", gives: .list, "the names of the fields, as a list", ("keys {a: 1}", #"["a"]"#)) {
      (call) throws(Failure) in
      .list(try call.record(0).names.map { .text($0) })
    },
    Function("values", "RECORD", gives: .list, "the values of the fields, as a list", ("values {a: 1}", "[1]")) {
      (call) throws(Failure) in
      .list(try call.record(0).values)
    },
    Function(
      "get", "VALUE FIELD [DEFAULT]", takes: [.list, .record],
      "a field or item, or DEFAULT if it is missing or none",
      (#"get {a: 1} "b" 0"#, "0")
    ) {
      (call) throws(Failure) in
      let fallback = call.count > 2 ? call[2] : .none
      switch (call[0], call[1]) {
      case (.record(let record), .text(let name)):
        guard let value = record[name], !value.isNone else { return fallback }
        return value
      case (.list(let list), .number):
        let index = try call.whole(1)
        let at = index < 0 ? index + list.count : index
        return list.indices.contains(at) && !list[at].isNone ? list[at] : fallback
      case (.record, _): throw call.wrong(1, "a field name as text")
      default: throw call.wrong(0, "a record and a field name, or a list and a number")
      }
    },
    Function(
      "with", "RECORD FIELD VALUE", gives: .record, "the record with FIELD changed or added",
      (#"with {a: 1} "a" 2"#, "{a: 2}")
    ) {
      (call) throws(Failure) in
      _ = try call.record(0)
      let name = try call.text(1)
      try call.context.checkNesting(of: call[2])
      var record = call.moveRecord(0)
      try call.context.checkGrowth(of: &record)
      call.context.note(record[name].map { .field(name, $0) } ?? .removeLast)
      record[name] = call[2]
      return .record(record)
    },
    Function(
      "omit", "VALUE PART…", gives: [.record, .list],
      "a record without the given fields, or a list without the items at the given positions",
      (#"omit {a: 1, b: 2} "a""#, "{b: 2}")
    ) {
      (call) throws(Failure) in
      if case .list = call[0] { return try listWithout(call) }
      guard case .record = call[0] else { throw call.wrong(0, "a record or a list") }
      var names: [String] = []
      for index in 1..<call.count { names.append(try call.text(index)) }
      var record = call.moveRecord(0)
      try call.context.checkGrowth(of: &record)
      for name in names {
        let before = call.context.isNoting && !record.mayLeaveGap ? record : nil
        guard let (value, gap) = record.remove(name) else { continue }
        call.context.note(before.map { .set(.record($0)) } ?? .gap(name, value, at: gap ?? 0))
      }
      return .record(record)
    },
  ]

  private static func listWithout(_ call: FunctionCall) throws(Failure) -> Value {
    let count = try call.list(0).count
    var places: Set<Int> = []
    for index in 1..<call.count {
      let position = try call.whole(index)
      let place = position < 0 ? position + count : position
      guard place >= 0, place < count else { throw Failure(.indexOutOfRange(index: "\(position)", count: count)) }
      places.insert(place)
    }
    var list = call.moveList(0)
    do throws(Failure) { try call.context.own(&list, adding: 0) } catch {
      call.arguments[0] = .list(list)
      throw error
    }
    call.context.note(.removed(places.sorted().map { ($0, list[$0]) }))
    list.remove(at: places)
    return .list(list)
  }

  /// Returns the number of characters or items of the first argument. A separate function, so that nothing else
  /// retains the list when it changes in place.
  private static func size(of call: FunctionCall) throws(Failure) -> Int {
    switch call[0] {
    case .text(let text): try call.context.texts.length(of: text, call.context)
    case .list(let list): list.count
    default: throw call.wrong(0, "text or a list")
    }
  }

  static func contains(
    _ whole: Value, _ part: Value, _ context: FunctionContext, asking operation: String = "'contains'"
  ) throws(Failure) -> Value {
    switch (whole, part) {
    case (.text(let text), .text(let piece)):
      if piece.isEmpty { return .bool(true) }
      return .bool(try TextSearch(text, piece).isFound(context))
    case (.list(let list), _):
      try whole.checkParts("this list", context)
      for (index, item) in list.enumerated() {
        try context.look(at: index)
        if try item.equals(part, context) ?? false { return .bool(true) }
      }
      return .bool(false)
    case (.record(let record), .text(let name)): return .bool(record.position(of: name) != nil)
    default:
      throw Failure(
        .wrongKind(
          operation: operation, needs: "text, a list or a record to search",
          found: "\(whole.kind.phrase) and \(part.kind.phrase)"))
    }
  }
}

import Timeline

/// The machine's operations on values other than two numbers.
extension Machine {
  static func notBool(_ conditionWord: ConditionWord, _ found: Value) -> Failure {
    Failure(.notBoolean(context: conditionWord.phrase, found: found.kind.phrase))
  }

  static func wrong(_ operation: String, _ left: Value, _ right: Value) -> Failure {
    if operation == "'+'", left.kind == .text || right.kind == .text, left.kind != .list, right.kind != .list {
      return Failure(.joined(left.kind.phrase, right.kind.phrase))
    }
    return Failure(
      .wrongKind(
        operation: operation, needs: "compatible values",
        found: "\(left.kind.phrase) and \(right.kind.phrase)"))
  }

  @inline(never)
  func add(_ left: Value, _ right: Value) throws(Failure) -> Value {
    switch (left, right) {
    case (.number(let a), .number(let b)) where abs(a + b) < 0x1p53: return .number(a + b)
    case (.number, .number), (.number, .whole), (.whole, .number), (.whole, .whole):
      return try Value.calculated(left, right, "this sum", { $0.addingReportingOverflow($1) }, +)
    case (.duration(let a), .duration(let b)): return try Value.checked(a + b, "this sum")
    case (.date(let a), .duration(let b)), (.duration(let b), .date(let a)): return try Value.checked(a + b, "this sum")
    case (.text(let a), .text(let b)):
      try context.checkText(bytes: a.utf8.count + b.utf8.count)
      return .text(a + b)
    case (.list(var a), .list(let b)):
      try context.own(&a, adding: b.count)
      a.append(contentsOf: b)
      return .list(a)
    default: throw Self.wrong("'+'", left, right)
    }
  }

  @inline(never)
  static func subtract(_ left: Value, _ right: Value) throws(Failure) -> Value {
    switch (left, right) {
    case (.number(let a), .number(let b)) where abs(a - b) < 0x1p53: return .number(a - b)
    case (.number, .number), (.number, .whole), (.whole, .number), (.whole, .whole):
      return try Value.calculated(left, right, "this difference", { $0.subtractingReportingOverflow($1) }, -)
    case (.duration(let a), .duration(let b)): return try Value.checked(a - b, "this difference")
    case (.date(let a), .duration(let b)): return try Value.checked(a - b, "this difference")
    case (.date(let a), .date(let b)): return try Value.checked(a - b, "this difference")
    default: throw wrong("'-'", left, right)
    }
  }

  static func multiply(_ left: Value, _ right: Value) throws(Failure) -> Value {
    switch (left, right) {
    case (.number(let a), .number(let b)) where abs(a * b) < 0x1p53: return .number(a * b)
    case (.number, .number), (.number, .whole), (.whole, .number), (.whole, .whole):
      return try Value.calculated(left, right, "this product", { $0.multipliedReportingOverflow(by: $1) }, *)
    case (.duration(let a), .number(let b)), (.number(let b), .duration(let a)):
      guard let product = a.times(b) else { throw Failure(.outOfRange(what: "this product")) }
      return try Value.checked(product, "this product")
    default: throw wrong("'*'", left, right)
    }
  }

  static func divide(_ left: Value, _ right: Value) throws(Failure) -> Value {
    switch (left, right) {
    case (.number, .number(0)), (.whole, .number(0)), (.duration, .number(0)), (.duration, .duration(.zero)):
      throw Failure(.divisionByZero)
    case (.number(let a), .number(let b)): return try Value.checked(a / b, "this division")
    case (.number, .whole), (.whole, .number), (.whole, .whole):
      if let a = left.wholeNumber, let b = right.wholeNumber,
        a.remainderReportingOverflow(dividingBy: b).partialValue == 0
      {
        return try Value.calculated(left, right, "this division", { $0.dividedReportingOverflow(by: $1) }, /)
      }
      return try Value.checked((left.number ?? 0) / (right.number ?? 0), "this division")
    case (.duration(let a), .number(let b)):
      guard let share = a.divided(by: b) else { throw Failure(.outOfRange(what: "this division")) }
      return try Value.checked(share, "this division")
    case (.duration(let a), .duration(let b)): return .number(a / b)
    default: throw wrong("'/'", left, right)
    }
  }

  /// Returns the remainder with the divisor's sign, so that `x mod 7` is always in 0 ..< 7.
  static func modulo(_ left: Value, _ right: Value) throws(Failure) -> Value {
    switch (left, right) {
    case (.number, .number(0)), (.whole, .number(0)), (.duration, .duration(.zero)): throw Failure(.divisionByZero)
    case (.whole, .whole), (.whole, .number), (.number, .whole):
      guard let a = left.wholeNumber, let b = right.wholeNumber else {
        return try modulo(.number(left.number ?? 0), .number(right.number ?? 0))
      }
      let rest = a.remainderReportingOverflow(dividingBy: b).partialValue
      return .number(exactly: rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest)
    case (.number(let a), .number(let b)):
      let rest = a.truncatingRemainder(dividingBy: b)
      return .number(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest)
    case (.duration(let a), .duration(let b)):
      let rest = a.microseconds % b.microseconds
      return .duration(
        Duration(microseconds: rest != 0 && (rest < 0) != (b.microseconds < 0) ? rest + b.microseconds : rest))
    default: throw wrong("'mod'", left, right)
    }
  }

  static func negate(_ value: Value) throws(Failure) -> Value {
    switch value {
    case .number(let number): return .number(-number)
    case .whole(let whole):
      guard whole != .min else { throw Failure(.outOfRange(what: "this negation")) }
      return .number(exactly: -whole)
    case .duration(let duration): return .duration(-duration)
    default: throw Failure(.wrongKind(operation: "'-'", needs: "a number or a duration", found: value.kind.phrase))
    }
  }

  func equal(_ left: Value, _ right: Value) throws(Failure) -> Bool {
    try left.checkParts("this comparison", context)
    guard let equal = try left.equals(right, context) else {
      throw Failure(.incomparable(left.kind.phrase, right.kind.phrase))
    }
    return equal
  }

  func isLike(_ text: Value, _ pattern: Value) throws(Failure) -> Bool {
    guard case .text(let whole) = text, case .text(let part) = pattern else {
      throw Failure(
        .wrongKind(
          operation: "'like'", needs: "text on both sides", found: "\(text.kind.phrase) and \(pattern.kind.phrase)"))
    }
    return try TextPattern.isLike(whole, part, context)
  }

  func order(_ left: Value, _ right: Value) throws(Failure) -> Int {
    guard let order = try left.ordered(right, context) else {
      if left.kind == right.kind { throw Failure(.unordered(left.kind.phrase)) }
      throw Failure(.incomparable(left.kind.phrase, right.kind.phrase))
    }
    return order
  }

  // MARK: Texts, lists and records

  func interpolate(_ pieces: UnsafeBufferPointer<Value>) throws(Failure) -> Value {
    var text = ""
    for piece in pieces {
      try piece.checkText(context)
      let more = try context.text(of: piece)
      try context.checkText(bytes: text.utf8.count + more.utf8.count)
      text += more
    }
    return .text(text)
  }

  func makeList(_ items: UnsafeBufferPointer<Value>) throws(Failure) -> Value {
    for item in items { try context.checkNesting(of: item) }
    return .list(Array(items))
  }

  func makeRecord(_ values: UnsafeMutablePointer<Value>, _ shape: Record.Shape) throws(Failure) -> Value {
    let values = UnsafeBufferPointer(start: values, count: shape.names.count)
    for value in values { try context.checkNesting(of: value) }
    return .record(Record(shape, Array(values)))
  }

  func index(_ base: Value, _ index: Value) throws(Failure) -> Value {
    switch (base, index) {
    case (.list(let list), .number(let number)): return list[try Self.place(number, in: list.count)]
    case (.record, .text): return try Self.field(base, index)
    case (.date(let instant), .text(let name)): return try dateField(instant, name)
    case (.text(let text), .number(let number)):
      let at = try Self.place(number, in: try context.texts.length(of: text, context))
      return .text(try context.texts.piece(of: text, at..<(at + 1), context))
    case (.list(let list), .whole(let whole)):
      throw Failure(.indexOutOfRange(index: "\(whole)", count: list.count))
    case (.list, _), (.text, _):
      throw Failure(.wrongKind(operation: "'[…]'", needs: "a whole number", found: index.kind.phrase))
    case (.record, _):
      throw Failure(
        .wrongKind(operation: "'[…]' of a record", needs: "a field name in quotes", found: index.kind.phrase))
    default:
      throw Failure(.wrongKind(operation: "'[…]'", needs: "a list, a record, text or a date", found: base.kind.phrase))
    }
  }

  /// Returns the index for a number among `count` items; negative numbers count from the end.
  static func place(_ number: Double, in count: Int) throws(Failure) -> Int {
    guard let place = Int(exactly: number) else {
      throw Failure(.wrongKind(operation: "'[…]'", needs: "a whole number", found: NumberText.plain(number)))
    }
    let at = place < 0 ? place + count : place
    guard at >= 0, at < count else { throw Failure(.indexOutOfRange(index: "\(place)", count: count)) }
    return at
  }

  static func field(_ base: Value, _ name: Value) throws(Failure) -> Value {
    guard case .text(let name) = name else { return .none }
    guard case .record(let record) = base else {
      throw Failure(.notARecord(field: name, found: base.kind.phrase, isFunction: Functions.byName[name] != nil))
    }
    guard let place = record.position(of: name) else {
      throw Failure(.noSuchField(name, known: record.names, suggestion: closest(to: name, among: record.names)))
    }
    return record.value(at: place)
  }

  /// Returns `.year`, `.hour`, … of a date, in the session's time zone.
  func dateField(_ instant: Instant, _ name: String) throws(Failure) -> Value {
    guard let part = DateParts.value(name, of: context.writer.civil(instant)) else {
      let suggestion = closest(to: name, among: DateParts.names)
      throw Failure(.noSuchField(name, known: DateParts.names, suggestion: suggestion))
    }
    return .number(Double(part))
  }

  /// Assigns the words with which a script was started to its variables, each converted to the kind of its default
  /// value.
  func assignArguments(_ site: ArgumentSite) throws(Failure) {
    let given = program.globals["args"].flatMap { main.stack[$0].list } ?? []
    guard (site.minimum...site.names.count).contains(given.count) else {
      throw Failure(.wrongArguments(wants: site.usage, found: given.count))
    }
    for (place, global) in site.globals.enumerated() {
      let fallback = place < site.minimum ? nil : site.fallbacks[place - site.minimum]
      guard place < given.count else {
        main.stack[global] = fallback ?? .none
        continue
      }
      guard let value = argument(given[place], like: fallback) else {
        throw Failure(
          .wrongStart(
            site.names[place], needs: fallback?.kind.phrase ?? "text", found: context.writer.brief(given[place])))
      }
      main.stack[global] = value
    }
  }

  private func argument(_ given: Value, like fallback: Value?) -> Value? {
    guard let text = given.text, let fallback else { return given }
    switch fallback {
    case .none, .text, .list, .record: return given
    case .date: return context.writer.instant(spelled: text).map { .date($0) }
    default:
      guard case .value(let value) = Literal.read(Array(text.utf8)[...]), value.kind == fallback.kind else {
        return nil
      }
      return Value(value)
    }
  }

  // MARK: Pipeline steps

  static func list(_ value: Value, _ step: String) throws(Failure) -> ValueList {
    guard case .list(let list) = value else {
      throw Failure(.wrongKind(operation: "'\(step)'", needs: "a list", found: value.kind.phrase))
    }
    return list
  }

  /// Returns the list stably sorted; items without a key come last in either direction. O(n log n).
  func sorted(_ value: Value, by keys: Value, descending: Bool) throws(Failure) -> Value {
    let items = try Self.list(value, "sort")
    let keys = try Self.list(keys, "sort")
    try context.checkItems(2 * items.count)
    var (order, holes) = ([Int](), [Int]())
    order.reserveCapacity(items.count)
    for (index, key) in keys.enumerated() {
      try context.look(at: index)
      if key.isNone {
        holes.append(index)
        continue
      }
      if let before = order.last, try keys[before].ordered(key, context) == nil {
        if case .record(let record) = key, let field = record.names.first {
          throw Failure(.unsortedRecords(field: field)).at(index, of: items, context)
        }
        throw Failure(.incomparable(keys[before].kind.phrase, key.kind.phrase)).at(index, of: items, context)
      }
      order.append(index)
    }
    try context.look()
    var comparisons = 0
    var failure: Failure?
    order.sort { a, b in
      if failure != nil { return false }
      do throws(Failure) {
        comparisons &+= 1
        try context.look(at: comparisons)
        let order = try keys[a].ordered(keys[b], context) ?? 0
        return order == 0 ? a < b : (order < 0) != descending
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    order += holes
    return .list(try context.items(order.count) { items[order[$0]] })
  }

  /// Returns records of a key and its items, in the order in which the keys first appear. O(n).
  func grouped(_ value: Value, by keys: Value) throws(Failure) -> Value {
    let items = try Self.list(value, "group by")
    try keys.checkParts("these keys", context)
    let keys = try Self.list(keys, "group by")
    var found = ValueTable(bytesBeside: Self.bytesPerGroup)
    var groups: [[Value]] = []
    for (index, (item, key)) in zip(items, keys).enumerated() {
      try context.look(at: index)
      try context.checkNesting(of: item)
      let group = try found.number(of: key, context)
      if group == groups.count { groups.append([]) }
      groups[group].append(item)
    }
    let shape = Record.Shape(["key", "count", "items"])
    return .list(
      try context.items(groups.count) {
        .record(Record(shape, [found.values[$0], .number(Double(groups[$0].count)), .list(groups[$0])]))
      })
  }

  /// The approximate memory of a group with one item, in bytes: its index, its list, its record and the record's
  /// values.
  static let bytesPerGroup = 8 + 64 + 48 + 96 + 16

  /// Returns records of a number, counted from 1, and the item. O(n).
  func numbered(_ value: Value) throws(Failure) -> Value {
    guard case .list(let items) = value else { return try convert(value) }
    try context.checkItems(items.count)
    let shape = Record.Shape(["number", "item"])
    return .list(
      try context.items(items.count) { .record(Record(shape, [.number(Double($0 + 1)), items[$0]])) })
  }

  /// Returns the result of the function `number`, for `… | number` of a value other than a list.
  private func convert(_ value: Value) throws(Failure) -> Value {
    var value = value
    return try withUnsafeMutablePointer(to: &value) { (pointer) throws(Failure) in
      let arguments = UnsafeMutableBufferPointer(start: pointer, count: 1)
      return try Functions.all[Functions.byName["number"]!].body(
        FunctionCall(name: "number", arguments: arguments, context: context))
    }
  }

  func select(_ value: Value, _ shape: Record.Shape) throws(Failure) -> Value {
    func picked(_ value: Value) throws(Failure) -> Value {
      .record(Record(shape, try shape.names.map { (name) throws(Failure) in try Self.field(value, .text(name)) }))
    }
    guard case .list(let items) = value else { return try picked(value) }
    var result: [Value] = []
    result.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      try context.look(at: index + 1)
      result.append(try picked(item))
    }
    return .list(result)
  }

  func ends(_ value: Value, _ count: Value?, last: Bool) throws(Failure) -> Value {
    let items = try Self.list(value, last ? "last" : "first")
    guard let count else {
      guard let item = last ? items.last : items.first else {
        throw Failure(.noItem(step: last ? "last" : "first"))
      }
      return item
    }
    guard case .number(let number) = count, let wanted = Int(exactly: number), wanted >= 0 else {
      throw Failure(
        .wrongKind(
          operation: last ? "'last'" : "'first'", needs: "a whole number, 0 or greater", found: count.kind.phrase))
    }
    return .list(try context.copy(of: last ? items.suffix(wanted) : items.prefix(wanted)))
  }

  static func count(_ value: Value) throws(Failure) -> Value {
    if case .record(let record) = value { return .number(Double(record.count)) }
    return .number(Double(try list(value, "count").count))
  }

  func sum(_ value: Value) throws(Failure) -> Value {
    let items = try Self.list(value, "sum")
    // Items that are `none` are skipped.
    guard let first = items.firstIndex(where: { !$0.isNone }) else { return .number(0) }
    var total = items[first]
    func checkKind() throws(Failure) {
      switch total {
      case .number, .whole, .duration: return
      default: throw Failure(.wrongKind(operation: "'sum'", needs: "numbers or durations", found: total.kind.phrase))
      }
    }
    // Checks before adding: texts would be joined to longer and longer ones.
    do throws(Failure) { try checkKind() } catch { throw error.at(first, of: items, context) }
    for (index, item) in items[(first + 1)...].enumerated() where !item.isNone {
      try context.look(at: index + 1)
      do throws(Failure) { total = try add(total, item) } catch {
        throw error.at(first + 1 + index, of: items, context)
      }
    }
    try checkKind()
    return total
  }

  // MARK: Commands, time and expectations

  func perform(_ site: Int, _ arguments: UnsafeMutablePointer<Value>) throws(Failure) -> CommandOutcome {
    let known = sites[site]
    if known.isChecked { try checkArguments(of: site, arguments) }
    do {
      return try host.perform(
        known.command, Arguments(values: UnsafeBufferPointer(start: arguments, count: known.argumentCount)))
    } catch {
      throw placed(error, site, arguments)
    }
  }

  /// Returns a failure with the place of the argument at fault: the argument that it names, or else the one quoted in
  /// its message.
  @inline(never)
  func placed(_ failure: Failure, _ site: Int, _ arguments: UnsafeMutablePointer<Value>) -> Failure {
    guard failure.range == nil else { return failure }
    if failure.isAboutCommand {
      var failure = failure
      failure.range = program.commandSites[site].words
      return failure
    }
    let ranges = program.commandSites[site].argumentRanges
    let message = failure.problem.message
    let quoted = ranges.indices.filter { index in
      // The message cannot quote a text longer than itself, and searching for one of a hundred megabytes takes
      // seconds.
      guard let text = arguments[index].text, !text.isEmpty, text.utf8.count < message.utf8.count else { return false }
      return message.contains("'\(text)'") || message.contains(text.first == "@" ? text + " " : "@\(text) ")
    }
    var failure = failure
    if let argument = failure.argument ?? (quoted.count == 1 ? quoted[0] : nil), ranges.indices.contains(argument) {
      let last = failure.lastArgument.flatMap { ranges[argument..<min(ranges.count, $0 + 1)].compactMap { $0 }.last }
      failure.range = last.map { ranges[argument]?.through($0) ?? $0 } ?? ranges[argument]
      if let part = failure.part, let range = failure.range, let text = arguments[argument].text {
        let source = program.sources[Int(program.commandSites[site].place.source)]
        failure.range = source.range(of: part, in: text, at: range) ?? range
      }
    }
    return failure
  }

  /// Checks arguments that are only known at run time for their type and range.
  @inline(never)
  private func checkArguments(of site: Int, _ arguments: UnsafeMutablePointer<Value>) throws(Failure) {
    let site = program.commandSites[site]
    let command = schema.vocabulary.commands.commands[site.command]
    for index in site.unchecked {
      let parameter = command.parameters[index]
      let value = arguments[index]
      if value.isNone, !parameter.isRequired { continue }
      if let problem = parameter.type.problem(
        with: value.asArgument, of: parameter, in: command,
        written: parameter.isSecret ? "the given value" : ValueWriter().brief(value))
      {
        var failure = Failure(problem)
        failure.range = site.argumentRanges[index]
        throw failure
      }
    }
  }

  func waitLength(_ value: Value) throws(Failure) -> Duration {
    guard case .duration(let length) = value else { throw Self.wrongTime("'wait'", "a duration such as 5s", value) }
    guard length >= .zero else {
      throw Failure(.wrongKind(operation: "'wait'", needs: "a duration of at least 0s", found: length.literal))
    }
    return length
  }

  /// Returns the failure for a value where a duration is needed; for a number it suggests seconds.
  static func wrongTime(_ operation: String, _ needs: String, _ value: Value) -> Failure {
    Failure(
      .wrongTime(
        operation: operation, needs: needs, found: value.kind.phrase,
        suggestion: value.number.map { Problem.question(about: "\(NumberText.plain($0))s") }
          ?? value.text.flatMap(suggestedTime)))
  }

  /// Returns advice for a text where a time is needed: a duration or a date in quotes, or a time of day.
  static func suggestedTime(_ text: String) -> String? {
    switch Literal.read(Array(text.utf8)[...]) {
    case .value(.duration), .civil: "try: \(text), without quotes"
    case .problem(.timeWithoutDate(let time)): Problem.timeWithoutDate(time).suggestion
    default: nil
    }
  }

  /// - Parameter text: the condition as it is written.
  func expect(_ operation: BinaryOperator, _ left: Value, _ right: Value, _ text: Value) throws(Failure) {
    let holds: Bool
    try left.checkParts("this comparison", context)
    switch operation {
    case .equal: holds = try left.equals(right, context) ?? false
    case .notEqual: holds = !(try equal(left, right))
    case .less: holds = try order(left, right) < 0
    case .lessOrEqual: holds = try order(left, right) <= 0
    case .greater: holds = try order(left, right) > 0
    default: holds = try order(left, right) >= 0
    }
    guard !holds else { return }
    let writer = writer(for: left, right)
    throw Failure(
      .expectationFailed(
        text: written(text), left: writer.brief(left), operation: operation.rawValue, right: writer.brief(right),
        note: Self.reasonForInequality(operation, left, right)))
  }

  /// Returns a condition as it is written, without any secret.
  func written(_ condition: Value) -> String { SecretText.masked(condition.text ?? "", schema.vocabulary) }

  /// Returns the reason why two values of different kinds can never be equal; `nil` if their kinds can be.
  private static func reasonForInequality(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> String? {
    guard operation == .equal, left.equals(right) == nil else { return nil }
    let problem = Problem.incomparable(left.kind.phrase, right.kind.phrase)
    return problem.message + (problem.suggestion.map { "; \($0)" } ?? "")
  }

  /// Returns the failure of an expectation that is not a comparison.
  /// - Parameter item: the first item for which it is false, and the item's number from 1.
  func unmet(_ text: String, _ item: (value: Value, number: Value)?) -> Failure {
    let note = item.map { "false for item \(context.writer.brief($0.number)): \(context.writer.brief($0.value))" }
    return Failure(.expectationFailed(text: text, left: nil, operation: nil, right: nil, note: note))
  }

  /// Returns the failure of an expectation about the result of a function or an operator.
  /// - Parameter question: the function's name and arguments.
  /// - Parameter no: `true` if the result was expected to be false.
  func unmet(_ text: String, asking question: Value, no: Bool) -> Failure {
    let (word, values) = (question.list?.first?.text ?? "", question.list?.dropFirst() ?? [])
    let shown = values.map { context.writer.brief($0) }
    let isInfix = BinaryOperator(rawValue: word) != nil
    let call = isInfix ? shown.joined(separator: " \(word) ") : ([word] + shown).joined(separator: " ")
    return Failure(
      .expectationFailed(text: text, left: nil, operation: nil, right: nil, note: "\(call) is \(no ? "true" : "false")")
    )
  }

  /// Returns a writer that shows all digits if both values would look alike.
  private func writer(for left: Value, _ right: Value) -> ValueWriter {
    var writer = context.writer
    writer.isExact = writer.brief(left) == writer.brief(right)
    return writer
  }

  /// Describes a comparison that is false.
  func comparison(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> String {
    let writer = writer(for: left, right)
    return "\(writer.brief(left)) \(operation.rawValue) \(writer.brief(right)) is false"
  }

  /// Returns the failure of an expectation with its own message.
  func disappointed(_ why: Value, _ what: String) throws(Failure) -> Failure {
    try why.checkText(context)
    return .refused(context.writer.text(why), what)
  }

  /// Returns the error that `fail` raises: from a text, or from a caught error that is raised again.
  func failed(_ why: Value) throws(Failure) -> Failure {
    switch why {
    case .text(let text): .refused(text)
    case .record(let record) where record["message"]?.text != nil:
      .refused(record["message"]?.text ?? "", record["suggestion"]?.text)
    default: throw Failure(.wrongKind(operation: "'fail'", needs: "text", found: why.kind.phrase))
    }
  }
}

extension Problem {
  /// `true` if `try` and `expect error` may catch the problem: not if the user or a limit stopped the script, and not
  /// for an effect in a condition.
  var isCatchable: Bool {
    switch self {
    case .interrupted, .stepLimit, .actInCondition, .ended: false
    default: true
    }
  }
}

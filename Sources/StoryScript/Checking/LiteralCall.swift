import Timeline

/// Calls with only literal arguments: `number "x"` fails in every run, with an error that can be told
/// before.
enum LiteralCall {
  /// Returns the error of a call with these arguments, and its place: the argument at fault, if that is certain. Returns
  /// `nil` if an argument is not a literal, if the call succeeds, or if it would be much work.
  static func problem(
    of function: Function, _ arguments: [Expression], _ range: SourceRange
  ) -> (Problem, SourceRange)? {
    guard !arguments.isEmpty, (function.minimum...function.maximum).contains(arguments.count) else { return nil }
    var (values, budget) = ([] as [Value], workLimit)
    for argument in arguments {
      guard let value = value(of: argument, &budget) else { return nil }
      values.append(value)
    }
    var looks = looksLimit
    let context = FunctionContext(
      writer: ValueWriter(), seed: 0,
      isInterrupted: {
        looks -= 1
        return looks < 0
      }, hasMemory: { $0 < memoryLimit })
    // A draw of random numbers is an error then, but only after the arguments were checked.
    context.isReading = true
    let count = values.count
    let failure: Failure? = values.withUnsafeMutableBufferPointer { pointer in
      do throws(Failure) {
        _ = try function.body(FunctionCall(name: function.name, arguments: pointer, context: context))
        return nil
      } catch {
        return error
      }
    }
    guard let problem = failure?.problem else { return nil }
    switch problem {
    case .interrupted, .outOfMemory, .actInCondition: return nil
    case .wrongKind(_, _, let found) where count > 1:
      let places = arguments.filter { describes(found, $0) }
      return (problem, places.count == 1 ? places[0].range : range)
    default: return (problem, count == 1 ? arguments[0].range : range)
    }
  }

  /// The size of the arguments, and the number up to which a function may count, such as the length of a list.
  private static let workLimit = 1_000
  private static let looksLimit = 100
  private static let memoryLimit = 1 << 20

  /// Returns the value of a literal; `nil` for other expressions, or if the budget is used up.
  private static func value(of expression: Expression, _ budget: inout Int) -> Value? {
    budget -= 1
    guard budget >= 0 else { return nil }
    switch expression {
    case .literal(let constant, _):
      switch constant {
      case .text(let text): budget -= text.utf8.count
      // A count such as that of `repeated`; the others are not counts.
      case .number(let number) where number == number.rounded() && abs(number) > 10_000: return nil
      case .whole: return nil
      default: break
      }
      return budget < 0 ? nil : Value(constant)
    case .unary(.minus, .literal(.number(let number), _), _) where abs(number) <= 10_000: return .number(-number)
    case .list(let items, _):
      var values: [Value] = []
      for item in items {
        guard let value = value(of: item, &budget) else { return nil }
        values.append(value)
      }
      return .list(ValueList(values))
    default: return nil
    }
  }

  /// Returns `true` if an error says that it found this literal.
  private static func describes(_ found: String, _ expression: Expression) -> Bool {
    switch expression {
    case .literal(let constant, _):
      switch constant {
      case .text(let text): found == ValueWriter.quotedBriefly(text) || found == constant.kind.phrase
      case .number(let number): found == NumberText.plain(number) || found == constant.kind.phrase
      default: found == constant.kind.phrase
      }
    case .unary(.minus, .literal(.number(let number), _), _): found == NumberText.plain(-number)
    case .list: found == ValueKind.list.phrase
    default: false
    }
  }
}

import Timeline

extension Functions {
  static let conversions: [Function] = [
    Function(
      "number", "VALUE", takes: [.number, .bool, .duration, .text], gives: .number, "the value as a number",
      (#"number "42""#, "42")
    ) {
      (call) throws(Failure) in
      switch call[0] {
      case .number, .whole: return call[0]
      case .bool(let bool): return .number(bool ? 1 : 0)
      case .duration(let duration): return .number(duration.seconds)
      case .text(let text):
        if case .value(let value) = Literal.read(Array(text.utf8)[...]), value.kind == .number { return Value(value) }
        throw call.wrong("a number as text", found: ValueWriter.quotedBriefly(text))
      default: throw call.wrong(0, "text or a number")
      }
    },
    Function(
      "duration", "VALUE", takes: [.number, .duration, .text], gives: .duration,
      "the value as a duration; a number counts as seconds",
      (#"duration "1m30s""#, "1m30s")
    ) {
      (call) throws(Failure) in
      switch call[0] {
      case .duration: return call[0]
      case .number, .whole:
        let seconds = call[0].number ?? 0
        guard let duration = Duration(seconds: seconds), duration.magnitude <= Literal.maximumDuration else {
          throw Failure(.durationTooLong)
        }
        return .duration(duration)
      case .text(let text):
        if let duration = Literal.duration(spelled: text) { return .duration(duration) }
        throw call.wrong("a duration as text", found: ValueWriter.quotedBriefly(text))
      default: throw call.wrong(0, "text, a number or a duration")
      }
    },
    Function("text", "VALUE", gives: .text, "the value as text, as `print` writes it", ("text 1.50", "1.5")) {
      (call) throws(Failure) in
      try call[0].checkText(call.context)
      let text = try call.context.text(of: call[0])
      try Limits.checkText(bytes: text.utf8.count)
      return .text(text)
    },
    Function("type", "VALUE", gives: .text, "the kind of the value, as text", ("type 15s", "duration")) {
      (call) throws(Failure) in
      if case .bool = call[0] { return .text("bool") }
      return .text(call[0].kind.rawValue)
    },
  ]
}

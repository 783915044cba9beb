/// The words that scripts are made of, for looking at those that are near another one.
extension Schema {
  /// All words of the language and of the host: keywords, steps, functions, commands, what follows them, state and events.
  public var words: Set<String> {
    var words = Set(Keyword.allCases.map(\.rawValue)).union(StageWord.allCases.map(\.rawValue)).union(
      vocabulary.functions.names)
    for command in vocabulary.commands.commands {
      words.formUnion(command.words)
      for parameter in command.parameters {
        words.insert(parameter.preposition ?? parameter.name)
        words.formUnion(parameter.type.choices)
      }
    }
    for state in states {
      words.formUnion([state.root, state.name])
      if case .choice(let cases) = state.kind { words.formUnion(cases) }
    }
    for event in events { words.formUnion(event.name.split(separator: ".").map(String.init)) }
    return words
  }
}

extension ParameterType {
  fileprivate var choices: [String] {
    switch self {
    case .choice(let words, _): words
    case .either(let types): types.flatMap(\.choices)
    default: []
    }
  }
}

/// One value that a command takes.
public struct Parameter: Sendable {
  /// Its name in usage lines and messages.
  public var name: String
  /// The word before it (`for` in `for 15s`); without one it is known by its place. A flag is its own preposition.
  public var preposition: String?
  public var type: ParameterType
  public var isRequired: Bool
  /// Never shown, logged or kept in a history.
  public var isSecret: Bool
  /// What is said to people who type a secret behind this value, though the command asks for it; `nil` where nobody does.
  public var secretBehind: String?
  /// Parameters of one group exclude each other: `smart` or `fixed 3h`.
  public var group: String?
  public var summary: String
  /// Words of a choice as others call them.
  public var synonyms: [String: String] = [:]

  public init(
    _ name: String, after preposition: String? = nil, _ type: ParameterType, optional: Bool = false,
    secret: Bool = false, secretBehind: String? = nil, group: String? = nil, _ summary: String
  ) {
    self.secretBehind = secretBehind
    (self.name, self.preposition, self.type, self.isRequired) = (name, preposition, type, !optional)
    (self.isSecret, self.group, self.summary) = (secret, group, summary)
  }

  /// The word that names it in messages: the one before it, else the command's own.
  func word(in command: Command) -> String { preposition ?? command.name }

  /// A word that is there or not.
  public static func flag(_ word: String, group: String? = nil, _ summary: String) -> Parameter {
    Parameter(word, after: word, .flag, optional: true, group: group, summary)
  }

  var usage: String {
    switch type {
    case .flag: return name
    case .choice(let words, let number):
      let all = words.map { $0.contains(" ") ? "\"\($0)\"" : $0 } + (number == nil ? [] : [name])
      // Many words say less than the name.
      return (preposition.map { $0 + " " } ?? "") + (all.count > 8 ? name : all.joined(separator: "|"))
    default: return (preposition.map { $0 + " " } ?? "") + name
    }
  }
}

/// A command's argument as its parameter's type looks at it: constants whole, and of everything else the kind.
package enum ArgumentValue {
  case constant(Constant)
  case date
  /// - Parameter texts: its items where all of them are texts, made only for a message.
  case list(texts: () -> [String]?)
  case record

  var kind: ValueKind {
    switch self {
    case .constant(let constant): constant.kind
    case .date: .date
    case .list: .list
    case .record: .record
    }
  }
}

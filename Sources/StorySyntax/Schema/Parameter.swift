/// One value that a command takes.
public struct Parameter: Sendable {
  /// The parameter's name in usage lines and messages.
  public var name: String
  /// The word before the value (`for` in `for 15s`); without one the parameter is positional. A flag is its own
  /// preposition.
  public var preposition: String?
  /// A word that may come before a positional value, as in other commands: `timer start reading for 20`.
  public var filler: String?
  public var type: ParameterType
  public var isRequired: Bool
  /// `true` if the value must never be shown, logged or stored in a history.
  public var isSecret: Bool
  /// The message for users who type a secret after this value, although the command prompts for it; `nil` if none is
  /// needed.
  public var secretBehind: String?
  /// Parameters of one group exclude each other: `smart` or `fixed 3h`.
  public var group: String?
  public var summary: String
  /// The words of a choice by their other names.
  public var synonyms: [String: String] = [:]

  /// Returns the failure that a text would cause in every run, for `check`; `nil` if nothing is tested.
  package var test: (@Sendable (String) -> Failure?)?

  public init(
    _ name: String, after preposition: String? = nil, _ type: ParameterType, optional: Bool = false,
    secret: Bool = false, secretBehind: String? = nil, group: String? = nil, filler: String? = nil, _ summary: String
  ) {
    self.secretBehind = secretBehind
    self.filler = filler
    (self.name, self.preposition, self.type, self.isRequired) = (name, preposition, type, !optional)
    (self.isSecret, self.group, self.summary) = (secret, group, summary)
  }

  /// Returns the word that names the parameter in messages: its preposition, otherwise the command's name.
  func word(in command: Command) -> String { preposition ?? command.name }

  /// Returns a copy whose texts `check` tests before the script runs.
  /// - Parameter test: returns the failure that the text would cause in every run.
  package func tested(by test: @escaping @Sendable (String) -> Failure?) -> Parameter {
    var parameter = self
    parameter.test = test
    return parameter
  }

  /// Returns an optional word without a value.
  public static func flag(_ word: String, group: String? = nil, _ summary: String) -> Parameter {
    Parameter(word, after: word, .flag, optional: true, group: group, summary)
  }

  package var usage: String {
    switch type {
    case .flag: return name
    case .choice(let words, let number):
      let all = words.map { $0.contains(" ") ? "\"\($0)\"" : $0 } + (number == nil ? [] : [name])
      // A long list of words is less clear than the name.
      return (preposition.map { $0 + " " } ?? "") + (all.count > 8 ? name : all.joined(separator: "|"))
    default: return (preposition.map { $0 + " " } ?? "") + name
    }
  }
}

/// A command's argument as its parameter's type sees it: constants with their value, everything else only by its
/// kind.
package enum ArgumentValue {
  case constant(Constant)
  case date
  /// - Parameter texts: the list's items if all of them are texts; only called for a message.
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

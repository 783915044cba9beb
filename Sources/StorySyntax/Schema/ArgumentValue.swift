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

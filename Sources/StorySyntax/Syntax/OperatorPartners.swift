extension BinaryOperator {
  /// The kinds that may stand to the right of a value of some kinds, for those that calculate.
  func partners(of kinds: Kinds) -> Kinds {
    var partners: Kinds = []
    func add(_ kind: Kinds, _ others: Kinds) { if !kinds.isDisjoint(with: kind) { partners.formUnion(others) } }
    switch self {
    case .plus:
      for kind: Kinds in [.number, .text, .list] { add(kind, kind) }
      add(.duration, [.duration, .date])
      add(.date, .duration)
    case .minus:
      add(.number, .number)
      add(.duration, .duration)
      add(.date, [.duration, .date])
    case .times:
      add(.number, [.number, .duration])
      add(.duration, .number)
    case .divided:
      add(.number, .number)
      add(.duration, [.number, .duration])
    case .modulo:
      add(.number, .number)
      add(.duration, .duration)
    default: break
    }
    return partners
  }
}

/// The word of the language that asks for true or false, for messages.
enum Asker: UInt16, CaseIterable {
  case `if`, `while`, logic, filter

  var phrase: String {
    switch self {
    case .if: "'if'"
    case .while: "'while'"
    case .logic: "'and', 'or' or 'not'"
    case .filter: "'where'"
    }
  }
}

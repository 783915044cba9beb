/// The word of the language that needs true or false, for messages.
enum ConditionWord: UInt16, CaseIterable {
  case `if`, `while`, logic, filter, expect, any, all

  var phrase: String {
    switch self {
    case .if: "'if'"
    case .while: "'while'"
    case .logic: "'and', 'or' or 'not'"
    case .filter: "'where'"
    case .expect: "'expect'"
    case .any: "'any'"
    case .all: "'all'"
    }
  }
}

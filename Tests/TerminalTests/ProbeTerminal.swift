@_exported import TerminalTesting

/// The probe running on a pseudo-terminal, and the screen it draws.
typealias ProbeTerminal = PseudoTerminal

extension PseudoTerminal {
  convenience init(
    _ arguments: [String] = [], columns: Int = 40, rows: Int = 10, environment: [String: String] = [:]
  ) throws {
    try self.init("TerminalProbe", arguments, columns: columns, rows: rows, environment: environment)
  }
}

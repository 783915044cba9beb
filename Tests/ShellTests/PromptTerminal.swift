import Foundation
@_exported import TerminalTesting
import Testing

/// The real program at its prompt, in folders of its own.
extension PseudoTerminal {
  /// - Parameter home: where history and config are looked for; a new empty folder unless given.
  static func prompt(
    _ arguments: [String] = [], home: URL? = nil, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let home = try home ?? emptyHome()
    let variables = ["HOME": home.path, "TZ": "UTC"].merging(environment) { $1 }
    let terminal = try PseudoTerminal(
      "storyline", arguments, columns: columns, rows: rows, environment: variables)
    terminal.expect("the prompt") { $0.lines.last == "›" || $0.lines.last == ">" }
    return terminal
  }

  static func emptyHome() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-prompt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Types a line and Enter.
  func enter(_ line: String) { send(line + "\r") }
}

import Foundation
@_exported import TerminalTesting
import Testing

/// The real program at its prompt, with its own folders.
extension PseudoTerminal {
  /// - Parameters:
  ///   - home: the folder for history, state and config (default: a new empty folder).
  ///   - welcomes: `true` if the first timer should ask for a name.
  static func prompt(
    _ arguments: [String] = [], home: TemporaryHome? = nil, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], welcomes: Bool = false
  ) throws -> PseudoTerminal {
    let home = try home ?? TemporaryHome()
    let variables = ["HOME": home.url.path, "TZ": "UTC"].merging(environment) { $1 }
    let terminal = try PseudoTerminal(
      "storyline", (welcomes ? [] : ["--no-welcome"]) + arguments, columns: columns, rows: rows, environment: variables)
    terminal.companion = home
    terminal.expect("the prompt") {
      $0.lines.last == "›" || $0.lines.last == ">"
    }
    return terminal
  }

  /// Types a line and Enter.
  func enter(_ line: String) { send(line + "\r") }
}

/// An empty home folder that is removed together with its last owner.
final class TemporaryHome {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "storyline-prompt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

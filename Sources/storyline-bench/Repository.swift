import Foundation

/// The project's repository, as far as git is installed.
enum Repository {
  /// Returns the output of git without its last line end; `nil` if it fails.
  static func run(_ arguments: [String], in folder: String? = nil) -> String? {
    guard let git = Measure.find("git") else { return nil }
    let words = (folder.map { ["-C", $0] } ?? []) + arguments
    guard let text = Measure.output(words, of: git, isQuiet: true) else { return nil }
    return text.trimmingCharacters(in: .newlines)
  }
}

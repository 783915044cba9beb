import JSON
import ShellCore
import StoryScript

/// The problems of scripts for other programs: `storyline check --json` and `storyline check --sarif`.
public struct CheckReport {
  public enum Format: Sendable { case json, sarif }

  private struct Entry {
    let file: String
    let diagnostic: Diagnostic
  }

  private let catalog: CommandCatalog
  private let version: String
  private var entries: [Entry] = []

  private let reader: SecretReader

  public init(_ catalog: CommandCatalog, version: String) {
    (self.catalog, self.version, reader) = (catalog, version, SecretReader(catalog.schema.vocabulary))
  }

  /// Adds the problems found in a file, or in the files that it includes.
  public mutating func add(_ problems: [Diagnostic], in file: String) {
    entries += problems.map { Entry(file: $0.source?.name ?? file, diagnostic: $0) }
  }

  public var hasErrors: Bool { entries.contains { !$0.diagnostic.problem.isWarning } }

  public func text(_ format: Format) -> String {
    switch format {
    case .json: entries.map { line(for: $0).text + "\n" }.joined()
    case .sarif: sarif.text + "\n"
    }
  }

  /// The first and last place, both from 1; columns count Unicode scalars, and the end is exclusive.
  private typealias Places = (line: Int, column: Int, endLine: Int, endColumn: Int)

  private func places(of diagnostic: Diagnostic) -> Places? {
    guard let source = diagnostic.source else { return nil }
    let start = source.position(of: Int(diagnostic.range.start))
    let end = source.position(of: max(Int(diagnostic.range.start), Int(diagnostic.range.end)))
    return (start.line, start.column, end.line, end.column)
  }

  private func line(for entry: Entry) -> JSON {
    let words = Secrets(entry.diagnostic, reader)
    let places = places(of: entry.diagnostic)
    func number(_ value: Int?) -> JSON { value.map { .integer(Int64($0)) } ?? .null }
    let edit = entry.diagnostic.sureEdit ?? entry.diagnostic.edit
    // Another range than the problem's own would not be clear from the text alone.
    let replacement = edit.flatMap { $0.range == entry.diagnostic.range ? $0.text : nil }
    return [
      "file": .string(entry.file), "line": number(places?.line), "column": number(places?.column),
      "endLine": number(places?.endLine), "endColumn": number(places?.endColumn),
      "severity": entry.diagnostic.problem.isWarning ? "warning" : "error",
      "code": .string(entry.diagnostic.problem.code), "message": .string(words.message),
      "hint": words.suggestion.map { .string($0) } ?? .null,
      "replacement": replacement.map { .string(masked($0)) } ?? .null,
    ]
  }

  private func masked(_ text: String) -> String { SecretText.masked(text, catalog.schema.vocabulary) }

  // MARK: SARIF

  private var sarif: JSON {
    let codes = Set(entries.map { $0.diagnostic.problem.code }).sorted()
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "storyline", "version": .string(version), "rules": .array(codes.map { ["id": .string($0)] }),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(entries.map { result(for: $0) }),
        ]
      ],
    ]
  }

  private func result(for entry: Entry) -> JSON {
    let words = Secrets(entry.diagnostic, reader)
    let artifact: JSON = ["uri": .string(Self.address(of: entry.file))]
    var location: [JSON.Field] = [JSON.Field("artifactLocation", artifact)]
    if let places = places(of: entry.diagnostic) { location.append(JSON.Field("region", region(places))) }
    var fields: [JSON.Field] = [
      JSON.Field("ruleId", .string(entry.diagnostic.problem.code)),
      JSON.Field("level", entry.diagnostic.problem.isWarning ? "warning" : "error"),
      JSON.Field("message", ["text": .string(words.message + (words.suggestion.map { ": " + $0 } ?? ""))]),
      JSON.Field("locations", [["physicalLocation": .object(location)]]),
    ]
    if let edit = entry.diagnostic.sureEdit ?? entry.diagnostic.edit, let source = entry.diagnostic.source {
      let (start, end) = (source.position(of: Int(edit.range.start)), source.position(of: Int(edit.range.end)))
      let replacement: JSON = [
        "deletedRegion": region((start.line, start.column, end.line, end.column)),
        "insertedContent": ["text": .string(masked(edit.text))],
      ]
      let change: JSON = ["artifactLocation": artifact, "replacements": [replacement]]
      fields.append(JSON.Field("fixes", [["artifactChanges": [change]]]))
    }
    return .object(fields)
  }

  private func region(_ places: Places) -> JSON {
    [
      "startLine": .integer(Int64(places.line)), "startColumn": .integer(Int64(places.column)),
      "endLine": .integer(Int64(places.endLine)), "endColumn": .integer(Int64(places.endColumn)),
    ]
  }

  /// Returns a path as a URI: absolute with its scheme, or relative to the working folder.
  private static func address(of path: String) -> String {
    let address = String(FileAddress.address(of: path).dropFirst("file://".utf8.count))
    return path.hasPrefix("/") ? "file://" + address : address
  }
}

import StoryScript

/// The parts of Grammar.md that are lists: made from the tables that the program runs on, so that they cannot drift.
public enum Reference {
  /// A part of the document, between `<!-- name -->` and `<!-- end -->`.
  public struct Section: Sendable {
    public let name: String
    public let markdown: String
  }

  public static var sections: [Section] {
    [
      Section(name: "keywords", markdown: keywords), Section(name: "commands", markdown: commands),
      Section(name: "state", markdown: states), Section(name: "functions", markdown: functions),
      Section(name: "events", markdown: events), Section(name: "machine", markdown: MachineView.markdown),
      Section(name: "loader", markdown: LoaderView.markdown),
      Section(name: "timer machine", markdown: TimerMachineView.markdown),
    ]
  }

  /// The document with each of its marked parts made anew.
  public static func updating(_ document: String) -> String {
    var lines: [Substring] = []
    var skipping = false
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "<!-- end -->" { skipping = false }
      if !skipping { lines.append(line) }
      if let section = sections.first(where: { line == "<!-- \($0.name) -->" }) {
        lines += ["", section.markdown[...], ""]
        skipping = true
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let all = [titles, titles.map { _ in "---" }] + rows
    return all.map { row in
      "| " + row.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private static var keywords: String {
    let shown = Keyword.allCases.filter { $0 != .else && $0 != .catch }
    return table(["statement", "what it does"], shown.map { ["`\($0.usage)`", $0.summary] })
  }

  private static var commands: String {
    table(
      ["command", "what it does", "takes time"],
      Catalog.schema.vocabulary.commands.commands.map {
        ["`\($0.usage)`", $0.summary, $0.takesTime ? "yes" : ""]
      })
  }

  private static var states: String {
    table(
      ["path", "kind", "what it says"],
      Catalog.schema.states.map { field in
        let kind =
          switch field.kind {
          case .choice(let cases): cases.map { "`\($0)`" }.joined(separator: " ")
          case .bool: "true or false"
          default: "\(field.kind)"
          }
        return ["`\(field.path)`", kind, field.summary]
      })
  }

  private static var functions: String {
    table(
      ["call", "gives", "example"],
      Functions.all.map {
        ["`(\($0.name) \($0.parameters))`", $0.summary, "`(\($0.example.call))` is `\($0.example.result)`"]
      })
  }

  private static var events: String {
    table(
      ["event", "when", "fields"],
      EventID.allCases.map(\.kind).map { kind in
        ["`\(kind.name)`", kind.summary, kind.fields.map { "`\($0.name)` \($0.summary)" }.joined(separator: "; ")]
      })
  }
}

import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// The lists in Grammar.md, and those beside the code, equal the tables; `STORYLINE_UPDATE=1 swift test` generates them
/// again.
@Suite struct ReferenceTests {
  private static let documents = [
    "Grammar.md", "Sources/Journal/README.md", "Sources/Stories/README.md", "Sources/Timers/README.md",
    "Sources/Bluesky/README.md",
  ]

  @Test(arguments: documents) func listsComeFromTheTables(_ name: String) throws {
    let file = Package.root.appending(path: name)
    let document = try String(contentsOf: file, encoding: .utf8)
    let updated = Reference(Catalog.standard).updating(document)
    if updated != document, ProcessInfo.processInfo.environment["STORYLINE_UPDATE"] == "1" {
      try updated.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(updated == document, "\(name) has drifted: run STORYLINE_UPDATE=1 swift test --filter ReferenceTests")
  }

  @Test func everyListIsInOneDocument() throws {
    let texts = try Self.documents.map {
      try String(contentsOf: Package.root.appending(path: $0), encoding: .utf8)
    }
    for section in Reference(Catalog.standard).sections {
      #expect(texts.count { $0.contains("<!-- \(section.name) -->\n") } == 1, "the list '\(section.name)'")
    }
  }

  /// The fields in Grammar.md's table equal the fields in the records that commands return.
  @Test func recordsHaveTheFieldsThatAreListed() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let document = try String(contentsOf: Package.root.appending(path: "Grammar.md"), encoding: .utf8)
    let table = document.components(separatedBy: "| value | fields |\n").last?.components(separatedBy: "\n\n").first
    let rows = (table ?? "").split(separator: "\n").dropFirst().map { $0.split(separator: "`") }
    #expect(rows.count == 23)
    for row in rows {
      try #require(row.count >= 4, "\(row)")
      let commands = row.dropFirst().dropLast(3).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      for command in commands {
        let value = command == "catch" ? "" : "let value = \(command.replacing("\\|", with: "|"))"
        let script = """
          story play 4
          timer start reading 20
          timer done
          rate good
          after 1s { }
          post "hello"
          login bob.test
          let value = none
          try {
            fail "x"
          } catch error {
            value = $error
          }
          \(value.replacing("let ", with: ""))
          let record = if (type $value) == "list" { $value[0] } else { $value }
          expect (join (keys $record) " ") == "\(row[row.count - 2])"
          """
        let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
        let function = try session.load(try Source(name: "test", text: script))
        do throws(Diagnostic) { try session.runtime.run(function) } catch {
          Issue.record("\(command): \(error.problem.message)")
        }
      }
    }
  }
}

import Foundation
import Testing

@testable import Shell

/// Grammar.md's lists equal the tables; `STORYLINE_UPDATE=1 swift test` writes them anew.
@Suite struct ReferenceTests {
  @Test func grammarListsComeFromTheTables() throws {
    let file = Package.root.appending(path: "Grammar.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let updated = Reference(Catalog.standard).updating(document)
    if updated != document, ProcessInfo.processInfo.environment["STORYLINE_UPDATE"] == "1" {
      try updated.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(updated == document, "Grammar.md has drifted: run STORYLINE_UPDATE=1 swift test --filter ReferenceTests")
    for section in Reference(Catalog.standard).sections {
      #expect(document.contains("<!-- \(section.name) -->"), "Grammar.md lacks the part '\(section.name)'")
    }
  }
}

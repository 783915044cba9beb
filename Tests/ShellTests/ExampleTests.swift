import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// Runs every example of `help`, and every script in Examples. `DocumentTests` runs those in the documents.
@Suite struct ExampleTests {
  /// Returns the errors of a script that runs in its own session.
  func errors(_ script: String) throws -> [String] {
    let output = Output()
    defer { _ = output.drainLines() }
    let session = Session(output: output, catalog: Catalog.standard)
    do {
      let function = try session.load(try Source(name: "example", text: script))
      try session.runtime.run(function)
      return []
    } catch let errors as Diagnostics {
      return errors.all.map(\.problem.message)
    } catch let error as Diagnostic {
      return [error.problem.message]
    }
  }

  @Test func everyExampleOfHelpRuns() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    for command in Catalog.standard.schema.vocabulary.commands.commands {
      for example in command.examples {
        #expect(try errors(example.script) == [], "\(command.name): \(example.script)")
      }
    }
    for function in Functions.all {
      let expected = function.example.result
      let script = "expect \"{(\(function.example.call))}\" == \(ValueWriter.quoted(expected))"
      #expect(try errors(script) == [], "\(script)")
    }
  }

  /// The list in the folder names each script once: it lists `stories-hold` as `hold` in the row `stories-…`.
  @Test func theListOfExamplesNamesEach() throws {
    let list = Package.root.appending(path: "Examples/README.md")
    let rows = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.root.appending(path: "Examples").path)
    let names = files.filter { $0.hasSuffix(".story") }.map { $0.dropLast(6) }
    for name in names {
      let parts = name.split(separator: "-", maxSplits: 1)
      let row = parts.count == 2 ? rows.first { $0.hasPrefix("| `\(parts[0])-…` |") } : nil
      let places = row.map { [$0] } ?? rows.filter { $0.hasPrefix("| `") && $0.hasSuffix(" |") }
      #expect(places.contains { $0.contains("`\(parts.last ?? name)`") }, "\(name)")
    }
  }

  @Test func everyScriptInExamplesRuns() throws {
    let folder = Package.root.appending(path: "Examples")
    let scripts = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "story" }
    #expect(!scripts.isEmpty)
    for script in scripts {
      let first = try Program.run([script.path])
      #expect(first.status == 0, "\(script.lastPathComponent): \(first.errors)")
      #expect(try Program.run([script.path]).output == first.output, "the same script writes the same bytes")
    }
  }
}

extension ExampleTests {
  /// One of the examples is about two sessions.
  @Test func dataSavedByAnExampleIsLoadedAgain() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = Package.root.appending(path: "Examples/feed-kept.story").path
    for first in ["story 4 is new", "story 4 was seen in an earlier session", "story 4 was seen in an earlier session"]
    {
      let run = try Program.run(["--state", folder, script])
      #expect(run.status == 0 && run.output.hasPrefix(first + "\n"), "\(run.output)\(run.errors)")
    }
  }
}

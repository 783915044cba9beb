import Foundation
import Testing

@testable import StoryScript

/// Scripts that are hard on the language, written for the purpose or found by fuzzing. None may crash or run forever,
/// and every script that the parser accepts must survive formatting.
@Suite struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Corpus")

  private static var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func source(_ file: String) throws -> Source {
    try Source(name: file, bytes: Array(try Data(contentsOf: Self.folder.appendingPathComponent(file))))
  }

  @Test func isThere() { #expect(Self.files.count > 50) }

  @Test(arguments: files) func formatting(_ file: String) throws {
    let vocabulary = TestHost.schema.vocabulary
    guard let script = try? Parser.parse(source(file), vocabulary) else { return }
    let text = Formatter.format(script)
    let again = try Parser.parse(try Source(name: file, text: text), vocabulary)
    #expect(TreeText.of(again) == TreeText.of(script))
    #expect(Formatter.format(again) == text)
  }

  @Test(arguments: files) func running(_ file: String) throws {
    let host = TestHost()
    host.passesLeft = 2_000
    host.outputLimit = 1_000
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    runtime.stepLimit = 20_000
    do {
      let script = try Parser.parse(source(file), TestHost.schema.vocabulary)
      var program = runtime.program
      let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(main)
    } catch let errors as Diagnostics {
      #expect(!errors.all.isEmpty)
      for error in errors.all { check(error) }
    } catch let error as Diagnostic {
      check(error)
    }
  }

  private func check(_ error: Diagnostic) {
    #expect(!error.problem.message.isEmpty)
    let count = error.source?.bytes.count ?? 0
    #expect(error.range.start >= 0 && error.range.start <= error.range.end && Int(error.range.end) <= count + 1)
  }
}

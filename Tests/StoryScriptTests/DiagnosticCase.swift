@testable import StoryScript

/// A wrong program and all errors reported for it. After the program, each error is a line
/// `-- 1:5 «text under the caret» message | suggestion`.
struct DiagnosticCase {
  var program: String
  var expected: [String]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    program = lines.filter { !$0.hasPrefix("-- ") }.joined(separator: "\n")
    expected = lines.filter { $0.hasPrefix("-- ") }.map { String($0.dropFirst(3)) }
  }

  /// Parses cases that are separated by an empty line.
  static func all(_ text: String) -> [DiagnosticCase] {
    text.split(separator: "\n\n").map { DiagnosticCase(String($0)) }
  }

  enum Phase { case reading, compiling, running }

  /// Returns the errors of the program and the phase that found them.
  func diagnose(environment: Compiler.Environment = .init()) -> (phase: Phase, lines: [String]) {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    let script: Script
    do throws(Diagnostics) {
      guard let source = try? Source(name: "test", text: program) else { return (.reading, ["no source"]) }
      script = try Parser.parse(source, TestHost.schema.vocabulary, include: environment.include)
    } catch {
      return (.reading, error.all.map(Self.line))
    }
    var program = runtime.program
    let main: Int
    do throws(Diagnostics) {
      main = try Compiler.compile(script, into: &program, schema: TestHost.schema, environment: environment)
    } catch {
      return (.compiling, error.all.map(Self.line))
    }
    runtime.program = program
    do throws(Diagnostic) {
      try runtime.run(main)
      return (.running, [])
    } catch {
      return (.running, [Self.line(error)])
    }
  }

  static func line(_ error: Diagnostic) -> String {
    guard let source = error.source else { return error.problem.message }
    let position = source.position(of: Int(error.range.start))
    let end = min(Int(error.range.end), source.bytes.count)
    let marked = source.text(SourceRange(min(Int(error.range.start), end), end)).replacing("\n", with: "⏎")
    let name = source.name == "test" ? "" : source.name + ":"
    let suggestion = error.problem.suggestion.map { " | \($0)" } ?? ""
    return "\(name)\(position.line):\(position.column) «\(marked)» \(error.problem.message)\(suggestion)"
  }
}

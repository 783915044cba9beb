import Foundation
import Synchronization
import Testing

@testable import StoryScript
@testable import StorySyntax

/// Nesting costs native stack, so every kind of nesting in a script has a limit.
@Suite struct DiagnosticLimitTests {
  private func parse(_ text: String) throws -> Script {
    try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
  }

  private func errors(_ text: String) -> [String] { DiagnosticCase(text).diagnose().lines }

  /// Runs `body` on a large stack, because an unoptimised build needs many times the stack for each level.
  private func onLargeStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { try body() } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  @Test func nestingIsLimited() throws { try onLargeStack { try checkNesting() } }

  private func checkNesting() throws {
    func nested(_ open: String, _ core: String, _ close: String, _ count: Int) -> String {
      String(repeating: open, count: count) + core + String(repeating: close, count: count)
    }
    let tooDeep = "this is nested more than 200 levels deep"
    for (open, core, close) in [
      ("(", "1", ")"), ("[", "1", "]"), ("{a: ", "1", "}"), ("not ", "true", ""), ("- ", "1", ""), ("1 + (", "1", ")"),
      ("[1][", "0", "]"),
    ] {
      _ = try parse("print " + nested(open, core, close, 200))
      #expect(errors("print " + nested(open, core, close, 201)).count == 1)
      let found = errors("print " + nested(open, core, close, 100_000))
      #expect(found.count == 1 && found[0].contains(tooDeep), "\(open) \(found.count) \(found.prefix(3))")
    }
    _ = try parse(nested("if true {", "beep", "}", 200))
    let blocks = errors(nested("if true {\n", "beep\n", "}\n", 201))
    #expect(blocks == ["201:9 «{» \(tooDeep)"])
    #expect(errors(nested("if true {\n", "beep\n", "}\n", 50_000)).allSatisfy { $0.contains(tooDeep) })
    #expect(errors(nested("if true { } else ", "{ }", "", 5_000)).count == 1)
    #expect(errors("print " + nested("\"{", "1", "}\"", 300)).count == 1)
  }

  @Test func chainsAreLimited() throws { try onLargeStack { try checkChains() } }

  private func checkChains() throws {
    func chain(_ start: String, _ step: String, _ count: Int) -> String {
      "let x = 1\nprint " + start + String(repeating: step, count: count)
    }
    for (start, step) in [("1", " + 1"), ("true", " and true"), ("$x", "[0]"), ("$x", ".a"), ("(((1", " + 1")] {
      if start != "(((1" { _ = try parse(chain(start, step, 450)) }
      let found = errors(chain(start, step, 100_000))
      let message = "more than 500 steps in a row | put part of the calculation into a variable"
      #expect(
        found.count == 1 && found[0].contains(message),
        "\(start) \(found.prefix(2).map { $0.prefix(150) })")
    }
    #expect(run(chain("0", " + 1", 450)) == ["450"])
    #expect(errors("let x = [" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]") == [])
    let left = String(repeating: "(", count: 150) + "1" + String(repeating: " + 1 + 1 + 1 + 1 + 1 + 1 + 1)", count: 150)
    #expect(errors("print " + left).count == 1)
  }
}

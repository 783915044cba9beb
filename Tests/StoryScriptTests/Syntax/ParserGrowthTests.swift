import Foundation
import Synchronization
import Testing

@testable import StoryScript
@testable import StorySyntax

/// Text that a stranger made to be slow. Each source is so long that anything but a linear reading would take minutes.
@Suite(.timeLimit(.minutes(1))) struct ParserGrowthTests {
  private static let count = 100_000

  /// The text before, the text that is repeated, and the text after.
  @Test(arguments: [
    ("print ", "(", ""), ("print ", "[", ""), ("", "{", ""), ("", "if true { ", ""), ("", "if true {\n", ""),
    ("", "print (\n", ""), ("", "[\n", ""), ("", "{\n", ""), ("let x = ", "{\"a\":", ""), ("", "{a:\n", ""),
    ("print ", "\"{", ""), ("print ", "\"{\n", ""), ("print \"", "{", ""), ("print \"{", "(", "}\""),
    ("print ", "(]", ""), ("xyzzy ", "[)", ""), ("[1] ", "| each { ", ""), ("[1] ", "| reduce {a: ", ""),
    ("match 1 ", "{ match 1 ", ""), ("", "match ", ""), ("", "match 1\n", ""), ("print [", "match, ", "]"),
    ("print [\n", "match 1\n", "]"), ("", "try { ", ""), ("if true { }", " else if true { }", ""),
    ("if true { }", "\n", "else { }"), ("if true { }", "\n# c", ""), ("print 1", " + 1", ""), ("print 1", "+1", ""),
    ("print ", "not ", "true"), ("print ", "-(", ""), ("print ", "- ", "$x"), ("print [1]", " | count", ""),
    ("print [1]", "\n| count", ""), ("", "|", ""), ("", "\n|", ""), ("", "# c\n", ""),
    ("print [1]", "\n# c", "\n| count"),
    ("", "print \"a\n", ""), ("", "print 'a\n", ""), ("", "print \"\"\"a\n", ""), ("print \"\"\"", "{\n", ""),
    ("", "print \"{1\n", ""), ("", "\\\n", ""), ("print 1", " \\\n", ""), ("print ", "\u{2018}a ", ""),
    ("", "x[", ""), ("", "x[0 \n", ""), ("x", "[0]", " = 1"), ("print $x", "[0", ""), ("print $x", ".a", ""),
    ("print ", "upper ", "1"), ("", "a ", ""), ("post ", "a ", ""), ("", "xyzzy (\n", ""), ("", ")", ""),
    ("", "}\n", ""),
    ("print ", "([{\"a\": \"{(['", ""), ("", "(a b\n", ""), ("", "let x = {a: 1\n", ""), ("print \"", "{\"a", "\""),
    ("", "def a { 1 }\n", ""), ("expect ", "1, ", ""), ("[1] | sort by ", "a, ", ""), ("wait ", "1h ", ""),
  ])
  func longTextEndsInReasonableTime(_ before: String, _ repeated: String, _ after: String) throws {
    let text = before + String(repeating: repeated, count: Self.count) + after + "\n"
    let problems = try parse(text)
    #expect(problems.count <= Diagnostics.limit)
    // What hides secrets in errors reads every text as well.
    _ = SecretText.ranges(in: text, SecretTextTests.vocabulary)
  }

  /// Parses on a large stack, because an unoptimised build needs many times the stack for each level.
  private func parse(_ text: String, within bounds: Parser.Bounds = .init()) throws -> [Diagnostic] {
    let source = try Source(name: "x", text: text)
    let found = Mutex<[Diagnostic]>([])
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do throws(Diagnostics) { _ = try Parser.parse(source, TestHost.schema.vocabulary, within: bounds) } catch {
        found.withLock { $0 = error.all }
        if error.isIncomplete, error.all.contains(where: { $0.problem == .nestingTooDeep(limit: 200) }) {
          Issue.record("more text cannot make it valid")
        }
      }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    return found.withLock { $0 }
  }

  /// Nesting beyond the limit is one error, after which nothing is read.
  @Test(arguments: [
    "(", "[", "if true { ", "(\n", "{a: ", "if true {\n", "[1] | each { ", "match 1 { 1 { ",
  ])
  func nestingBeyondTheLimitIsOneError(_ repeated: String) throws {
    let problems = try parse(String(repeating: repeated, count: 1000) + "\nxyzzy\nxyzzy 2\n")
    #expect(problems.map(\.problem) == [.nestingTooDeep(limit: Parser.nestingLimit)])
  }

  /// A limit of time acts within a single statement too.
  @Test(arguments: ["[1], ", "1, ", "{a: 1}, "])
  func parsingCanBeCancelledWithinAStatement(_ repeated: String) throws {
    let text = "print [" + String(repeating: repeated, count: 100_000)
    let problems = try parse(text, within: .init(isCancelled: { true }))
    #expect(problems.map(\.problem) == [.interrupted])
  }
}

import Testing
import Timeline

@testable import StoryScript

/// ^C works everywhere: during reading, in lines without loops, and inside long operations.
@Suite struct InterruptionTests {
  private func isStopped(_ script: String, after looks: Int) -> Bool {
    let host = TestHost()
    host.looksLeft = looks
    return run(script, host: host).last?.contains("interrupted") == true
  }

  /// Returns how often a script checks for an interruption.
  private func looks(of script: String) -> Int {
    let host = TestHost()
    host.looksLeft = 1_000_000
    _ = run(script, host: host)
    return 1_000_000 - host.looksLeft
  }

  @Test(arguments: ["print 1\n", "light on\nlight off\n", "(upper \"a\")\n"])
  func straightLinesEnd(_ line: String) {
    #expect(isStopped(String(repeating: line, count: 1_000), after: 2))
  }

  @Test(arguments: [
    "(replace $big \"x\" \"yz\")", "(replace $big \"y\" \"\")", "(split $big \"x\")", "(split $big \"\")",
    "(length $big)", "(reverse $big)", "(contains $big \"y\")", "(\"y\" in $big)", "(slice $big 1 2)",
    "(upper $big)", "(lower $big)", "(trim $blank)", "(repeated $big 2)", "($numbers | sort)", "(reverse $numbers)",
    "(unique $numbers)", "(join $numbers)", "(7.5 in $numbers)", "(contains $numbers 7.5)", "(max $numbers)",
    "($numbers | sum)", "($numbers | first 90000)", "(slice $numbers 5)", "(append $numbers 1)", "($numbers + [1])",
    "(range 1 100000)",
  ])
  func longWorkEnds(_ work: String) {
    let start = """
      let big = (repeated "x" 2000000)
      let blank = (repeated " " 200000)
      let numbers = (range 1 100000)

      """
    // A script checks once more at its end, and so does an operation that needs much memory.
    let looks = looks(of: start)
    #expect(self.looks(of: start + "let y = " + work + "\n") > looks + 1, "\(work)")
    #expect(isStopped(start + "let y = " + work + "\n", after: looks), "\(work)")
  }

  /// A prompt lets due events happen before the first line and between lines; an interruption then has no source
  /// position.
  @Test(arguments: ["", "print 1"]) func interruptionsBetweenLinesHaveNoPosition(_ line: String) throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    if !line.isEmpty {
      var program = runtime.program
      let script = try Parser.parse(try Source(name: "test", text: line), TestHost.schema.vocabulary)
      let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(main)
    }
    host.looksLeft = 0
    let error = #expect(throws: Diagnostic.self) { try runtime.proceed(to: host.start + .seconds(1)) }
    #expect(error?.problem == .interrupted && error?.source == nil)
  }

  /// A step costs the machine little fuel, except when it processes a long text.
  @Test(arguments: [
    "$big == $other", "$big < $other", "if $big <= $other { }", "(max [$big, $other])", "([$big, $other] | sort)",
    "(unique [$big, $other])",
  ])
  func stepsWithLongTextsEnd(_ work: String) {
    let start = """
      let big = (repeated "x" 200000)
      let other = ((repeated "x" 199999) + "y")

      """
    let looks = looks(of: start)
    let line = work.hasPrefix("if") ? work : "let y = \(work)"
    #expect(isStopped(start + line, after: looks), "\(work)")
    #expect(self.looks(of: start + line) > looks, "\(work)")
  }

  @Test func lateInterruptionsAreNoticed() {
    #expect(isStopped("print 1", after: 0))
  }

  @Test func readingEnds() throws {
    let text = String(repeating: "print 1\n", count: 10_000)
    let source = try Source(name: "test", text: text)
    let bounds = Parser.Bounds { true }
    #expect { try Parser.parse(source, TestHost.schema.vocabulary, within: bounds) } throws: { error in
      (error as? Diagnostics)?.all.map(\.problem.message) == [Problem.interrupted.message]
    }
    let script = try Parser.parse(source, TestHost.schema.vocabulary)
    var program = Program()
    #expect {
      try Compiler.compile(
        script, into: &program, schema: TestHost.schema, environment: .init(bounds: bounds))
    } throws: { error in (error as? Diagnostics)?.all.map(\.problem.message) == [Problem.interrupted.message] }
  }

  @Test func aSmallStackNestsLess() throws {
    let bounds = Parser.Bounds(stack: 1 << 20)
    #expect((10..<150).contains(bounds.nesting))
    #expect(Parser.Bounds(stack: 64 << 20).nesting == 200)
    func depth(_ count: Int) throws -> Script {
      let text = String(repeating: "if true { ", count: count) + "print 1" + String(repeating: " }", count: count)
      return try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary, within: bounds)
    }
    _ = try depth(bounds.nesting)
    #expect { try depth(bounds.nesting + 1) } throws: { error in
      (error as? Diagnostics)?.all.first?.problem.message.contains("nested more than \(bounds.nesting) levels") == true
    }
  }
}

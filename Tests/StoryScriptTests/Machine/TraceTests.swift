import Testing

@testable import StoryScript

/// The output of `--trace`: each statement before it runs, and its result.
@Suite struct TraceTests {
  private func trace(_ script: String) throws -> [String] {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    var program = runtime.program
    let parsed = try Parser.parse(try Source(name: "test", text: script), TestHost.schema.vocabulary)
    let main = try Compiler.compile(
      parsed, into: &program, schema: TestHost.schema, environment: .init(traces: true))
    runtime.program = program
    try runtime.run(main)
    return host.output
  }

  @Test func statementsAndTheirValuesAreShown() throws {
    #expect(
      try trace("let x = 5\nx = $x + 1\nsay hi\nif $x > 5 { beep }") == [
        "> let x = 5", "= 5", "> x = $x + 1", "= 6", "> say hi", "hi", "= none", "> if $x > 5 { beep }", "> beep",
        "= none",
      ])
  }

  @Test func changesOfPartsAndOfGlobalsAreShown() throws {
    #expect(
      try trace("let g = [1]\ndef f { g = (append $g 2) }\nf\ng[0] = 7") == [
        "> let g = [1]", "= [1]", "> def f { g = (append $g 2) }", "> f", "> g = (append $g 2)", "= [1, 2]", "= none",
        "> g[0] = 7", "= 7",
      ])
  }

  /// A condition is evaluated at many instants, and the trace shows none of these evaluations.
  @Test func conditionsShowNothing() throws {
    #expect(
      try trace("def half { return 0.5 }\nlight on for 2s\nwait until light.progress >= (half)\nprint 1").suffix(3)
        == ["> wait until light.progress >= (half)", "> print 1", "1"])
  }
}

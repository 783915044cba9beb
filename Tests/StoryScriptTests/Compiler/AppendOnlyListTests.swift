import Testing

@testable import StoryScript

@Suite struct AppendOnlyListTests {
  /// Copies are independent, as those of arrays are: an append or a change in one copy does not affect the others.
  @Test func copiesAreApart() {
    var random = SystemRandomNumberGenerator()
    var lists: [(grown: AppendOnlyList<Int>, array: [Int])] = [(AppendOnlyList(), [])]
    for number in 0..<5_000 {
      if number % 1_021 == 0, let last = lists.last { lists.append(last) }
      let index = Int.random(in: lists.indices, using: &random)
      lists[index].grown.append(number)
      lists[index].array.append(number)
      let place = Int.random(in: lists[index].array.indices, using: &random)
      lists[index].grown[place] += 1
      lists[index].array[place] += 1
    }
    for (grown, array) in lists { #expect(grown.elementsEqual(array) && grown.count == array.count) }
  }

  /// The machine's tables are updated when a program grows and when another program replaces it.
  @Test func replacedProgramsRun() throws {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    func run(_ text: String) throws {
      let script = try Parser.parse(
        try Source(name: "", text: text), TestHost.schema.vocabulary,
        known: runtime.program.definitionNames)
      var program = runtime.program
      let function = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(function)
    }
    try run("def twice n { return $n * 2 }")
    let early = runtime.program
    for number in 0..<100 { try run("def f\(number) n { return $n + \(number) }; print f\(number) 1") }
    #expect(host.output.last == "100")
    runtime.program = early
    for number in 0..<50 { try run("def g\(number) n { return (twice $n) + \(number) }; print g\(number) 1") }
    #expect(host.output.last == "51" && host.output.count == 150)
  }
}

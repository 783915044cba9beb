import Terminal
import Testing

@testable import Shell

@Suite struct HinterTests {
  func hint(_ line: String, typed: [String] = []) -> String? {
    let history = History()
    for entry in typed { history.add(entry) }
    return Hinter(
      history: history, completer: Completer(session: Session(output: Output(to: .memory), catalog: Catalog.standard))
    ).hint(for: line)
  }

  @Test func theNewestLineThatBeganSo() {
    #expect(hint("story p", typed: ["story play 4", "story play 5", "tap left"]) == "lay 5")
    #expect(hint("clu", typed: ["cluster /x"]) == "ster /x")
  }

  @Test func elseTheOnlyCompletion() {
    #expect(hint("clu") == "ster")
    #expect(hint("timer sta") == nil, "start or status")
    #expect(hint("timer start ") == nil, "nothing typed of the word")
    #expect(hint("tap right") == nil, "nothing is missing")
    #expect(hint("timer start ip") == nil, "iPad does not begin so")
    #expect(hint("cluster /us") == nil, "no folder is read for it")
  }
}

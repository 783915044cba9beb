import Terminal
import Testing

@testable import Shell
@testable import ShellCore

/// `explain` after a line that could not be read, of which nothing ran.
@Suite struct UnreadLineTests {
  @Test func explainIsAboutTheLastLine() {
    let session = Session(options: .init(), output: Output(to: .memory), catalog: Catalog.standard)
    session.questions.attach(PromptState(history: History()))
    let runner = PromptRunner(session: session)
    runner.run("story play 4")
    runner.run("set day-end 3h")
    let text = Explanations(session).text()
    #expect(text.hasPrefix("`set day-end 3h` did not run: "), "\(text)")
    #expect(text.contains("day-end"))
    runner.run("pause")
    #expect(Explanations(session).text().hasPrefix("The story stays at"))
  }
}

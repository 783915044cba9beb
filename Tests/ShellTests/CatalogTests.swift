import Testing

@testable import Shell

@Suite struct CatalogTests {
  @Test func commandsHaveUniqueWordsAndExamples() {
    let commands = Catalog.standard.schema.vocabulary.commands.commands
    #expect(Set(commands.map(\.name)).count == commands.count)
    #expect(commands.filter(\.examples.isEmpty).map(\.name) == [])
  }
}

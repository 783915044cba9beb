import Testing

@testable import Shell

@Suite struct CatalogTests {
  @Test func commandsHaveUniqueWordsAndExamples() {
    let commands = Catalog.standard.schema.vocabulary.commands.commands
    #expect(Set(commands.map(\.name)).count == commands.count)
    #expect(commands.filter(\.examples.isEmpty).map(\.name) == [])
  }

  /// Each part of the overview stands there once, and nothing but help itself under "help".
  @Test func theOverviewHasEachPartOnce() throws {
    let lines = try Help(catalog: Catalog.standard).text(for: []).split(separator: "\n")
    let titles = lines.filter { !$0.hasPrefix(" ") }
    #expect(Set(titles).count == titles.count)
    let help = try #require(lines.firstIndex(of: "help"))
    #expect(lines[(help + 1)...].prefix { $0.hasPrefix(" ") }.allSatisfy { $0.hasPrefix("  help ") })
  }
}

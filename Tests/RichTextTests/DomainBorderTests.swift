import Testing

@testable import RichText

/// Texts that are barely a domain, or narrowly not a domain.
@Suite struct DomainBorderTests {
  private let shell = Detector(.shell)

  @Test(arguments: ["foo-.com", "a-.b.com", "www.foo-.com", "-foo.com", "foo.-b.com"])
  func noLabelBeginsOrEndsWithAHyphen(_ text: String) { #expect(shell.facets(in: text).isEmpty) }

  @Test func hyphensInsideAreFine() { #expect(shell.facets(in: "f-o.b--r.com").count == 1) }

  @Test func theLongestTopLevelDomainIsOne() throws {
    let longest = TopLevelDomainTable.longest
    let list = try #require(TopLevelDomainTable.entries(length: longest))
    let text = ByteView(base: list.utf8Start, count: longest)
    #expect(TopLevelDomain.isKnown(text, 0..<longest))
    #expect(TopLevelDomain.isKnownInAnyCase(text, 0..<longest))
  }

  @Test func labelsHave63BytesAtMost() {
    let label = String(repeating: "a", count: 63)
    #expect(shell.facets(in: "www.\(label).com").count == 1)
    #expect(shell.facets(in: "www.\(label)a.com").isEmpty)
  }
}

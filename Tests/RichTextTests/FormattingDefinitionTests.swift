import Testing

@testable import RichText

@Suite("Formatting definitions")
struct FormattingDefinitionTests {
  private let text = "hi #tag @bob & @ana.com <https://a.com/?x=1&y='2'>"
  private var facets: [Facet] { Detector(.shell).facets(in: text) }

  @Test("Terminal: tag cyan, mention magenta, link blue underlined")
  func terminal() {
    #expect(
      FormattingDefinition.terminal.format(text, facets: facets)
        == "hi \u{1B}[36m#tag\u{1B}[0m \u{1B}[2;35m@bob\u{1B}[0m & \u{1B}[35m@ana.com\u{1B}[0m "
        + "<\u{1B}[4;34mhttps://a.com/?x=1&y='2\u{1B}[0m'>")
  }

  @Test("HTML: everything is escaped, links lead somewhere")
  func html() {
    #expect(
      FormattingDefinition.html.format(text, facets: facets)
        == "hi <span style=\"color:#0b7285\">#tag</span> <span style=\"color:#a626a4;opacity:0.6\">@bob</span> &amp; "
        + "<span style=\"color:#a626a4\">@ana.com</span> &lt;<a href=\"https://a.com/?x=1&amp;y=&#39;2\" "
        + "style=\"color:#0969da;text-decoration:underline\">https://a.com/?x=1&amp;y=&#39;2</a>&#39;&gt;")
  }

  @Test("SVG: spans within a text element")
  func svg() {
    #expect(
      FormattingDefinition.svg.format("a<b #t", facets: Detector(.shell).facets(in: "a<b #t"))
        == "a&lt;b <tspan fill=\"#0b7285\">#t</tspan>")
    #expect(FormattingDefinition.svg.format("\u{1B}\u{0}\t", facets: []) == "\u{FFFD}\u{FFFD}\t")
  }

  @Test("Of overlapping facets the first is drawn")
  func overlaps() {
    let text = "#a(foo.com"
    let facets = Detector(.bluesky).facets(in: text)
    #expect(facets.count == 2)
    #expect(FormattingDefinition.terminal.format(text, facets: facets) == "\u{1B}[36m#a(foo.com\u{1B}[0m")
  }

  @Test("A style of one's own")
  func ownStyle() {
    var definition = FormattingDefinition.terminal
    definition.tag = .plain
    #expect(definition.format("#tag", facets: Detector(.shell).facets(in: "#tag")) == "#tag")
    #expect(definition.style(of: FacetSpan.Kind.cashtag) == .plain)
    #expect(definition.style(of: FacetSpan.Kind.localLink) == definition.link)
    #expect(definition.style(of: FacetSpan.Kind.partialMention) == definition.partialMention)
  }
}

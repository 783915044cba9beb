import Bluesky
import JSON
import Testing

/// The previews of web pages, and the records that restrict replies and quotes.
@Suite struct WebPageTests {
  /// The head of a page, and its title, description and picture.
  @Test(
    arguments: [
      ("<title>One &amp; two</title>", "One & two", "", nil),
      ("<meta property=og:title content='It&#39;s &#x2014; &unknown; 5 &lt; 6'>", "It's — &unknown; 5 < 6", "", nil),
      (
        "<title>t</title><meta name=\"description\" content=\"a\nb   c\"><META NAME='Twitter:Title' CONTENT=\"two\">",
        "two",
        "a b c", nil
      ),
      (
        "<meta content=\"first\" property=\"og:title\"/><meta property=\"og:title\" content=\"second\"><meta property=\"og:image\" content=\"/p/a.png?x=1\">",
        "first", "", "https://a.example/p/a.png?x=1"
      ),
      ("<meta property='og:image' content='b.png'><title>x", "x", "", "https://a.example/dir/b.png"),
      ("<meta property='og:image' content='//cdn.example/b.png'>", "", "", "https://cdn.example/b.png"),
      ("<meta property='og:image' content='data:image/png;base64,xx'>", "", "", nil),
      ("<meta property='og:image' content='javascript:alert(1)'>", "", "", nil),
      ("<!-- <title>no</title> --><script>\"<title>no</title>\"</script><title>yes</title>", "yes", "", nil),
      ("<body><title>no</title></body>", "", "", nil), ("<title>a\u{1B}[31m\u{202E}b</title>", "a [31mb", "", nil),
      ("", "", "", nil), ("<", "", "", nil), ("<meta", "", "", nil), ("<meta content=\"", "", "", nil),
      ("<title>", "", "", nil), ("<!--", "", "", nil),
    ] as [(String, String, String, String?)])
  func aHeadSaysWhatThePageIs(html: String, title: String, description: String, picture: String?) {
    let page = WebPage(Array(html.utf8), at: "https://a.example/dir/page?q=1#f")
    #expect(page.title == title && page.description == description && page.picture == picture, "\(page)")
  }

  @Test func otherCharactersAndLongTexts() {
    let latin: [UInt8] = Array("<title>caf".utf8) + [0xE9] + Array("</title>".utf8)
    #expect(WebPage(latin, at: "https://a.example", type: "text/html; charset=ISO-8859-1").title == "café")
    #expect(WebPage(Array("<meta charset=windows-1252>".utf8) + latin, at: "https://a.example").title == "café")
    #expect(WebPage(latin, at: "https://a.example").title == "caf\u{FFFD}")
    let long = WebPage(Array("<title>\(String(repeating: "x", count: 5_000))</title>".utf8), at: "https://a.example")
    #expect(long.title.count == WebPage.titleLimit && long.title.hasSuffix("…"))
  }

  /// Hostile pages of a megabyte are read in a moment.
  @Test(arguments: [
    "<", "<!--", "<title>", "<meta property=og:title content='", "&#x41;", "<script>", "<meta a=b c=d ",
  ])
  func anyPageIsReadInOneGo(piece: String) {
    let page = WebPage(
      Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count).utf8), at: "https://a.example")
    #expect(page.title.count <= WebPage.titleLimit)
  }

  @Test(arguments: [
    PostGates(), PostGates(replies: []), PostGates(replies: [.followers, .mentioned], allowsQuotes: false),
    PostGates(replies: [.following, .list(RecordAddress("at://did:web:a.test/app.bsky.graph.list/3k")!)]),
  ])
  func gatesAreKeptAsTheyAre(gates: PostGates) {
    #expect(PostGates(gates.json) == gates)
    #expect(gates.isOpen == (gates == PostGates()))
  }

  @Test(
    arguments: [
      ["replies": "all"], ["replies": ["everybody"]], ["replies": ["at://did:web:a.test/app.bsky.feed.post/3k"]],
      ["replies": ["followers", "followers", "followers", "followers", "followers", "followers"]], [], 7,
    ] as [JSON])
  func otherGatesAreNone(json: JSON) { #expect(PostGates(json) == nil) }

  @Test func aCardIsKeptAsItIs() {
    let picture = PostImage(name: "1-100-a", type: "image/png", size: 5, width: 4, height: 3, alt: "")
    for card in [
      LinkCard(uri: "https://a.example", title: "t", description: "d"),
      LinkCard(uri: "https://a.example", title: "t", description: "", thumbnail: picture),
    ] { #expect(LinkCard(card.json) == card) }
    #expect(LinkCard(["uri": "javascript:x", "title": "t", "description": "d"]) == nil)
  }
}

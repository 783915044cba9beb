import Bluesky
import Testing

@Suite struct LinkHostTests {
  @Test(arguments: [
    ("https://A.com/x", "a.com"), ("http://a.com:80?q", "a.com"), ("https://good.com@evil.com/", "evil.com"),
    ("https://evil.com\\@good.com", "evil.com"), ("https://аpple.com", "xn--pple-43d.com"),
    ("https://[::1]:80/", "[::1]"), ("javascript:alert(1)", nil), ("https://", nil), ("https:///x", nil),
    ("https://a..com/x", "a..com"), ("https://a.com./x", "a.com."), ("https://a b.com", nil), ("mailto:a@b.com", nil),
    ("https://a.com\u{1B}[2J", nil),
  ])
  func hosts(uri: String, host: String?) { #expect(LinkHost.of(uri) == host) }

  @Test(arguments: [
    ("https://a.com/x", "a.com", nil), ("https://a.com/x", "https://a.com/y", nil), ("https://www.a.com", "a.com", nil),
    ("https://evil.com", "a.com", "evil.com"), ("https://evil.com/a.com", "a.com/x", "evil.com"),
    ("https://evil.com", "click here", "evil.com"), ("https://a.com.evil.com", "a.com", "a.com.evil.com"),
  ])
  func hostsMissingInTheTextAreShown(uri: String, text: String, host: String?) {
    #expect(LinkHost.hostNotShown(uri, in: text) == host)
  }
}

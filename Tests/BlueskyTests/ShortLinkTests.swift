import Testing

@testable import Bluesky

/// Links as the official client shows them. The results are those of `new URL` in node 20, cut as `toShortUrl` does.
@Suite struct ShortLinkTests {
  @Test(arguments: [
    ("https://example.com/a/../b", "example.com/b"), ("https://example.com/a/./b/", "example.com/a/b/"),
    ("https://example.com/a/%2e%2E/b", "example.com/b"), ("https://example.com/..", "example.com"),
    ("https://example.com/a/..", "example.com"), ("https://example.com/a/b/.", "example.com/a/b/"),
    ("https://example.com/?", "example.com"), ("https://example.com/#", "example.com"),
    ("https://example.com?a=1", "example.com?a=1"), ("https://example.com\\a\\b", "example.com/a/b"),
    ("https:///example.com/x", "example.com/x"), ("https://\\example.com/x", "example.com/x"),
    ("http://127.1/", "127.0.0.1"), ("http://0x7f.0.0.1", "127.0.0.1"), ("http://2130706433/x", "127.0.0.1/x"),
    ("http://0300.168.1", "192.168.0.1"), ("http://256.1.1.1/", "http://256.1.1.1/"),
    ("http://1.2.3.4.5/", "http://1.2.3.4.5/"), ("http://1.2.3.4./", "1.2.3.4"), ("http://a.09/", "http://a.09/"),
    ("https://ｅxample．com/", "example.com"), ("https://exam\u{AD}ple.com/", "example.com"),
    ("https://EXAMPLE.com:443/", "example.com"), ("http://example.com:080/", "example.com"),
    ("http://example.com:443/", "example.com:443"), ("https://example.com:/x", "example.com/x"),
    ("https://example.com:99999/", "https://example.com:99999/"), ("https://example.com:a/", "https://example.com:a/"),
    ("https://a:b@example.com/", "example.com"), ("https://exa%6Dple.com/", "example.com"),
    ("https://exa%ple.com/", "https://exa%ple.com/"), ("https://exa<ple.com/", "https://exa<ple.com/"),
    ("https://[::1]/", "[::1]"), ("https://[1:0:0:2:0:0:0:3]/", "[1:0:0:2::3]"),
    ("https://[::ffff:1.2.3.4]/", "[::ffff:102:304]"),
    ("https://[1::2::3]/", "https://[1::2::3]/"), ("https://[::1]:8080/", "[::1]:8080"),
    ("https://bücher.example/ü", "xn--bcher-kva.example/%C3%BC"), ("https://example.com/{x}", "example.com/%7Bx%7D"),
    ("https://a.b/0123456789abcdef", "a.b/0123456789ab..."),
  ])
  func linksAreShortenedByTheURLStandard(written: String, shown: String) {
    #expect(ShortLink.text(of: written) == shown)
  }
}

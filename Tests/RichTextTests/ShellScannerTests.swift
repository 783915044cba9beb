import Testing

@testable import RichText

@Suite("Shell mode: what is safe to colour on a command line")
struct ShellScannerTests {
  let detector = Detector(.shell) { $0 == "notes.com" || $0 == "clock.now" }

  @Test(
    "Things of a command line are no facets",
    arguments: [
      "cat main.rs", "vim README.md setup.sh", "ssh user@host", "ssh user@host.com", "git@github.com:a/b.git", "--x",
      "--user=@bob", "-x.com", "--example.com", "echo $HOME $x", "$AAPL", "like @1", "./foo.com", "../a.co/b",
      "/etc/a.com",
      "src/foo.com", "~/a.com", "a_b.com", "array.map(fn)", "performance.now()", "foo.com[0]", "x=foo.com", "#!/bin/sh",
      "# comment", "## heading", "#1", "#", "@", "@-x", "@@bob", "@scope/name", "@bob@mastodon.social", "@alice.com@x",
      "l'@bsky.app", "x#tag", "host.com:path", "https://", "http:// x", "http://,,,", "open notes.com",
      "print clock.now",
      "1.5", "v1.2", "12.30am", "256.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "e.g.", "...", "a..com", "foo.com./x",
      "foo.comé", "[::g]", "[1:2]", "[1, 2]", "x[::1]", "jobs.zip",
    ])
  func nothing(_ line: String) { #expect(detector.shorthand(line) == "") }

  @Test(
    "Mentions, also half typed",
    arguments: [
      ("post \"hi #tag @bob\"", "9-13 tag tag, 14-18 partial bob"),
      ("@bob", "0-4 partial bob"),
      ("@bob.", "0-4 partial bob"),
      ("@bob.bsky.socia", "0-15 partial bob.bsky.socia"),
      ("@bob.bsky.social", "0-16 mention bob.bsky.social"),
      ("@bob.bsky.social.", "0-16 mention bob.bsky.social"),
      ("@BOB.COM", "0-8 partial BOB.COM"),
      ("(@ana.test)", "1-10 mention ana.test"),
      ("[@ana @ben]", "1-5 partial ana, 6-10 partial ben"),
      ("@ana's", "0-4 partial ana"),
      ("'@ana'", "1-5 partial ana"),
      ("@ana…", "0-4 partial ana"),
      ("@4chan", "0-6 partial 4chan"),
    ])
  func mentions(_ line: String, _ expected: String) { #expect(detector.shorthand(line) == expected) }

  @Test(
    "Links, with local hosts and balanced brackets",
    arguments: [
      ("open bsky.app", "5-13 link https://bsky.app"),
      ("open bsky.app: now", "5-13 link https://bsky.app"),
      ("404media.co, my-site.example.com", "0-11 link https://404media.co, 13-32 link https://my-site.example.com"),
      ("Example.COM", "0-11 link https://Example.COM"),
      ("localhost", "0-9 link http://localhost"),
      ("curl localhost:3000/x", "5-21 link http://localhost:3000/x"),
      ("127.0.0.1:8080", "0-14 link http://127.0.0.1:8080"),
      ("ping 192.168.0.1.", "5-16 link http://192.168.0.1"),
      ("[::1]:8080/a", "0-12 link http://[::1]:8080/a"),
      ("[2001:db8::7]", "0-13 link http://[2001:db8::7]"),
      ("https://[::1]/x", "0-15 link https://[::1]/x"),
      ("http://localhost:80", "0-19 link http://localhost:80"),
      ("HTTPS://a.B", "0-11 link HTTPS://a.B"),
      ("(https://a.com)", "1-14 link https://a.com"),
      ("(see https://a.com/b_(c)).", "5-24 link https://a.com/b_(c)"),
      ("[x](https://a.com)!", "4-17 link https://a.com"),
      ("<https://a.com>", "1-14 link https://a.com"),
      ("\"https://a.com\"", "1-14 link https://a.com"),
      ("'https://a.com/b'", "1-16 link https://a.com/b"),
      ("https://a.com/it's", "0-18 link https://a.com/it's"),
      ("--url=https://a.com/b", "6-21 link https://a.com/b"),
      ("https://a.com,https://b.com", "0-27 link https://a.com,https://b.com"),
      ("https://a.com!!!", "0-13 link https://a.com"),
      ("https://a.com/日本。", "0-20 link https://a.com/日本"),
      ("docs.rs/serde", "0-13 link https://docs.rs/serde"),
      ("www.docs.rs", "0-11 link https://www.docs.rs"),
      ("https://main.rs", "0-15 link https://main.rs"),
      ("https://notes.com", "0-17 link https://notes.com"),
      ("foo.com?a=b&c", "0-13 link https://foo.com?a=b&c"),
      ("foo.com|wc", "0-7 link https://foo.com"),
      ("foo.com:80.", "0-10 link https://foo.com:80"),
      ("https://a.com/(", "0-14 link https://a.com/"),
      ("#tag(@bob)", "0-4 tag tag, 5-9 partial bob"),
    ])
  func links(_ line: String, _ expected: String) { #expect(detector.shorthand(line) == expected) }

  @Test(
    "Tags",
    arguments: [
      ("#t", "0-2 tag t"), ("(#tag)", "1-5 tag tag"), ("\"#tag\"", "1-5 tag tag"), ("＃日本", "0-9 tag 日本"),
      ("#_x", "0-3 tag _x"), ("#don't", "0-6 tag don't"), ("#a;#b", "0-2 tag a"), ("#a#b", "0-4 tag a#b"),
    ])
  func tags(_ line: String, _ expected: String) { #expect(detector.shorthand(line) == expected) }

  @Test("The caller is asked once for each bare domain and never for an address with a scheme")
  func localNames() {
    let asked = Asked()
    let detector = Detector(.shell) { name in
      asked.names.append(name)
      return false
    }
    _ = detector.facets(in: "a.com/b, https://b.com localhost main.rs @c.com #d.com e.com")
    #expect(asked.names == ["a.com/b", "e.com"])
  }

  private final class Asked: @unchecked Sendable { var names: [String] = [] }

  @Test("A mention is complete exactly when the reference client takes the same bytes")
  func completeness() {
    var texts = AdversarialTexts(seed: 3)
    for _ in 0..<1_000 {
      let text = texts.next()
      let reference = Set(Detector(.bluesky).facets(in: text.replacing("\"", with: "(").replacing("[", with: "(")))
      for facet in Detector(.shell).facets(in: text) {
        if case .mention(_, true) = facet.feature { #expect(reference.contains(facet) || text.contains(/['`<{]@/)) }
        if case .mention(_, false) = facet.feature {
          let isSameRange = Detector(.bluesky).facets(in: text).contains { $0.range == facet.range }
          #expect(!isSameRange)
        }
      }
    }
  }
}

import Testing

@testable import Shell

/// Starter packs as values, and as lists of people.
@Suite struct StarterPackTests {
  private static let link = "https://bsky.app/starter-pack/ana.test/harbour"
  private static let address = "at://did:web:ana.test/app.bsky.graph.starterpack/harbour"

  @Test func aPackIsReadByItsLinkItsAddressAndItsRecord() {
    ScriptRun.passes(
      """
      login bob.test
      let pack = starter pack \(Self.link)
      expect $pack.name == "Harbour people" and $pack.people == 4 and $pack.author == "ana.test"
      expect ($pack.feeds | each { $it.feed }) == ["hot", "media"] and $pack.uri == "\(Self.address)"
      expect (starter pack "\(Self.address)") == $pack
      expect (starter pack https://bsky.app/start/ana.test/harbour) == $pack
      let basic = starter packs of ana.test | first
      expect $basic.people == 4 and (starter pack $basic) == $pack and (starter packs of ben.test) == []
      expect (timeline $pack.feeds[0] 3 | count) == 3
      """)
  }

  /// Wherever a list is accepted, so is a pack: by its link, its address, its record, and its name once it was read.
  @Test func aPackIsAList() {
    ScriptRun.passes(
      """
      let people = ["cleo.test", "emil.test", "ivo.test", "june.test"]
      expect (members of \(Self.link) | each { $it.handle } | sort) == $people
      let pack = starter pack \(Self.link)
      expect (members of $pack | count) == 4 and (members of "\(Self.address)" | count) == 4
      login bob.test
      let read = timeline $pack 30
      expect ($read | where by == none and not (contains $people $it.author) | count) == 0 and ($read | count) == 30
      expect (timeline \(Self.link) 30 | each { $it.uri }) == ($read | each { $it.uri })
      starter pack \(Self.link)
      expect (members of "harbour people" | count) == 4
      post "for them" reply-to $pack
      let heard = []
      when timeline.arrived { if $by == none { heard = $heard + [$author] }; expect $list == "Harbour people" }
      listen to $pack
      wait 1d
      expect ($heard | count) > 3 and ($heard | where not (contains $people $it) | count) == 0
      listen off
      let streamed = []
      when stream.post { streamed = $streamed + [$author] }
      listen to stream of \(Self.link)
      expect (listen | first).list == "stream of Harbour people"
      wait 1d
      expect ($streamed | count) > 3 and ($streamed | where not (contains $people $it) | count) == 0
      """)
  }

  @Test(arguments: [
    (
      "starter pack nonsense",
      "'nonsense' is not a starter pack | try: starter pack https://bsky.app/starter-pack/HANDLE/KEY; to list packs, try: starter packs of HANDLE"
    ),
    (
      "starter pack https://go.bsky.app/abc",
      "'https://go.bsky.app/abc' is not a starter pack | open the short link in a browser, and give the address of the page that it leads to"
    ),
    ("starter pack https://bsky.app/starter-pack/ana.test/none", "that starter pack was deleted or never existed"),
    ("members of https://bsky.app/starter-pack/ana.test/none", "that starter pack was deleted or never existed"),
    ("login bob.test; list add ben.test \(link)", "that list is not by bob.test, so it cannot be changed | try: lists"),
    (
      "login bob.test; starter pack (profile of ana.test)",
      "this record is not a starter pack | try: starter pack https://bsky.app/starter-pack/HANDLE/KEY; to list packs, try: starter packs of HANDLE"
    ),
  ])
  func mistakesAreExplained(script: String, error: String) { #expect(ScriptRun.error(script) == error) }
}

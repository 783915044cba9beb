import Testing

@testable import Shell

/// Lists of people as values, and posts that stand for their authors.
@Suite struct PeopleListsTests {
  @Test func aListIsMadeFilledReadAndDeleted() {
    ScriptRun.passes(
      """
      login bob.test
      let birds = list new "Birds" about "Who watches birds"
      wait 1s
      expect ((lists | first).name == "Birds") and ((lists | first).people == 0)
      list add ana.test birds
      list add @ben.test $birds
      list add ana.test $birds.uri
      wait 1s
      expect (members of birds | count) == 2 and (lists | first).people == 2
      let read = timeline birds 20
      expect ($read | count) == 20
      expect ($read | where author != "ana.test" and author != "ben.test" and by == none | count) == 0
      list remove ana.test birds
      wait 1s
      expect (members of birds | each { $it.handle }) == ["ben.test"]
      list delete birds
      wait 1s
      expect (lists | count) == 0
      """)
  }

  /// A list of moderation is filled by a search, and each person is there once.
  @Test func aSearchFillsAList() {
    ScriptRun.passes(
      """
      login bob.test
      list new spam moderation
      wait 1s
      search tram 20 | each { list add $it.author spam }
      wait 1s
      let authors = search tram 20 | each { $it.author }
      expect (members of spam | where not (contains $authors $it.handle) | count) == 0
      expect (lists | first).purpose == "moderation" and (lists | first).people > 0
      expect (lists | first).people == (members of spam 100 | count)
      """)
  }

  @Test func changesAreEvents() {
    ScriptRun.passes(
      """
      login bob.test
      list new birds
      wait 1s
      let heard = []
      when list.changed { heard = $heard + ["{$handle} {$on} {$list}"] }
      list add ana.test birds; list add ana.test birds; list remove ana.test birds; list remove ana.test birds
      wait 1s
      expect $heard == ["ana.test true birds", "ana.test false birds"]
      """)
  }

  /// A list decides who may reply.
  @Test func aListMayReply() {
    ScriptRun.passes(
      """
      login bob.test
      list new friends
      wait 1s
      list add ana.test friends
      wait 1s
      post "for friends" reply-to friends
      wait 1s
      login ana.test
      expect not (posts of bob.test | first).closed
      login ben.test
      expect (posts of bob.test | first).closed
      """)
  }

  /// A post's number means its author wherever a handle is accepted.
  @Test(arguments: [
    "profile of @1", "posts of @1 1", "followers of @1 1", "follow @1", "mute @1", "feeds of @1", "search tram 1 of @1",
    "lists of @1",
  ])
  func aPostStandsForItsAuthor(command: String) {
    let run = ScriptRun()
    run("login bob.test; timeline 3")
    #expect(run(command).error == nil, "\(command)")
  }

  @Test func theAuthorIsTheOneOfThePost() {
    ScriptRun.passes(
      """
      login bob.test
      let first = timeline 1 | first
      expect (profile of @1).handle == $first.author
      post "mine"
      wait 1s
      expect (profile of @2).handle == "bob.test"
      """)
  }

  @Test(arguments: [
    ("profile of @9", "there is no post @9 | give the post's address (at://…) or the link to its page"),
    (
      "members of birds",
      "'birds' is not a list of people | try: lists; or give the list's address (at://…) or the link to its page"
    ),
    ("list add ana.test {a: 1}", "this record is not a list of people | try: lists | first"),
    ("list new \"\"", "a list needs a name"),
    ("list new (repeated \"x\" 65)", "this name is too long: 65 bytes (limit 64)"),
    ("list new x about (repeated \"x\" 301)", "this description is too long: 301 characters (limit 300)"),
    (
      "list add ana.test at://did:web:ana.test/app.bsky.graph.list/3k",
      "that list is not by bob.test, so it cannot be changed | try: lists"
    ),
    ("members of at://did:web:ana.test/app.bsky.graph.list/3k", "the server refused the request: List not found"),
    ("timeline nothing", "'nothing' is not a known feed | try: feeds; or give the link to its page"),
  ])
  func mistakes(command: String, error: String) {
    let run = ScriptRun()
    run("login bob.test")
    #expect(run(command).error == error, "\(command)")
  }

  @Test func withoutANetworkNothingChanges() {
    ScriptRun.passes(
      """
      login bob.test
      list new birds
      wait 1s
      list add ana.test birds
      wait 1s
      set network off
      expect error { list add ben.test birds }
      set network on
      expect (members of birds | count) == 1
      """)
  }

  @Test func aTableShowsLists() {
    let run = ScriptRun()
    run("login bob.test; list new birds about \"Who watches\"; wait 1s")
    let lines = run("lists").lines
    #expect(lines.contains { $0.contains("birds") && $0.contains("reading") && $0.contains("Who watches") }, "\(lines)")
  }

  /// A name that several lists have means none of them; one with the exact spelling does.
  @Test(arguments: ["list delete spam", "list add ana.test spam", "members of spam"])
  func aNameOfSeveralListsIsRefused(_ line: String) {
    let script = "login bob.test\nlist new spam\nwait 1s\nlist new spam moderation\nwait 1s\n\(line)"
    let text = ScriptRun.error(script) ?? ""
    #expect(text.contains("2 lists have the name 'spam': at://"), "\(text)")
    #expect(text.contains("(for reading)") && text.contains("(for moderation)"))
    ScriptRun.passes(
      """
      login bob.test
      let big = list new Spam
      wait 1s
      let small = list new spam moderation
      wait 1s
      list delete spam
      wait 1s
      expect (lists | each { $it.name }) == ["Spam"]
      list new Spam
      wait 1s
      list delete $big
      wait 1s
      list delete spam
      wait 1s
      expect (lists | count) == 0
      """)
  }
}

/// Lists whose people are muted or blocked together.
@Suite struct ListModerationTests {
  @Test func everyoneOnAListIsMutedOrBlocked() {
    ScriptRun.passes(
      """
      login bob.test
      list new crowd moderation
      list add ana.test crowd; list add ben.test crowd
      let said = []
      when list.moderated { said = $said + ["{$list} {$how} {$on}"] }
      mute list crowd; mute list crowd
      expect (profile of ana.test).muted and not (profile of cleo.test).muted and (lists | first).muted
      expect (posts of ana.test 9 | where by == none | each { $it.hidden } | unique) == ["you muted the author"]
      expect (timeline 100 | where author == "ana.test" or author == "ben.test") == []
      list remove ben.test crowd; expect not (profile of ben.test).muted
      unmute list crowd; expect not (profile of ana.test).muted and (timeline 100 | where author == "ana.test" | count) > 0
      block list crowd; block list crowd
      expect (profile of ana.test).blocked and (lists | first).blocked
      expect (posts of ana.test 9 | where by == none | each { $it.hidden } | unique) == ["you blocked the author"]
      unblock list crowd
      expect not (profile of ana.test).blocked and not (lists | first).blocked
      expect $said == ["crowd muted true", "crowd muted true", "crowd muted false", "crowd blocked true", "crowd blocked true", "crowd blocked false"]
      """)
  }

  @Test(arguments: [
    ("unblock list crowd", "that list is not blocked | try: lists"),
    (
      "mute list nobody",
      "'nobody' is not a list of people | try: lists; or give the list's address (at://…) or the link to its page"
    ),
  ])
  func mistakesAreExplained(script: String, error: String) {
    #expect(ScriptRun.error("login bob.test; list new crowd moderation; " + script) == error)
  }
}

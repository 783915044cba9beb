import Testing

@testable import Shell

@Suite struct FeedCommandsTests {
  @Test(arguments: [
    "expect (stories | count) == 20; expect (stories)[0].story == 1; expect (stories page 2)[0].story == 21",
    "let far = story show 1000000; expect $far.author == \"ana\"; expect $far.picture == \"lighthouse-in-fog\"",
    "expect (stories page 50000 | last).story == 1000000",
    "let s = (stories of @ana); expect ($s | select author | where author != \"ana\" | count) == 0",
    // Rings, hearts and ages.
    "expect (stories)[3].ring == \"unseen\"; story play @ana for 1s; expect (stories)[3].ring == \"partlySeen\"; wait 3s; expect (stories)[3].ring == \"seen\"",
    "story play 4; like; expect (story show 4).liked; expect (story show 4).seen; expect not (story show 14).liked; unlike; expect not (story show 4).liked",
    "expect (story show 1).age == \"12 m\"; wait 48m; expect (story show 1).age == \"1 h\"; wait 1d; expect (story show 1).age == \"1 d\"",
    // Expiry.
    "expect (story show 10).left == 3h; wait 3h; expect (story show 10).left == none; expect (stories page 1 | count) == 18; expect (stories | count) == 20",
    "wait 1d; expect (stories | count) == 0; expect error { story play @ana }",
    // Cursors.
    "let a = (stories); let b = (stories after ($a | last).cursor); expect $b[0].story == 21; wait 3h; expect (stories after $b[8].cursor)[0].story == 31",
    "expect (stories of ana after \"@ana-4\")[0].story == 6",
    "expect (stories after \"all-999999999990\" | count) == 10; expect (stories after \"all-1000000000000\" | count) == 0",
  ])
  func listsTheFeed(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    (
      "stories after hello", "'hello' is not a cursor | try: (stories | last).cursor"
    ),
    ("stories after all-0", "'all-0' is not a cursor: there is no story 0 | try: stories"),
    (
      "stories after \"@ana-4\"",
      "this cursor is for @ana's stories, not for the whole feed | try: stories of @ana after @ana-4"
    ),
    (
      "stories of @ana after all-20",
      "this cursor is for the whole feed, not for @ana's stories | try: stories after all-20"
    ),
    ("stories of @ana after \"@ana-5\"", "'@ana-5' is not a cursor: story 5 is not @ana's | try: stories of @ana"),
    ("stories of @bne", "no user @bne shares stories | did you mean '@ben'?"),
    ("stories page 0", "'page' expects a whole number from 1 to 50000000000, not '0'"),
    ("story show 0", "there is no story 0: the feed begins with story 1 | try: stories"),
    ("story play Examples", "no user @Examples shares stories | try: story play deck Examples"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  @Test func theTableFits() {
    for width in [40, 80, 120] {
      let lines = ScriptRun(width: width)("story play 6; like; stories").lines
      #expect(lines.dropFirst(2).dropLast().allSatisfy { $0.count <= width }, "\(width)")
      #expect(lines.contains { $0.contains("♥") } && lines.contains { $0.contains("◐") })
    }
  }

  @Test(arguments: [
    ("stories", "more: stories after all-20"), ("stories page 2", "more: stories after all-40"),
    ("wait 3h; stories page 1", "more: stories after all-19"),
    ("stories of @ana", "more: stories of @ana after @ana-66"),
    ("stories after all-999999999990", "end of list"), ("stories page 50000000000", "end of list"),
    ("stories of @ana after @ana-999999999970", "end of list"),
    ("stories after all-1000000000000", "no stories: the feed ends here"),
    ("stories of @ana after @ana-1000000000000", "no stories: the feed ends here"),
    ("wait 1d; stories", "no stories: all of them have expired"),
    ("wait 1d; stories after all-20", "no stories: all of them have expired"),
  ])
  func saysWhatFollows(_ script: String, _ end: String) {
    // The end may take two rows.
    #expect(ScriptRun()(script).lines.suffix(2).joined().hasSuffix(end), "\(script)")
  }
}

import StoryScript
import Terminal
import Testing

@testable import PostsWing

/// The full screen of `browse`, without a terminal and a session.
@Suite struct BrowserTests {
  private static let post = Browser.Target(ref: "@3", handle: "ana.test")

  private static func browser(_ count: Int, hasMore: Bool = false, chosen: Int = 0) -> Browser {
    var browser = Browser(glyphs: .unicode)
    browser.show(count, hasMore: hasMore, chosen: chosen)
    return browser
  }

  private static func rows(
    _ browser: inout Browser, columns: Int = 40, rows: Int = 10, answer: String = "", place: String = "go timeline",
    height: Int = 3
  ) -> [String] {
    let picture = browser.picture(
      columns: columns, rows: rows, tab: 0, place: place, answer: StyledText(answer)
    ) { item in (0..<height).map { StyledText("item \(item) row \($0)") } }
    #expect(picture.count == rows && picture.allSatisfy { $0.width <= columns })
    return picture.map { ($0.runs.first?.style == .chosen ? ">" : "") + $0.plain }
  }

  @Test(
    arguments: [
      (.enter, .run("go post @3")), (.character("l"), .run("like @3")), (.character("t"), .run("repost @3")),
      (.character("b"), .run("bookmark @3")), (.character("m"), .run("mute ana.test")),
      (.character("p"), .run("go profile ana.test")), (.character("u"), .run("undo")),
      (.character("1"), .run("go timeline")), (.character("5"), .run("go profile")), (.character("h"), .back),
      (.character("f"), .run("follow ana.test")), (.character("o"), .run("link open @3")),
      (.character("R"), .refresh), (.character("i"), .unfold), (.character("c"), .none), (.character("n"), .none),
      (.escape, .back), (.right, .run("go forward")), (.character("q"), .leave), (.interrupt, .leave), (.tab, .none),
      (.character("x"), .none),
    ] as [(ScreenKey, Browser.Action)])
  func eachKeyIsACommand(key: ScreenKey, action: Browser.Action) {
    var browser = Self.browser(5)
    let taken = browser.handle(key, on: Self.post)
    #expect(taken == action)
  }

  @Test(arguments: [
    ("n", "post", "new post: a"), ("c", "quote @3", "quote @3: a"), ("r", "reply @3", "reply to @3: a"),
  ])
  func textsAreTyped(key: Character, command: String, line: String) {
    var browser = Self.browser(5)
    let typed = [key, "a"].map { browser.handle(.character($0), on: Self.post) }
    #expect(typed == [.none, .none] && Self.rows(&browser).last == line)
    let closed = browser.handle(.escape, on: Self.post)
    #expect(closed == .none && browser.unsent == ["a"])
    let again = [.character(key), .character("b"), .enter].map { browser.handle($0, on: Self.post) }
    #expect(again.last == .run("\(command) \"ab\""))
    browser.sent()
    #expect(browser.unsent.isEmpty)
  }

  @Test(arguments: [
    (ScreenKey.character("f"), Browser.Action.run("unfollow ana.test")), (.character("l"), .run("unlike @3")),
  ])
  func whatIsDoneIsUndone(key: ScreenKey, action: Browser.Action) {
    var (browser, target) = (Self.browser(5), Self.post)
    (target.isFollowed, target.isLiked) = (true, true)
    let taken = browser.handle(key, on: target)
    #expect(taken == action)
  }

  @Test(arguments: [20, 40, 80])
  func anyKeyClosesTheKeyList(columns: Int) {
    var browser = Self.browser(5)
    let footer = Self.rows(&browser, columns: columns, rows: 24).last ?? ""
    #expect(footer.contains("? keys") && !footer.contains("…"), "no hint is cut")
    let asked = browser.handle(.character("?"), on: Self.post)
    let listed = Self.rows(&browser, columns: columns, rows: 24)
    #expect(
      asked == .none && listed.contains { $0.hasPrefix(" l      likes") } && !listed.contains { $0.contains("item 0") })
    let next = browser.handle(.character("l"), on: Self.post)
    #expect(next == .none && Self.rows(&browser, columns: columns, rows: 24).contains { $0.contains("item 0") })
    let liked = browser.handle(.character("l"), on: Self.post)
    #expect(liked == .run("like @3"))
  }

  @Test func pressingAKeyTwiceUndoes() {
    var target = Self.post
    (target.isLiked, target.isReposted, target.isBookmarked, target.isMuted) = (true, true, true, true)
    let actions = ["l", "t", "b", "m"].map { (key: Character) in
      var browser = Self.browser(5)
      return browser.handle(.character(key), on: target)
    }
    #expect(
      actions == [.run("unlike @3"), .run("unrepost @3"), .run("unbookmark @3"), .run("unmute ana.test")])
  }

  @Test func keysDoNothingWithoutAPost() {
    for key in ["l", "t", "b", "r", "m", "p"] as [Character] {
      var browser = Self.browser(0)
      let taken = browser.handle(.character(key), on: .init())
      #expect(taken == .none)
    }
    var browser = Self.browser(3)
    let feed = browser.handle(.enter, on: .init(feed: "tag-swift"))
    let person = browser.handle(.enter, on: .init(handle: "ana.test"))
    #expect(feed == .run("go feed \"tag-swift\"") && person == .run("go profile ana.test"))
  }

  @Test func anAnswerIsTyped() {
    var browser = Self.browser(5)
    for key in [.character("r"), .character("a"), .character("\""), .character("q"), .backspace] as [ScreenKey] {
      let taken = browser.handle(key, on: Self.post)
      #expect(taken == .none)
    }
    #expect(Self.rows(&browser).last == "reply to @3: a\"")
    let sent = browser.handle(.enter, on: Self.post)
    #expect(sent == .run("reply @3 \"a\\\"\""))
    browser.sent()
    #expect(browser.unsent.isEmpty && Self.rows(&browser).last?.hasPrefix("reply") == false)
    for keys in [
      [.character("r"), .enter], [.character("r"), .backspace], [.character("r"), .character("x"), .escape],
    ]
      as [[ScreenKey]]
    {
      for key in keys {
        let taken = browser.handle(key, on: Self.post)
        #expect(taken == .none)
      }
      let taken = browser.handle(.character("q"), on: Self.post)
      #expect(taken == .leave)
    }
    // The end of a long reply is visible.
    _ = browser.handle(.character("r"), on: Self.post)
    for _ in 0..<30 { for letter in "long " { _ = browser.handle(.character(letter), on: Self.post) } }
    _ = browser.handle(.character("!"), on: Self.post)
    #expect(Self.rows(&browser).last?.hasSuffix("long !") == true)
  }

  /// Until a reply is known to be safe, its text stays in its line, with the reason above it.
  @Test func anAnswerThatFailsStaysInItsLine() {
    var browser = Self.browser(5)
    for key in "rsame here" { _ = browser.handle(.character(key), on: Self.post) }
    let sent = browser.handle(.enter, on: Self.post)
    #expect(sent == .run("reply @3 \"same here\""))
    let rows = Self.rows(&browser, answer: "error: no account is logged in")
    #expect(rows.suffix(2) == ["error: no account is logged in", "reply to @3: same here"])
    #expect(browser.unsent == ["same here"])
    _ = browser.handle(.character("!"), on: Self.post)
    let again = browser.handle(.enter, on: Self.post)
    #expect(again == .run("reply @3 \"same here!\""))
    browser.sent()
    _ = browser.handle(.character("r"), on: Self.post)
    #expect(browser.unsent.isEmpty, "the next answer begins empty")
  }

  /// A user who leaves the line finds the typed text again at the same post, and at no other post.
  @Test(arguments: [ScreenKey.escape, .interrupt]) func abandonedRepliesAreKept(key: ScreenKey) {
    var browser = Self.browser(5)
    for key in "rhalf" { _ = browser.handle(.character(key), on: Self.post) }
    _ = browser.handle(key, on: Self.post)
    #expect(browser.unsent == ["half"], "a draft for a user who leaves now")
    _ = browser.handle(.character("r"), on: .init(ref: "@4", handle: "ben.test"))
    #expect(browser.unsent == ["half"])
    _ = browser.handle(.character("x"), on: .init(ref: "@4", handle: "ben.test"))
    #expect(browser.unsent == ["half", "x"])
    _ = browser.handle(.backspace, on: .init(ref: "@4", handle: "ben.test"))
    _ = browser.handle(key, on: Self.post)
    _ = browser.handle(.character("r"), on: Self.post)
    #expect(browser.unsent == ["half"])
  }

  @Test func theRoomThatAnAnswerHasLeftIsShown() {
    var browser = Self.browser(5)
    _ = browser.handle(.character("r"), on: Self.post)
    for _ in 0..<295 { _ = browser.handle(.character("x"), on: Self.post) }
    #expect(Self.rows(&browser, columns: 60).last?.hasPrefix("reply to @3 5 left: ") == true)
    for _ in 0..<19 { _ = browser.handle(.character("x"), on: Self.post) }
    #expect(Self.rows(&browser, columns: 60).last?.hasPrefix("reply to @3 14 too many: ") == true)
  }

  @Test func theSelectedPostIsFullyVisible() {
    for (columns, rows) in [(80, 24), (40, 15), (20, 8)] {
      var browser = Self.browser(40)
      for key in Array(repeating: ScreenKey.down, count: 45) + Array(repeating: .up, count: 45) + [
        .end, .home, .pageDown,
      ] {
        _ = browser.handle(key, on: Self.post)
        let picture = Self.rows(&browser, columns: columns, rows: rows)
        #expect(picture.contains(">item \(browser.chosen) row 0") && picture.contains("item \(browser.chosen) row 2"))
      }
    }
    // An item that is taller than the window begins at its top.
    var browser = Self.browser(3, chosen: 1)
    #expect(Self.rows(&browser, rows: 6, height: 30)[1] == ">item 1 row 0")
  }

  @Test func theListContinuesAfterTheLastPost() {
    var browser = Self.browser(2, hasMore: true)
    let first = browser.handle(.down, on: Self.post)
    let second = browser.handle(.down, on: Self.post)
    #expect(first == .none && second == .more && browser.chosen == 1)
    browser.grow(to: 4, hasMore: false)
    #expect(browser.chosen == 2)
    for _ in 0..<5 { _ = browser.handle(.down, on: Self.post) }
    #expect(browser.chosen == 3)
    // No more items arrived.
    browser.grow(to: 4, hasMore: false)
    #expect(browser.chosen == 3)
  }

  @Test func theFirstRowShowsTheLocation() {
    var browser = Self.browser(1)
    #expect(Self.rows(&browser, columns: 80)[0] == " 1 timeline  2 feeds  3 notifications  4 likes  5 profile")
    #expect(
      Self.rows(&browser, columns: 80, place: "go post @3")[0]
        == " 1 timeline  2 feeds  3 notifications  4 likes  5 profile · go post @3")
    #expect(Self.rows(&browser, place: "go post @3\u{1B}[2J")[0] == " 1 go post @3␛[2J")
    #expect(Self.rows(&browser, answer: "that is so").last == "that is so")
    var empty = Self.browser(0)
    #expect(Self.rows(&empty)[1] == " nothing here")
    #expect(Browser.tabs.count == 5)
  }

  /// Fills any window, whatever keys were pressed.
  @Test func anyWindowIsFilled() {
    for columns in [1, 2, 7, 40, 200] {
      for rows in [1, 2, 3, 4, 15] {
        var browser = Self.browser(7)
        for key in [.down, .pageDown, .end, .pageUp, .character("r"), .character("日")] as [ScreenKey] {
          _ = browser.handle(key, on: Self.post)
          _ = Self.rows(&browser, columns: columns, rows: rows)
        }
      }
    }
  }
}

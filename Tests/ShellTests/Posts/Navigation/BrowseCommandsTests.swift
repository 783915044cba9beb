import Bluesky
import Foundation
import Testing

@testable import PostsWing

/// The full screen for moving from place to place, as a user at a terminal sees it.
@Suite(.serialized) struct BrowseCommandsTests {
  /// Without an account, feeds, posts and profiles can be read; the rest says what it needs.
  @Test func withoutAnAccount() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 80, rows: 24)
    terminal.enter("browse")
    terminal.expect("the feeds") { $0.isOtherScreen && $0.lines.contains { $0.contains("Everything") } }
    terminal.send("\r")
    terminal.expect("a feed") { $0.line(0).contains("go feed") && $0.line(1).dropFirst().hasPrefix("@1 ") }
    terminal.send("p")
    terminal.expect("a profile") { $0.line(0).contains("go profile") }
    terminal.send("1")
    terminal.expect("no timeline") { $0.lines.last?.contains("no account is logged in") == true }
    terminal.send("q")
    terminal.expect("left") { !$0.isOtherScreen }
  }

  @Test func aNewPostAQuoteAndTheListAgain() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 80, rows: 24)
    terminal.enter("login bob.test")
    terminal.expect("logged in") { $0.lines.contains { $0.contains("logged in as") } }
    terminal.enter("browse")
    terminal.expect("the timeline") { $0.isOtherScreen && $0.lines.last?.hasPrefix("1/20+") == true }
    terminal.send("nhello")
    terminal.expect("the line of the post") { $0.lines.last == "new post: hello" }
    terminal.send("\r")
    terminal.expect("posted") { $0.lines.last?.contains("is in the outbox") == true }
    terminal.send("cthis one\r")
    terminal.expect("quoted") { $0.lines.last?.contains("is in the outbox") == true }
    terminal.send("jj")
    terminal.expect("the third") { $0.lines.last?.hasPrefix("3/20+") == true }
    terminal.send("R")
    terminal.expect("the first again") { $0.line(1).hasPrefix("▶@") }
    terminal.send("q")
    terminal.expect("left") { !$0.isOtherScreen }
  }

  @Test(arguments: [(80, 24), (40, 15)]) func fromPlaceToPlace(_ columns: Int, _ rows: Int) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: columns, rows: rows)
    terminal.enter("login bob.test")
    terminal.expect("logged in") { $0.lines.contains { $0.contains("logged in as") } }
    terminal.enter("browse")
    terminal.expect("the timeline") {
      $0.isOtherScreen && $0.line(0).hasPrefix(" 1 ") && $0.line(1).dropFirst().hasPrefix("@1 ")
        && $0.lines.last?.hasPrefix("1/20+") == true
    }
    terminal.send("jl")
    terminal.expect("liked") { $0.lines.contains { $0.contains("♥ liked") } && $0.lines.last?.contains("♥ @2") == true }
    terminal.send("l")
    terminal.expect("not now") { !$0.lines.contains { $0.contains("♥ liked") } }
    terminal.send("\r")
    terminal.expect("a conversation") {
      $0.line(0).contains("go post @2") && $0.lines.contains { $0.dropFirst().hasPrefix("@2 ") || $0.contains("  @2 ") }
    }
    terminal.send("rsame here\r")
    terminal.expect("answered") { $0.lines.last?.contains("is in the outbox") == true }
    terminal.send("h")
    terminal.expect("back") { !$0.line(0).contains("post @2") && $0.lines.contains { $0.dropFirst().hasPrefix("@1 ") } }
    terminal.send("k")
    terminal.expect("where it was") { $0.lines.last?.hasPrefix("1/20+") == true }
    terminal.send("3")
    terminal.expect("notifications") { $0.lines.contains { $0.contains("others") } }
    terminal.resize(columns: columns - 8, rows: rows - 4)
    terminal.expect("in another window") {
      $0.lines.count == rows - 4 && $0.lines.contains { $0.contains("others") }
    }
    terminal.send("q")
    terminal.expect("left, and nothing stays") {
      !$0.isOtherScreen && $0.lines.last == "›" && !$0.lines.contains { $0.contains("others") }
    }
    terminal.enter("print navigation.tab")
    terminal.expect("one is there") { $0.lines.contains("notifications") }
  }

  @Test func failuresAreReportedAndKeepTheView() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("login bob.test; timeline 2 | count; set network off")
    terminal.expect("off") { $0.lines.contains("2") }
    terminal.enter("browse")
    terminal.expect("what was read last") {
      $0.isOtherScreen && $0.line(1).dropFirst().hasPrefix("@1 ")
        && $0.lines.last?.contains("no response: there is no network; this is an old copy") == true
    }
    terminal.send("2")
    terminal.expect("nothing is there") {
      $0.lines.contains(" nothing here") && $0.lines.last?.contains("no response: there is no network") == true
    }
    terminal.send("1")
    terminal.send("q")
    terminal.expect("left") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("set network on; browse")
    terminal.expect("it is there") { $0.isOtherScreen && $0.line(1).dropFirst().hasPrefix("@1 ") }
    terminal.send("q")
    terminal.expect("left again") { !$0.isOtherScreen && $0.lines.last == "›" }
  }

  /// A reply that is rejected stays in its line, so that it can be shortened.
  @Test func anAnswerThatIsTooLongStays() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("login bob.test; browse")
    terminal.expect("it is there") { $0.isOtherScreen && $0.line(1).dropFirst().hasPrefix("@1 ") }
    terminal.send("r" + String(repeating: "x", count: 301))
    terminal.expect("too long") { $0.lines.last?.hasPrefix("reply to @1 1 too many: x") == true }
    terminal.send("\r")
    terminal.expect("said above the line") {
      $0.lines.suffix(2).first?.contains("this post is too long: 301 characters (limit 300)") == true
        && $0.lines.last?.hasPrefix("reply to @1 1 too many: x") == true
    }
    terminal.send("\u{7F}\r")
    terminal.expect("answered") { $0.lines.last?.contains("is in the outbox") == true }
    terminal.send("q")
    terminal.expect("left") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("print outbox.count")
    terminal.expect("one") { $0.lines.contains("1") || $0.lines.contains("0") }
  }

  /// A reply whose line was closed without sending becomes a draft when the user leaves.
  @Test func anAnswerThatWasNotSentIsADraft() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("login bob.test; browse")
    terminal.expect("it is there") { $0.isOtherScreen && $0.line(1).dropFirst().hasPrefix("@1 ") }
    terminal.send("rhalf of it")
    terminal.expect("typed") { $0.lines.last?.hasPrefix("reply to @1: half of it") == true }
    terminal.send("\u{3}")
    terminal.expect("closed") { $0.isOtherScreen && $0.lines.last?.hasPrefix("reply to") == false }
    terminal.send("q")
    terminal.expect("left") { screen in
      !screen.isOtherScreen && screen.lines.contains { $0.contains("your text is saved as draft 1") }
    }
    terminal.enter("drafts | each { $it.text }")
    terminal.expect("kept") { screen in screen.lines.contains { $0.contains("half of it") } }
  }

  @Test func escapeLeavesAtTheGround() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("login bob.test; browse")
    terminal.expect("it is there") { $0.isOtherScreen && $0.line(1).dropFirst().hasPrefix("@1 ") }
    terminal.send("\u{1B}")
    terminal.expect("left at the ground") { !$0.isOtherScreen && $0.lines.last == "›" }
  }

  /// While a response is pending, the screen shows the wait, and ^C leaves at once.
  @Test(arguments: [(80, 24), (40, 12)]) func escapeWorksWhileWaiting(_ columns: Int, _ rows: Int) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: columns, rows: rows)
    terminal.enter("login bob.test; set network-delay 1m")
    terminal.expect("logged in") { $0.lines.contains { $0.contains("logged in as") } }
    terminal.enter("browse")
    terminal.expect("it waits") {
      $0.isOtherScreen && $0.lines.last?.hasPrefix("go timeline… ") == true
        && $0.lines.last?.hasSuffix("^C leaves") == true && !$0.lines.contains(" nothing here")
    }
    terminal.send("\u{3}")
    terminal.expect("left") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("print (40 + 2)")
    terminal.expect("goes on") { $0.lines.contains("42") }
  }

  @Test func browseNeedsATerminal() {
    #expect(
      ScriptRun.error("login bob.test; browse")
        == "`browse` needs a prompt in a terminal | `go` shows the same pages as plain text"
    )
  }

  @Test func theTabsAreThoseOfTheNavigation() {
    #expect(Browser.tabs == Navigation.Tab.allCases.map(\.rawValue))
  }
}

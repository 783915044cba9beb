import Testing

/// The terminal's content while a list of the feed is loading.
@Suite(.serialized) struct ShimmerTests {
  private static let block: Character = "░"

  @Test func aDimRowShowsALoadingList() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], rows: 30)
    terminal.enter("speed 1")
    terminal.enter("set feed-delay 1500ms")
    terminal.enter("story play 4 for 1s")
    terminal.enter("stories of @ana")
    terminal.expect("the row") { $0.lines.last?.contains(Self.block) == true }
    // A story starts meanwhile; the placeholder row stays at the bottom.
    terminal.expect("what happens meanwhile is shown above it") { screen in
      screen.lines.contains { $0.contains("story 5") } && screen.lines.last?.contains(Self.block) == true
    }
    terminal.expect("the list, and no row") { screen in
      screen.lines.contains { $0.contains("harbour-at-dawn") } && !screen.lines.contains { $0.contains(Self.block) }
    }
    terminal.expect("the prompt") { $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func aTimeoutRemovesTheShimmer() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("speed 1; set feed-delay 1h")
    terminal.enter("stories")
    terminal.expect("the row") { $0.lines.last?.contains(Self.block) == true }
    terminal.send("\u{03}")
    terminal.expect("gone") { screen in
      screen.lines.contains("interrupted") && !screen.lines.contains { $0.contains(Self.block) }
        && screen.lines.last == "›"
    }
  }
}

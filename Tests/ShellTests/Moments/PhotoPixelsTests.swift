import Foundation
import Testing

@testable import Shell

/// Photos in pixels among the lines of a prompt: the real program on a pseudo-terminal that reports its graphics
/// support.
@Suite(.serialized) struct PhotoPixelsTests {
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;22c"
  private static let sixel = "\u{1B}[6;4;2t\u{1B}[?62;4;22c"

  private func clustered(rows: Int = 30) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.prompt(["--practice"], rows: rows)
    terminal.enter("let a = cluster \"Examples/Photos\" fixed 3h")
    terminal.expect("clustered") { $0.lines.count > 1 && $0.lines.last == "›" }
    return terminal
  }

  /// Returns the number after a key of kitty's protocol.
  private func number(_ key: String, _ drawing: String) -> Int? {
    let keys = drawing.prefix { $0 != ";" }.split { $0 == "," || $0 == "G" }
    return keys.first { $0.hasPrefix("\(key)=") }.flatMap { Int($0.dropFirst(2)) }
  }

  @Test(arguments: ["review 3", "review next", "view"])
  func kittyPixelsAreDrawnAboveThePrompt(line: String) throws {
    let terminal = try clustered()
    if line != "review 3" {
      terminal.send("review 3\r" + Self.kitty)
      terminal.expect("the first one") { $0.strings.contains { $0.hasPrefix("Ga=T") } && $0.lines.last == "›" }
    }
    let before = terminal.screen.strings.count
    // The terminal's answer arrives in time, however busy the machine is.
    terminal.send(line + "\r" + Self.kitty)
    terminal.expect("a picture") { screen in
      screen.strings.dropFirst(before).contains { $0.hasPrefix("Gm=0;") || $0.contains("m=0;") }
        && screen.lines.last == "›" && screen.lines.dropLast().last?.hasPrefix("› ") != true
    }
    let screen = terminal.screen
    let place = try #require(screen.strings.indices.dropFirst(before).first { screen.strings[$0].hasPrefix("Ga=T") })
    let drawing = screen.strings[place]
    // One side covers its cells of 10 × 20 pixels exactly, and is stated alone; the other one keeps the shape.
    let (width, height) = (try #require(number("s", drawing)), try #require(number("v", drawing)))
    let (columns, rows) = ((width + 9) / 10, (height + 19) / 20)
    let isExact = number("c", drawing) == columns && number("r", drawing) == nil && width == columns * 10
    #expect(isExact || number("r", drawing) == rows && number("c", drawing) == nil && height == rows * 20)
    #expect(rows >= 12 && screen.stringPlaces[place].row >= 0)
    // A camera's picture, drawn as wide as it is high, is centred in its columns.
    let room = line == "view" ? 80 : 48
    #expect(screen.stringPlaces[place].column == (line == "view" ? 0 : 1) + (room - columns) / 2)
    // Below the picture comes the photo's name, the hint how to continue, or the prompt itself; nothing is printed
    // inside it.
    let below = line == "view" ? 2 : line == "review 3" ? 1 : 0
    let top = screen.lines.count - 1 - below - rows
    #expect(screen.stringPlaces[place].row == top)
    #expect(screen.lines[top..<(top + rows)].allSatisfy { $0.isEmpty })
    #expect(!screen.lines.contains { $0.contains("▀") } && screen.unknown == [])
    terminal.enter("print 40 + 2")
    terminal.expect("usable") { $0.lines.suffix(2) == ["42", "›"] }
  }

  @Test func photosAreDrawnInSixels() throws {
    let terminal = try clustered()
    terminal.send("review 3\r" + Self.sixel)
    terminal.expect("a picture") { $0.strings.contains { $0.hasPrefix("0;1q\"1;1;") } && $0.lines.last == "›" }
    let screen = terminal.screen
    let place = try #require(screen.strings.firstIndex { $0.hasPrefix("0;1q\"1;1;") })
    // A cell is four pixels high.
    let height = try #require(Int(screen.strings[place].split(separator: ";")[4].prefix { $0.isNumber }))
    #expect(height == 56 && screen.stringPlaces[place].row == screen.lines.count - 2 - height / 4)
    #expect(!screen.lines.contains { $0.contains("▀") } && screen.unknown == [])
  }

  @Test func photosAreDrawnAsFiles() throws {
    let terminal = try clustered()
    terminal.send("review 3\r\u{1B}P>|iTerm2 3.4.23\u{1B}\\\u{1B}[?62;22c")
    terminal.expect("a picture") { $0.strings.contains { $0.hasPrefix("1337;File=") } && $0.lines.last == "›" }
    let screen = terminal.screen
    let place = try #require(screen.strings.firstIndex { $0.hasPrefix("1337;File=") })
    #expect(screen.strings[place].hasPrefix("1337;File=inline=1;width=42;height=14;preserveAspectRatio=1:"))
    #expect(screen.stringPlaces[place].row == screen.lines.count - 2 - 14 && screen.stringPlaces[place].column == 4)
    #expect(!screen.lines.contains { $0.contains("▀") } && screen.unknown == [])
  }

  /// Each picture of a post appears in pixels below its description.
  @Test func postPicturesAreDrawnInPixels() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], rows: 40)
    let photos = "Examples/Photos/2025-10-02/IMG_000"
    terminal.enter("login bob.test; image \(photos)1.jpg alt \"two ducks\"; image \(photos)2.jpg alt \"a pond\"")
    terminal.enter("post \"ducks\"; wait 1s")
    terminal.expect("posted") { $0.lines.contains { $0.contains("post 1 published") } && $0.lines.last == "›" }
    terminal.send("show @1\r" + Self.kitty)
    terminal.expect("two pictures") { $0.strings.count { $0.hasPrefix("Ga=T") } == 2 && $0.lines.last == "›" }
    let screen = terminal.screen
    let rows = zip(screen.strings, screen.stringPlaces).filter { $0.0.hasPrefix("Ga=T") }.map(\.1.row)
    let words = ["two ducks", "a pond"].map { text in screen.lines.lastIndex { $0.contains(text) } }
    #expect(rows.map { $0 - 1 } == words)
  }

  /// A page of the pager is drawn in cells, whatever the terminal supports.
  @Test func aPageHasNoPixels() throws {
    let terminal = try clustered(rows: 24)
    terminal.send("review 3; repeat 30 { print \"n\" }\r" + Self.kitty)
    terminal.expect("a page") { $0.isOtherScreen && $0.lines.contains { $0.contains("▀▀▀▀▀") } }
    #expect(!terminal.screen.strings.contains { $0.hasPrefix("Ga=T") })
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
  }

  /// In a window with fewer rows than a picture, the picture is lower.
  @Test func aPictureIsNoHigherThanTheWindow() throws {
    let terminal = try clustered(rows: 9)
    terminal.enter("set paging off")
    terminal.expect("set") { $0.lines.last == "›" && $0.lines.contains { $0.contains("paging") } }
    terminal.send("review 3\r" + Self.kitty)
    terminal.expect("a picture") { $0.strings.contains { $0.hasPrefix("Ga=T") } && $0.lines.last == "›" }
    let screen = terminal.screen
    let place = try #require(screen.strings.firstIndex { $0.hasPrefix("Ga=T") })
    let drawing = screen.strings[place].prefix(60)
    #expect(drawing.hasPrefix("Ga=T,f=24,s=240,v=160,c=24,q=2,C=1,") && screen.stringPlaces[place].row == 0)
  }

  /// A terminal that does not answer is asked once, and input that is typed meanwhile is not lost.
  @Test func aSilentTerminalIsAskedOnce() throws {
    let terminal = try clustered()
    terminal.send("review 3\rreview next\rprint 40 + 2\r")
    terminal.expect("all three") { $0.lines.suffix(2) == ["42", "›"] }
    #expect(terminal.screen.strings.count { $0.hasPrefix("Gi=31,") } == 1)
    #expect(terminal.screen.lines.contains { $0.contains("▀▀▀▀▀") } && terminal.screen.unknown == [])
  }

  /// A late answer of the terminal is not read as a key at the prompt.
  @Test func aLateTerminalReplyIsNotAKey() throws {
    let terminal = try clustered()
    terminal.enter("review 3")
    terminal.expect("half-blocks") { $0.lines.last == "›" && $0.lines.contains { $0.contains("▀▀▀▀▀") } }
    terminal.send(Self.kitty + "print 40 + 2\r")
    terminal.expect("usable") { $0.lines.suffix(3) == ["› print 40 + 2", "42", "›"] }
  }
}

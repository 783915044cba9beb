import Stories
import Terminal
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

@Suite struct WatchPictureTests {
  private let watched = WatchPicture(Catalog.standard)

  func picture(
    _ script: String, _ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .ascii, answer: StyledText = ""
  ) -> [String] {
    let run = ScriptRun()
    run(script)
    let recent: [StyledText] = ["one", "two", "three", "four", "five"]
    return watched.rows(
      of: run.session.world, at: run.session.now, columns: columns, rows: rows, recent: recent, answer: answer,
      glyphs: glyphs
    ).map(\.plain)
  }

  @Test func viewerEventsAndKeys() {
    #expect(
      picture("story play 4; wait 7200ms", 50, 12) == [
        " #### #### #### ##-- ---- ---- ---- ---- ---- ---",
        " @ana - 2 h                               4 of 10",
        " +----------------------------------------------+",
        " |               harbour-at-dawn                |",
        " |                                              |",
        " +----------------------------------------------+",
        " > playing                          7.2 s of 15 s",
        "",
        "three",
        "four",
        "five",
        " space hold  <> tap  l like  ? keys  q leave",
      ])
  }

  @Test func anAnswerTakesThePlaceOfOlderEvents() {
    let rows = picture("story play 4", 40, 8, answer: "The story is held since 0:03.993. While held, taps do nothing.")
    #expect(rows.suffix(3).prefix(2) == [" The story is held since 0:03.993.", " While held, taps do nothing."])
    #expect(rows.count == 8)
    #expect(picture("story play 4", 40, 20, answer: "why").suffix(5) == ["three", "four", "five", " why"] + [rows[7]])
  }

  @Test func theKeysThatHelpNow() {
    #expect(picture("", 50, 10).last == " u undo  ? keys  q leave")
    #expect(picture("", 30, 10).last == " u undo  q leave")
    #expect(picture("story play 4; hold", 50, 10).last?.hasPrefix(" space release") == true)
    #expect(picture("story play 4; pause", 80, 10).last?.contains("p resume") == true)
    #expect(picture("story play 4; story fail", 80, 10).last?.hasPrefix(" r retry") == true)
    #expect(picture("timer start reading 20", 50, 10).last == " Enter I'm done!  t pause timer  ? keys  q leave")
    let all = " ⏎ I'm done!  t resume timer  u undo  + 5 min more  T stop timer  ? keys  q leave"
    #expect(picture("timer start reading 20; timer pause", 90, 10, .unicode).last == all)
    #expect(
      picture("timer start reading; timer done", 60, 10).last
        == " a amazing  g good  n needs work  u undo  ? keys  q leave")
    #expect(picture("story play 4", 12, 10).last == "q leave")
    #expect(picture("story play 4", 3, 10).last == "...")
    #expect(picture("story play 4", 80, 10, .unicode).last?.hasPrefix(" space hold  ←→ tap  l like  ↑↓ user") == true)
  }

  @Test func allKeysAreListedOnRequest() {
    func keys(_ script: String, _ columns: Int, _ rows: Int) -> [String] {
      let run = ScriptRun()
      run(script)
      return watched.rows(
        of: run.session.world, at: run.session.now, columns: columns, rows: rows, recent: ["one"], answer: "",
        showsKeys: true, glyphs: .unicode
      ).map(\.plain)
    }
    #expect(
      keys("story play 4; hold; timer start reading", 80, 24).suffix(5) == [
        " space release   ←→ tap   l like   ↑↓ user   p pause   1–9 jump   e why",
        " u undo   x close   d double tap   0 jump to story 10   ⏎ I'm done!",
        " t pause timer   + 5 min more   T stop timer   Alt-← back through past events",
        " q leave",
        " space release  ←→ tap  l like  ↑↓ user  p pause  1–9 jump  ? keys  q leave",
      ])
    #expect(keys("", 80, 24).suffix(2).first == " u undo   Alt-← back through past events   q leave")
    for columns in [3, 20, 40] {
      let rows = keys("story play 4", columns, 12)
      #expect(rows.count == 12 && rows.allSatisfy { $0.count <= columns }, "\(rows)")
    }
  }

  @Test func theFrameFillsTheScreen() {
    for script in ["", "story play 4; timer start reading 20; hold", "timer start iPad"] {
      let run = ScriptRun()
      run(script)
      for columns in [1, 2, 7, 20, 39, 80, 200] {
        for height in 1...40 {
          for answer in ["", StyledText("a b c ") + StyledText(String(repeating: "words ", count: 60))] {
            let rows = watched.rows(
              of: run.session.world, at: run.session.now, columns: columns, rows: height,
              recent: [StyledText(String(repeating: "日", count: 99))], answer: answer, glyphs: .unicode)
            #expect(rows.count == height)
            #expect(rows.allSatisfy { $0.width <= columns }, "\(columns) × \(height): \(rows.map(\.plain))")
          }
        }
      }
    }
  }

  @Test func theScreenIsIdleWithoutMotion() {
    func pause(_ script: String, _ pace: Clock.Pace = .real) -> Duration? {
      let run = ScriptRun()
      run(script)
      return watched.pause(of: run.session.world, at: run.session.now, pace: pace)
    }
    #expect(pause("") == nil)
    #expect(pause("story play 4") == Watch.frame)
    #expect(pause("story play 4", .scaled(0)) == nil, "the clock is stopped")
    #expect(pause("story play 4; hold") == nil)
    #expect(pause("story play 4; pause; timer start reading 20; wait 250ms") == .milliseconds(750))
    #expect(pause("timer start reading 20; wait 250ms", .scaled(10)) == .milliseconds(75))
    #expect(pause("timer start reading 20") == .seconds(1))
    #expect(pause("timer start reading 20; timer pause; wait 250ms") == .milliseconds(750), "the pause counts up")
  }

  /// The size of a frame while a story and a timer move, at 30 frames a second.
  @Test func aFrameIsSmall() {
    let run = ScriptRun()
    run("story play 4 for 15s; timer start reading 20")
    var buffer = CellBuffer(columns: 80, rows: 24, palette: Palette(depth: .full))
    var sizes: [Int] = []
    for number in 0..<450 {
      let instant = run.session.now + Duration(microseconds: Int64(number) * 33_333)
      let rows = watched.rows(
        of: run.session.world, at: instant, columns: 80, rows: 24, recent: ["one"], answer: "", glyphs: .unicode)
      sizes.append(buffer.frame(rows).count)
    }
    #expect(sizes[0] > 1_000, "the whole screen")
    #expect(sizes.dropFirst().max() ?? 0 < 60)
    #expect(sizes.dropFirst().filter { $0 == 0 }.count > 250, "nothing is sent when nothing changed")
  }
}

import Terminal
import Testing
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

@Suite struct TimerPictureTests {
  func rows(_ wait: String, _ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .unicode) -> [StyledText] {
    let run = ScriptRun()
    run("timer start reading 20; wait \(wait)")
    return TimerPicture.rows(
      of: run.session.world.timers.countdown, at: run.session.now, columns: columns, rows: rows, glyphs: glyphs)
  }

  @Test func aRingWithWordsBesideIt() {
    #expect(
      rows("439s", 80, 3).map(\.plain) == [
        "   ⢀⡴⠒⠋⠉⠉⠁  ⠆", "   ⣏  12:41  ⠰   reading · 63% left · You're doing great!", "   ⠈⠳⠤⣄⣀⣀⣀⣠⠤⠖",
      ])
    let large = rows("439s", 80, 5)
    #expect(large.count == 5)
    #expect(large[2].plain.contains("12:41"))
    #expect(large[2].plain.hasSuffix("   reading · 63% left · You're doing great!"))
  }

  @Test func theRingHasTheColourOfTheTimeLeft() {
    for (wait, colour) in [("0s", RingColour.periwinkle), ("9m", .turquoise), ("12m", .orange), ("19m", .magenta)] {
      for height in [1, 3, 5] {
        #expect(rows(wait, 80, height)[0].runs[1].style == colour.style, "\(wait)")
      }
      let middle = rows(wait, 80, 3)[1].runs
      #expect(middle.contains { $0.style == .duration && $0.text.contains(":") })
    }
  }

  @Test func narrowOrInASCII() {
    #expect(rows("439s", 40, 1, .ascii).map(\.plain) == [" (#####---) 12:41  reading - 63% left"])
    #expect(rows("439s", 20, 1).map(\.plain) == ["◕ 12:41  reading"])
    #expect(rows("439s", 9, 2).map(\.plain) == ["◕ 12:41", "reading"])
    #expect(rows("439s", 3, 1).map(\.plain) == ["◕ …"])
    #expect(rows("439s", 0, 3) == [])
    #expect(rows("439s", 80, 0) == [])
  }
}

import Stories
import Terminal
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

@Suite struct ViewerPictureTests {
  private let picture = ViewerPicture(watchViews: Catalog.standard.watchViews)

  func rows(
    _ script: String, _ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .unicode, hasCard: Bool = false
  ) -> [String] {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    return picture.rows(
      of: run.session.world, at: run.session.now, columns: columns, rows: rows, glyphs: glyphs, hasCard: hasCard
    ).map(\.plain)
  }

  static let liked = "story play 4 for 15s; like; wait 7200ms"
  static let both = "story play 104; wait 3s; hold; timer start reading 20; wait 439s"

  @Test func wide() {
    #expect(
      rows(Self.liked, 80, 4) == [
        " ▰▰▰▰▰▰▰ ▰▰▰▰▰▰▰ ▰▰▰▰▰▰▰ ▰▰▰▱▱▱▱ ▱▱▱▱▱▱▱ ▱▱▱▱▱▱▱ ▱▱▱▱▱▱▱ ▱▱▱▱▱▱▱ ▱▱▱▱▱▱▱ ▱▱▱▱▱▱",
        " @ana · 2 h                                                           ♥ 4 of 10",
        " harbour-at-dawn",
        " ▶ playing                                                        7.2 s of 15 s",
      ])
    #expect(
      rows(Self.both, 80, 8, .ascii) == [
        " ####### ####### ####### #------ ------- ------- ------- ------- ------- ------",
        " @ana - 2 h                                                  story 104, 4 of 10",
        " harbour-at-dawn",
        " = held                                                           3.0 s of 15 s",
        "",
        " (#####---) 12:41  reading - 63% left - You're doing great!",
      ])
  }

  @Test func narrow() {
    #expect(
      rows(Self.both, 40, 8) == [
        " ▰▰▰ ▰▰▰ ▰▰▰ ▰▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱",
        " @ana · 2 h          story 104, 4 of 10",
        " harbour-at-dawn",
        " ‖ held                   3.0 s of 15 s",
        "",
        "   ⢀⡴⠒⠋⠉⠉⠁  ⠆    reading",
        "   ⣏  12:41  ⠰   63% left",
        "   ⠈⠳⠤⣄⣀⣀⣀⣠⠤⠖    You're doing great!",
      ])
    #expect(
      rows(Self.liked, 20, 4) == [
        "▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱", "@ana · 2 h    ♥ 4/10", "harbour-at-dawn", "▶ 7.2 s of 15 s",
      ])
    #expect(
      rows(Self.both, 20, 9, .ascii) == [
        "######--------------", "@ana - 2 h      4/10", "harbour-at-dawn", "= 3.0 s of 15 s", "", "12:41  reading",
        "63% left", "You're doing great!",
      ])
  }

  @Test func low() {
    #expect(rows(Self.liked, 40, 1) == [" ▶ playing  7.2 s of 15 s    @ana · 2 h"])
    #expect(
      rows(Self.both, 40, 2) == [" ‖ held  3.0 s of 15 s       @ana · 2 h", " ◕ 12:41  reading · 63% left"])
    #expect(rows(Self.both, 40, 3).count == 3)
    #expect(rows(Self.both, 40, 0) == [])
    #expect(rows(Self.both, 0, 5) == [])
  }

  @Test func everyState() {
    func state(_ script: String) -> String? { rows("story play 4; wait 3s; " + script, 80, 4).last }
    func line(_ state: String) -> String {
      " " + state + String(repeating: " ", count: 78 - state.count - 13) + "3.0 s of 15 s"
    }
    #expect(state("hold") == line("‖ held"))
    #expect(state("pause") == line("‖ paused"))
    #expect(state("pause; hold") == line("‖ held while paused"))
    #expect(state("story buffer") == line("· waiting for its picture"))
    #expect(state("story fail") == line("✗ failed: no picture"))
    #expect(state("story fail; hold") == line("‖ held, failed: no picture"))
    #expect(rows("", 80, 4) == [" nothing is playing", " at the prompt, story play 4 plays a story"])
    #expect(rows("story play 4; swipe down", 80, 1) == [" viewing has ended"])
    #expect(rows("timer start reading 20; timer pause", 80, 1) == [" ● 20:00  reading · 100% left · paused for 0:00"])
  }

  @Test func stillIsAmberAndFailedIsRed() {
    func styles(_ script: String) -> [Style] {
      let run = ScriptRun()
      run("story play 2; wait 3s; " + script)
      let rows = picture.rows(
        of: run.session.world, at: run.session.now, columns: 80, rows: 4, glyphs: .unicode)
      #expect(rows[0].runs.map(\.style).contains(rows[3].runs[1].style))
      return [rows[3].runs[1].style, rows[3].runs.last?.style ?? .plain]
    }
    #expect(styles("hold") == [.held, .dim])
    #expect(styles("pause") == [.held, .dim])
    #expect(styles("story fail") == [.error, .dim])
  }

  @Test func longStoriesAndManyOfThem() {
    #expect(rows("story play 4 for 20m; wait 62s", 80, 1) == [pad(" ▶ playing  1:02 of 20:00", "@ana · 2 h")])
    #expect(rows("story play deck Examples/Photos", 40, 4)[1] == pad(" @you", "1 of 35", 39))
    #expect(rows("story play deck Examples/Photos", 40, 4)[0].dropFirst().count { $0 == "▰" || $0 == "▱" } == 38)
  }

  private func pad(_ left: String, _ right: String, _ columns: Int = 79) -> String {
    left + String(repeating: " ", count: columns - left.count - right.count) + right
  }

  /// The picture uses at most the given space.
  @Test(arguments: ["", liked, both, "story play 4; story fail; hold", "timer start iPad"])
  func thePictureFitsItsSpace(_ script: String) {
    let run = ScriptRun()
    run(script)
    for columns in [0, 1, 2, 5, 9, 15, 20, 29, 30, 31, 38, 40, 55, 80, 90] {
      for height in 0...26 {
        for glyphs in [GlyphSet.unicode, .ascii] {
          for hasCard in [false, true] {
            let rows = picture.rows(
              of: run.session.world, at: run.session.now, columns: columns, rows: height, glyphs: glyphs,
              hasCard: hasCard)
            #expect(rows.count <= height)
            #expect(rows.allSatisfy { $0.width <= columns }, "\(columns) × \(height): \(rows.map(\.plain))")
            let isASCII = rows.allSatisfy { $0.plain.utf8.allSatisfy { $0 < 0x80 } }
            #expect(glyphs == .unicode || isASCII, "\(rows.map(\.plain))")
          }
        }
      }
    }
  }
}

import Terminal
import Testing

@testable import Shell
@testable import ShellCore

@Suite struct TimerFinishTests {
  private func rows(_ script: String, _ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .ascii) -> [String] {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    return ViewerPicture(watchViews: Catalog.standard.watchViews).rows(
      of: run.session.world, at: run.session.now, columns: columns, rows: rows, glyphs: glyphs, hasCard: true,
      ledger: run.session.ledger
    ).map(\.plain)
  }

  @Test func aHighScreenCelebrates() {
    #expect(
      rows("timer start reading 20; wait 20m", 50, 14) == [
        "", "",
        "                   .---------.  ",
        "                 +-|    *    |-+",
        "                  \\|         |/ ",
        "                   '---. .---'  ",
        "                       | |      ",
        "                    ---------   ",
        "",
        "                 reading is done!",
        "   a amazing +15   g good +10   n needs work +5",
        "                 the full 20 min",
      ])
  }

  @Test func aLowOneHasTheWords() {
    #expect(
      rows("timer start reading 20; wait 15m; timer done", 50, 3) == [
        " reading is done!", " a amazing +15   g good +10   n needs work +5", " 15 min of 20 min, 5 min early",
      ])
    #expect(
      rows("timer start reading 20; wait 15m; timer done", 30, 5)
        == [
          " reading is done!", " a amazing +15", " g good +10", " n needs work +5", " 15 min of 20 min, 5 min early",
        ].map { String($0.prefix(30)) })
  }

  @Test func aStreakMultipliesTheStarsThatAreOffered() {
    let days =
      "for day in (range 1 3) { timer start reading 20; wait 20m; rate good; wait 1d }; timer start shower; wait 10m"
    let shown = rows(days, 60, 12)
    #expect(shown.contains { $0.hasSuffix("a amazing +22   g good +15   n needs work +7") }, "\(shown)")
    #expect(shown.contains { $0.hasSuffix("4 days in a row: stars count 1.5 times") }, "\(shown)")
  }

  @Test func thePINComesFirst() {
    let shown = rows("pin set 1234; timer start reading 20; timer done", 80, 12)
    #expect(shown.contains { $0.hasSuffix("a amazing +15   g good +10   n needs work +5") }, "\(shown)")
    #expect(shown.contains { $0.hasSuffix(" After the key, type the PIN.") }, "\(shown)")
  }

  /// At the end of a routine a key rates all its unrated steps.
  @Test(arguments: [
    ("", "a amazing +45   g good +30   n needs work +15"),
    ("; rate good of b", "a amazing +30   g good +20   n needs work +10"),
  ]) func theStarsOfARoutineAreThoseOfItsSteps(_ rated: String, _ words: String) {
    let steps = "routine add m \"a 5m, b 5m, c 5m\"; routine start; wait 10m"
    let shown = rows("\(steps)\(rated); wait 5m", 80, 14)
    #expect(shown.contains { $0.hasSuffix(words) }, "\(shown)")
  }

  @Test(arguments: [
    "timer start reading 20; timer done", "timer start custom 5 name '\u{1F3BB} a long name for a timer'; timer done",
  ])
  func thePictureFitsItsSpace(_ script: String) {
    for columns in [1, 7, 29, 30, 43, 80] {
      for height in 1...14 {
        let shown = rows(script, columns, height, .unicode)
        #expect(shown.count <= height)
        #expect(shown.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns) × \(height): \(shown)")
      }
    }
  }

  @Test func theQuestionDisappearsAfterRating() {
    #expect(!rows("timer start reading; timer done; rate good", 60, 12).contains { $0.contains("done") })
    #expect(!rows("timer start reading; timer done; rate later", 60, 12).contains { $0.contains("done") })
    // In a pipe.
    let run = ScriptRun()
    #expect(run("timer start reading; timer done; view").lines.last == "reading is done; try: rate")
  }

  /// On a projector the ring is seen from across the room.
  @Test func theRingGrowsWithTheScreen() {
    #expect(rows("timer start reading 20", 120, 34, .unicode).count == 34)
    #expect(rows("timer start reading 20", 80, 18, .unicode).count == 18)
    #expect(rows("timer start reading 20", 40, 12, .unicode).count == 10)
    // Beside a story it stays small.
    #expect(rows("timer start reading 20; story play 4", 120, 34, .unicode).suffix(5).joined().contains("20:00"))
  }
}

import Testing
import Timeline

@testable import ShellCore

@Suite struct TimelineCommandTests {
  @Test func daysAreBars() {
    let run = ScriptRun()
    #expect(
      Array(run("cluster Examples/Photos\nphotos timeline").lines.suffix(6)) == [
        " day    photos                                           moments",
        " October 2025",
        " Thu 2      13  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇▇▇▇▇  1 2",
        " Fri 3      11  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇▇        3 4",
        " Sat 4       7  ▇▇▇▇▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇▇                   5 6",
        " Sun 5       4  ▇▇▇▇▇▇▇▇▇▇▇▇                             7",
      ])
  }

  @Test func aYearAgoIsMarked() {
    var options = Session.Options()
    options.start = Instant(secondsSince1970: 1_792_108_800)  // 16 October 2026
    let run = ScriptRun(options)
    let lines = run("cluster Examples/Photos\nphotos timeline").lines.suffix(4)
    #expect(lines.map { $0.hasSuffix("a year ago") } == [true, true, true, true])
    #expect(run("expect (photos ago | count) == 7").error == nil)
    #expect(run("expect (photos ago 2 | count) == 0").error == nil)
    #expect(run("photos ago 2").lines == [" no moments from this time in that year"])
    #expect(
      run("photos ago").lines.prefix(2) == [
        " #  when                                    day         photos",
        " 1  Thursday afternoon, Lisbon              2025-10-02       9",
      ])
  }

  /// A moment across midnight is listed on both days; viewed photos are counted separately.
  @Test func daysAreRecords() {
    ScriptRun.passes(
      """
      cluster Examples/Photos fixed 24h
      review
      let days = photos timeline
      expect ($days | count) == 4
      expect $days[0].day == "2025-10-02"
      expect $days[0].left == 12
      expect $days[3].moments == [1]
      """)
  }

  @Test func nothingWasRead() {
    #expect(ScriptRun.error("photos timeline") == "no photos have been read | try: cluster Examples/Photos")
  }
}

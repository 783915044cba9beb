import Testing

@testable import Shell

/// The rules by which photos become moments, as scripts see them. Reviews, scans, orders and maps have their own
/// tests.
@Suite struct PhotoRuleTests {
  @Test(arguments: [
    // Fixed: the gap must exceed the threshold, whatever it is; places do not count.
    "expect (cluster Examples/Photos fixed 1h | count) == 7",
    "expect (cluster Examples/Photos fixed 3h | count) == 7",
    "expect (cluster Examples/Photos fixed 8h | count) == 5",
    "cluster Examples/Photos\nlet gap = photos.threshold\nexpect (cluster Examples/Photos fixed $gap | count) == 4",
    // Smart: the threshold is the 90th percentile of the long gaps, and a gap of exactly that length divides. A
    // different place divides as well.
    """
    let all = cluster Examples/Photos smart
    expect photos.threshold == 9h22m15.137s
    expect ($all | count) == 7
    expect $all[0].because == "the first photo"
    expect $all[1].because == "6.6 km away, 4 h 22 min after the previous photo"
    expect $all[5].because == "9 h 22 min after the previous photo"
    """,
    // The cap of the smart rule.
    "cluster Examples/Photos smart cap 6h\nexpect photos.threshold == 6h",
    // Viewed photos count for the rule and in the total, and the open moment stays as it is.
    """
    let before = cluster Examples/Photos
    review 1
    repeat 8 { review next }
    let again = cluster Examples/Photos
    expect photos.threshold == 9h22m15.137s
    expect ($again | count) == ($before | count)
    expect $again[0].total == 9 and $again[0].photos < 9
    expect $again[0].start == $before[0].start and $again[0].end == $before[0].end
    expect review.moment != none
    """,
    // Bursts, and moving within them.
    """
    let all = cluster Examples/Photos
    expect $all[0].bursts == 1 and $all[1].bursts == 0 and $all[2].bursts == 1
    """,
    // Titles: the day with its part, and the place. A place is named by its city, not its quarter, and a distant one
    // by what it is near.
    """
    let all = cluster Examples/Photos
    expect $all[0].title == "Thursday afternoon, Lisbon"
    expect $all[1].title == "Thursday evening, Algés"
    expect $all[2].title == "Friday morning, Sintra"
    expect $all[5].title == "Saturday night, Porto"
    expect $all[6].title == "Sunday morning, near Arcos de Valdevez"
    expect $all[6].country == "PT"
    """,
  ])
  func aRuleHolds(script: String) { ScriptRun.passes(script) }

  /// In a pipe a photo is a line, and its picture is not read.
  @Test func aPhotoWithoutAScreenIsALine() {
    #expect(
      ScriptRun()("cluster Examples/Photos\nreview 1\nview").lines.last
        == "2025-10-02/IMG_0001.jpg, 13:05: 1 of 35 reviewed, 1 this morning")
  }
}

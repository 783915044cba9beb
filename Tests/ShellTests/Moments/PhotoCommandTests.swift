import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import ShellCore

/// Photos as records, all dates of a photo, and cameras whose clocks were wrong.
@Suite final class PhotoCommandTests {
  private let state = "/tmp/storyline-photos-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: state) }

  private func session() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(state)
    return run
  }

  @Test(arguments: [
    "expect (photos scan Examples/Photos | count) == 35",
    """
    let photo = photos scan Examples/Photos | first
    expect $photo.path == "2025-10-02/IMG_0001.jpg"
    expect $photo.taken == "2025-10-02T13:05:12.137"
    expect $photo.offset == "+01:00"
    expect $photo.source == "exif:DateTimeOriginal"
    expect $photo.place == "Lisbon"
    expect $photo.format == "JPEG"
    expect $photo.camera == "Storyline Example Camera"
    expect $photo.size > 1000
    expect $photo.stack == []
    """,
    // `photos scan` is not `cluster`: the moments stay as they were.
    "cluster Examples/Photos/2025-10-02\nphotos scan Examples/Photos\nexpect photos.count == 13",
    """
    let photo = photos show Examples/Photos/2025-10-02/IMG_0001.jpg
    expect ($photo.dates | count) == 4 and $photo.dates[2].source == "gps:DateStamp+TimeStamp" and not $photo.dates[2].chosen
    expect ($photo.dates | where chosen | count) == 1
    expect $photo.dates[3].source == "file:modified"
    expect $photo.because == "exif:DateTimeOriginal is the most trusted of its 2 dates. +01:00: the time zone saved with the date."
    """,
    "let all = cluster Examples/Photos best\nexpect $all[0].photos == 9\nexpect $all[0].score == 11.7\nexpect $all[2].score == 5.2",
    "cluster Examples/Photos best\nlet photo = review next\nexpect $photo.photo == \"2025-10-02/IMG_0001.jpg\"",
    // A photo taken on the same day a year ago counts twice.
    "expect (cluster Examples/Photos | first).score == 11.7",
  ])
  func photosAreRecords(script: String) { ScriptRun.passes(script) }

  /// A folder is divided by the same rule again. A rule that is given brings its own cap and resets the order to
  /// time.
  @Test(arguments: [
    ("fixed 3h", "", "3h"), ("fixed 3h", "smart", "smart"), ("smart cap 30m", "", "30m"),
    ("smart cap 30m", "smart", "smart"), ("fixed 3h", "cap 30m", "30m"), ("fixed 3h", "best", "3h best"),
    ("fixed 3h best", "", "3h best"), ("best", "fixed 3h", "3h"), ("smart", "best", "smart best"),
  ])
  func aFolderIsDividedAsItWas(first: String, again: String, result: String) throws {
    let words = result.split(separator: " ")
    let whole = ["3h": "fixed 3h", "30m": "smart cap 30m", "smart": "smart"][words[0]]!
    let best = words.count > 1 ? " best" : ""
    ScriptRun.passes(
      """
      let expected = cluster Examples/Photos \(whole)\(best) | each { "{$it.start} {$it.photos}" }
      let threshold = photos.threshold
      cluster Examples/Photos \(first)
      expect (cluster \(again) | each { "{$it.start} {$it.photos}" }) == $expected
      expect photos.threshold == $threshold
      """)
  }

  @Test func scoresKnowTheSeason() {
    var options = Session.Options()
    options.start = Instant(microseconds: 1790942400_000_000)
    #expect(ScriptRun(options)("expect (cluster Examples/Photos | first).score == 23.4").error == nil)
  }

  @Test(arguments: [
    ("photos show Examples/Photos", "'Examples/Photos' is a folder | try: photos scan Examples/Photos"),
    ("photos clock", "no photos have been read | try: cluster Examples/Photos"),
    ("photos clock X 1h", "no photos have been read | try: cluster Examples/Photos"),
    (
      "cluster Examples/Photos\nphotos clock X 1h",
      "no photo was taken with 'X' | try: photos clock \"Storyline Example Camera\" …"
    ),
    (
      "cluster Examples/Photos\nphotos clock X",
      "`photos clock` expects the time to add to the camera's clock | try: photos clock X +1h"
    ),
    ("photos scan /no/such", "there is no folder or photo '/no/such' | try: cluster Examples/Photos"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) { #expect(ScriptRun.error(script) == error) }

  private let camera = "\"Storyline Example Camera\""

  /// A correction of a moment, or of some days by the camera's own clock, leaves the other photos alone.
  @Test(arguments: [
    ("in 1", [-7, 0]), ("from 2025-10-02 to 2025-10-02", [-7, 0]), ("from 2025-10-03 to 2025-10-09", [0, -7]),
    ("", [-7, -7]),
  ])
  func oneStretchIsCorrected(stretch: String, hours: [Int]) throws {
    let run = try session()
    let dates =
      "[(photos show Examples/Photos/2025-10-02/IMG_0001.jpg), (photos show Examples/Photos/2025-10-03/IMG_0014.jpg)]"
    #expect(run("cluster Examples/Photos fixed 12h\nlet before = \(dates) | each { date $it.taken }").error == nil)
    #expect(run("photos clock \(camera) -7h \(stretch)").error == nil)
    let moved = "expect (\(dates) | each { date $it.taken }) == [$before[0] + \(hours[0])h, $before[1] + \(hours[1])h]"
    let said = run(moved).error
    #expect(said == nil, "\(said ?? "")")
    // Another session knows it, and `undo` removes it.
    let later = try session()
    #expect(later("let before = \(dates) | each { date $it.taken }; cluster Examples/Photos").error == nil)
    #expect(later("photos clock \(camera) 0s").error == nil)
    #expect(
      later("expect (\(dates) | each { date $it.taken }) == [$before[0] - \(hours[0])h, $before[1] - \(hours[1])h]")
        .error == nil)
    #expect(later("undo\nexpect (\(dates) | each { date $it.taken }) == $before").error == nil)
  }

  @Test(arguments: [
    ("in 99", "there is no moment 99: moments are numbered 1 to 7"),
    ("from 2025-10-02", "a stretch needs its last date as well | try: … from 2025-10-02 to 2025-10-02"),
    ("from 2025-10-09 to 2025-10-02", "the stretch ends before it begins | try: … from 2025-10-02 to 2025-10-09"),
    (
      "from 2020-01-01 to 2020-01-02",
      "'Storyline Example Camera' took no photo from 2020-01-01 to 2020-01-02 | try: photos scan FOLDER"
    ),
  ])
  func wrongStretchesAreRefused(stretch: String, error: String) {
    #expect(ScriptRun.error("cluster Examples/Photos\nphotos clock \(camera) +1h \(stretch)") == error)
  }

  @Test func aClockIsCorrectedAndTakenBack() throws {
    let run = try session()
    let start = "expect photos.clusters[0].start == "
    #expect(run("cluster Examples/Photos\nphotos clock \(camera) +90m").error == nil)
    #expect(run(start + "\"2025-10-02T14:35:12.137\"").error == nil)
    #expect(run("expect (photos clock | first).shift == 90m").error == nil)
    // Every command that reads photos uses the corrected time; the values in the files are displayed unchanged.
    let file = "Examples/Photos/2025-10-02/IMG_0001.jpg"
    #expect(run("let p = photos show \(file); expect $p.taken == \"2025-10-02T14:35:12.137\"").error == nil)
    #expect(run("expect $p.shift == 90m; expect $p.dates[0].date == \"2025-10-02T13:05:12.137\"").error == nil)
    #expect(run("expect (contains $p.because \"1 h 30 min later: `photos clock` corrects\")").error == nil)
    #expect(run("expect (photos scan \(file) | first).taken == $p.taken").error == nil)
    #expect(run("undo\n" + start + "\"2025-10-02T13:05:12.137\"").error == nil)
    #expect(run("expect (photos show \(file)).shift == none").error == nil)
    #expect(run("redo\n" + start + "\"2025-10-02T14:35:12.137\"").error == nil)
    // A second correction replaces the first, and another session knows the last one.
    #expect(run("photos clock \(camera) -1h\n" + start + "\"2025-10-02T12:05:12.137\"").error == nil)
    let later = try session()
    #expect(later("cluster Examples/Photos\n" + start + "\"2025-10-02T12:05:12.137\"").error == nil)
    #expect(later("photos clock \(camera) 0s\n" + start + "\"2025-10-02T13:05:12.137\"").error == nil)
    #expect(try session()("cluster Examples/Photos\n" + start + "\"2025-10-02T13:05:12.137\"").error == nil)
  }

  /// The next session remembers which photos were read; without a state folder nothing is saved.
  @Test func readingIsRemembered() throws {
    #expect(try session()("cluster Examples/Photos").error == nil)
    let indexes = try FileManager.default.contentsOfDirectory(atPath: state + "/photos")
    #expect(indexes.count == 1 && indexes.allSatisfy { $0.hasSuffix(".index") })
    let path = state + "/photos/" + indexes[0]
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count > 5_000)
    let run = try session()
    #expect(
      run("let all = cluster Examples/Photos\nexpect $all[0].photos == 9\nexpect photos.count == 35").error == nil)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    try Data("rubbish".utf8).write(to: URL(filePath: path))
    #expect(try session()("cluster Examples/Photos\nexpect photos.count == 35").error == nil)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func shownPhotoDetails() {
    let run = ScriptRun()
    // The width of the dates column depends on the file's creation time, which is printed to the microsecond without
    // trailing zeros.
    let shown = run("photos show Examples/Photos/2025-10-02/IMG_0001.jpg").lines.joined(separator: " ")
    #expect(
      shown.split(separator: " ").joined(separator: " ").hasPrefix(
        "IMG_0001.jpg JPEG, 480 × 320, Storyline Example Camera, Lisbon date zone from meaning "))
    let lines = run("cluster Examples/Photos\nphotos clock \(camera) +1h\nphotos clock").lines.suffix(3)
    #expect(
      Array(lines) == [
        " 0:00.000  ✓ Storyline Example Camera: 1 h later than its clock showed: 35 photos",
        " camera                    photos  corrected  suggested",
        " Storyline Example Camera      35  1 h later",
      ])
  }

  /// The line about a library counts the photos outside all moments, and the report breaks between words.
  @Test func photosWithoutAMoment() throws {
    let folder = Scratch.folder()
    for (name, red) in [("a.png", UInt8(1)), ("b.png", 2)] {
      let png = PNGWriter.bytes(width: 1, height: 1, pixels: [red, 2, 3])
      try Data(png).write(to: folder.appending(path: name))
    }
    let run = ScriptRun(width: 40)
    let lines = run("let m = cluster \"\(folder.path)\"").lines
    #expect(lines.joined(separator: " ").contains("2 photos in 0 moments, 2 without a moment: "), "\(lines)")
    #expect(
      run("photos report").lines == [
        " a.png has no date in its metadata;", "   the file's date is used", " b.png has no date in its metadata;",
        "   the file's date is used",
      ])
  }

  /// Many files with one problem are one line, and what is passed over is counted by kind.
  @Test func problemsAreGrouped() throws {
    let folder = Scratch.folder()
    for number in 1...5 {
      try Data(PNGWriter.bytes(width: 1, height: 1, pixels: [UInt8(number), 2, 3]))
        .write(to: folder.appending(path: "\(number).png"))
    }
    for name in ["a.txt", "b.TXT", "c.pdf", "d.xmp", ".hidden"] {
      try Data("text".utf8).write(to: folder.appending(path: name))
    }
    let run = ScriptRun()
    let lines = run("cluster \"\(folder.path)\"").lines
    #expect(lines.contains(" 5 photos with notes on dates or damage; try: photos report"), "\(lines)")
    #expect(lines.last == " 3 other files: 2 .txt, 1 .pdf.")
    #expect(
      run("photos report").lines == [
        " 5 files have no date in their metadata; the files' dates are used: 1.png,", "   2.png and 3 more",
        " 3 other files: 2 .txt, 1 .pdf",
      ])
    #expect(run("expect (photos report | count) == 5").error == nil)
  }
}

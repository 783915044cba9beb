import Foundation
import StoryScript
import Terminal
import Testing
import Timeline

@testable import Shell

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
    for name in ["a.png", "b.png"] {
      let png = PNGWriter.bytes(width: 1, height: 1, pixels: [1, 2, 3])
      try Data(png).write(to: folder.appending(path: name))
    }
    let run = ScriptRun(width: 40)
    let lines = run("let m = cluster \"\(folder.path)\"").lines
    #expect(lines.joined(separator: " ").contains("2 photos in 0 moments, 2 without a moment: "), "\(lines)")
    MomentsView(run.session).showProblems(
      .list([
        .record(["file": .text("photo.jpg"), "problem": .text("ends before its picture begins, so that nothing shows")])
      ]))
    #expect(
      run.session.output.drainLines() == [" photo.jpg ends before its picture", "   begins, so that nothing shows"])
  }
}

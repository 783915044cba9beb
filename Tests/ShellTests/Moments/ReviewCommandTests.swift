import Foundation
import Testing
import Timeline

@testable import MomentsWing
@testable import ShellCore

/// Reviewing photos: where a review continues, what counts, and what other sessions know of it.
@Suite final class ReviewCommandTests {
  private let folder = "/tmp/storyline-review-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/library" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Package.root.appending(path: "Examples/Photos").path, toPath: library)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func session() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(folder + "/state")
    return run
  }

  private func expectFine(_ run: ScriptRun, _ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run(script).error == nil, "\(script)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    // A photo counts as viewed once, when it is shown. It leaves its moment, whose total stays.
    """
    review
    expect review.done == 1
    review
    expect review.done == 1
    expect photos.clusters[0].photos == 8
    expect photos.clusters[0].total == 9
    expect (photos.clusters[0].files | count) == 8
    expect photos.count == 35
    expect review.left == 34
    """,
    // `back` retraces the path through the photos, and `next` goes forward again.
    """
    let a = review
    let b = review next
    let c = review next
    let d = review back
    expect $d.photo == $b.photo
    let e = review next
    expect $e.photo == $c.photo
    expect review.done == 3
    """,
    // A favourite is marked at once, without moving to the next photo.
    """
    let a = review
    review favorite
    expect review.favorite
    expect review.photo == $a.photo
    expect review.favorites == 1
    review unfavorite
    expect not review.favorite
    """,
    // Moving up and down within a burst, and past it.
    """
    review 1
    repeat 2 { review next }
    expect review.burst == 1
    review down
    review down
    expect review.burst == 3
    review up
    expect review.burst == 2
    let photo = review next
    expect $photo.photo == "2025-10-02/IMG_0008.jpg"
    """,
    // Switching to another moment, and around to the first one.
    """
    review 1
    review skip
    expect review.moment == 3
    repeat 6 { review skip }
    expect review.moment == 1
    """,
    // A moment with a favourite comes last.
    """
    review 3
    review favorite
    review 6
    repeat 3 { review next }
    expect review.moment == 1
    """,
    // All photos, once each.
    """
    let seen = []
    when photo.reviewed { seen = $seen + [$photo] }
    repeat 35 { review next }
    expect ($seen | unique | count) == 35
    expect review.left == 0
    expect (photos.clusters | where photos > 0 | count) == 0
    """,
    // The values that handlers see.
    """
    let last = none
    when photo.favorited { last = [$photo, $moment, $place, $number, $of, $favorite] }
    review
    review favorite
    expect $last == [review.photo, 1, "Lisbon", 1, 35, true]
    """,
    // A photo whose view was undone is shown again.
    """
    let a = review
    let b = review next
    undo
    expect review.done == 1
    expect review.photo == $a.photo
    redo
    expect review.photo == $b.photo
    expect review.done == 2
    """,
    "review\nreview favorite\nundo\nexpect not review.favorite\nredo\nexpect review.favorite",
  ])
  func aReviewRunsToItsEnd(script: String) {
    ScriptRun.passes("cluster Examples/Photos\n" + script)
  }

  @Test(arguments: [
    ("review favorite", "no photo is shown | try: review"),
    ("review 8", "there is no moment 8: moments are numbered 1 to 7 | try: review 7"),
    ("review\nreview back", "there is no previously reviewed photo | try: review next"),
    ("review\nreview up", "this photo is not part of a burst | try: review next"),
    ("review\nrepeat 2 { review next }\nreview up", "the burst begins here | try: review next"),
    (
      "repeat 35 { review next }\nreview next",
      "you have reviewed all 35 photos | try: review 1 for the first moment again, or favorites"
    ),
    (
      "repeat 35 { review next }\nreview skip", "no other moment has photos to review | try: review next"
    ),
    ("favorites export to /tmp/storyline-none as xmp", "there are no favourites yet | try: review favorite"),
  ])
  func whatCannotBeIsSaid(script: String, error: String) {
    #expect(ScriptRun.error("cluster Examples/Photos\n" + script) == error)
  }

  /// After a session that did not end properly, as after a kill, the next session shows the same photo, with the same
  /// photos behind it.
  @Test func aReviewContinuesWhereItStopped() throws {
    let first = try session()
    expectFine(first, "cluster \"\(library)\" fixed 3h\nreview\nreview next\nreview next\nreview back\nreview favorite")
    let shown = first("print review.photo").lines.last
    let next = try session()
    expectFine(next, "let photo = review\nexpect $photo.number == 3\nexpect $photo.favorite")
    #expect(next("print review.photo").lines.last == shown)
    // The moments are the same as before.
    expectFine(next, "expect photos.threshold == 3h\nlet b = review next\nexpect review.done == 3")
    expectFine(next, "review next\nexpect review.done == 4")
    expectFine(try session(), "review\nexpect review.done == 4")
  }

  /// No command has to name the photos again.
  @Test(arguments: [
    "expect (review status).left == 34", "expect (favorites | count) == 1", "map",
    "expect (photos timeline | count) > 0",
    "photos ago", "expect (photos clock | count) == 1", "expect (photos report | count) >= 0",
    "view; expect photos.count == 35",
  ])
  func aLaterSessionKnowsThePhotos(_ line: String) throws {
    expectFine(try session(), "cluster Examples/Photos; review; review favorite")
    expectFine(try session(), line)
  }

  @Test func marksSurviveAMovedLibrary() throws {
    expectFine(try session(), "cluster \"\(library)\"\nreview\nreview favorite\nreview next")
    let moved = folder + "/Elsewhere"
    try FileManager.default.moveItem(atPath: library, toPath: moved)
    #expect(
      try session()("review").error?.hasPrefix("the photo folder '\(library)' cannot be found") == true)
    try FileManager.default.moveItem(atPath: moved + "/2025-10-02", toPath: moved + "/Lisbon")
    // A copy of the library has other times and the same photos.
    try FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: moved + "/Lisbon/IMG_0001.jpg")
    expectFine(
      try session(),
      "cluster \"\(moved)\"\nexpect review.done == 2\nexpect review.favorites == 1\nlet photo = review\nexpect $photo.photo == \"Lisbon/IMG_0002.jpg\""
    )
  }

  @Test func anotherSessionSeesWhatWasDone() throws {
    let (first, second) = (try session(), try session())
    expectFine(first, "cluster \"\(library)\"\nreview\nreview favorite")
    second.session.pollOtherSessions()
    expectFine(second, "cluster \"\(library)\"\nreview next")
    second.session.pollOtherSessions()
    expectFine(second, "expect review.done == 2\nexpect review.favorites == 1\nreview unfavorite")
    first.session.pollOtherSessions()
    expectFine(first, "expect review.done == 2")
    // An undone view is undone for all sessions.
    expectFine(first, "review next\nundo\nexpect review.done == 2")
    second.session.pollOtherSessions()
    expectFine(second, "expect review.done == 2")
    expectFine(try session(), "review\nexpect review.done == 2\nexpect review.favorites == 1")
  }

  /// The journal also has undo, redo and a decision against a rating.
  @Test func decisionsAreKept() throws {
    let run = try session()
    expectFine(run, "cluster \"\(library)\"\nreview\nreview favorite\nundo")
    expectFine(try session(), "review\nexpect not review.favorite")
    expectFine(run, "redo")
    expectFine(try session(), "review\nexpect review.favorite")
    let other = try session()
    expectFine(other, "review\nreview unfavorite\nundo\nexpect review.favorite\nredo")
    expectFine(try session(), "review\nexpect not review.favorite")
  }

  /// The stars in a photo, or in a sidecar next to it, count until the user decides.
  @Test func ratingsAreFavourites() throws {
    let sidecar = FavoriteExport.sidecar(stars: 3)
    try sidecar.write(toFile: library + "/2025-10-02/IMG_0001.jpg.xmp", atomically: false, encoding: .utf8)
    let run = try session()
    expectFine(
      run,
      "cluster \"\(library)\"\nexpect review.favorites == 1\nexpect (favorites)[0].rating == 3\nreview 1\nexpect review.favorite\nreview unfavorite\nexpect (favorites | count) == 0"
    )
    expectFine(try session(), "review\nexpect not review.favorite")
  }

  @Test func reviewMessages() {
    let lines = ScriptRun()(
      "cluster Examples/Photos/2025-10-02\nreview\nrepeat 2 { review next }\nreview favorite\nreview back\nreview status"
    ).lines.suffix(8)
    #expect(
      Array(lines) == [
        " 0:00.000  ● moment 1 of 2: Thursday afternoon, Lisbon, Thu 2 Oct 2025, 9 photos",
        " 0:00.000  ⏭ IMG_0001.jpg, 13:05: 1 of 13 reviewed, 1 this morning",
        " 0:00.000  ⏭ IMG_0002.jpg, 13:18: 2 of 13 reviewed, 2 this morning",
        " 0:00.000  ⏭ IMG_0003.jpg, 13:31, 1 of a burst of 5: 3 of 13 reviewed, 3 this morning",
        " 0:00.000  ♥ IMG_0003.jpg is a favourite, 1 so far",
        " 0:00.000  · IMG_0002.jpg, 13:18: 3 of 13 reviewed, 3 this morning",
        " 3 of 13 reviewed, 3 this morning; 0 of 2 moments done, 1 favourite.",
        " Last photo: IMG_0002.jpg of Thursday afternoon, Lisbon; try: review",
      ])
    let rest = ScriptRun()("cluster Examples/Photos/2025-10-02\nrepeat 13 { review next }\ncluster").lines.suffix(6)
    #expect(
      Array(rest.suffix(3)) == [
        " 13 photos in 2 moments. New moment after 30 min (the nearest limit: the 90th",
        " percentile of 8 gaps is 27 min 38 s) or 1 km.",
        " 13 of 13 reviewed, and 2 moments finished.",
      ])
    // No moment is missing: finished moments and those already begun are marked.
    let begun = ScriptRun()("cluster Examples/Photos\nreview 4\nrepeat 2 { review next }\nreview 1\ncluster").lines
    #expect(begun.contains(" 4  Fri 3, afternoon  14:32–15:03     ✓ 3         Cascais"), "\(begun)")
    #expect(begun.contains { $0.hasPrefix(" 1  Thu 2, afternoon  13:05–14:20  8 of 9  ▇▇▇▇▇  Lisbon") })
  }

  /// The momentum counts only the current part of the day. The small hours belong to the night before.
  @Test func momentumIsOfThisPartOfTheDay() {
    var options = Session.Options()
    options.start = Instant(secondsSince1970: 1_767_567_600)  // 4 January 2026, 23:00
    let run = ScriptRun(options)
    let lines = run("cluster Examples/Photos\nreview\nwait 3h\nreview next\nwait 4h\nreview next").lines
    let ends = lines.filter { $0.contains("⏭") }.compactMap { $0.split(separator: ": ").last.map(String.init) }
    #expect(
      ends == ["1 of 35 reviewed, 1 tonight", "2 of 35 reviewed, 2 tonight", "3 of 35 reviewed, 1 this morning"])
  }
}

import Foundation
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// The user's own stories: in the feed, on the disk and between devices.
@Suite final class SharedStoriesTests {
  private let root = "/tmp/storyline-shared-\(UInt64.random(in: 0 ... .max))"
  private let files = FileManager.default
  private static let photo = "Examples/Photos/2025-10-02/IMG_0001.jpg"
  private static let other = "Examples/Photos/2025-10-02/IMG_0002.jpg"
  private static let share = "story share \(photo)"

  deinit { try? files.removeItem(atPath: root) }

  private func open(_ device: String) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = .real
    let run = ScriptRun(options)
    try run.session.openState("\(root)/\(device)")
    return run
  }

  @Test(arguments: [
    // The feed, its rings and cursors.
    "\(share); expect (stories)[0].story == -1; expect (stories)[0].author == \"me\"; expect (stories | count) == 20",
    "\(share); expect (stories)[1].story == 1; expect (stories page 1)[0].story == 1; expect (stories of @me | count) == 1",
    "\(share); expect (stories by user)[0].author == \"me\"; expect (stories by user)[0].ring == \"unseen\"",
    "\(share); story play @me; expect (stories by user)[0].ring == \"seen\"; expect (stories)[0].seen",
    "\(share); story share \(other); expect (stories)[0].story == -2; story play -1; expect (stories)[0].ring == \"partlySeen\"",
    "\(share); story share \(other); expect (stories after (stories)[0].cursor)[0].story == -1; expect (stories after (stories)[1].cursor)[0].story == 1",
    "\(share); story share \(other); expect (stories of @me after (stories of @me)[0].cursor)[0].story == -1; expect (stories of @me after (stories of @me)[1].cursor | count) == 0",
    // It plays, and the others follow.
    "\(share); story play @me; expect story.number == -1; expect story.picture == \"IMG_0001.jpg\"; expect story.count == 1",
    "\(share); story play @me; swipe left; expect story.author == \"cleo\"; swipe right; expect story.author == \"me\"",
    "\(share); set end next; story play @me for 1s; wait 1s; expect story.author == \"cleo\"",
    "\(share); set end endless; story play @me for 1s; wait 1s; expect story.author == \"cleo\"",
    "\(share); story play 4; expect story.count == 10; expect (story show -1).author == \"me\"",
    "story share Examples/Clips/tram.mp4; story play @me; expect story.length == 12s; story play @me for 5s; expect story.length == 5s",
    // A like belongs to the file.
    "\(share); story play @me; like; expect story.liked; expect (story show -1).liked; story play deck Examples/Photos; expect story.liked",
    // It expires like every story.
    "\(share); wait 23h; story play @me; wait 59m; expect (stories of @me | count) == 1; wait 1m; expect (stories of @me | count) == 0; expect error { like }",
    "\(share); wait 1d; expect error { story play @me }; expect error { story play -1 }; expect feed.shared == 1; story share \(other); story play @me; expect story.number == -2",
    "\(share); story play @me; wait 25h; expect story.number == -1",
    // Undo, redo, rewind, removal.
    "\(share); undo; expect feed.shared == 0; redo; expect feed.shared == 1; story play @me",
    "wait 5s; \(share); wait 5s; rewind 7s; expect feed.shared == 0",
    "\(share); story play @me; story unshare -1; expect feed.shared == 0; expect story.number == -1; undo; expect feed.shared == 1",
    "fork; \(share); fork drop; expect feed.shared == 0; fork; \(share); fork keep; expect feed.shared == 1",
  ])
  func isAStoryOfTheFeed(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("story play @me", "you have not shared a story | try: story share FILE"),
    ("stories of @me", "you have not shared a story | try: story share FILE"),
    ("story play -1", "you have not shared a story -1 | try: stories of @me"),
    ("story unshare -3", "you have not shared a story -3 | try: stories of @me"),
    ("story show 0", "there is no story 0: the feed begins with story 1 | try: stories"),
    (
      "\(share); wait 1d; story play @me",
      "@me has no stories left: stories expire after 24 h | try: stories, which lists the stories that are left; `story play deck classic` and your own decks never expire"
    ),
    (
      "\(share); wait 1d; story play -1",
      "story -1 has expired: it left the feed 24 h after you shared it | try: story share FILE"
    ),
    ("story share nowhere.jpg", "there is no file 'nowhere.jpg' | give the path of a picture or a video"),
    (
      "story share Examples/Photos",
      "'Examples/Photos' is a folder, and a story is one file | try: story play deck Examples/Photos"
    ),
    ("story share /dev/null", "'/dev/null' is not a file | give the path of a picture or a video"),
    ("story share Package.swift", "'Package.swift' is not a picture | use a JPEG, PNG or WebP"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) {
    let error = ScriptRun.error(script)?.replacing("\(Package.root.path)/", with: "")
    #expect(error == message)
  }

  @Test func aRunWithoutFilesSharesNothing() {
    var options = Session.Options()
    options.isSealed = true
    let run = ScriptRun(options)
    #expect(run(Self.share).error?.hasPrefix("`story share` uses files") == true)
    #expect(run.session.world.stories.feed.own.isEmpty)
  }

  @Test func brokenPicturesAreRefused() throws {
    try files.createDirectory(atPath: root, withIntermediateDirectories: true)
    let whole = try Data(contentsOf: Package.root.appending(path: Self.photo))
    try whole.prefix(300).write(to: URL(filePath: "\(root)/cut.jpg"))
    try Data().write(to: URL(filePath: "\(root)/empty.jpg"))
    try Data("GIF89a".utf8).write(to: URL(filePath: "\(root)/none.gif"))
    for name in ["cut.jpg", "empty.jpg", "none.gif"] {
      let run = ScriptRun()
      #expect(run("story share \(root)/\(name)").error != nil, "\(name)")
      #expect(run.session.world.stories.feed.own.isEmpty, "\(name)")
    }
  }

  @Test func thereAreAtMostAHundred() {
    let run = ScriptRun()
    #expect(run("repeat 100 { \(Self.share) }").error == nil)
    #expect(run(Self.share).error == "you can have at most 100 stories at a time | try: story unshare -100")
    #expect(run("wait 1d; \(Self.share); expect feed.shared == 101").error == nil)
  }

  /// The event, its line and its reason.
  @Test func itIsReportedAndExplained() {
    let run = ScriptRun()
    let lines = run(
      "when story.shared { print $story; print $picture }; \(Self.share); print \"-\"; explain; story unshare -1; explain"
    ).lines
    let text = lines.joined(separator: "\n")
    #expect(text.contains("story -1 shared: IMG_0001.jpg; it expires in 24 h"), "\(text)")
    #expect(text.contains("-1\nIMG_0001.jpg"), "\(text)")
    #expect(text.contains("'IMG_0001.jpg' is now your story -1"), "\(text)")
    #expect(text.contains("story -1 is no longer shared"), "\(text)")
  }

  /// A file that is gone fails like every missing picture, and its name never reaches the terminal as it is.
  @Test func aFileThatIsGoneFails() throws {
    try files.createDirectory(atPath: root, withIntermediateDirectories: true)
    let path = "\(root)/\u{1B}[31mred.jpg"
    try files.copyItem(atPath: Package.root.appending(path: Self.photo).path, toPath: path)
    let run = ScriptRun()
    let lines = run("let file = \"\(path)\"; story share $file; story play @me; stories of @me").lines
    #expect(!lines.joined().contains("\u{1B}"))
    try files.removeItem(atPath: path)
    #expect(run("story play @me; expect story.state == failed").error == nil)
  }

  // MARK: On the disk, and between devices

  @Test(arguments: [
    ("", -1, false), ("story play @me for 100s; ", -1, true), ("story unshare -1; \(share); ", -1, false),
    ("undo; redo; ", -1, false),
  ])
  func aStoryOutlivesTheSession(_ more: String, _ number: Int, _ isSeen: Bool) throws {
    #expect(try open("a")("\(Self.share); \(more)").error == nil)
    let script = "expect feed.shared == 1; expect (stories of @me)[0].story == \(number)"
    #expect(try open("a")("\(script); expect (stories of @me)[0].seen == \(isSeen)").error == nil)
  }

  @Test func whatWasTakenBackStaysAway() throws {
    #expect(try open("a")("\(Self.share); undo; \(Self.share); story unshare -1").error == nil)
    #expect(try open("a")("expect feed.shared == 0; \(Self.share)").error == nil)
    #expect(try open("a")("expect feed.shared == 1").error == nil)
  }

  /// Two prompts of one device see each other's stories, also if both shared one at the same time.
  @Test func twoPromptsShareOneFeed() throws {
    let (a, b) = (try open("a"), try open("a"))
    #expect(a(Self.share).error == nil)
    #expect(b("story share \(Self.other)").error == nil)
    let last = try open("a")
    #expect(
      last("expect feed.shared == 2; expect (stories of @me | count) == 2; story play -1; story play -2").error == nil)
  }

  /// No device opens a file that another one has named, nor learns its path by showing it.
  @Test func anotherDeviceNeverSeesIt() throws {
    let sync = "sync \"\(root)/shared\""
    let a = try open("a")
    #expect(a("\(Self.share); story play @me; like; \(sync)").error == nil)
    let b = try open("b")
    #expect(b("\(sync); expect feed.shared == 0; expect error { story play @me }").error == nil)
    #expect(b("\(Self.share); expect not (stories of @me)[0].seen; \(sync)").error == nil)
    #expect(a("\(sync); expect feed.shared == 1").error == nil)
  }
}

import Foundation
import Testing

@testable import SessionState
@testable import ShellCore

/// Pictures for the next post.
@Suite final class ImageCommandsTests {
  private let folder = "/tmp/storyline-images-\(UInt64.random(in: 0 ... .max))"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(Self.jpeg(words: nil)).write(to: URL(filePath: folder + "/plain.jpg"))
    try Data(Self.jpeg(words: "a \u{1B}[31mred\u{7} field")).write(to: URL(filePath: folder + "/words.jpg"))
    try Data(Self.jpeg(words: nil) + [UInt8](repeating: 1, count: 10)).write(to: URL(filePath: folder + "/tail.jpg"))
    try Data([0, 0, 0, 24] + Array("ftypheic".utf8)).write(to: URL(filePath: folder + "/a.heic"))
    try Data(Self.jpeg(words: nil, scan: 2_100_000)).write(to: URL(filePath: folder + "/big.jpg"))
    try Data("no picture".utf8).write(to: URL(filePath: folder + "/text.jpg"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a picture of 4 × 3 pixels that is never decoded.
  private static func jpeg(words: String?, scan: Int = 4) -> [UInt8] {
    let note = words.map { "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><dc:description>\($0)</dc:description>" } ?? ""
    let packet = words == nil ? [] : [0xFF, 0xE1, 0, UInt8(note.utf8.count + 2)] + Array(note.utf8)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0]
    return [0xFF, 0xD8] + packet + frame + [0xFF, 0xDA, 0, 2] + [UInt8](repeating: 5, count: scan) + [0xFF, 0xD9]
  }

  private func text(_ script: String) -> String { script.replacing("$D", with: folder) }

  @Test(arguments: [
    ("image \"$D/plain.jpg\" alt \"a field\"", " 0:00.000  ✓ picture 1 of the next post: plain.jpg, 4 × 3"),
    (
      "image \"$D/words.jpg\"",
      " 0:00.000  ✓ picture 1 of the next post: words.jpg, 4 × 3; description from the file: a ␛[31mred␇ field"
    ),
    (
      "image \"$D/words.jpg\" alt \"\"",
      " 0:00.000  ✓ picture 1 of the next post: words.jpg, 4 × 3, without a description"
    ),
  ])
  func attachedImagesAreDescribed(script: String, line: String) {
    let lines = ScriptRun(width: 200)(text(script)).lines
    #expect(lines == [line])
  }

  @Test(arguments: [
    (
      "image \"$D/none.jpg\"",
      "cannot read '$D/none.jpg': No such file or directory | try: photos scan '$D'"
    ),
    ("image \"$D/plan.jpg\"", "cannot read '$D/plan.jpg': No such file or directory | did you mean '$D/plain.jpg'?"),
    (
      "image \"$D/none/a.jpg\"",
      "cannot read '$D/none/a.jpg': No such file or directory | there is no folder '$D/none' either"
    ),
    (
      "image \"$D\"",
      "cannot read '$D': Is a directory | name a file in the folder, or the best pictures of a moment: image (cluster '$D')[0]"
    ),
    ("image \"$D/text.jpg\"", "'$D/text.jpg' is not a picture | use a JPEG, PNG or WebP"),
    (
      "image \"$D/a.heic\"",
      "'$D/a.heic' is HEIC, which posts cannot show | outside Storyline, try: heif-convert '$D/a.heic' picture.jpg"
    ),
    (
      "image \"$D/big.jpg\" alt \"\"",
      "'$D/big.jpg' is too large: 2,100,021 bytes (limit 2,000,000) | try: convert '$D/big.jpg' -resize 2000x2000 -quality 85 smaller.jpg"
    ),
    (
      "image \"$D/plain.jpg\"",
      "'$D/plain.jpg' contains no description | try: image \"$D/plain.jpg\" alt \"…\"; alt \"\" for no description"
    ),
    (
      "image \"$D/plain.jpg\" alt (repeated \"x\" 2001)",
      "this description is too long: 2001 characters (limit 2000)"
    ),
    (
      "repeat 11 { image \"$D/plain.jpg\" alt \"\" }",
      "a post can have at most 10 pictures | try: post \"…\", or image remove N"
    ),
    ("image remove 1", "the next post has no picture 1 | try: images"),
    ("image {a: 1}", "this record is not a moment: it has no `files` | try: image (cluster FOLDER)[0]"),
    (
      "image {folder: \"$D\", files: [\"plain.jpg\"]}",
      "'$D/plain.jpg' contains no description | try: image \"$D/plain.jpg\" alt \"…\"; alt \"\" for no description"
    ),
    (
      "image {folder: \"$D\", files: [\"big.jpg\"]}",
      "none of this moment's photos can be shown: 'big.jpg' is larger than 2,000,000 bytes"
    ),
    (
      "image {folder: \"$D\", files: [\"gone.jpg\"]}",
      "none of this moment's photos is still in '$D' | try: cluster $D"
    ),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(text(script)) == text(error)) }

  /// The favourites of a moment come first, followed by photos of which no two were taken together.
  @Test func theBestPhotosOfAMomentAreAttached() {
    ScriptRun.passes(
      """
      let moment = cluster Examples/Photos | first
      image $moment
      expect images.count == 4
      expect (images | first).alt == "Bairro Alto from below"
      undo
      expect images.count == 0
      review; review next; review next; review favorite
      image $moment
      expect (images | where alt == "Tram 28" | count) == 1
      """)
  }

  @Test func aMomentFillsTheRemainingAttachments() {
    let run = ScriptRun()
    let error = run(
      text(
        """
        image "$D/plain.jpg" alt "one"
        image {folder: "$D", files: ["plain.jpg", "words.jpg", "tail.jpg", "big.jpg", "a.heic"]} alt "of all"
        """)
    ).error
    #expect(error == nil)
    let words = run.session.world.posts.images.map(\.alt).sorted()
    #expect(words == ["a \u{1B}[31mred\u{7} field", "of all", "of all", "one"])
    #expect(run(text("repeat 6 { image \"$D/plain.jpg\" alt \"\" }")).error == nil)
    #expect(
      run("image {folder: \"x\", files: [\"y\"]}").error?.hasPrefix("a post can have at most 10 pictures") == true)
  }

  /// The network's own embed for more than four pictures.
  @Test func moreThanFourPicturesAreAGallery() {
    let run = ScriptRun()
    let result = run(
      text(
        """
        login bob.test
        for number in (range 1 5) { image "$D/plain.jpg" alt "number {$number}" }
        post "five"; wait 2s
        let post = posts of bob.test | first
        expect ($post.images | each { $it.alt }) == ["number 1", "number 2", "number 3", "number 4", "number 5"]
        expect $post.embed.type == "images"
        expect (media of bob.test | count) == 1
        for number in (range 1 4) { image "$D/plain.jpg" alt "number {$number}" }
        quote $post "four"; wait 2s
        expect ((posts of bob.test | first).images | count) == 4
        """))
    #expect(result.error == nil)
    let kinds = run.session.world.posts.published.map {
      $0.record["embed"]?["media"]?["$type"] ?? $0.record["embed"]?["$type"]
    }
    #expect(kinds == ["app.bsky.embed.gallery", "app.bsky.embed.images"])
  }

  @Test func missingPhotosOfAMomentAreReported() throws {
    let result = try Program.run(
      ["-c", text("image {folder: \"$D\", files: [\"words.jpg\", \"big.jpg\", \"a.heic\"]}")])
    #expect(result.errors.hasPrefix("note: left out 2 files of this moment: "))
    #expect(result.output.contains("description from the file: a ␛[31mred␇ field"))
  }

  @Test func attachmentsBelongToTheNextPostOnly() throws {
    let run = ScriptRun()
    let error = run(
      text(
        """
        login bob.test
        image "$D/plain.jpg" alt "one"; image "$D/words.jpg" alt ""
        expect images.count == 2
        post ""
        expect images.count == 0
        post "two"
        wait 1s
        expect outbox.count == 0
        """)
    ).error
    #expect(error == nil)
    func images(_ number: Int) -> Int? {
      guard case .there(let address)? = run.session.world.posts.target(number) else { return nil }
      return run.session.world.posts.network.record(at: address)?["embed"]?["images"]?.arrayValue?.count ?? 0
    }
    #expect(images(1) == 2 && images(2) == 0)
  }

  @Test func undoTakesItBackAndThePostGivesItBack() {
    ScriptRun.passes(
      text(
        """
        image "$D/plain.jpg" alt "one"
        undo
        expect images.count == 0
        redo
        post "with it"
        undo
        expect images.count == 1
        image remove 1
        expect images.count == 0
        undo
        expect (images | first).alt == "one"
        """))
  }

  @Test func waitingPostsKeepTheirPictures() throws {
    let state = folder + "/state"
    func run(_ script: String) throws -> String {
      try Program.output(text(script), state: state)
    }
    _ = try run("image \"$D/words.jpg\"; post \"later\"; quote @1 \"\"")
    let images = "print (outbox | count); login bob.test; outbox send 1; wait 2s"
    #expect(try run(images + "; print outbox.count") == "2\n0\n")
  }

  @Test func theCopyOfARealSessionLastsAsLongAsItsPost() throws {
    let state = folder + "/real"
    let script = text("image \"$D/tail.jpg\" alt \"\"; post \"later\"")
    let result = try Program.run(["--quiet", "--real", "--state", state, "-c", script])
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: state + "/pictures")
    #expect(names.count == 1)
    let bytes = try Data(contentsOf: URL(filePath: state + "/pictures/" + (names.first ?? "")))
    #expect(Array(bytes) == Self.jpeg(words: nil))
    // A picture that no post uses is removed after a day. A younger one may belong to a session that has not saved
    // its post yet.
    for (name, age) in [("1767603600000000-1-old", 90_000.0), ("1767603600000000-1-new", 10)] {
      let path = state + "/pictures/" + name
      try Data([1]).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }
    _ = try Program.run(["--quiet", "--real", "--state", state, "-c", "print 1"])
    let left = try FileManager.default.contentsOfDirectory(atPath: state + "/pictures").sorted()
    #expect(left == ["1767603600000000-1-new"] + names)
  }
}

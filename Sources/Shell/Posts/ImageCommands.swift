import Bluesky
import StoryScript
import System
import Terminal
import Timeline

/// The commands for the pictures of the next post.
enum ImageCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "image",
      [
        Parameter("FILE", .path, "a JPEG, PNG or WebP of 2,000,000 bytes at most"),
        Parameter(
          "ALT", after: "alt", .text, optional: true, "what it shows, for those who cannot see it; \"\" for nothing"),
      ],
      summary: "has the next post show a picture",
      details: """
        A post shows up to four. Without `alt` the description in the file is taken and said, where there is one; else a \
        prompt asks for it. The picture is copied now, without what its file says beside it: no place, date or camera, \
        only how a JPEG is turned.
        """,
      examples: [
        .init("expect error { image \"no-such-file.jpg\" }", "nothing there"),
        .init("expect images.count == 0", "how many the next post has"),
      ],
      searchWords: ["picture", "photo", "alt", "attach", "media", "description"], in: .posts
    ) { (session, arguments) throws(Failure) in
      try session.attach(arguments.text(0) ?? "", alt: arguments.text(1))
    },
    CommandEntry(
      "images", summary: "lists the pictures of the next post", examples: [.init("images | count", "how many")],
      searchWords: ["pictures", "attached"], in: .posts, shows: .list(orElse: " the next post has no pictures"),
      role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.posts.images.enumerated().map { index, image -> Value in
            .record(PostRecord.make(image, number: index + 1))
          }))
    },
    CommandEntry(
      "image remove", [Parameter("N", .number(1...4, whole: true), "its number, as `images` lists it")],
      summary: "has the next post show a picture less",
      examples: [.init("expect error { image remove 1 }", "it has none")],
      searchWords: ["picture", "detach", "drop"], in: .posts
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let number = Int(arguments.number(0) ?? 0)
      guard let image = session.change({ $0.posts.detach(number) }) else {
        throw .refused("the next post has no picture \(number)", "images").about(0)
      }
      session.happen(.posts(.detached(image)))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("images", "count", "how many pictures the next post has") { $0.world.posts.images.count }
  ]
}

extension Session {
  /// Has the next post show a picture.
  fileprivate func attach(_ file: String, alt: String?) throws(Failure) {
    let now = try present()
    let count = world.posts.images.count
    guard count < PostImage.limit else {
      throw .refused("a post shows \(PostImage.limit) pictures at most", "post \"…\", or image remove N")
    }
    let path = found(FilePath.expanded(file))
    let picture = try catalog.wings.shared(path)
    guard picture.bytes.count <= PostImage.byteLimit else {
      throw .refused(
        "'\(file)' is too large: \(picture.bytes.count) of \(PostImage.byteLimit) bytes", Self.shrinking(path)
      ).about(0)
    }
    let (words, source) = try description(of: picture, file, given: alt)
    let image = PostImage(
      name: name(of: count, at: now), type: picture.type, size: picture.bytes.count, width: picture.width,
      height: picture.height, alt: words)
    if options.kind == .real { aside.posts.pictures.hold(image.name, picture.bytes) }
    change { $0.posts.attach(image) }
    let name = String(path.split(separator: "/").last ?? "")
    happen(.posts(.attached(AttachedImage(image: image, number: count + 1, file: name, source: source))))
  }

  /// Two devices, and two sessions of one, never give the same.
  private func name(of number: Int, at instant: Instant) -> String {
    let name = "\(instant.microseconds)-\(number)"
    return options.kind == .real ? name + "-" + String(UInt64.random(in: 0 ... .max), radix: 36) : name
  }

  private func description(
    of picture: SharedPicture, _ file: String, given: String?
  ) throws(Failure) -> (String, AttachedImage.Source) {
    if let given { return (try checked(given), .given) }
    if let own = picture.description { return (String(own.prefix(PostImage.altLimit)), .file) }
    let way = "image \"\(file)\" alt \"…\"; alt \"\" says that it needs no words"
    guard questions.canAsk else { throw .refused("'\(file)' does not say what it shows", way) }
    let typed = try questions.ask("What does it show, for those who cannot see it? ", hidden: false, way, output)
    guard typed.contains(where: { !$0.isWhitespace }) else { throw .refused("nothing was typed", way) }
    return (try checked(typed), .given)
  }

  private func checked(_ alt: String) throws(Failure) -> String {
    guard alt.count <= PostImage.altLimit else {
      throw .refused("this description is too long: \(alt.count) of \(PostImage.altLimit) characters").about(1)
    }
    return alt
  }

  /// How a picture becomes small enough.
  private static func shrinking(_ path: String) -> String {
    "convert \(ShellWord.quoted(path)) -resize 2000x2000 -quality 85 smaller.jpg"
  }
}

import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The commands for the pictures of the next post.
struct ImageCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "image",
      [
        Parameter(
          "FILE", .either([.path, .record(of: "a moment, such as $moments[0]")]),
          "a picture (JPEG, PNG or WebP; other formats are converted), or a moment from `cluster`"),
        Parameter(
          "ALT", after: "alt", .text, optional: true,
          "a description for people who cannot see the picture; \"\" for none"),
      ],
      summary: "attaches a picture, or the best photos of a moment, to the next post",
      details: """
        A post can have up to ten pictures; more than four are published as a gallery. Without `alt`, the description in the file is used and printed; if the \
        file has no description, a prompt asks for one. The picture is copied now, without the file's metadata: no \
        place, date or camera. A picture that lies on its side, is larger than 2,000,000 bytes, or is a raw file, TIFF \
        or GIF is attached as an upright JPEG that fits. HEIC needs `heif-convert` or `heif-dec`. From a moment, up to four photos \
        are attached: favourites first, then the photos farthest apart in time, because photos of a burst look \
        alike; videos are left out. Each photo keeps its own description; `alt` describes photos without one.
        """,
      examples: [
        .init("expect error { image \"no-such-file.jpg\" }", "the file does not exist"),
        .init("expect images.count == 0", "the number of pictures in the next post"),
        .init(
          "let moments = cluster Examples/Photos\nimage $moments[0] alt \"\"\nexpect images.count == 4",
          "the best photos of a moment"),
      ],
      searchWords: ["picture", "photo", "alt", "attach", "media", "description", "moment", "best"], in: .posts
    ) { (session, arguments) throws(Failure) in
      if case .record(let moment) = arguments[0] {
        try ImageCommands(session).attach(moment: moment, alt: arguments.text(1))
      } else {
        try ImageCommands(session).attach(arguments.text(0) ?? "", alt: arguments.text(1))
      }
    },
    CommandEntry(
      "images", summary: "lists the pictures in the next post",
      examples: [.init("images | count", "the number of pictures")],
      searchWords: ["pictures", "attached"], in: .posts, shows: .list(orElse: "the next post has no pictures"),
      role: .looks
    ) { (session, _) throws(Failure) in
      .value(
        .list(
          session.world.posts.images.enumerated().map { index, image -> Value in
            .record(PostRecord.make(image, number: index + 1))
          }))
    },
    CommandEntry(
      "image remove", [Parameter("N", .number(1...4, whole: true), "the picture's number in `images`")],
      summary: "removes a picture from the next post",
      examples: [.init("expect error { image remove 1 }", "the next post has no pictures")],
      searchWords: ["picture", "detach", "drop"], in: .posts
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let number = Int(arguments.number(0) ?? 0)
      guard let image = session.change({ $0.posts.detach(number) }) else {
        throw .refused("the next post has no picture \(number)", "try: images").about(0)
      }
      session.process(.posts(.detached(image)))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("images", "count", "the number of pictures in the next post") { $0.world.posts.images.count }
  ]
}

extension ImageCommands {
  /// Attaches a picture to the next post.
  fileprivate func attach(_ file: String, alt: String?) throws(Failure) {
    let now = try session.present()
    _ = try roomForPictures()
    let path = FileAccess(session).found(FilePath.expanded(file))
    let picture = try session.catalog.services.pictures.shared(path, byteLimit: PostImage.byteLimit)
    let size = picture.bytes.count
    guard size <= PostImage.byteLimit else {
      throw .refused(
        "'\(file)' is too large: \(TimeText.grouped(size)) bytes (limit \(TimeText.grouped(PostImage.byteLimit)))",
        Self.shrinking(path)
      ).about(0)
    }
    let (words, source) = try description(of: picture, file, given: alt)
    attach(picture, path, words, source, at: now)
  }

  /// Attaches the best pictures of a moment to the next post, as many as fit. If one of them cannot be attached, none
  /// are.
  fileprivate func attach(moment: Record, alt: String?) throws(Failure) {
    let now = try session.present()
    let chosen = try session.catalog.services.pictures.best(
      of: moment, min(try roomForPictures(), PostImage.limit), byteLimit: PostImage.byteLimit, for: session)
    if chosen.unusable > 0 {
      let count = TimeText.count(chosen.unusable, "file")
      session.notice("left out \(count) of this moment: videos, or photos that cannot be decoded")
    }
    var described: [(String, AttachedImage.Source)] = []
    for (file, picture) in chosen.pictures {
      // The picture's own description applies to this picture alone.
      described.append(try description(of: picture, file, given: picture.description == nil ? alt : nil))
    }
    for ((file, picture), (words, source)) in zip(chosen.pictures, described) {
      attach(picture, file, words, source, at: now)
    }
  }

  /// Returns how many more pictures the next post may show.
  private func roomForPictures() throws(Failure) -> Int {
    let room = PostImage.galleryLimit - session.world.posts.images.count
    guard room > 0 else {
      throw .refused("a post can have at most \(PostImage.galleryLimit) pictures", "try: post \"…\", or image remove N")
    }
    return room
  }

  private func attach(
    _ picture: SharedPicture, _ path: String, _ words: String, _ source: AttachedImage.Source, at now: Instant
  ) {
    let count = session.world.posts.images.count
    let image = PostImage(
      name: name(of: count, picture.bytes, at: now), type: picture.type, size: picture.bytes.count,
      width: picture.width,
      height: picture.height, alt: words)
    session.resources.posts.pictures.hold(image.name, picture.bytes, isPractice: session.options.kind == .practice)
    session.change { $0.posts.attach(image) }
    let name = String(path.split(separator: "/").last ?? "")
    session.process(.posts(.attached(AttachedImage(image: image, number: count + 1, file: name, source: source))))
  }

  /// Returns a name that no other device and no other session of this device gives.
  func name(of number: Int, _ bytes: [UInt8], at instant: Instant) -> String {
    var name = "\(instant.microseconds)-\(number)"
    if session.options.kind == .real { return name + "-" + String(UInt64.random(in: 0 ... .max), radix: 36) }
    while session.resources.posts.pictures.isTaken(name, by: bytes) { name += "-" }
    return name
  }

  private func description(
    of picture: SharedPicture, _ file: String, given: String?
  ) throws(Failure) -> (String, AttachedImage.Source) {
    if let given { return (try checked(given), .given) }
    if let own = picture.description { return (String(own.prefix(PostImage.altLimit)), .file) }
    let name = String(file.split(separator: "/").last ?? "")
    let way = "try: image \"\(file)\" alt \"…\"; alt \"\" for no description"
    guard session.questions.canAsk else { throw .refused("'\(file)' contains no description", way) }
    let question = "Describe \(sanitized(name)) for people who cannot see it: "
    let typed = try session.questions.ask(question, hidden: false, way, session.output)
    guard typed.contains(where: { !$0.isWhitespace }) else { throw .refused("nothing was typed", way) }
    do throws(Failure) { return (try checked(typed), .given) } catch {
      guard let number = DraftCommands(session).saveAsDraft(typed) else { throw error }
      throw .refused(error.problem.message, "your text is draft \(number)")
    }
  }

  private func checked(_ alt: String) throws(Failure) -> String {
    guard alt.count <= PostImage.altLimit else {
      throw .refused("this description is too long: \(alt.count) characters (limit \(PostImage.altLimit))").about(1)
    }
    return alt
  }

  /// Returns a shell command that makes a picture small enough.
  private static func shrinking(_ path: String) -> String {
    "try: convert \(ShellWord.quoted(path)) -resize 2000x2000 -quality 85 smaller.jpg"
  }
}

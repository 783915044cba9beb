import SessionState
import ShellCore
import Stories
import StoryScript
import System
import Timeline

/// The user's own stories: the commands that share and remove them, and their events.
struct SharedStories {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The maximum number of own stories that have not expired.
  private static let limit = 100

  static let entries: [CommandEntry] = [
    CommandEntry(
      "story share", [Parameter("FILE", .path, "a picture or a video")],
      summary: "shares a picture or a video as your own story",
      details: """
        Your story comes first in the feed, plays with `story play @me`, and expires after 24 h like all stories. Its \
        number is negative, so the others keep theirs. A video plays for its own length. The file stays where it is and \
        is never changed. Only this device knows the story: `sync` passes it to no other, and nothing is published \
        (`image` attaches a picture to a post). `story unshare` removes it.
        """,
      examples: [
        .init(
          "story share Examples/Photos/2025-10-02/IMG_0001.jpg\nexpect feed.shared == 1\nstory play @me\nexpect story.number == -1",
          "shares a picture, and plays it"),
        .init(
          "story share Examples/Photos/2025-10-02/IMG_0001.jpg\nexpect (stories by user)[0].author == \"me\"\nwait 24h\nexpect (stories of @me | count) == 0",
          "it expires after a day"),
        .init(
          "story share Examples/Clips/tram.mp4\nstory play @me\nexpect story.length == 12s",
          "a video has its own length"
        ),
      ],
      searchWords: ["post", "upload", "add", "own", "me", "photo", "picture", "film", "video"], in: .stories
    ) { (session, arguments) throws(Failure) in try SharedStories(session).share(arguments.text(0) ?? "") },
    CommandEntry(
      "story unshare",
      [Parameter("N", .number(StoryCommands.numbers.lowerBound ... -1, whole: true), "the story's number, such as -1")],
      summary: "removes a story that you have shared",
      details: "The file stays. An open deck keeps the story until it is closed.",
      examples: [
        .init(
          "story share Examples/Photos/2025-10-02/IMG_0001.jpg\nstory unshare -1\nexpect feed.shared == 0",
          "removes the story, not the picture")
      ],
      searchWords: ["delete", "remove", "own", "me"], in: .stories
    ) { (session, arguments) throws(Failure) in try SharedStories(session).remove(Int(arguments.number(0) ?? -1)) },
  ]

  static let events = [shared.row, removed.row]

  static let shared = EventEntry<Story>(
    "story.shared", "you shared a story", lasts: true,
    fields: [
      .init("story", "the story's number, which is negative") { $0.id },
      .init("picture", "the name of its picture or video") { $0.media.name },
    ],
    says: { line, story, _ in
      line.write(.done, "story ", story.id, " shared: ", story.media.name, "; it expires in 24 h")
    },
    reason: { fields, _ in
      [
        "'\(fields["picture"]?.text ?? "")' is now your story \(Int(fields["story"]?.number ?? 0)): it comes first in the feed, and expires 24 h after you shared it.",
        "Only this device knows it; nothing was published.",
      ]
    })

  static let removed = EventEntry<Story>(
    "story.unshared", "you removed a story of your own", lasts: true,
    fields: [
      .init("story", "the story's number, which is negative") { $0.id },
      .init("picture", "the name of its picture or video") { $0.media.name },
    ],
    says: { line, story, _ in line.write(.done, "story ", story.id, " is no longer shared") },
    reason: { fields, _ in
      [
        "Story \(Int(fields["story"]?.number ?? 0)) is no longer in the feed. Its file '\(fields["picture"]?.text ?? "")' stays."
      ]
    })

  /// Returns the failure for a number that no story has.
  static func missing(_ id: Int) -> Failure {
    id < 0
      ? .refused("you have not shared a story \(id)", "try: stories of @me").about(0)
      : .refused("there is no story \(id): the feed begins with story 1", "try: stories").about(0)
  }
}

extension SharedStories {
  fileprivate func share(_ name: String) throws(Failure) {
    let now = try session.present()
    try session.refuseFiles(of: "story share")
    let feed = session.world.stories.feed
    guard feed.ownStories(at: now).count < Self.limit, -feed.nextOwnID <= Int(-StoryCommands.numbers.lowerBound) else {
      throw .refused(
        "you can have at most \(Self.limit) stories at a time", "try: story unshare \(feed.own.last?.id ?? -1)")
    }
    let found = FileAccess(session).found(FilePath.expanded(name))
    guard let path = try? FilePath.resolved(found), let file = try? FileStatus(path), file.isFile else {
      throw refusal(of: found, name).about(0)
    }
    let length = session.catalog.videoLength(of: path)
    if length == nil { try check(path, name) }
    let title = String(path.split(separator: "/").last ?? "")
    session.process(
      .stories(
        .shared(
          Story(
            id: feed.nextOwnID, author: Feed.me, media: length == nil ? .image(title) : .video(title), length: length,
            posted: .at(now), bytes: Int(file.size), file: path))))
  }

  /// Refuses a file that is not a picture or video here, not when it plays.
  private func check(_ path: String, _ name: String) throws(Failure) {
    if session.catalog.services.libraries.irreplaceable(path)?.hasPrefix("a video") == true {
      throw .refused(
        "'\(name)' has no readable length between 0.1 s and 24 h, so it cannot be a story",
        "try: story share with a picture, or another video"
      ).about(0)
    }
    do throws(Failure) { _ = try session.catalog.services.pictures.shared(path, byteLimit: 10_000_000) } catch {
      throw error.about(0)
    }
  }

  /// Returns the failure for a path that is not a file.
  private func refusal(of path: String, _ name: String) -> Failure {
    if (try? FileStatus(path))?.isFolder == true {
      return .refused(
        "'\(name)' is a folder, and a story is one file", "try: story play deck \(Word.quotedIfNeeded(name))")
    }
    if File.exists(path) { return .refused("'\(name)' is not a file", "give the path of a picture or a video") }
    return .refused(
      "there is no file '\(name)'", PathSuggestion.question(about: path) ?? "give the path of a picture or a video")
  }

  fileprivate func remove(_ id: Int) throws(Failure) {
    _ = try session.present()
    guard let story = session.world.stories.feed.story(id: id) else { throw Self.missing(id) }
    session.process(.stories(.unshared(story)))
  }
}

import SessionState
import ShellCore
import Stories
import StoryScript
import System
import TerminalText
import Timeline

/// The command that plays a deck of the user.
struct DeckCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "story play deck",
      [
        Parameter(
          "PATH", .either([.path, .name(.post), .record(of: "a post, a person or a moment")]),
          "a deck's JSON file, a folder of pictures, the word classic, a post (@3) or a handle (@ana.bsky.social)"),
        Parameter(
          "DURATION", after: "for", .duration(StorySettings.lengths), optional: true, "the length of each story"),
      ],
      summary: "plays your own pictures, or the pictures of a post or an account",
      details: """
        A deck's file contains {"stories": [{"image": "a.jpg", "length": 5}, …]}; paths in it are relative to its \
        folder. A folder plays its pictures in the order they were taken. `classic` is the first app's deck of four \
        stories. A video plays for its own length, read from its file, unless you add `for`. A story without its \
        picture fails; `next` skips the story. A like belongs to the picture's file, so it appears in every deck that \
        contains that file.

        @3, at://… or a post's web address plays the pictures of that post, regardless of its labels. A handle such as \
        @ana.bsky.social plays the pictures from the account's last hundred posts that have any, newest first. Each \
        story's text is then the picture's description (alt text). If the name of a folder begins with @, write it as \
        ./@….
        """,
      examples: [
        .init("story play deck \"Examples/deck.json\"\nexpect story.count == 4", "a file"),
        .init("story play deck Examples/Photos for 2s\nwait 3s\nexpect story.place == 2", "a folder"),
        .init("story play deck classic\nexpect story.count == 4", "the first app's deck"),
        .init(
          "login bob.test\nlet post = media of ana.test | first\nstory play deck $post\nexpect story.picture == $post.images[0].alt",
          "the pictures of a post"),
        .init(
          "login bob.test\nstory play deck @ana.test\nexpect story.author == \"ana.test\"", "the pictures of an account"
        ),
      ],
      searchWords: ["open", "folder", "json", "pictures", "slideshow", "classic", "post", "person", "bluesky"],
      in: .stories
    ) { (session, arguments) throws(Failure) in
      let length = arguments.duration(1)
      if case .record(let record) = arguments[0], record["files"] != nil {
        try session.refuseFiles(of: "story play deck")
        return try DeckCommands(session).playDeck(try DeckCommands(session).deck(moment: record), for: length)
      }
      if let pictures = try session.catalog.services.published.pictures(published: arguments[0], for: session) {
        return try DeckCommands(session).playDeck(DeckCommands(session).deck(of: pictures), for: length)
      }
      guard let path = arguments.text(0) else {
        throw .refused("this record is not a post, a person or a moment", "try: timeline | first").about(0)
      }
      return try DeckCommands(session).playDeck(try DeckCommands(session).deck(path), for: length)
    }
  ]
}

extension DeckCommands {
  func playDeck(_ deck: Deck, for length: Duration?) throws(Failure) -> CommandOutcome {
    try StoryCommands(session).play(.open(deck, length: length))
    return .value(.record(StoryCommands(session).record))
  }

  /// Returns a deck by its name: a file, a folder, or the classic one.
  func deck(_ path: String) throws(Failure) -> Deck {
    if path == "classic" { return .classic }
    try session.refuseFiles(of: "story play deck")
    let full = FilePath.expanded(path)
    if (try? FileStatus(full))?.isFolder == true { return try deck(folder: path) }
    guard File.exists(full) else {
      let meant = closest(to: path, among: ["classic"])
      throw .refused(
        "there is no deck or folder '\(path)'", meant: meant, otherwise: "try: story play deck Examples/deck.json")
    }
    guard path.lowercased().hasSuffix(".json"), (try? FileStatus(full))?.isFile == true else {
      throw .refused(
        "'\(path)' is not a deck: a deck is a .json file or a folder", "try: story play deck Examples/deck.json")
    }
    let file = try DeckFile(path, videoLength: session.catalog.videoLength)
    if let first = file.missing.first {
      let others = file.missing.count > 1 ? " and \(TimeText.count(file.missing.count - 1, "other"))" : ""
      session.notice("stories with missing pictures will fail: '\(first)'\(others)")
    }
    return file.deck
  }

  private func deck(folder path: String) throws(Failure) -> Deck {
    let pictures = try session.catalog.services.pictures.pictures(in: path, for: session)
    return deck(of: pictures.names, in: path, folder: pictures.folder)
  }

  /// Returns the deck of a moment, given as a record of `cluster`.
  func deck(moment: Record) throws(Failure) -> Deck {
    guard let files = moment["files"]?.list?.compactMap({ $0.text }), !files.isEmpty else {
      let names = moment.names.prefix(5).joined(separator: ", ")
      throw .refused(
        "this record is not a moment: it has no `files`\(names.isEmpty ? "" : ", only \(names)")",
        "try: story play (cluster FOLDER)[0]")
    }
    // The record may be older than the last `cluster`, so its own folder comes first.
    let root = moment["folder"]?.text ?? session.catalog.services.pictures.lastFolder(session.world) ?? ""
    return deck(of: files, in: moment["title"]?.text ?? "photos", folder: root)
  }

  /// Returns a deck of published pictures: their descriptions replace the pictures, which are not fetched.
  fileprivate func deck(of pictures: PublishedPictures) -> Deck {
    Deck(
      pictures.items.enumerated().map { index, item in
        Story(
          id: index + 1, author: item.author,
          media: .image(item.alt.isEmpty ? "a picture without a description" : item.alt), file: item.name)
      },
      origin: .list(pictures.title))
  }

  /// Returns a deck of the user's pictures and videos, in this order; missing ones fail when they play.
  private func deck(of names: [String], in title: String, folder: String) -> Deck {
    let root = (try? FilePath.resolved(folder.isEmpty ? "." : folder)) ?? folder
    return Deck(
      names.enumerated().map { index, name in
        let path = name.hasPrefix("/") ? name : root + (root.hasSuffix("/") ? "" : "/") + name
        let carried = session.catalog.services.pictures.carried(path)
        let size = carried ?? (try? FileStatus(path)).map { Int($0.size) }
        let length = size == nil || carried != nil ? nil : session.catalog.videoLength(of: path)
        return Story(
          id: index + 1, author: "you", media: length == nil ? .image(name) : .video(name), length: length,
          bytes: size ?? 0, isMissing: size == nil, file: path)
      },
      origin: .list(title))
  }
}

extension CommandCatalog {
  /// Returns the length of the video in a file, if a story can have that length.
  func videoLength(of path: String) -> Duration? {
    services.pictures.videoLength(of: path).flatMap { StorySettings.lengths.contains($0) ? $0 : nil }
  }
}

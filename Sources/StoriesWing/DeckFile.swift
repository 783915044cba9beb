import JSON
import ShellCore
import Stories
import StoryScript
import System
import Timeline

/// A deck in a JSON file:
///
///     {"title": "A day", "author": "ana", "length": 5, "stories": [
///       {"image": "a.jpg"}, {"image": "b.jpg", "length": 3}, {"video": "c.mp4", "length": 12}]}
///
/// Lengths are in seconds, names are relative to the file's folder, and `bytes` may give the size of a picture. A
/// video without `length` lasts as long as its file says. A missing picture fails when it plays.
struct DeckFile {
  let deck: Deck
  /// The names of missing pictures.
  let missing: [String]

  private static let deckFields = ["title", "author", "length", "stories"]
  private static let storyFields = ["image", "video", "author", "length", "bytes"]
  private static let limit = 10_000

  /// - Parameter videoLength: returns the length of the video in a file, if the file contains it.
  /// - Throws: an error, with its place in the file.
  init(_ path: String, videoLength: (String) -> Duration?) throws(Failure) {
    let full = FilePath.expanded(path)
    let text = try FileFormat.text(of: full)
    let reader = Reader(path: path, text: text, value: try FileFormat.json.value(of: text, full))
    let folder = FilePath.folder(of: (try? FilePath.resolved(full)) ?? full) + "/"
    guard case .record(let root) = reader.value else {
      throw reader.wrong([], "a deck must be a record with `stories`, not \(reader.value.kind.phrase)")
    }
    try reader.check(root, [], Self.deckFields, "a deck")
    let title = try reader.text(root, "title", []) ?? path
    let author = try reader.author(root, [])
    let length = try reader.length(root, [])
    guard case .list(let items)? = root["stories"] else {
      throw reader.wrong([.field("stories")], "a deck needs a `stories` list")
    }
    guard !items.isEmpty else { throw reader.wrong([.field("stories")], "the deck has no stories") }
    guard items.count <= Self.limit else {
      throw reader.wrong([.field("stories")], "too many stories: \(items.count) (limit \(Self.limit))")
    }
    var stories: [Story] = []
    for (index, item) in items.enumerated() {
      var story = try reader.story(item, index, folder, author: author ?? "you", Self.storyFields)
      if story.length == nil, story.isVideo {
        story.length = videoLength(reader.path(of: story.media.name, in: folder))
      }
      if story.length == nil { story.length = length }
      stories.append(story)
    }
    deck = Deck(stories, origin: .list(title))
    missing = stories.filter { $0.isMissing }.map { $0.media.name }
  }

  /// Reads parts of the file and reports errors with their places.
  private struct Reader {
    let path: String
    let text: String
    let value: Value

    typealias Path = [JSON.Step]

    func path(of name: String, in folder: String) -> String { name.hasPrefix("/") ? name : folder + name }

    func wrong(_ place: Path, _ message: String, _ suggestion: String? = nil) -> Failure {
      // Values have no positions, so the text is parsed again, only after an error.
      let offset = (try? JSON.offset(of: place, in: text.utf8)) ?? 0
      return .refused("'\(path)', line \(JSON.position(of: offset, in: text.utf8).line): \(message)", suggestion)
    }

    func check(_ record: Record, _ place: Path, _ known: [String], _ what: String) throws(Failure) {
      guard let name = record.names.first(where: { !known.contains($0) }) else { return }
      let meant = closest(to: name, among: known)
      throw wrong(
        place + [.field(name)], "\(what) has no field '\(name)'",
        meant.map { Problem.question(about: $0) } ?? "the fields are \(known.joined(separator: ", "))")
    }

    func text(_ record: Record, _ name: String, _ place: Path) throws(Failure) -> String? {
      switch record[name] {
      case nil: return nil
      case .text(let text)? where !text.isEmpty: return text
      case let other?:
        let found = other.text == "" ? "an empty string" : other.kind.phrase
        throw wrong(place + [.field(name)], "`\(name)` must be text, not \(found)")
      }
    }

    /// Returns a user's name, written with or without "@".
    func author(_ record: Record, _ place: Path) throws(Failure) -> String? {
      guard let name = try text(record, "author", place) else { return nil }
      let plain = String(name.drop { $0 == "@" })
      guard !plain.isEmpty else { throw wrong(place + [.field("author")], "`author` must be a name, not '\(name)'") }
      return plain
    }

    func length(_ record: Record, _ place: Path) throws(Failure) -> Duration? {
      guard let value = record["length"] else { return nil }
      let length = value.number.flatMap { Duration(seconds: $0) }
      guard let length, StorySettings.lengths.contains(length) else {
        throw wrong(
          place + [.field("length")],
          "`length` must be a number of seconds from 0.1 to 86400, not \(ValueWriter().brief(value))",
          "try: \"length\": 5")
      }
      return length
    }

    func bytes(_ record: Record, _ place: Path) throws(Failure) -> Int? {
      guard let value = record["bytes"] else { return nil }
      guard let bytes = value.number.flatMap({ Int(exactly: $0) }), (0...1_000_000_000_000).contains(bytes) else {
        throw wrong(
          place + [.field("bytes")],
          "`bytes` must be a whole number from 0 to 1000000000000, not \(ValueWriter().brief(value))",
          "`bytes` is optional (default: the size of the file)")
      }
      return bytes
    }

    func story(
      _ item: Value, _ index: Int, _ folder: String, author: String, _ known: [String]
    ) throws(Failure) -> Story {
      let place: Path = [.field("stories"), .item(index)]
      guard case .record(let record) = item else {
        throw wrong(
          place, "story \(index + 1) must be a record such as {\"image\": \"a.jpg\"}, not \(item.kind.phrase)")
      }
      try check(record, place, known, "a story")
      let image = try text(record, "image", place)
      let video = try text(record, "video", place)
      guard let name = image ?? video, image == nil || video == nil else {
        throw wrong(place, "story \(index + 1) needs either `image` or `video`", "try: {\"image\": \"a.jpg\"}")
      }
      let path = self.path(of: name, in: folder)
      let file = try? FileStatus(path)
      return Story(
        id: index + 1, author: try self.author(record, place) ?? author,
        media: image == nil ? .video(name) : .image(name), length: try self.length(record, place),
        bytes: try bytes(record, place) ?? file.map { Int($0.size) } ?? 0, isMissing: file?.isFile != true, file: path)
    }
  }
}

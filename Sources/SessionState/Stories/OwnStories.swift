import JSON
import Journal
import Stories
import Timeline

/// The user's own stories in the journal.
///
/// They belong to the device: a story names a file on its disk, and no device opens a file that another one has named.
struct OwnStories: Hashable, Sendable {
  /// The stories, the oldest first.
  private(set) var stories: [Story] = []
  /// The ids of those that were seen.
  private(set) var seen: Set<Int> = []

  static let kind = PersistedKind(
    name: "story.shared", changes: true, authority: .device, key: "share", action: .adds("own story", "own stories"),
    summary: "you shared a story, saw it, or removed it",
    fields: [
      "share": "the time at which it was shared, as text; it identifies the story", "number": "its negative number",
      "file": "the path of its picture or video", "name": "the picture's name", "video": "`true` for a video",
      "length": "the video's length in microseconds, or 0", "bytes": "the size of the file in bytes",
      "seen": "`true` if you have seen it",
      "removed": "`true` if it is no longer shared",
    ])

  init() {}

  init(_ stories: [Story], seen interactions: Interactions) {
    self.stories = stories
    seen = Set(stories.map { $0.id }.filter { interactions.isSeen($0) })
  }

  // MARK: Writing

  /// Returns the payloads that turn other stories into these.
  func changes(since before: OwnStories) -> [Journal.Payload] {
    if before == self { return [] }
    let known = Dictionary(before.stories.map { (Self.name($0), $0) }, uniquingKeysWith: { $1 })
    let kept = Set(stories.map(Self.name))
    return before.stories.filter { !kept.contains(Self.name($0)) }.map {
      ["share": .string(Self.name($0)), "removed": .bool(true)]
    }
      + stories.filter { known[Self.name($0)] != $0 || before.seen.contains($0.id) != seen.contains($0.id) }
      .map(payload)
  }

  private func payload(_ story: Story) -> Journal.Payload {
    [
      "share": .string(Self.name(story)), "number": .integer(Int64(story.id)), "file": .string(story.file ?? ""),
      "name": .string(story.media.name), "video": .bool(story.isVideo),
      "length": .integer(story.length?.microseconds ?? 0), "bytes": .integer(Int64(story.bytes)),
      "seen": .bool(seen.contains(story.id)),
    ]
  }

  private static func name(_ story: Story) -> String {
    "\(story.posted.instant(sessionStart: .distantPast).microseconds)"
  }

  // MARK: Reading

  /// Reads a saved event back.
  /// - Returns: `false` if it could not be understood.
  mutating func fold(_ payload: Journal.Payload) -> Bool {
    guard let share = payload["share"]?.stringValue, let posted = Int64(share) else { return false }
    if let known = stories.firstIndex(where: { Self.name($0) == share }) {
      seen.remove(stories[known].id)
      stories.remove(at: known)
    }
    if payload["removed"]?.boolValue == true { return true }
    guard let number = payload["number"]?.integerValue, number < 0, let file = payload["file"]?.stringValue,
      file.hasPrefix("/"), let name = payload["name"]?.stringValue
    else { return false }
    let length = payload["length"]?.integerValue ?? 0
    var story = Story(
      id: Int(clamping: number), author: Feed.me,
      media: payload["video"]?.boolValue == true ? .video(name) : .image(name),
      length: length > 0 ? Duration(microseconds: length) : nil, posted: .at(Instant(microseconds: posted)),
      bytes: payload["bytes"]?.integerValue.map { Int(clamping: $0) } ?? 0, file: file)
    // Two prompts may have shared a story at the same time, each under the next number that it knew.
    if stories.contains(where: { $0.id == story.id }) { story.id = (stories.map { $0.id }.min() ?? 0) - 1 }
    stories.append(story)
    stories.sort { Self.posted($0) < Self.posted($1) }
    if payload["seen"]?.boolValue == true { seen.insert(story.id) }
    return true
  }

  private static func posted(_ story: Story) -> Instant { story.posted.instant(sessionStart: .distantPast) }
}

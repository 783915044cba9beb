import Timeline

/// A picture or video shared for one day.
public struct Story: Hashable, Sendable, Identifiable {
  /// The picture or video of a story.
  public enum Media: Hashable, Sendable {
    /// A picture, by name.
    case image(String)
    /// A video, by name. It plays for its own length unless the viewer asks for another.
    case video(String)

    /// The name of the picture or video.
    public var name: String {
      switch self {
      case .image(let name), .video(let name): return name
      }
    }
  }

  /// The time at which a story was shared.
  public enum Posted: Hashable, Sendable {
    /// The given time before the session began. So the base library is always fresh, and a practice session repeats
    /// exactly.
    case beforeSession(Duration)
    /// A fixed point in time.
    case at(Instant)

    /// Returns the point in time, for a session that began at `sessionStart`.
    public func instant(sessionStart: Instant) -> Instant {
      switch self {
      case .beforeSession(let age): return sessionStart - age
      case .at(let instant): return instant
      }
    }
  }

  /// The time from posting to expiry.
  public static let lifetime = Duration.hours(24)
  /// The id, unique in its deck and in the feed; counts from 1.
  public var id: Int
  /// The author's handle without "@", for example `ana`.
  public var author: String
  public var media: Media
  /// The story's own length; `nil` if the viewer's setting decides. Zero or less counts as `nil`.
  public var length: Duration?
  public var posted: Posted
  /// The size of the picture or video in bytes; 0 if unknown.
  public var bytes: Int
  /// `true` if there is nothing to show; the story then fails as soon as it starts.
  public var isMissing: Bool
  /// The identity of the picture or video across decks, such as the absolute path of its file; `nil` for a story of
  /// the feed, which is identified by its id.
  public var file: String?

  public init(
    id: Int, author: String, media: Media, length: Duration? = nil, posted: Posted = .beforeSession(.zero),
    bytes: Int = 0, isMissing: Bool = false, file: String? = nil
  ) {
    (self.id, self.author, self.media, self.length, self.posted) = (id, author, media, length, posted)
    self.bytes = Swift.max(0, bytes)
    self.isMissing = isMissing
    self.file = file
  }

  /// `true` if the story shows a video.
  public var isVideo: Bool {
    if case .video = media { true } else { false }
  }

  /// `true` if the story has not expired at `instant`; it expires exactly 24 h after it was posted.
  public func isAlive(at instant: Instant, sessionStart: Instant) -> Bool {
    instant < posted.instant(sessionStart: sessionStart) + Story.lifetime
  }
}

/// The age of a post in a single natural unit: 45 s, 12 m, 3 h, 2 d.
public struct Age: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case seconds = "s"
    case minutes = "m"
    case hours = "h"
    case days = "d"

    fileprivate var microseconds: Int64 {
      switch self {
      case .seconds: return 1_000_000
      case .minutes: return 60_000_000
      case .hours: return 3_600_000_000
      case .days: return 86_400_000_000
      }
    }
  }

  /// Whole units, rounded down.
  public let count: Int64
  public let unit: Unit

  /// Uses the largest unit that fits into `length` at least once; 0 s for less than a second and for the future.
  public init(_ length: Duration) {
    let unit = Unit.allCases.last { $0.microseconds <= length.microseconds } ?? .seconds
    self.unit = unit
    count = Swift.max(0, length.microseconds) / unit.microseconds
  }
}

/// A set of story ids that is cheap to change after a copy.
///
/// The ids of a feed are consecutive, so 64 neighbours share a word. A thousand seen stories take about twenty words,
/// and the first change after a copy moves those words instead of a thousand entries.
public struct StorySet: Hashable, Sendable {
  /// Bit `id % 64` of word `id / 64`; a word is never zero, so that equal sets are equal dictionaries.
  private var words: [Int: UInt64] = [:]
  /// The number of ids.
  public private(set) var count = 0

  public init() {}

  public init(_ ids: some Sequence<Int>) {
    for id in ids { insert(id) }
  }

  public var isEmpty: Bool { count == 0 }

  /// All ids, ascending.
  /// - Complexity: O(n log n).
  public var sorted: [Int] {
    words.sorted { $0.key < $1.key }.flatMap { word, bits in
      (0..<64).filter { bits & (1 << UInt64($0)) != 0 }.map { word << 6 + $0 }
    }
  }

  /// The approximate memory size of the storage in bytes; two sets may share one storage.
  public var storageBytes: Int { words.capacity * (MemoryLayout<Int>.stride + MemoryLayout<UInt64>.stride) * 4 / 3 }

  /// Returns the ids that are not in `other`, ascending.
  /// - Complexity: O(n log n).
  public func sorted(without other: StorySet) -> [Int] {
    self == other ? [] : sorted.filter { !other.contains($0) }
  }

  /// - Complexity: O(1).
  public func contains(_ id: Int) -> Bool { words[id >> 6, default: 0] & StorySet.bit(id) != 0 }

  /// Inserts `id`.
  /// - Returns: `true` if the id is new. Inserting an existing id never copies a shared set.
  /// - Complexity: O(1), and O(n / 64) once after a copy if the ids are neighbours.
  @discardableResult
  public mutating func insert(_ id: Int) -> Bool {
    guard !contains(id) else { return false }
    words[id >> 6, default: 0] |= StorySet.bit(id)
    count += 1
    return true
  }

  /// Removes `id`.
  /// - Returns: `true` if the set contained the id.
  /// - Complexity: As for `insert(_:)`.
  @discardableResult
  public mutating func remove(_ id: Int) -> Bool {
    guard let word = words[id >> 6], word & StorySet.bit(id) != 0 else { return false }
    let rest = word & ~StorySet.bit(id)
    words[id >> 6] = rest == 0 ? nil : rest
    count -= 1
    return true
  }

  private static func bit(_ id: Int) -> UInt64 { 1 << UInt64(id & 63) }
}

/// The ten stories that the feed repeats endlessly.
///
/// The stories are pictures without a length of their own, so `for 15s` means 15 s for each. All are less than 24 h
/// old when a session begins, the newest first. Their sizes are typical for pictures.
public enum BaseLibrary {
  public static let stories: [Story] = [
    picture(1, "cleo", "market-before-the-rain", .minutes(12), 2_310_000),
    picture(2, "dora", "bread-out-of-the-oven", .minutes(35), 1_840_000),
    picture(3, "emil", "tram-28-uphill", .hours(1), 2_760_000),
    picture(4, "ana", "harbour-at-dawn", .hours(2), 1_490_000),
    picture(5, "ben", "new-strings-first-chord", .hours(3), 1_120_000),
    picture(6, "ana", "swifts-over-the-roofs", .hours(5), 980_000),
    picture(7, "cleo", "chalk-on-the-pavement", .hours(8), 3_050_000),
    picture(8, "ben", "last-train-home", .hours(11), 1_670_000),
    picture(9, "dora", "sourdough-day-three", .hours(16), 1_950_000),
    picture(10, "ana", "lighthouse-in-fog", .hours(21), 760_000),
  ]

  private static func picture(_ id: Int, _ author: String, _ name: String, _ age: Duration, _ bytes: Int) -> Story {
    Story(id: id, author: author, media: .image(name), posted: .beforeSession(age), bytes: bytes)
  }
}

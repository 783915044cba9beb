import Timeline

/// One picture or video that somebody shared for a day.
public struct Story: Hashable, Sendable, Identifiable {
  /// What a story shows.
  public enum Media: Hashable, Sendable {
    /// A picture, by name.
    case image(String)
    /// A video, by name; it plays for its own length unless the viewer asks for another.
    case video(String)

    /// The name of the picture or video.
    public var name: String {
      switch self {
      case .image(let name), .video(let name): return name
      }
    }
  }

  /// When a story was shared.
  public enum Posted: Hashable, Sendable {
    /// So long before the session began: the base library is always fresh, and a practice session repeats exactly.
    case beforeSession(Duration)
    /// At this point in time.
    case at(Instant)

    /// The point in time, for a session that began at `sessionStart`.
    public func instant(sessionStart: Instant) -> Instant {
      switch self {
      case .beforeSession(let age): return sessionStart - age
      case .at(let instant): return instant
      }
    }
  }

  /// How long a story lives after it was posted; then it has expired.
  public static let lifetime = Duration.hours(24)
  /// Unique in its deck and in the feed; counts from 1.
  public var id: Int
  /// The author's handle without "@", for example `ana`.
  public var author: String
  public var media: Media
  /// The story's own length; `nil` when it plays as long as the viewer says. Zero or less counts as `nil`.
  public var length: Duration?
  public var posted: Posted
  /// The size of its picture or video; what is not known counts as nothing.
  public var bytes: Int
  /// Whether there is nothing to show: the story then fails as soon as it starts.
  public var isMissing: Bool
  /// What its picture or video is known by in every deck, such as its file's absolute path; `nil` for a story of the
  /// feed, which is known by its id.
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

  /// Whether what it shows moves.
  public var isVideo: Bool {
    if case .video = media { true } else { false }
  }

  /// Whether it is still shown at `instant`; it leaves exactly 24 h after it was posted.
  public func isAlive(at instant: Instant, sessionStart: Instant) -> Bool {
    instant < posted.instant(sessionStart: sessionStart) + Story.lifetime
  }
}

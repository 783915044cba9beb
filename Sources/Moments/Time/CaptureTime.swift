import Timeline

/// The time at which a photo was taken, as well as its file tells, and the source of that date.
public struct CaptureTime: Hashable, Sendable {
  /// The source of a date, in the order of trust: the first one present is the capture time.
  ///
  /// Capture dates come before modification dates: editors rewrite EXIF's `DateTime` and keep XMP's creation date.
  public enum Source: String, Hashable, Sendable, CaseIterable, Comparable {
    /// An editor's sidecar whose date differs from the file's: a user corrected the date there.
    case sidecar = "sidecar:DateTimeOriginal"
    case exifOriginal = "exif:DateTimeOriginal"
    case exifDigitized = "exif:DateTimeDigitized"
    case xmpOriginal = "xmp:exif:DateTimeOriginal"
    case xmpPhotoshop = "xmp:photoshop:DateCreated"
    case xmpCreated = "xmp:xmp:CreateDate"
    case iptc = "iptc:DateCreated+TimeCreated"
    /// Canon's own block of 1996–1999, before EXIF.
    case ciff = "ciff:DateTimeOriginal"
    /// Apple's creation date of a video.
    case movieTaken = "quicktime:Keys:CreationDate"
    /// A video's header, in UTC.
    case movieCreated = "quicktime:mvhd"
    /// Cameras' dates in AVI videos.
    case riff = "riff:DateTimeOriginal"
    /// The date that a camcorder writes between the pictures of its stream.
    case camcorder = "h264:DateTimeOriginal"
    /// The date that a program copied into a Matroska video.
    case matroskaTag = "matroska:DateRecorded"
    /// The time at which a Matroska video was written, in UTC.
    case matroska = "matroska:DateUTC"
    /// The time of the GPS satellites, in UTC, of a photo that has no other capture date.
    case gps = "gps:DateStamp+TimeStamp"
    /// Google's sidecar, in UTC.
    case takeout = "takeout:photoTakenTime"
    case exifModified = "exif:DateTime(modify)"
    /// The file's name: `IMG_20190521_101112`.
    case name = "name:date+time"
    /// The name of a file whose maker counts in UTC: `PXL_20210523_123456789`.
    case nameUTC = "name:date+time(UTC)"
    /// A capture date without a time in any of the blocks above; its time is midnight and has no meaning.
    case day = "metadata:date"
    /// A date without a time in the file's name: `IMG-20200101-WA0001`.
    case nameDay = "name:date"
    /// The time at which the file was last written, if there is no other date.
    case file = "file:modified"

    public static func < (a: Source, b: Source) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The time on the camera's clock.
  public var local: LocalTime
  public var source: Source
  /// The UTC offset of that clock; `nil` if unknown. Unknown does not mean UTC.
  public var offset: UTCOffset?

  public init(local: LocalTime, source: Source, offset: UTCOffset? = nil) {
    (self.local, self.source, self.offset) = (local, source, offset)
  }

  /// `true` if the date was written in UTC, so that the local time at the place was different.
  public var isWrittenInUTC: Bool {
    [.movieCreated, .matroska, .gps, .takeout, .nameUTC].contains(source)
  }
  /// `true` if only the day is known; the time is midnight.
  public var isDayOnly: Bool { source == .day || source == .nameDay }

  /// Returns whether a photo can have been taken then.
  ///
  /// Broken headers give dates before photography (1826), the zeros of a clock that was never set, dates of films
  /// before 1990, when no camera wrote these formats, and dates that are still to come.
  /// - Parameter latest: The current time, or the time at which the file was last written, whichever is later.
  public func isPlausible(before latest: Instant) -> Bool {
    let day: Int64 = 86_400_000_000
    guard local.year >= 1826, local.microseconds / 1_000_000 != 0, local != Self.macintoshEpoch else { return false }
    // Clocks on the other side of the date line are up to 14 hours ahead.
    let (limit, isHuge) = latest.microseconds.addingReportingOverflow(day)
    if !isHuge, local.microseconds > limit { return false }
    let isHeader = source == .movieCreated || source == .matroska
    return !isHeader || local.year >= 1990 && local != Self.allBitsSet
  }

  /// 1904-01-01 00:00, the zero of a video's clock.
  private static let macintoshEpoch = LocalTime(microseconds: -2_082_844_800 * 1_000_000)
  /// 2040-02-06 06:28:15, a video's clock with all bits set.
  private static let allBitsSet = LocalTime(microseconds: (0xFFFF_FFFF - 2_082_844_800) * 1_000_000)

  /// The point in time, if the offset is known.
  public var instant: Instant? {
    guard let offset else { return nil }
    return Instant(microseconds: local.microseconds - Int64(offset.minutes) * 60_000_000)
  }
}

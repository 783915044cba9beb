import Timeline

/// The time at which a photo was taken, as well as its file tells, and the source of that date.
public struct CaptureTime: Hashable, Sendable {
  /// The source of a date, in the order of trust: the first one present is the capture time.
  ///
  /// Capture dates come before modification dates: editors rewrite EXIF's `DateTime` and keep XMP's creation date.
  public enum Source: String, Hashable, Sendable, CaseIterable, Comparable {
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
    [.movieCreated, .matroska, .takeout, .nameUTC].contains(source)
  }
  /// `true` if only the day is known; the time is midnight.
  public var isDayOnly: Bool { source == .day || source == .nameDay }

  /// The point in time, if the offset is known.
  public var instant: Instant? {
    guard let offset else { return nil }
    return Instant(microseconds: local.microseconds - Int64(offset.minutes) * 60_000_000)
  }
}

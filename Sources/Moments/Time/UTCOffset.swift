import Timeline

/// How far a wall clock was ahead of UTC, and who says so.
public struct UTCOffset: Hashable, Sendable {
  /// Where an offset comes from, the most direct first.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// EXIF's own tag for the date that was chosen, or `OffsetTime` when only that exists.
    case exif
    /// Written with the date in XMP.
    case xmp
    /// Written with the time in IPTC.
    case iptc
    /// Written with a video's date, or the UTC of its header.
    case movie
    /// The UTC of Google's file beside the photo.
    case takeout
    /// The camera's clock less the satellites' time, which is UTC.
    case gps
    /// The time zone of the place where the photo was taken.
    case place
    /// The UTC of a name that a phone gave.
    case name
    /// The zone in which the caller wants file dates to be shown.
    case file
  }

  /// Minutes ahead of UTC (east is positive), -720...840.
  public var minutes: Int { Int(shortMinutes) }
  public var source: Source
  /// Libraries hold millions of them.
  private let shortMinutes: Int16

  /// `nil` when no place on Earth has that offset: the dateline's two sides are -12:00 and +14:00.
  public init?(minutes: Int, source: Source) {
    guard (-720...840).contains(minutes) else { return nil }
    shortMinutes = Int16(minutes)
    self.source = source
  }

  /// The offset that explains why a wall showed `local` while satellites said `utc`: their difference rounded to 15
  /// minutes.
  ///
  /// `nil` when no zone has such an offset. A receiver may repeat an old fix for hours, and then the difference means
  /// nothing; real fixes with a stale time (such as 22 hours off) are refused by this rule.
  public init?(local: LocalTime, gps utc: LocalTime) {
    let quarter: Int64 = 900_000_000
    let (difference, overflow) = local.microseconds.subtractingReportingOverflow(utc.microseconds)
    guard !overflow, difference.magnitude < 86_400_000_000 else { return nil }
    let minutes = Int((difference + quarter / 2).flooredDivision(by: quarter)) * 15
    guard minutes % 60 == 0 || Self.oddOffsets.contains(minutes) else { return nil }
    self.init(minutes: minutes, source: .gps)
  }

  /// Offsets in use since 1970 that are no whole hour (IANA time zone database): Marquesas, Newfoundland, Iran,
  /// Afghanistan, India, Nepal, Myanmar, Eucla, North Korea, Adelaide, Lord Howe, Chatham.
  private static let oddOffsets: Set<Int> = [
    -570, -210, -150, 210, 270, 330, 345, 390, 510, 525, 570, 630, 690, 765, 825,
  ]
}

extension UTCOffset: CustomStringConvertible {
  /// `+02:00`, `-03:30`.
  public var description: String {
    "\(minutes < 0 ? "-" : "+")\((abs(minutes) / 60).padded(2)):\((abs(minutes) % 60).padded(2))"
  }
}

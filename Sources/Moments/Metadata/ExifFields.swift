/// What EXIF said, each field as it stood there: nothing is chosen or combined yet.
struct ExifFields {
  /// One of EXIF's three dates with its companions.
  struct Stamp {
    var local: LocalTime?
    /// Midnight of a date that has no time.
    var day: LocalTime?
    /// Microseconds.
    var subsecond: Int?
    /// Minutes ahead of UTC.
    var offset: Int?

    /// The date with its fraction.
    var precise: LocalTime? {
      guard let local else { return nil }
      return LocalTime(microseconds: local.microseconds + Int64(subsecond ?? 0))
    }

    /// Takes over what is missing here, field by field.
    fileprivate mutating func fill(from other: Stamp) {
      local = local ?? other.local
      day = day ?? other.day
      subsecond = subsecond ?? other.subsecond
      offset = offset ?? other.offset
    }

    fileprivate mutating func take(_ other: Stamp) {
      let day = day
      self = other
      self.day = other.day ?? day
    }
  }

  /// Whether an editor's XMP has nothing to add that counts.
  var isComplete: Bool { original.local != nil && position != nil && rating ?? 0 > 0 }

  var original = Stamp()
  var digitized = Stamp()
  var modified = Stamp()
  /// What the picture shows, where that is of interest.
  var caption: String?
  var make: String?
  var model: String?
  var orientation: Int?
  var rating: Int?
  var width: Int?
  var height: Int?
  var position: Coordinate?
  /// The satellites' time, which is UTC.
  var gpsTime: LocalTime?
  /// Where a TIFF file keeps its XMP, its IPTC, and a JPEG with an Exif block of its own.
  var xmpExtent: Range<Int>?
  var iptcExtent: Range<Int>?
  var jpegExtent: Range<Int>?

  /// Takes over what the dates lack from another directory of the same block.
  mutating func fillStamps(from other: ExifFields) {
    original.fill(from: other.original)
    digitized.fill(from: other.digitized)
    modified.fill(from: other.modified)
  }

  /// Takes over what is missing here from another block of the same file.
  mutating func fill(from other: ExifFields) {
    if original.local == nil { original.take(other.original) }
    if digitized.local == nil { digitized.take(other.digitized) }
    if modified.local == nil { modified = other.modified }
    caption = caption ?? other.caption
    make = make ?? other.make
    model = model ?? other.model
    orientation = orientation ?? other.orientation
    rating = rating ?? other.rating
    width = width ?? other.width
    height = height ?? other.height
    position = position ?? other.position
    gpsTime = gpsTime ?? other.gpsTime
    xmpExtent = xmpExtent ?? other.xmpExtent
    iptcExtent = iptcExtent ?? other.iptcExtent
    jpegExtent = jpegExtent ?? other.jpegExtent
  }
}

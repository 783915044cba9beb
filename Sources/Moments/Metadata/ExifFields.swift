/// The three EXIF directories that are read.
enum ExifDirectory {
  case main, exif, gps
}

/// The numbers of the tags that are read, by directory: TIFF 6.0 and CIPA DC-008 (Exif 2.32).
enum ExifTag {
  static let width = 0x0100
  static let height = 0x0101
  /// The description of the picture.
  static let caption = 0x010E
  static let make = 0x010F
  static let model = 0x0110
  static let orientation = 0x0112
  static let dateTime = 0x0132
  static let thumbnailOffset = 0x0201
  static let thumbnailLength = 0x0202
  static let xmp = 0x02BC
  /// The rating in stars, as written by Windows and cameras.
  static let rating = 0x4746
  static let iptc = 0x83BB
  /// A complete JPEG with its own Exif, in Panasonic's raw files.
  static let panasonicJPEG = 0x002E
  static let exifDirectory = 0x8769
  static let gpsDirectory = 0x8825
  static let dateTimeOriginal = 0x9003
  static let dateTimeDigitized = 0x9004
  static let offsetTime = 0x9010
  static let offsetTimeOriginal = 0x9011
  static let offsetTimeDigitized = 0x9012
  static let subSecTime = 0x9290
  static let subSecTimeOriginal = 0x9291
  static let subSecTimeDigitized = 0x9292
  static let pixelWidth = 0xA002
  static let pixelHeight = 0xA003
  static let latitudeRef = 1
  static let latitude = 2
  static let longitudeRef = 3
  static let longitude = 4
  static let timeStamp = 7
  static let dateStamp = 29

  /// `true` if a field with this number is read in any directory.
  static func isRead(_ tag: Int) -> Bool {
    switch tag {
    case latitudeRef...longitude, timeStamp, dateStamp, panasonicJPEG, width, height, caption, make, model, orientation,
      rating, thumbnailOffset, thumbnailLength, dateTime, xmp, iptc, exifDirectory, gpsDirectory, dateTimeOriginal,
      dateTimeDigitized, pixelWidth,
      pixelHeight,
      offsetTime...offsetTimeDigitized, subSecTime...subSecTimeDigitized:
      true
    default: false
    }
  }
}

/// The EXIF fields as stored in the file: nothing is chosen or combined yet.
struct ExifFields {
  /// One of EXIF's three dates with its related fields.
  struct Stamp {
    var local: LocalTime?
    /// The midnight of a date without a time.
    var day: LocalTime?
    /// The fraction of the second, in microseconds.
    var subsecond: Int?
    /// The UTC offset in minutes.
    var offset: Int?

    /// The date with its fraction.
    var precise: LocalTime? {
      guard let local else { return nil }
      return LocalTime(microseconds: local.microseconds + Int64(subsecond ?? 0))
    }

    /// Fills missing fields from another stamp.
    fileprivate mutating func fill(from other: Stamp) {
      local = local ?? other.local
      day = day ?? other.day
      subsecond = subsecond ?? other.subsecond
      offset = offset ?? other.offset
    }

    fileprivate mutating func adopt(_ other: Stamp) {
      let day = day
      self = other
      self.day = other.day ?? day
    }
  }

  /// `true` if an editor's XMP has nothing relevant to add.
  var isComplete: Bool { original.local != nil && position != nil && rating ?? 0 > 0 }

  var original = Stamp()
  var digitized = Stamp()
  var modified = Stamp()
  /// The description of the picture, if it is requested.
  var caption: String?
  var make: String?
  var model: String?
  var orientation: Int?
  var rating: Int?
  var width: Int?
  var height: Int?
  var position: Coordinate?
  /// The time of the GPS satellites, which is UTC.
  var gpsTime: LocalTime?
  /// The ranges of a TIFF file's XMP, its IPTC, and a JPEG with its own Exif block.
  var xmpExtent: Range<Int>?
  var iptcExtent: Range<Int>?
  var jpegExtent: Range<Int>?

  /// Fills missing parts of the dates from another directory of the same block.
  mutating func fillStamps(from other: ExifFields) {
    original.fill(from: other.original)
    digitized.fill(from: other.digitized)
    modified.fill(from: other.modified)
  }

  /// Fills missing fields from another block of the same file.
  mutating func fill(from other: ExifFields) {
    if original.local == nil { original.adopt(other.original) }
    if digitized.local == nil { digitized.adopt(other.digitized) }
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

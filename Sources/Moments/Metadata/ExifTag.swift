/// The numbers of the tags that are read, by directory: TIFF 6.0 and CIPA DC-008 (Exif 2.32).
enum ExifTag {
  static let width = 0x0100
  static let height = 0x0101
  /// What the picture shows.
  static let caption = 0x010E
  static let make = 0x010F
  static let model = 0x0110
  static let orientation = 0x0112
  static let dateTime = 0x0132
  static let thumbnailOffset = 0x0201
  static let thumbnailLength = 0x0202
  static let xmp = 0x02BC
  /// Stars, as Windows and cameras write them.
  static let rating = 0x4746
  static let iptc = 0x83BB
  /// A whole JPEG with its own Exif, in Panasonic's raw files.
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

  /// Whether any directory's field of this number is looked at.
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

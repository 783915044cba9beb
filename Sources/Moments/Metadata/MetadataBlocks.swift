import Timeline

/// The metadata that a file's reader found, separately for each kind.
struct MetadataBlocks {
  var exif = ExifFields()
  var xmp: XMPFields?
  var iptc: IPTCFields?
  var ciff: CIFFFields?
  var movie: MovieFields?
  /// Dates of formats without a common metadata block, and other values of these formats.
  var dates: [CaptureTime] = []
  var day: LocalTime?
  var position: Coordinate?
  var length: Duration?
  /// The range of the file's first XMP packet.
  var xmpExtent: Range<Int>?
  /// The size in pixels, from the picture's own header.
  var width: Int?
  var height: Int?
  /// `true` if the file ends before its picture begins.
  var endsEarly = false
  /// `true` if there is metadata in an unsupported compression.
  var isCompressed = false
  /// The range of the first Exif block, from its TIFF header.
  private(set) var exifExtent: Range<Int>?
  /// The range of a thumbnail outside Exif's directories.
  var thumbnail: Range<Int>?
  private var exifCount = 0
  /// The maximum number of Exif blocks to read: two occur in real files, hundreds are made to waste time.
  private static let exifLimit = 4

  /// Reads Exif from its TIFF header; returns `false` if there is none at `base`.
  mutating func readExif<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, base: Int, limit: Int, as directory: ExifDirectory = .main
  ) -> Bool {
    guard exifCount < Self.exifLimit, let tiff = TIFFReader(&reader, base: base, limit: limit) else { return false }
    exifCount += 1
    if exifExtent == nil { exifExtent = base..<max(base, limit) }
    exif.fill(from: tiff.read(&reader, as: directory))
    return true
  }

  /// Reads Exif from a separate chunk; some writers keep JPEG's signature before it.
  mutating func readExif<Source: ByteSource>(_ reader: inout RangeReader<Source>, in extent: Range<Int>) {
    _ =
      readExif(&reader, base: extent.lowerBound, limit: extent.upperBound)
      || readExif(&reader, base: extent.lowerBound + 6, limit: extent.upperBound)
  }

  /// `true` if XMP could provide a value that Exif lacks; an editor's rating is only in XMP.
  private var needsXMP: Bool { xmp == nil && !exif.isComplete }

  /// Reads the XMP packet that was found, up to 256 KiB, unless Exif has already provided everything that XMP could.
  mutating func readXMP<Source: ByteSource>(_ reader: inout RangeReader<Source>) {
    guard let xmpExtent = xmpExtent ?? exif.xmpExtent, needsXMP || reader.isThorough && xmp == nil else { return }
    xmp = reader.withBytes(in: xmpExtent, atMost: 1 << 18) { XMPFields($0) }
  }

  /// Reads an XMP packet in memory under the same condition.
  /// - Parameter always: Whether to read the packet even if it provides nothing that Exif lacks.
  mutating func readXMP(_ packet: UnsafeRawBufferPointer, always: Bool) {
    if needsXMP || always && xmp == nil { xmp = XMPFields(packet) }
  }
}

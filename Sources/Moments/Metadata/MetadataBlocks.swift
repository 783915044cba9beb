import Timeline

/// What a file's reader found, each kind of metadata for itself.
struct MetadataBlocks {
  var exif = ExifFields()
  var xmp: XMPFields?
  var iptc: IPTCFields?
  var ciff: CIFFFields?
  var movie: MovieFields?
  /// Dates of formats that have no block in common with others, and what else those say.
  var dates: [CaptureTime] = []
  var day: LocalTime?
  var position: Coordinate?
  var length: Duration?
  /// Where the file's first XMP packet lies.
  var xmpExtent: Range<Int>?
  /// Pixels, as the picture's own header has them.
  var width: Int?
  var height: Int?
  /// Whether the file ends before its picture begins.
  var endsEarly = false
  /// Whether metadata is there that is compressed in a way that is not undone.
  var isCompressed = false
  /// Where the first Exif block lies, from its TIFF header on.
  private(set) var exifExtent: Range<Int>?
  /// Where a thumbnail lies beside Exif's directories, from its first byte on.
  var thumbnail: Range<Int>?
  private var exifCount = 0
  /// Of a file with more Exif blocks only the first are read: two occur, hundreds are made to waste time.
  private static let mostExif = 4

  /// Reads Exif from its TIFF header on; `false` when none is at `base`.
  mutating func readExif<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, base: Int, limit: Int, as directory: ExifDirectory = .main
  ) -> Bool {
    guard exifCount < Self.mostExif, let tiff = TIFFReader(&reader, base: base, limit: limit) else { return false }
    exifCount += 1
    if exifExtent == nil { exifExtent = base..<max(base, limit) }
    exif.fill(from: tiff.read(&reader, as: directory))
    return true
  }

  /// Reads Exif from a chunk of its own; some writers keep JPEG's signature in front.
  mutating func readExif<Source: ByteSource>(_ reader: inout RangeReader<Source>, in extent: Range<Int>) {
    _ =
      readExif(&reader, base: extent.lowerBound, limit: extent.upperBound)
      || readExif(&reader, base: extent.lowerBound + 6, limit: extent.upperBound)
  }

  /// Whether XMP could answer something that Exif left open; the stars of an editor stand there alone.
  private var needsXMP: Bool { xmp == nil && !exif.isComplete }

  /// Reads the XMP that was found, of long packets the first 256 KiB, unless Exif has answered everything that XMP could.
  mutating func readXMP<Source: ByteSource>(_ reader: inout RangeReader<Source>) {
    guard let xmpExtent = xmpExtent ?? exif.xmpExtent, needsXMP || reader.isThorough && xmp == nil else { return }
    xmp = reader.withBytes(in: xmpExtent, atMost: 1 << 18) { XMPFields($0) }
  }

  /// The same for a packet in memory.
  /// - Parameter always: even if it answers nothing that is open.
  mutating func readXMP(_ packet: UnsafeRawBufferPointer, always: Bool) {
    if needsXMP || always && xmp == nil { xmp = XMPFields(packet) }
  }
}

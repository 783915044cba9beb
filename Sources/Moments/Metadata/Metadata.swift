import System
import Timeline

/// What a photo's file says about it, chosen from EXIF, XMP, IPTC, CIFF and a video's header.
public struct Metadata: Hashable, Sendable {
  /// Every date that was found, the most trusted first; equal sources appear once.
  public var dates: [CaptureTime] = []
  public var position: Coordinate?
  /// The satellites' time when the position was taken, in UTC.
  public var gpsTime: LocalTime?
  /// How the picture must be turned to stand upright: EXIF's 1...8, 1 is upright.
  public var orientation: Int? {
    get { shortOrientation.map { Int($0) } }
    set { shortOrientation = newValue.flatMap { UInt8(exactly: $0) } }
  }
  /// Pixels as stored, before turning.
  public var width: Int? {
    get { shortWidth.map { Int($0) } }
    set { shortWidth = newValue.flatMap { Int32(exactly: $0) } }
  }
  public var height: Int? {
    get { shortHeight.map { Int($0) } }
    set { shortHeight = newValue.flatMap { Int32(exactly: $0) } }
  }
  /// The stars that a camera or a program gave it: 1...5; 0 for none given, -1 for rejected.
  public var rating: Int? {
    get { shortRating.map { Int($0) } }
    set { shortRating = newValue.flatMap { (-1...5).contains($0) ? Int8($0) : nil } }
  }
  /// A hash of the file's first 4 KiB.
  public var head: UInt64 = 0
  // Libraries hold millions of them.
  private var shortOrientation: UInt8?
  private var shortRating: Int8?
  private var shortWidth: Int32?
  private var shortHeight: Int32?
  public var make: String?
  public var model: String?
  /// How long a video plays.
  public var length: Duration?
  /// Whether the file ends before its picture begins.
  public var endsEarly = false
  /// Whether metadata is there that is compressed in a way that is not undone: Brotli, in JPEG XL.
  public var isCompressed = false
  /// What the file is; `nil` for a photo that was made up.
  public var format: MediaFormat?

  public init() {}
  /// The capture time: the most trusted date.
  public var taken: CaptureTime? { dates.first }

  /// Reads the metadata of a picture or video, whatever its name.
  ///
  /// At most 1,000 reads and 4 MiB, whatever the file says; damage costs fields, never the call.
  /// - Returns: `nil` when the bytes are none of `MediaFormat`'s; of some of these nothing but the format is known.
  public static func reading(_ source: some ByteSource) -> Metadata? { reading(source, scratch: ScratchMemory()) }

  /// How long the video in a file plays; `nil` for everything else, and where the file does not say.
  public static func videoLength(of path: String) -> Duration? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    let source = FileBytes(descriptor: descriptor, size: Int(status.size))
    let format = withUnsafeTemporaryAllocation(byteCount: MediaFormat.signatureLength, alignment: 1) { start in
      MediaFormat.recognise(UnsafeRawBufferPointer(rebasing: start[..<source.read(into: start, at: 0)]))
    }
    return format?.isVideo ?? false ? reading(source)?.length : nil
  }

  /// - Parameter isThorough: whether also those dates are wanted that cannot be the best.
  static func reading(_ source: some ByteSource, scratch: ScratchMemory, isThorough: Bool = false) -> Metadata? {
    var reader = RangeReader(source, scratch: scratch)
    reader.isThorough = isThorough
    let start = reader.prefix(at: 0, upTo: MediaFormat.signatureLength)
    guard let format = MediaFormat.recognise(start), let blocks = blocks(&reader, format) else { return nil }
    var metadata = Metadata(format: format, blocks)
    metadata.head = reader.headHash
    return metadata
  }

  /// Where the thumbnail lies that a camera put into the file; `nil` where there is none.
  static func thumbnailExtent<Source: ByteSource>(_ reader: inout RangeReader<Source>) -> Range<Int>? {
    let start = reader.prefix(at: 0, upTo: MediaFormat.signatureLength)
    guard let format = MediaFormat.recognise(start), let blocks = blocks(&reader, format) else { return nil }
    if let thumbnail = blocks.thumbnail { return thumbnail }
    guard let extent = blocks.exifExtent,
      let tiff = TIFFReader(&reader, base: extent.lowerBound, limit: extent.upperBound)
    else { return nil }
    return tiff.thumbnail(&reader)
  }

  static func blocks<Source: ByteSource>(
    _ reader: inout RangeReader<Source>, _ format: MediaFormat
  ) -> MetadataBlocks? {
    switch format {
    case .jpeg: return JPEGReader(&reader)?.blocks
    case .png: return PNGReader(&reader)?.blocks
    case .webp: return WebPReader(&reader)?.blocks
    case .heic, .avif, .movie: return HEIFReader(&reader)?.blocks
    case .canonRaw:
      // Boxes since 2018, a TIFF before, a format of its own until 2004.
      return HEIFReader(&reader)?.blocks ?? MetadataBlocks(tiff: &reader) ?? MetadataBlocks(canon: &reader)
    case .tiff, .panasonicRaw, .olympusRaw: return MetadataBlocks(tiff: &reader)
    case .fujiRaw: return MetadataBlocks(fuji: &reader)
    case .minoltaRaw: return MetadataBlocks(minolta: &reader)
    case .jpegXL, .jpeg2000: return BoxedPictureReader(&reader).blocks
    case .psd: return PSDReader(&reader)?.blocks
    case .gif: return GIFReader(&reader).blocks
    case .avi: return AVIReader(&reader)?.blocks
    case .matroska: return MatroskaReader(&reader)?.blocks
    case .transportStream: return TransportStreamReader(&reader).blocks
    // They belong to a library, and the file's date has to do.
    case .bmp, .sigmaRaw, .mpeg, .windowsMedia: return MetadataBlocks()
    }
  }

  init(format: MediaFormat, _ blocks: MetadataBlocks) {
    let exif = blocks.exif
    self.format = format
    position = exif.position ?? blocks.movie?.position ?? blocks.position
    gpsTime = exif.gpsTime
    orientation = exif.orientation ?? blocks.ciff?.orientation
    rating = exif.rating
    width = blocks.width ?? exif.width ?? blocks.ciff?.width
    height = blocks.height ?? exif.height ?? blocks.ciff?.height
    make = exif.make ?? blocks.ciff?.make
    model = exif.model ?? blocks.ciff?.model
    length = blocks.movie?.length ?? blocks.length
    endsEarly = blocks.endsEarly
    isCompressed = blocks.isCompressed

    // `OffsetTime` belongs to the date of change, but many cameras write only that one, for all three.
    add(exif.original, .exifOriginal, spareOffset: exif.modified.offset ?? exif.digitized.offset)
    add(exif.digitized, .exifDigitized, spareOffset: exif.modified.offset ?? exif.original.offset)
    if let xmp = blocks.xmp { fill(xmp) }
    // Of a library's photos XMP is not read then.
    if exif.isComplete { rating = exif.rating }
    add(blocks.iptc?.created, .iptc, offsetSource: .iptc)
    if let taken = blocks.ciff?.taken { dates.append(CaptureTime(local: taken, source: .ciff)) }
    add(blocks.movie?.taken, .movieTaken, offsetSource: .movie)
    // The movie header counts in UTC, so its offset is known: none.
    add(blocks.movie?.created.map { ($0, 0) }, .movieCreated, offsetSource: .movie)
    dates += blocks.dates
    add(exif.modified, .exifModified, spareOffset: nil)
    dates.sort { $0.source < $1.source }
    add(day: exif.original.day ?? exif.digitized.day ?? blocks.xmp?.day ?? blocks.iptc?.day ?? blocks.day)
  }

  /// Adds the dates of an XMP packet, and its position if there is none yet. The caller keeps the dates in order.
  mutating func fill(_ xmp: XMPFields) {
    position = position ?? xmp.position
    // What an editor says is newer than what the camera wrote.
    rating = xmp.rating ?? rating
    add(xmp.original, .xmpOriginal, offsetSource: .xmp)
    add(xmp.photoshop, .xmpPhotoshop, offsetSource: .xmp)
    add(xmp.created, .xmpCreated, offsetSource: .xmp)
  }

  /// Adds a date that has no time, where no better one is there.
  mutating func add(day: LocalTime?) {
    if let day, dates.isEmpty { dates.append(CaptureTime(local: day, source: .day)) }
  }

  private mutating func add(_ stamp: ExifFields.Stamp, _ source: CaptureTime.Source, spareOffset: Int?) {
    guard let local = stamp.precise else { return }
    var offset = (stamp.offset ?? spareOffset).flatMap { UTCOffset(minutes: $0, source: .exif) }
    // A date of change says nothing about where the camera was.
    if offset == nil, source != .exifModified, let gpsTime { offset = UTCOffset(local: local, gps: gpsTime) }
    dates.append(CaptureTime(local: local, source: source, offset: offset))
  }

  private mutating func add(
    _ date: (local: LocalTime, offset: Int?)?, _ source: CaptureTime.Source, offsetSource: UTCOffset.Source
  ) {
    guard let date else { return }
    let offset = date.offset.flatMap { UTCOffset(minutes: $0, source: offsetSource) }
    dates.append(CaptureTime(local: date.local, source: source, offset: offset))
  }
}

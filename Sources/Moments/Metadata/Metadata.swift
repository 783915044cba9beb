import System
import Timeline

/// The metadata of a photo or video file, chosen from EXIF, XMP, IPTC, CIFF and a video's header.
public struct Metadata: Hashable, Sendable {
  /// All dates found, the most trusted first; each source appears once.
  public var dates: [CaptureTime] = []
  public var position: Coordinate?
  /// The time of the GPS satellites when the position was determined, in UTC.
  public var gpsTime: LocalTime?
  /// The rotation that makes the picture upright: EXIF's 1...8; 1 is upright.
  public var orientation: Int? {
    get { shortOrientation.map { Int($0) } }
    set { shortOrientation = newValue.flatMap { UInt8(exactly: $0) } }
  }
  /// The size in pixels as stored, before rotation.
  public var width: Int? {
    get { shortWidth.map { Int($0) } }
    set { shortWidth = newValue.flatMap { Int32(exactly: $0) } }
  }
  public var height: Int? {
    get { shortHeight.map { Int($0) } }
    set { shortHeight = newValue.flatMap { Int32(exactly: $0) } }
  }
  /// The rating in stars by a camera or a program: 1...5; 0 for unrated, -1 for rejected.
  public var rating: Int? {
    get { shortRating.map { Int($0) } }
    set { shortRating = newValue.flatMap { (-1...5).contains($0) ? Int8($0) : nil } }
  }
  /// A hash of the file's first 4 KiB.
  public var head: UInt64 = 0
  // Compact, since libraries hold millions of them.
  private var shortOrientation: UInt8?
  private var shortRating: Int8?
  private var shortWidth: Int32?
  private var shortHeight: Int32?
  public var make: String?
  public var model: String?
  /// The playing time of a video.
  public var length: Duration?
  /// `true` if the file ends before its picture begins.
  public var endsEarly = false
  /// `true` if there is metadata in an unsupported compression: Brotli, in JPEG XL.
  public var isCompressed = false
  /// The file format; `nil` for an invented photo.
  public var format: MediaFormat?

  public init() {}
  /// The capture time: the most trusted date.
  public var taken: CaptureTime? { dates.first }

  /// Reads the metadata of a picture or video, regardless of its name.
  ///
  /// At most 1,000 reads and 4 MiB, whatever the file contains. Damage costs fields, but never the call.
  /// - Returns: `nil` if the bytes are in none of the formats of `MediaFormat`; for some of these only the format is
  ///   known.
  public static func reading(_ source: some ByteSource) -> Metadata? { reading(source, scratch: ScratchMemory()) }

  /// Returns the playing time of a video file; `nil` for any other file, and if the file does not give it.
  public static func videoLength(of path: String) -> Duration? {
    guard let (descriptor, status) = try? File.open(path) else { return nil }
    defer { descriptor.close() }
    let source = FileBytes(descriptor: descriptor, size: Int(status.size))
    let format = withUnsafeTemporaryAllocation(byteCount: MediaFormat.signatureLength, alignment: 1) { start in
      MediaFormat.recognise(UnsafeRawBufferPointer(rebasing: start[..<source.read(into: start, at: 0)]))
    }
    return format?.isVideo ?? false ? reading(source)?.length : nil
  }

  /// - Parameter isThorough: Whether to read the dates that cannot be the best ones as well.
  static func reading(_ source: some ByteSource, scratch: ScratchMemory, isThorough: Bool = false) -> Metadata? {
    var reader = RangeReader(source, scratch: scratch)
    reader.isThorough = isThorough
    let start = reader.prefix(at: 0, upTo: MediaFormat.signatureLength)
    guard let format = MediaFormat.recognise(start), let blocks = blocks(&reader, format) else { return nil }
    var metadata = Metadata(format: format, blocks)
    metadata.head = reader.headHash
    return metadata
  }

  /// Returns the range of the thumbnail that a camera put into the file; `nil` if there is none.
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
      // Boxes since 2018, TIFF before that, a separate format until 2004.
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
    // These formats are part of a library, but only the date of the file is used.
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

    // `OffsetTime` belongs to the modification date, but many cameras write only this offset, for all three dates.
    add(exif.original, .exifOriginal, spareOffset: exif.modified.offset ?? exif.digitized.offset)
    add(exif.digitized, .exifDigitized, spareOffset: exif.modified.offset ?? exif.original.offset)
    if let xmp = blocks.xmp { fill(xmp) }
    // A library scan does not read the XMP in this case.
    if exif.isComplete { rating = exif.rating }
    add(blocks.iptc?.created, .iptc, offsetSource: .iptc)
    if let taken = blocks.ciff?.taken { dates.append(CaptureTime(local: taken, source: .ciff)) }
    add(blocks.movie?.taken, .movieTaken, offsetSource: .movie)
    // The movie header is in UTC, so its offset is known to be zero.
    add(blocks.movie?.created.map { ($0, 0) }, .movieCreated, offsetSource: .movie)
    dates += blocks.dates
    // Few photos need it, and there may be millions of photos.
    if let gpsTime, position != nil, !dates.contains(where: { $0.isPlausible(before: .distantFuture) }) {
      dates.append(CaptureTime(local: gpsTime, source: .gps, offset: UTCOffset(minutes: 0, source: .gps)))
    }
    add(exif.modified, .exifModified, spareOffset: nil)
    dates.sort { $0.source < $1.source }
    add(day: exif.original.day ?? exif.digitized.day ?? blocks.xmp?.day ?? blocks.iptc?.day ?? blocks.day)
  }

  /// Adds the dates of an XMP packet, and its position if there is none yet. The caller keeps the dates sorted.
  mutating func fill(_ xmp: XMPFields) {
    position = position ?? xmp.position
    // An editor's rating is newer than the camera's.
    rating = xmp.rating ?? rating
    add(xmp.original, .xmpOriginal, offsetSource: .xmp)
    add(xmp.photoshop, .xmpPhotoshop, offsetSource: .xmp)
    add(xmp.created, .xmpCreated, offsetSource: .xmp)
  }

  /// Adds a date without a time if there is no better one.
  mutating func add(day: LocalTime?) {
    if let day, dates.isEmpty { dates.append(CaptureTime(local: day, source: .day)) }
  }

  private mutating func add(_ stamp: ExifFields.Stamp, _ source: CaptureTime.Source, spareOffset: Int?) {
    guard let local = stamp.precise else { return }
    var offset = (stamp.offset ?? spareOffset).flatMap { UTCOffset(minutes: $0, source: .exif) }
    // A modification date says nothing about the camera's location.
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

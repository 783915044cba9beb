/// Raw files of cameras: a TIFF, a JPEG inside, or a format of Canon's own.
extension MetadataBlocks {
  /// A file that is one TIFF. `nil` when this is none.
  init?<Source: ByteSource>(tiff reader: inout RangeReader<Source>) {
    self.init()
    guard readExif(&reader, base: 0, limit: reader.size) else { return nil }
    // Of Panasonic's older ones only the JPEG inside knows when it was.
    if exif.original.local == nil, let place = exif.jpegExtent?.lowerBound,
      let inside = JPEGReader(&reader, at: place)?.blocks
    {
      exif.fill(from: inside.exif)
    }
    if exif.original.local == nil || reader.isThorough, let extent = exif.iptcExtent {
      iptc = IPTCFields(reader.prefix(at: extent.lowerBound, upTo: extent.count))
    }
    readXMP(&reader)
  }

  /// Fujifilm's RAF: where its JPEG lies stands at 84, after names of 16, 4, 8 and 32 bytes and a list of versions.
  ///
  /// By Phil Harvey's description (exiftool.org/TagNames/FujiFilm.html#RAF). `nil` when no JPEG is there.
  init?<Source: ByteSource>(fuji reader: inout RangeReader<Source>) {
    guard let place = reader.bytes(at: 84, count: 4)?.bigEndian32(0),
      let inside = JPEGReader(&reader, at: place)?.blocks
    else { return nil }
    self = inside
  }

  /// Minolta's MRW: blocks of four letters and a size, of which `TTW` is a TIFF.
  ///
  /// By Phil Harvey's description (exiftool.org/TagNames/MinoltaRaw.html).
  init<Source: ByteSource>(minolta reader: inout RangeReader<Source>) {
    self.init()
    var offset = 8
    for _ in 0..<16 {
      guard let head = reader.bytes(at: offset, count: 8), head.byte(0) == 0 else { return }
      let end = offset + 8 + head.bigEndian32(4)
      if head.has("TTW", at: 1) {
        _ = readExif(&reader, base: offset + 8, limit: end)
        return
      }
      offset = end
    }
  }

  /// Canon's CRW. `nil` when this is none.
  init?<Source: ByteSource>(canon reader: inout RangeReader<Source>) {
    self.init()
    guard let fields = CIFFFields(&reader, in: 0..<reader.size) else { return nil }
    ciff = fields
  }
}

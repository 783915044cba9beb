/// A hand-built JPEG, in either byte order: only the fields that a test needs, and no picture.
struct SyntheticJPEG {
  var bigEndian = true
  var original: String?
  var digitized: String?
  var modified: String?
  var subsecond: String?
  var offset: String?
  var model: String?
  var offsetTag = 0x9011
  /// The degrees, and N, S, E or W.
  var latitude: (degrees: Int, letter: String)?
  var longitude: (degrees: Int, letter: String)?
  /// The denominator of each fraction of the position; 0 makes the position invalid.
  var denominator = 1
  var gpsDay: String?
  var gpsTime: (Int, Int, Int)?
  /// `true` if dates are in the main directory and there is no Exif directory.
  var hasMainDates = false
  /// The type of the pointers to directories; the standard's is 4.
  var pointerType = 4
  var orientation: (type: Int, value: Int)?
  var signature: [UInt8] = Array("Exif\0\0".utf8)
  /// Segments before the Exif segment.
  var before: [UInt8] = []
  /// Segments after the Exif segment.
  var after: [UInt8] = []
  var end: [UInt8] = [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]

  init(original: String? = nil) { self.original = original }

  /// Returns a segment with its marker and length.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  /// Returns the segment of an XMP packet.
  static func xmp(_ properties: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>\(properties)</x:xmpmeta>".utf8))
  }

  var bytes: [UInt8] { [0xFF, 0xD8] + before + Self.segment(0xE1, signature + tiff) + after + end }

  /// The TIFF block: header, main directory, Exif directory, GPS directory; each followed by its values.
  var tiff: [UInt8] {
    let dates = [
      text(0x9003, original), text(0x9004, digitized), text(offsetTag, offset), text(0x9291, subsecond),
    ].compactMap { $0 }
    let exif = hasMainDates ? [] : dates
    let gps = [
      text(1, latitude?.letter), degrees(2, latitude.map { ($0.degrees, 0, 0) }), text(3, longitude?.letter),
      degrees(4, longitude.map { ($0.degrees, 0, 0) }), degrees(7, gpsTime), text(29, gpsDay),
    ].compactMap { $0 }
    var main = [text(0x0110, model), text(0x0132, modified)].compactMap { $0 } + (hasMainDates ? dates : [])
    if let orientation {
      let value = [3, 8].contains(orientation.type) ? half(orientation.value) : word(orientation.value)
      main.append(Field(tag: 0x0112, type: orientation.type, count: 1, value: value))
    }
    let mainSize = size(main) + 24
    main.append(Field(tag: 0x8769, type: pointerType, count: 1, value: word(8 + mainSize)))
    main.append(Field(tag: 0x8825, type: pointerType, count: 1, value: word(8 + mainSize + size(exif))))
    let header: [UInt8] = bigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)
    return header + word(8) + directory(main, at: 8) + directory(exif, at: 8 + mainSize)
      + directory(gps, at: 8 + mainSize + size(exif))
  }

  private struct Field {
    let tag: Int
    let type: Int
    let count: Int
    let value: [UInt8]
  }

  private func text(_ tag: Int, _ text: String?) -> Field? {
    text.map { Field(tag: tag, type: 2, count: $0.utf8.count + 1, value: Array($0.utf8) + [0]) }
  }

  private func degrees(_ tag: Int, _ parts: (Int, Int, Int)?) -> Field? {
    parts.map { parts in
      let value = [parts.0, parts.1, parts.2].flatMap { word($0) + word(denominator) }
      return Field(tag: tag, type: 5, count: 3, value: value)
    }
  }

  private func size(_ fields: [Field]) -> Int {
    fields.reduce(6) { $0 + 12 + ($1.value.count > 4 ? $1.value.count : 0) }
  }

  private func directory(_ fields: [Field], at offset: Int) -> [UInt8] {
    var table = half(fields.count)
    var values: [UInt8] = []
    let valuesStart = offset + 6 + fields.count * 12
    for field in fields {
      table += half(field.tag) + half(field.type) + word(field.count)
      if field.value.count <= 4 {
        table += field.value + Array(repeating: 0, count: 4 - field.value.count)
      } else {
        table += word(valuesStart + values.count)
        values += field.value
      }
    }
    return table + word(0) + values
  }

  private func half(_ number: Int) -> [UInt8] {
    let bytes = [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    return bigEndian ? bytes : bytes.reversed()
  }

  private func word(_ number: Int) -> [UInt8] {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    return bigEndian ? bytes : bytes.reversed()
  }
}

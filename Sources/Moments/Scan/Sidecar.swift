import Foundation
import System

/// Files beside a photo that say what the photo itself does not: XMP from editors, JSON from Google Takeout.
///
/// They fill gaps only. A photo's own date of capture and position go first; a date of change is no date of capture.
struct Sidecar: Hashable {
  /// The file's path in the library.
  var path: String
  var kind: Kind

  enum Kind: Hashable {
    case xmp
    case takeout
  }

  /// The most bytes that are read: editors keep a history of hundreds of steps in XMP, Google's files are short.
  private static let mostBytes = 4 << 20

  /// Adds to `metadata` what the file at `fullPath` has and it lacks.
  func fill(_ metadata: inout Metadata, fullPath: String) {
    guard metadata.position == nil || metadata.taken.map({ $0.source >= .exifModified }) ?? true,
      let data = Self.read(fullPath)
    else { return }
    switch kind {
    case .xmp:
      data.withUnsafeBytes { bytes in
        let fields = XMPFields(bytes)
        metadata.fill(fields)
        metadata.add(day: fields.day)
      }
    case .takeout:
      guard let fields = try? JSONDecoder().decode(TakeoutFields.self, from: data) else { return }
      metadata.position = metadata.position ?? fields.position
      if let taken = fields.taken { metadata.dates.append(taken) }
    }
    metadata.dates.sort { $0.source < $1.source }
  }

  private static func read(_ path: String) -> Data? {
    guard let bytes = try? File.read(path, atMost: mostBytes + 1), (1...mostBytes).contains(bytes.count) else {
      return nil
    }
    return Data(bytes)
  }

  /// The names of the media files that a file of this name may belong to; empty when it is no sidecar.
  ///
  /// `a.jpg.xmp` and `a.xmp`; `a.jpg.json`, `a.jpg.supplemental-metadata.json` and its cut forms, `a.jpg(1).json` for
  /// `a(1).jpg`. A name without extension stands for all photos that have it.
  static func owner(of name: String) -> (name: String, kind: Kind)? {
    if name.lowercased().hasSuffix(".xmp") { return (String(name.dropLast(4)), .xmp) }
    guard name.lowercased().hasSuffix(".json") else { return nil }
    var base = Substring(name.dropLast(5))
    var copy = Substring()
    if base.hasSuffix(")"), let bracket = base.lastIndex(of: "(") {
      copy = base[bracket...]
      base = base[..<bracket]
    }
    if let dot = base.lastIndex(of: "."), "supplemental-metadata".hasPrefix(base[base.index(after: dot)...]) {
      base = base[..<dot]
    }
    guard let dot = base.lastIndex(of: ".") else { return nil }
    return (String(base[..<dot] + copy + base[dot...]), .takeout)
  }
}

/// What Google Takeout writes beside a photo. Times are UTC only; 0/0 stands for no position.
struct TakeoutFields: Decodable {
  /// Whether a file holds these fields, and not just any JSON.
  static func isFound(in data: Data) -> Bool {
    guard data.first(where: { !$0.isBlank }) == UInt8(ascii: "{"),
      let fields = try? JSONDecoder().decode(TakeoutFields.self, from: data)
    else { return false }
    return fields.photoTakenTime != nil || fields.geoData != nil
  }

  private struct Time: Decodable { var timestamp: String }
  private struct Place: Decodable {
    var latitude: Double
    var longitude: Double
  }

  private var photoTakenTime: Time?
  private var geoData: Place?

  var taken: CaptureTime? {
    guard let seconds = photoTakenTime.flatMap({ Int64($0.timestamp) }), seconds != 0, seconds.magnitude < 1 << 36
    else {
      return nil
    }
    return CaptureTime(
      local: LocalTime(microseconds: seconds * 1_000_000), source: .takeout,
      offset: UTCOffset(minutes: 0, source: .takeout))
  }

  var position: Coordinate? { geoData.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) } }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

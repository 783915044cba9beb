import Essentials
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
  private static let mostBytes = 1 << 20

  /// Adds to `metadata` what the file at `fullPath` has and it lacks.
  func fill(_ metadata: inout Metadata, fullPath: String) {
    guard
      kind == .xmp || metadata.position == nil || metadata.taken.map({ $0.source >= .exifModified }) ?? true,
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
  /// What the camera wrote, where nobody moved the photo on Google's map.
  private var geoDataExif: Place?

  var taken: CaptureTime? {
    guard let seconds = photoTakenTime.flatMap({ Int64($0.timestamp) }), seconds != 0, seconds.magnitude < 1 << 36
    else {
      return nil
    }
    return CaptureTime(
      local: LocalTime(microseconds: seconds * 1_000_000), source: .takeout,
      offset: UTCOffset(minutes: 0, source: .takeout))
  }

  var position: Coordinate? {
    [geoData, geoDataExif].lazy.compactMap { $0 }
      .compactMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }.first
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

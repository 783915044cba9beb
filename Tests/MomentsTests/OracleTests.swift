import Foundation
import Testing

@testable import Moments

/// Every file of a collection of real and malformed photos, compared with the results of exiftool and other readers.
@Suite(.enabled(if: Shared.hasPhotos, "the shared photos are not here; STORYLINE_SHARED names their folder"))
struct OracleTests {
  struct Row: Decodable {
    struct Best: Decodable {
      var local: String
      var frac: String?
      var offset: String?
      var source: String
    }
    struct XMP: Decodable {
      var latitude: Double?
      var longitude: Double?
      enum CodingKeys: String, CodingKey {
        case latitude = "XMP-exif:GPSLatitude"
        case longitude = "XMP-exif:GPSLongitude"
      }
    }
    var path: String
    var format: String?
    var best: Best?
    var latitude: Double?
    var longitude: Double?
    var orientation: Int?
    var make: String?
    var model: String?
    var xmp: XMP?

    enum CodingKeys: String, CodingKey {
      case path
      case format
      case best
      case latitude = "GPSLatitude"
      case longitude = "GPSLongitude"
      case orientation = "Orientation"
      case make = "Make"
      case model = "Model"
      case xmp
    }

    var isSalvaged: Bool { best?.source.hasPrefix("salvaged") ?? false }
  }

  /// The files for which this reader differs from the collection's result on purpose.
  static let findsMore: [String: String] = [
    "huge_tag_exif.jpg": "exiftool stops at the cut; the date of change is there",
    "max_uint32_exif.jpg": "exiftool stops at the cut; the date of change is there",
    "HMD_Nokia_8.3_5G_hdr.heif": "the date of change has its fraction, too",
    "fujifilm_x_t1_01.raf.meta": "exiftool wants the raw file's rest",
    "exif-both.png": "both of its blocks have the position",
    "2216-11-15-11-46-51a.jpg": "the camera's clock was wrong, but that is what it wrote",
  ]
  static let ignoresPosition: [String: String] = [
    "geodegrees_as_string.jpg": "text is against the standard, and exiftool misreads its decimal commas",
    "issue-590.png": "fractions have no place in XMP, and exiftool takes 54/1 for a 60th of 1",
  ]

  static func rows() throws -> [Row] {
    let root = try #require(Shared.root)
    let text = try String(contentsOf: root.appending(path: "photos/oracle.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }

  static func read(_ row: Row) throws -> Metadata? {
    let root = try #require(Shared.root)
    let data = try Data(contentsOf: root.appending(path: "photos/" + row.path))
    return Metadata.reading(MemoryBytes([UInt8](data)))
  }

  @Test func everyFileGivesItsBestDateWithOffsetAndSource() throws {
    var checked = 0
    for row in try Self.rows() where Self.isRead(row) {
      let metadata = try #require(try Self.read(row), "\(row.path)")
      guard !Self.findsMore.keys.contains(where: row.path.hasSuffix) else { continue }
      // The collection's result has no days without a time.
      let taken = metadata.taken.flatMap { $0.isDayOnly ? nil : $0 }
      let expected = row.best.map { best in best.local + Self.fraction(best.frac) }
      // For files that exiftool gave up on, other readers agreed only on the date.
      let found = row.isSalvaged ? taken.map { String($0.local.description.prefix(19)) } : taken?.local.description
      #expect(found == expected, "\(row.path)")
      guard let best = row.best, let taken else { continue }
      checked += 1
      if best.source.contains(":") { #expect(taken.source.rawValue == best.source, "\(row.path)") }
      if let offset = best.offset {
        #expect(taken.offset?.description == (offset == "Z" ? "+00:00" : offset), "\(row.path)")
      } else if let offset = taken.offset {
        #expect(offset.source == .gps, "\(row.path) \(offset)")
      }
    }
    #expect(checked > 150)
  }

  @Test func everyFileGivesItsPosition() throws {
    var checked = 0
    for row in try Self.rows() where Self.isRead(row) && !row.isSalvaged {
      let metadata = try #require(try Self.read(row), "\(row.path)")
      guard !Self.findsMore.keys.contains(where: row.path.hasSuffix) else { continue }
      guard !Self.ignoresPosition.keys.contains(where: row.path.hasSuffix) else { continue }
      let latitude = row.latitude ?? row.xmp?.latitude
      let longitude = row.longitude ?? row.xmp?.longitude
      guard let latitude, let longitude, latitude != 0 || longitude != 0 else {
        #expect(metadata.position == nil, "\(row.path)")
        continue
      }
      checked += 1
      let position = try #require(metadata.position, "\(row.path)")
      #expect(abs(position.latitude - latitude) < 1e-6, "\(row.path)")
      #expect(abs(position.longitude - longitude) < 1e-6, "\(row.path)")
    }
    #expect(checked > 20)
  }

  @Test func everyFileGivesItsCameraAndOrientation() throws {
    for row in try Self.rows() where Self.isRead(row) {
      let metadata = try #require(try Self.read(row), "\(row.path)")
      if let make = row.make, !make.isEmpty {
        #expect(metadata.make?.prefix(20) == make.trimmed.prefix(20), "\(row.path)")
      }
      if let model = row.model { #expect(metadata.model?.prefix(20) == model.trimmed.prefix(20), "\(row.path)") }
      if let orientation = row.orientation, (1...8).contains(orientation) {
        #expect(metadata.orientation == orientation, "\(row.path)")
      }
    }
  }

  @Test func nonPicturesGiveNothing() throws {
    for row in try Self.rows() where row.format == nil && !Self.findsMore.keys.contains(where: row.path.hasSuffix) {
      #expect(try Self.read(row) == nil, "\(row.path)")
    }
  }

  /// `true` if exiftool also treats the file as a picture or video.
  private static func isRead(_ row: Row) -> Bool { row.format != nil }

  /// `frac` in the format of a description: `.5` for "500", and an empty string for "0" and "00".
  private static func fraction(_ digits: String?) -> String {
    var digits = Substring(digits ?? "")
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "" : "." + digits
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

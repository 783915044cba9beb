import JSON
import System

/// What Google Takeout writes beside a photo. Times are UTC only; 0/0 stands for no position.
struct TakeoutFields {
  private let json: JSON

  /// - Returns: `nil` for what does not hold these fields, such as any other JSON.
  init?(_ bytes: [UInt8]) {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    guard let json = try? JSON(parsing: text), json["photoTakenTime"] != nil || json["geoData"] != nil else {
      return nil
    }
    self.json = json
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  var taken: CaptureTime? {
    guard let seconds = json["photoTakenTime"]?["timestamp"]?.stringValue.flatMap({ Int64($0) }), seconds != 0,
      seconds.magnitude < 1 << 36
    else { return nil }
    return CaptureTime(
      local: LocalTime(microseconds: seconds * 1_000_000), source: .takeout,
      offset: UTCOffset(minutes: 0, source: .takeout))
  }

  var position: Coordinate? {
    // The second is what the camera wrote, where nobody moved the photo on Google's map.
    ["geoData", "geoDataExif"].lazy.compactMap { name -> Coordinate? in
      guard let place = json[name], let latitude = place["latitude"]?.numberValue,
        let longitude = place["longitude"]?.numberValue
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }.first
  }
}

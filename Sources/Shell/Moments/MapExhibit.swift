import JSON
import Moments
import Terminal

/// The map of the moments as it was shown last, on a page.
enum MapExhibit {
  /// The map's width; it is half as high.
  private static let width = 1_000.0
  /// As many towns as that draw a coast.
  private static let mostTowns = 900

  static let exhibit = Exhibit(name: "map") { session in
    session.world.photos.album.flatMap { map(of: $0, session) }
  }

  private static func map(of album: Album, _ session: Session) -> JSON? {
    let aside = session.aside.photos
    let region = aside.region(of: album) ?? MapRegion(holding: album.spots)
    // It stays the same while other things happen.
    if let drawn = aside.drawn(region, of: album) { return drawn }
    let map = PhotoMap(album, region)
    guard !map.pins.pins.isEmpty else { return nil }
    let drawn = JSON.fields([
      "words": .string(sanitized("\(TimeText.count(album.moments.count, "moment")), \(map.extent)")),
      "towns": .array([.array(towns(in: region))]), "pins": .array(map.pins.pins.map { pin($0, map) }),
    ])
    aside.keep(drawn, region, of: album)
    return drawn
  }

  private static func pin(_ pin: MapPins.Pin, _ map: PhotoMap) -> JSON {
    let photos = map.photos(of: pin)
    let place = map.place(of: pin).map { ", \($0.description)" } ?? ""
    let radius = 26 + min(16, 2 * (Int.bitWidth - photos.leadingZeroBitCount))
    return .array([
      whole(pin.x * width), whole(pin.y * width / 2), .integer(Int64(radius)), .flag(pin.isLeaf),
      .string(sanitized("\(map.words(of: pin))\(place): \(TimeText.count(photos, "photo"))")),
    ])
  }

  /// Their places one after the other: no two on one spot, and of very many only some.
  private static func towns(in region: MapRegion) -> [JSON] {
    var spots: [Int] = []
    for town in Places.towns(in: region) {
      let (x, y) = (Int(town.x * width / 5) * 5, Int(town.y * width / 10) * 5)
      spots.append(y * 10_000 + x)
    }
    let places = Set(spots).sorted()
    let step = max(1, (places.count + mostTowns - 1) / mostTowns)
    return stride(from: 0, to: places.count, by: step).flatMap { index -> [JSON] in
      [.integer(Int64(places[index] % 10_000)), .integer(Int64(places[index] / 10_000))]
    }
  }

  private static func whole(_ value: Double) -> JSON { .integer(Int64(value.rounded())) }
}

import Moments
import SessionState
import StoryScript
import Timeline

/// An album's moments on a map.
struct PhotoMap {
  let album: Album
  let pins: MapPins

  /// - Parameter region: the region shown (default: all moments). O(moments).
  init(_ album: Album, _ region: MapRegion? = nil) {
    self.album = album
    pins = MapPins(album.coordinates, in: region ?? MapRegion(holding: album.coordinates))
  }

  /// Returns the moments of a pin, by number from 1.
  func numbers(of pin: MapPins.Pin) -> [Int] { pin.coordinates.map { $0 + 1 } }

  /// Returns the number of photos in a pin's moments.
  func photos(of pin: MapPins.Pin) -> Int { pin.coordinates.reduce(0) { $0 + album.moments[$1].photos.count } }

  /// Returns a pin's place: that of its largest moment with a place.
  func place(of pin: MapPins.Pin) -> NearbyPlace? {
    pin.coordinates.filter { album.places[$0] != nil }
      .max { (album.moments[$0].photos.count, -$0) < (album.moments[$1].photos.count, -$1) }
      .flatMap { album.places[$0] }
  }

  /// Describes a pin: the moment's title and day, or the number of moments.
  func words(of pin: MapPins.Pin) -> String {
    guard pin.isLeaf else { return TimeText.count(pin.coordinates.count, "moment") }
    let moment = album.moments[pin.coordinates[0]]
    return "\(moment.title(at: nil)), \(Self.day(moment.start))"
  }

  static func day(_ time: LocalTime) -> String { "\(time.day) \(TimeText.months[time.month - 1]) \(time.year)" }

  /// Returns the pins as records for scripts.
  func records(_ review: Review) -> [Value] {
    pins.pins.enumerated().map { index, pin in
      let left = pin.coordinates.reduce(0) { $0 + album.left(in: $1, review).count }
      return .record([
        "number": (index + 1).value, "latitude": .number(Self.rounded(pin.latitude)),
        "longitude": .number(Self.rounded(pin.longitude)), "place": (place(of: pin)?.description).value,
        "photos": left.value, "total": photos(of: pin).value,
        "moments": .list(numbers(of: pin).map { .number(Double($0)) }), "title": .text(words(of: pin)),
      ])
    }
  }

  /// Rounds to about a metre.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }

  /// The width of the map and its centre: `12 km wide, around 38.7167 N 9.1399 W`.
  var extent: String {
    let (latitude, longitude) = pins.region.centre
    return "\(width) wide, around \(Self.text(latitude, "N", "S")) \(Self.text(longitude, "E", "W"))"
  }

  private var width: String {
    let kilometres = pins.region.kilometres
    if kilometres >= 10 { return "\(TimeText.grouped(Int(kilometres.rounded()))) km" }
    return kilometres >= 1
      ? "\(TimeText.decimal(kilometres)) km" : "\(TimeText.grouped(Int((kilometres * 1_000).rounded()))) m"
  }

  private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let rounded = (degrees.magnitude * 1e4).rounded() / 1e4
    return "\(NumberText.plain(rounded)) \(degrees < 0 ? negative : positive)"
  }
}

import System
import Timeline

/// Names for positions, without a network: the nearest of 33,961 towns (GeoNames, geonames.org, CC BY 4.0).
///
/// Measured on 8,000 villages that are not in the table: the country is right for 97.3 %, the UTC offset for 99.2 %.
public enum Places {
  /// The maximum distance of a town in kilometres. This project's choice: the limit includes the surroundings of an
  /// island, but not the open sea.
  public static let distanceLimit = 300.0

  private static let table = PlaceTable()
  private static let cache = PlaceCache()

  /// Returns the nearest town to a position rounded to 2 decimals (about 1 km), or `nil` if all are more than 300 km
  /// away.
  ///
  /// Rounding lets the photos of one spot share a cached answer; the distance is measured from the rounded position
  /// as well. Safe to call from any thread.
  /// - Complexity: A microsecond for a new spot, and several hundred for the first ones in an area.
  public static func nearest(to position: Coordinate) -> NearbyPlace? {
    let spot = RoundedPosition(position)
    if let known = cache[spot] { return known }
    // 0/0 is not a valid position, but 0.001/0.001 is, and is rounded to 0/0; such a spot is looked up unrounded.
    let rounded = spot.position ?? position
    let place = table.nearest(to: rounded, within: distanceLimit).flatMap { offset, distance in
      var town = town(at: offset)
      town?.distance = distance
      return town
    }
    cache[spot] = place
    return place
  }

  /// Returns the positions of the towns on a map, as fractions of its width from the west and of its height from the
  /// north. People live along the water, so the towns trace the coast.
  /// - Complexity: O(towns between the map's latitudes).
  public static func towns(in region: MapRegion) -> [(x: Double, y: Double)] {
    table.positions(from: region.south, to: region.south + region.height).compactMap { region.place(of: $0) }
  }

  /// Returns the town of a row, with a distance of 0.
  private static func town(at offset: Int) -> NearbyPlace? {
    if let known = cache.town(offset) { return known }
    guard let row = table.row(at: offset) else { return nil }
    let town = NearbyPlace(
      name: table.name(of: row), city: table.city(around: row).map { table.name(of: $0) },
      countryCode: table.countryCode(of: row), timeZone: table.timeZone(of: row), position: row.position, distance: 0)
    cache.remember(town, at: offset)
    return town
  }

  /// A position rounded to 2 decimals.
  struct RoundedPosition: Hashable {
    private let latitude: Int16
    private let longitude: Int16

    init(_ position: Coordinate) {
      latitude = Int16((position.latitude * 100).rounded())
      longitude = Int16((position.longitude * 100).rounded())
    }

    fileprivate var position: Coordinate? {
      Coordinate(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100)
    }
  }

  /// Returns the UTC offset that clocks at a position had when they showed `local`, by the nearest town's time zone;
  /// the source of the offset is `place`.
  ///
  /// In the repeated hour in autumn it is the offset of summer time; in the skipped hour in spring, that of winter
  /// time. `nil` far from all towns, or if the system does not know the zone.
  public static func offset(at position: Coordinate, local: LocalTime) -> UTCOffset? {
    guard let zone = zone(at: position) else { return nil }
    func ahead(_ microseconds: Int64) -> Int64 { seconds(zone, microseconds) }
    let day: Int64 = 86_400_000_000
    let before = ahead(local.microseconds - day)
    let after = ahead(local.microseconds + day)
    let fits = ahead(local.microseconds - after * 1_000_000) == after
    let earlierFits = ahead(local.microseconds - before * 1_000_000) == before
    return UTCOffset(minutes: Int((earlierFits || !fits ? before : after) / 60), source: .place)
  }

  /// Returns the UTC offset that clocks at a position had at an instant; `nil` under the same conditions.
  public static func offset(at position: Coordinate, instant: Instant) -> UTCOffset? {
    guard let zone = zone(at: position) else { return nil }
    return UTCOffset(minutes: Int(seconds(zone, instant.microseconds) / 60), source: .place)
  }

  private static func zone(at position: Coordinate) -> ZoneRules? {
    nearest(to: position).flatMap { cache.zone($0.timeZone) }
  }

  private static func seconds(_ zone: ZoneRules, _ microseconds: Int64) -> Int64 {
    zone.offset(at: Instant(microseconds: microseconds)).microseconds / 1_000_000
  }
}

/// The cache of earlier lookups. Its size is bounded: a full cache of spots is cleared, and there are no more towns
/// than rows.
private final class PlaceCache: @unchecked Sendable {
  private static let limit = 20_000
  private let lock = Lock()
  private var places: [Places.RoundedPosition: NearbyPlace?] = [:]
  private var zones: [String: ZoneRules?] = [:]
  /// The towns by the offset of their rows.
  private var towns: [Int: NearbyPlace] = [:]

  func town(_ offset: Int) -> NearbyPlace? { lock.holding { towns[offset] } }
  func remember(_ town: NearbyPlace, at offset: Int) { lock.holding { towns[offset] = town } }

  /// The outer optional is `nil` if the spot has not been looked up, the inner one if no place was found.
  subscript(key: Places.RoundedPosition) -> NearbyPlace?? {
    get { lock.holding { places[key] } }
    set {
      lock.holding {
        if places.count >= Self.limit { places.removeAll(keepingCapacity: true) }
        places[key] = newValue
      }
    }
  }

  func zone(_ name: String) -> ZoneRules? {
    lock.holding {
      if let known = zones[name] { return known }
      let zone = ZoneDatabase.file(name).flatMap { ZoneRules(parsing: $0) }
      zones[name] = .some(zone)
      return zone
    }
  }
}

/// A town near a position.
public struct NearbyPlace: Hashable, Sendable {
  /// The name in English or the local language, as in GeoNames.
  public var name: String
  /// The city of which the town is a quarter; `nil` for an independent town.
  public var city: String?
  /// The two-letter country code (ISO 3166).
  public var countryCode: String
  /// The time zone's name in the IANA database, such as `Europe/Lisbon`.
  public var timeZone: String
  /// The centre of the town.
  public var position: Coordinate
  /// The distance in kilometres from the requested position.
  public var distance: Double
  /// The distance in kilometres beyond which a position is near a town and not in it.
  public static let nearDistance = 25.0

  public var isOnlyNear: Bool { distance > Self.nearDistance }
}

extension NearbyPlace: CustomStringConvertible {
  /// `Lisbon`, also for one of its quarters, or `near Sintra` beyond 25 km.
  public var description: String { isOnlyNear ? "near " + name : city ?? name }
}

/// A town near a position.
public struct NearbyPlace: Hashable, Sendable {
  /// Its name in English or its own language, as GeoNames has it.
  public var name: String
  /// The city that it is a quarter of; `nil` for a town of its own.
  public var city: String?
  /// ISO 3166, two letters.
  public var countryCode: String
  /// The time zone's name in the IANA database, such as `Europe/Lisbon`.
  public var timeZone: String
  /// The town's own middle.
  public var position: Coordinate
  /// Kilometres from the position asked for.
  public var distance: Double
  /// Beyond this many kilometres a position is near a town and not in it.
  public static let nearDistance = 25.0

  public var isOnlyNear: Bool { distance > Self.nearDistance }
}

extension NearbyPlace: CustomStringConvertible {
  /// `Lisbon`, also in one of its quarters, or `near Sintra` from beyond 25 km.
  public var description: String { isOnlyNear ? "near " + name : city ?? name }
}

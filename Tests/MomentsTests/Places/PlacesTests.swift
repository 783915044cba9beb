import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct PlacesTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> NearbyPlace? {
    Places.nearest(to: try #require(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test func citiesAreFoundByTheirMiddle() throws {
    let porto = try #require(try place(41.1496, -8.611))
    #expect(porto.name == "Porto")
    #expect(porto.countryCode == "PT")
    #expect(porto.timeZone == "Europe/Lisbon")
    #expect(!porto.isOnlyNear)
    #expect(try place(-33.87, 151.21)?.countryCode == "AU")
  }

  /// City quarters have their city's name; towns beside a city, also across a river, have their own.
  @Test(arguments: [
    (41.1570, -8.6543, "Lordelo do Ouro", "Porto"), (38.7262, -9.1332, "São Jorge de Arroios", "Lisbon"),
    (52.4973, 13.3911, "Kreuzberg", "Berlin"), (41.1336, -8.6174, "Vila Nova de Gaia", nil),
    (52.3989, 13.0657, "Potsdam", nil), (48.8036, 2.1344, "Versailles", nil),
  ])
  func aQuarterIsInItsCity(latitude: Double, longitude: Double, name: String, city: String?) throws {
    let place = try #require(try place(latitude, longitude))
    #expect(place.name == name)
    #expect(place.city == city)
    #expect(place.description == city ?? name)
  }

  @Test func beyondTwentyFiveKilometresItIsOnlyNear() throws {
    let outside = try #require(try place(37.2, -8.25))
    #expect(outside.isOnlyNear == (outside.distance > 25))
    let steppe = try #require(try place(48.5, 70.6))
    #expect(steppe.isOnlyNear)
    #expect(steppe.description == "near " + steppe.name)
  }

  @Test func theOpenSeaHasNoPlace() throws {
    #expect(try place(-48.9, -123.4) == nil)
    #expect(try place(0.001, 0.001) == nil)
    #expect(try place(-90, 0) == nil)
    #expect(try place(90, 0) == nil)
  }

  @Test func theAntimeridianIsNoBorder() throws {
    // Taveuni in Fiji lies on the antimeridian; the nearest town is on either side, whichever longitude is given.
    let east = try #require(try place(-16.8, 179.99))
    let west = try #require(try place(-16.8, -179.99))
    #expect(east.name == west.name)
    #expect(east.countryCode == "FJ")
  }

  /// The search must agree with a linear scan of all rows, for all pairs.
  @Test func theSearchFindsWhatAFullScanFinds() throws {
    let text = try String(contentsOf: Shared.package.appending(path: "Sources/CPlaces/places.tsv"), encoding: .utf8)
    let all: [(Coordinate, Substring)] = try text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      let latitude = try #require(Double(fields[0]))
      let longitude = try #require(Double(fields[1]))
      return (try #require(Coordinate(latitude: latitude, longitude: longitude)), fields[5])
    }
    #expect(all.count == 33_961)
    var generator = SeededGenerator(seed: 1)
    let table = PlaceTable()
    for round in 0..<150 {
      let edge = round % 3 == 0
      let latitude =
        edge ? Double.random(in: -72...90, using: &generator) : Double.random(in: -60...72, using: &generator)
      let longitude =
        edge ? [-180, 180, 179.9, -179.9][round / 3 % 4] : Double.random(in: -180...180, using: &generator)
      let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let limit = round % 2 == 0 ? 300.0 : 9_000.0
      let nearest = all.lazy.map { $0.0.distance(to: position) }.min() ?? 0
      let found = table.nearest(to: position, within: limit)
      if nearest < limit {
        #expect(abs((found?.distance ?? .infinity) - nearest) < 1e-9, "\(position)")
      } else {
        #expect(found == nil, "\(position)")
      }
    }
  }

  @Test func eachZoneIsKnownToTheSystem() throws {
    let names = try String(contentsOf: Shared.package.appending(path: "Sources/CPlaces/timezones.txt"), encoding: .utf8)
    for name in names.split(separator: "\n") { #expect(TimeZone(identifier: String(name)) != nil, "\(name)") }
  }

  @Test(arguments: [
    ("winter", 1, 15, 12, 0), ("summer", 7, 15, 12, 60), ("before the change", 3, 30, 0, 0), ("after it", 3, 30, 2, 60),
    ("the hour left out", 3, 30, 1, 0), ("the hour that comes twice", 10, 26, 1, 60), ("after that", 10, 26, 2, 0),
  ])
  func lisbonKeepsItsClocks(_ name: String, month: Int, day: Int, hour: Int, minutes: Int) throws {
    let local = try #require(LocalTime(year: 2025, month: month, day: day, hour: hour, minute: 30))
    let lisbon = try #require(Coordinate(latitude: 38.71, longitude: -9.14))
    #expect(Places.offset(at: lisbon, local: local) == UTCOffset(minutes: minutes, source: .place), "\(name)")
  }
}

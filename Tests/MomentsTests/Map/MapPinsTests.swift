import Testing
import Timeline

@testable import Moments

@Suite struct MapPinsTests {
  private static let world = MapRegion(latitude: 0, longitude: 0, span: 180)

  private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  @Test func aFieldIsAPin() throws {
    let pins = MapPins([coordinate(38.7, -9.1), nil, coordinate(41.1, -8.6), coordinate(-33.9, 151.2)], in: Self.world)
    #expect(pins.pins.map(\.coordinates) == [[0, 2], [3]])
    #expect(pins.pins.map(\.isLeaf) == [false, true])
    #expect(pins.unplaced == 1 && pins.outside == 0)
    let sydney = pins.pins[1]
    #expect((sydney.latitude, sydney.longitude) == (-33.9, 151.2))
    #expect((sydney.row, sydney.column) == (5, 7))
    #expect(abs(pins.pins[0].latitude - 39.9) < 1e-9 && abs(pins.pins[0].longitude + 8.85) < 1e-9)
  }

  /// At every zoom and every centre, a photo is in exactly one pin or outside the map, and a pin lies in its own
  /// cell.
  @Test func noMapHasMoreThan64Pins() {
    var chance = SeededGenerator(seed: 64)
    let coordinates = (0..<3_000).map { index -> Coordinate? in
      let isFar = index % 3 == 0
      let latitude = isFar ? Double.random(in: -90...90, using: &chance) : Double.random(in: 89...90, using: &chance)
      return Coordinate(latitude: latitude, longitude: Double.random(in: -180...180, using: &chance))
    }
    for _ in 0..<60 {
      let region = MapRegion(
        latitude: Double.random(in: -90...90, using: &chance), longitude: Double.random(in: -180...180, using: &chance),
        span: [180, 45, 11, 2, 0.1].randomElement(using: &chance)!)
      let pins = MapPins(coordinates, in: region)
      #expect(pins.pins.count <= 64)
      #expect(Set(pins.pins.map { [$0.row, $0.column] }).count == pins.pins.count)
      #expect(pins.pins.flatMap(\.coordinates).count + pins.outside == coordinates.count)
      for pin in pins.pins {
        #expect((Double(pin.row) / 8 - 1e-9...Double(pin.row + 1) / 8 + 1e-9).contains(pin.y))
        #expect((Double(pin.column) / 8 - 1e-9...Double(pin.column + 1) / 8 + 1e-9).contains(pin.x))
        #expect((-90...90).contains(pin.latitude) && (-180...180).contains(pin.longitude))
      }
    }
  }

  @Test func bothSidesOfTheAntimeridianAreOnePin() {
    let pins = MapPins(
      [coordinate(-17, 179.99), coordinate(-17, -179.99)], in: MapRegion(latitude: -17, longitude: 178, span: 10))
    #expect(pins.pins.count == 1)
    #expect(abs(abs(pins.pins[0].longitude) - 180) < 1e-6)
  }

  @Test func aPoleIsOnePlace() {
    let pins = MapPins(
      [coordinate(90, 0), coordinate(90, 90), coordinate(90, -170)], in: MapRegion(latitude: 90, longitude: 0, span: 2))
    #expect(pins.pins.map(\.coordinates) == [[0, 1, 2]])
    #expect(pins.pins[0].latitude == 90)
  }

  @Test func nothingIsNoPin() {
    #expect(MapPins([], in: Self.world).pins.isEmpty)
    #expect(MapPins([nil], in: Self.world).unplaced == 1)
  }

  /// No photo was taken in the middle between two cities.
  @Test func aMomentStandsWhereAPhotoIs() {
    let taken = CaptureTime(local: LocalTime(microseconds: 0), source: .exifOriginal, offset: nil)
    let coordinates = [coordinate(38.7, -9.1), coordinate(41.1, -8.6), coordinate(41.2, -8.6)]
    let photos = coordinates.enumerated().map { index, spot in
      var photo = Photo(path: "\(index)", size: 1, modified: .init(microseconds: 0), taken: taken)
      photo.position = spot
      return photo
    }
    let clusters = Clustering(photos, by: .fixed(.seconds(1))).clusters
    #expect(clusters.count == 1 && clusters[0].coordinate(in: photos) == coordinates[1])
  }

  /// The towns show the coast: there are none at sea.
  @Test func townsAreOnTheMap() {
    let lisbon = Places.towns(in: MapRegion(latitude: 38.7, longitude: -9.1, span: 1))
    #expect(lisbon.count > 20)
    #expect(lisbon.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    #expect(Places.towns(in: MapRegion(latitude: -50, longitude: -130, span: 10)).isEmpty)
    #expect(Places.towns(in: Self.world).count > 33_000)
  }
}

import Testing

@testable import Moments

@Suite struct MapRegionTests {
  private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  /// (middle and span; south, height, west, width)
  private static let regions: [((Double, Double, Double), (Double, Double, Double, Double))] = [
    ((0, 0, 180), (-90, 180, -180, 360)),
    ((0, 0, 1e9), (-90, 180, -180, 360)),
    ((0, 0, 10), (-5, 10, -10.0, 20.0)),
    ((60, 0, 10), (55, 10, -20, 40)),
    // The map ends at a pole, and then has all longitudes.
    ((89, 10, 10), (80, 10, -170, 360)), ((-90, 0, 4), (-90, 4, -180, 360)),
    ((90, 0, 0.001), (89.999, 0.001, -180, 360)),
    // Regions across the antimeridian.
    ((0, 180, 10), (-5, 10, 170, 20)), ((0, -180, 10), (-5, 10, 170, 20)), ((0, 175, 10), (-5, 10, 165, 20)),
    ((0, 0, 0), (-0.000_25, 0.000_5, -0.000_5, 0.001)),
  ]
  @Test(arguments: regions)
  func aRegionStaysOnTheEarth(of asked: (Double, Double, Double), is expected: (Double, Double, Double, Double)) {
    let region = MapRegion(latitude: asked.0, longitude: asked.1, span: asked.2)
    #expect(abs(region.south - expected.0) < 1e-3)
    #expect(abs(region.height - expected.1) < 1e-3)
    #expect(abs(region.west - expected.2) < 1e-3 || abs(region.west - expected.2 - 360) < 1e-3)
    #expect(abs(region.width - expected.3) < 1e-3)
  }

  /// All places are on the map, and the map is no wider than the region that contains them.
  private static let places: [[(Double, Double)]] = [
    [(38.7, -9.1)], [(38.7, -9.1), (41.1, -8.6)],
    [(-17.0, 179.0), (-17.5, -179.0)],
    [(0.0, 180.0), (1.0, -180.0)],
    [(89.9, 0.0), (89.9, 180.0), (89.9, 90.0)], [(90.0, 0.0), (90.0, 120.0)], [(-90.0, 5.0), (-89.0, -170.0)],
    [(80.0, -179.9), (-80.0, 179.9), (0.0, 0.5)], [(10.0, 0.04), (10.0, 0.06)], [(10.0, -0.01), (10.0, 0.01)],
    [(51.5, 0.0), (40.7, -74.0), (35.6, 139.7), (-33.9, 151.2), (-36.8, 174.8), (21.3, -157.9)],
  ]
  @Test(arguments: places)
  func everythingIsOnTheMapThatHoldsIt(places: [(Double, Double)]) {
    let coordinates = places.map { coordinate($0.0, $0.1) }
    let region = MapRegion(holding: coordinates)
    for spot in coordinates { #expect(region.place(of: spot) != nil, "\(spot) on \(region)") }
    #expect(region.south >= -90 && region.south + region.height <= 90 && region.width <= 360)
  }

  @Test func mapsSplitAtTheEmptiestLongitude() {
    let fiji = MapRegion(holding: [coordinate(-17, 179), coordinate(-17.5, -179)])
    #expect(fiji.width < 3 && fiji.west > 178)
    let one = MapRegion(holding: [coordinate(38.7, -9.1), nil])
    #expect(one.kilometres < 20 && abs(one.centre.longitude + 9.1) < 1e-9)
    #expect(MapRegion(holding: [nil]) == MapRegion(latitude: 0, longitude: 0, span: 180))
  }

  /// Zooming in on the surroundings of a pole loses no photo near it.
  @Test func aroundAPoleNothingIsFar() {
    let coordinates = [coordinate(90, 0), coordinate(89.999_9, 180), coordinate(89.999_9, -90)]
    var region = MapRegion(holding: coordinates)
    while !region.isNearest {
      #expect(coordinates.allSatisfy { region.place(of: $0) != nil }, "\(region)")
      region = region.zoomed(to: 89.999_9, 180)
    }
    #expect(MapRegion(latitude: 90, longitude: 0, span: 1).place(of: coordinate(89.9, 179)) != nil)
  }

  @Test func placesAreShares() throws {
    let region = MapRegion(latitude: 0, longitude: 180, span: 20)
    let east = try #require(region.place(of: coordinate(5, -170)))
    #expect(abs(east.x - 0.75) < 1e-9 && abs(east.y - 0.25) < 1e-9)
    #expect(region.place(of: coordinate(11, 180)) == nil)
    #expect(region.place(of: coordinate(0, 159)) == nil)
    // The antimeridian has two longitudes, and a pole has all of them.
    let (a, b) = (
      try #require(region.place(of: coordinate(1, 180))), try #require(region.place(of: coordinate(1, -180)))
    )
    #expect(a == b)
    let world = MapRegion(holding: [nil])
    for longitude in [-180.0, 0, 77, 180] {
      let pole = try #require(world.place(of: coordinate(90, longitude)))
      #expect(pole == (0.5, 0))
    }
  }

  @Test func aZoomIsFourTimesAsNearAndEnds() {
    var region = MapRegion(holding: [nil])
    region = region.zoomed(to: 38.7, -9.1)
    #expect(region.height == 45)
    var steps = 0
    while !region.isNearest, steps < 100 {
      region = region.zoomed(to: 38.7, -9.1)
      steps += 1
    }
    #expect(steps == 9 && region.place(of: coordinate(38.7, -9.1)) != nil)
  }
}

import Testing

@testable import Moments

@Suite struct CoordinateTests {
  private func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test func distancesAreGreatCircles() throws {
    let lisbon = try at(38.7223, -9.1393)
    let porto = try at(41.1579, -8.6291)
    #expect(abs(lisbon.distance(to: porto) - 274) < 1)
    #expect(lisbon.distance(to: lisbon) == 0)
    #expect(abs(try at(0, 179.5).distance(to: try at(0, -179.5)) - 111.2) < 0.1)
    #expect(abs(try at(90, 0).distance(to: try at(-90, 123)) - 20_015) < 1)
    #expect(abs(try at(89, 0).distance(to: try at(89, 180)) - 222.4) < 0.1)
  }

  @Test func nowhereIsNoPosition() {
    #expect(Coordinate(latitude: 0, longitude: 0) == nil)
    #expect(Coordinate(latitude: .nan, longitude: 1) == nil)
    #expect(Coordinate(latitude: 90.1, longitude: 1) == nil)
    #expect(Coordinate(latitude: 1, longitude: -180.1) == nil)
  }

  @Test func theCentreIsInTheMiddle() throws {
    let near = Coordinate.centre(of: [try at(10, 20), nil, try at(10.5, 20.5)])
    #expect(near == Coordinate(latitude: 10.25, longitude: 20.25))
    let across = try #require(Coordinate.centre(of: [try at(10, 179), try at(10, -179)]))
    #expect(across.longitude.magnitude > 179.999)
    let pole = try #require(Coordinate.centre(of: [try at(89, 0), try at(89, 120), try at(89, -120)]))
    #expect(pole.latitude > 89.999)
    // Degrees of longitude are shorter in the north, so the south counts more.
    let tall = try #require(Coordinate.centre(of: [try at(0, 0.001), try at(60, 0.9)]))
    #expect(abs(tall.longitude - 0.3) < 0.001)
    #expect(Coordinate.centre(of: []) == nil)
    #expect(Coordinate.centre(of: [nil]) == nil)
  }
}

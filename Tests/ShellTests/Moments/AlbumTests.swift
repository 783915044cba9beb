import Testing
import Timeline

@testable import Moments
@testable import SessionState

@Suite struct AlbumTests {
  private func photo(_ path: String, minute: Int64, _ position: Coordinate?) -> Photo {
    var metadata = Metadata()
    metadata.position = position
    let taken = CaptureTime(local: LocalTime(microseconds: minute * 60_000_000), source: .exifOriginal)
    metadata.dates = [taken]
    return Photo(path: path, size: 1, modified: .practiceStart, taken: taken, metadata: metadata)
  }

  /// A moment between two cities gets the place of one of its photos, not a point between the cities.
  @Test func aMomentIsWhereAPhotoIs() throws {
    let lisbon = try #require(Coordinate(latitude: 38.7223, longitude: -9.1393))
    let porto = try #require(Coordinate(latitude: 41.1579, longitude: -8.6291))
    let photos = [photo("a", minute: 0, lisbon), photo("b", minute: 1, lisbon), photo("c", minute: 2, porto)]
    let scan = Scan(root: "/none", photos: photos, problems: [], ignored: [:])
    let album = Album(scan, Album.Choice(today: LocalTime(microseconds: 0)), clocks: [:])
    let record = try #require(album.records(Review()).first?.record)
    #expect(album.moments.count == 1)
    #expect(record["place"]?.text?.hasPrefix("Lisbon") == true)
    #expect(record["latitude"]?.number == 38.7223)
    #expect(record["longitude"]?.number == -9.1393)
  }
}

import Testing
import Timeline

@testable import Moments

@Suite struct ReviewOrderTests {
  private func cluster(_ year: Int, _ month: Int, _ day: Int, count: Int, located: Bool = false) throws -> Cluster {
    let local = try #require(LocalTime(year: year, month: month, day: day, hour: 12))
    var photo = Photo(
      path: "a", size: 1, modified: Instant(microseconds: 0), taken: CaptureTime(local: local, source: .exifOriginal))
    if located { photo.position = Coordinate(latitude: 38.7, longitude: -9.1) }
    return try #require(Clustering(Array(repeating: photo, count: count)).clusters.first)
  }

  private func today(_ year: Int, _ month: Int, _ day: Int) throws -> LocalTime {
    try #require(LocalTime(year: year, month: month, day: day, hour: 9))
  }

  @Test func sizeTimesPlaceTimesSeason() throws {
    let today = try today(2026, 1, 5)
    #expect(ReviewOrder.score(try cluster(2025, 6, 1, count: 10), today: today) == 10)
    #expect(ReviewOrder.score(try cluster(2025, 6, 1, count: 10, located: true), today: today) == 13)
    #expect(ReviewOrder.score(try cluster(2025, 1, 5, count: 10), today: today) == 20)
    #expect(ReviewOrder.score(try cluster(2024, 12, 22, count: 10), today: today) == 20)
    #expect(ReviewOrder.score(try cluster(2024, 12, 21, count: 10), today: today) == 15)
    #expect(ReviewOrder.score(try cluster(2025, 2, 4, count: 10), today: today) == 15)
    #expect(ReviewOrder.score(try cluster(2025, 2, 5, count: 10), today: today) == 10)
    #expect(ReviewOrder.score(try cluster(2025, 1, 5, count: 10, located: true), today: today, size: 4) == 4 * 1.3 * 2)
  }

  @Test func aYearBeforeALeapDayIsTheDayBefore() throws {
    let score = ReviewOrder.score(try cluster(2023, 2, 14, count: 1), today: try today(2024, 2, 29))
    #expect(score == 2)
  }

  @Test func theBestComeFirstAndEqualsByTime() throws {
    let clusters = [
      try cluster(2025, 5, 1, count: 3), try cluster(2025, 6, 1, count: 5), try cluster(2025, 7, 1, count: 5),
    ]
    #expect(ReviewOrder.best(clusters, today: try today(2026, 1, 5)) == [1, 2, 0])
  }
}

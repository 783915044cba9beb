import Moments
import Testing
import Timeline

/// The choice of photos that represent a moment.
@Suite struct BestPhotosTests {
  private static func isRated(_ photo: Photo) -> Bool { photo.metadata.rating ?? 0 > 0 }

  /// Photos taken at these seconds.
  private func photos(_ seconds: [Int64], stars: Set<Int> = []) -> [Photo] {
    seconds.enumerated().map { index, second in
      var photo = Photo(
        path: "\(index).jpg", size: 1, modified: Instant(microseconds: 0),
        taken: CaptureTime(local: LocalTime(microseconds: second * 1_000_000), source: .exifOriginal))
      if stars.contains(index) { photo.metadata.rating = 3 }
      return photo
    }
  }

  private func chosen(_ limit: Int, _ seconds: [Int64], stars: Set<Int> = [], unusable: Set<Int> = []) -> [Int] {
    BestPhotos.choose(limit, of: photos(seconds, stars: stars), isFavourite: Self.isRated) {
      !unusable.contains($0)
    }
  }

  @Test func theBestPhotosAreFarApart() {
    #expect(chosen(4, [0, 1, 2, 50, 51, 52, 100, 101, 30]) == [0, 8, 3, 7])
    #expect(chosen(1, [5, 3, 9]) == [1])
    #expect(chosen(2, [5, 3, 9]) == [1, 2])
  }

  @Test func favouritesComeFirst() {
    #expect(chosen(2, [0, 10, 20, 30], stars: [1, 2]) == [1, 2])
    #expect(chosen(3, [0, 10, 20, 30], stars: [1]) == [0, 1, 3])
    #expect(chosen(2, [0, 10, 20, 30, 40], stars: [0, 1, 4]) == [0, 4])
  }

  @Test func unusablePhotosAreReplaced() {
    #expect(chosen(2, [0, 10, 20, 30], unusable: [0, 3]) == [1, 2])
    #expect(chosen(4, [0, 10], unusable: [0, 1]) == [])
  }

  @Test func fewAreAllAndNoneIsNone() {
    #expect(chosen(4, [9, 1, 5]) == [1, 2, 0])
    #expect(chosen(4, []) == [])
    #expect(chosen(0, [1, 2]) == [])
  }

  @Test func onesOfTheSameTimeKeepTheirOrder() {
    #expect(chosen(2, [7, 7, 7]) == [0, 1])
    #expect(chosen(2, [.max / 1_000_000, .min / 1_000_000]) == [1, 0])
  }

  @Test func eachIsAskedForOnceTheBestFirst() {
    var asked: [Int] = []
    _ = BestPhotos.choose(2, of: photos([0, 10, 20, 30]), isFavourite: Self.isRated) {
      asked.append($0)
      return $0 != 3
    }
    #expect(asked == [0, 3, 2])
  }
}

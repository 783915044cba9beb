import Testing
import Timeline

@testable import Moments

@Suite struct ReviewTests {
  private func photo(_ path: String, _ minute: Int, size: Int = 1) -> Photo {
    let taken = CaptureTime(local: LocalTime(microseconds: Int64(minute) * 60_000_000), source: .exifOriginal)
    return Photo(path: path, size: size, modified: .practiceStart, taken: taken)
  }

  @Test func goesMomentByMoment() {
    let photos = [photo("b/2.jpg", 9), photo("a/1.jpg", 1), photo("a/3.jpg", 20)]
    let clustering = Clustering(photos)
    var review = Review()
    var seen: [String] = []
    while let next = review.next(in: clustering.clusters, then: clustering.undated, of: photos) {
      seen.append(photos[next].path)
      let isNew = review.add(Review.Mark(photos[next]))
      #expect(isNew)
    }
    #expect(seen == ["a/1.jpg", "b/2.jpg", "a/3.jpg"])
    #expect(review.count(of: photos) == 3)
  }

  @Test func marksSurviveARenamedFolder() {
    var review = Review()
    review.add(Review.Mark(photo("Pictures/a/1.jpg", 1)))
    #expect(review.isReviewed(photo("Backup/1.jpg", 1)))
    #expect(!review.isReviewed(photo("Pictures/a/1.jpg", 1, size: 2)), "it was edited")
    #expect(!review.isReviewed(photo("Pictures/a/1.jpg", 2)))
  }
}

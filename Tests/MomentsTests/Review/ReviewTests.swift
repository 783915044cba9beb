import Testing
import Timeline

@testable import Moments

@Suite struct ReviewTests {
  private func photo(_ path: String, rating: Int? = nil) -> Photo {
    var metadata = Metadata()
    metadata.rating = rating
    let taken = CaptureTime(local: LocalTime(microseconds: 0), source: .exifOriginal)
    return Photo(path: path, size: path.utf8.count, modified: .practiceStart, taken: taken, metadata: metadata)
  }

  @Test func aPhotoCountsOnce() {
    var review = Review()
    let (a, b) = (photo("a").mark, photo("bb").mark)
    var news = [review.show(a, as: a, at: .practiceStart)]
    news.append(review.show(a, as: a, at: .practiceStart + .hours(1)))
    news.append(review.show(b, as: b, at: .practiceStart + .hours(2)))
    #expect(news == [true, false, true])
    #expect(review.looks.map(\.at) == [.practiceStart, .practiceStart + .hours(2)])
    #expect(review.place(of: b) == 1 && review.place(of: photo("ccc").mark) == nil)
    #expect(review.count(of: [b, photo("ccc").mark, a]) == 2)
  }

  @Test(
    arguments: [
      (nil, nil, false), (0, nil, false), (-1, nil, false), (2, nil, false), (3, nil, true), (5, nil, true),
      (nil, true, true), (1, true, true),
      (5, false, false), (0, true, true),
    ] as [(Int?, Bool?, Bool)])
  func ratingsCountUntilADecision(rating: Int?, choice: Bool?, isFavourite: Bool) {
    var review = Review()
    let photo = photo("a", rating: rating)
    if let choice { review.choose(photo.mark, isFavourite: choice) }
    #expect(review.isFavourite(photo, photo.mark) == isFavourite)
    review.favouriteStars = 1
    #expect(review.isFavourite(photo, photo.mark) == (choice ?? (rating ?? 0 > 0)))
  }
}

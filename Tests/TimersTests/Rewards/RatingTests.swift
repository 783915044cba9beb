import Testing
import Timers

@Suite struct RatingTests {
  @Test(arguments: [
    (Rating.amazing, [15, 22, 30]), (.good, [10, 15, 20]), (.needsWork, [5, 7, 10]),
  ])
  func starsAreRoundedDown(rating: Rating, stars: [Int]) {
    #expect(Multiplier.allCases.map { rating.stars($0) } == stars)
  }

  @Test(arguments: [
    ("needs work", Rating?.some(.needsWork)), ("needsWork", .needsWork), ("Needs-work", .needsWork),
    ("needs_work", .needsWork), ("GOOD", .good), ("amazing", .amazing), ("need work", nil), ("", nil), ("great", nil),
  ])
  func isReadAsPeopleWriteIt(_ text: String, _ rating: Rating?) { #expect(Rating(spelled: text) == rating) }
}

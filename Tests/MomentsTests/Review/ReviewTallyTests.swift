import Testing
import Timeline

@testable import Moments

/// Random reviews of random libraries: the counts that each step keeps up are those of a recount, and the way goes
/// where a plain search leads.
@Suite struct ReviewTallyTests {
  private static let start = Instant.practiceStart

  /// Photos of two cameras: with and without a date, stars and bursts, some with an edited version, and some with a
  /// lookalike or a copy.
  private static func photos(_ count: Int, _ chance: inout SeededGenerator) -> [Photo] {
    var (photos, second): ([Photo], Int64) = ([], 0)
    for number in 0..<count {
      second += [1, 1, 2, 60, 600, 9_000].randomElement(using: &chance)!
      let isDated = Int.random(in: 0..<8, using: &chance) > 0
      let time = CaptureTime(
        local: LocalTime(microseconds: second * 1_000_000), source: isDated ? .exifOriginal : .file)
      var metadata = Metadata()
      metadata.model = Bool.random(using: &chance) ? "A" : "B"
      metadata.rating = [nil, nil, nil, 1, 4].randomElement(using: &chance)!
      // Photos of one size and without a date begin alike.
      metadata.dates = isDated ? [time] : []
      var photo = Photo(
        path: "\(number)", size: isDated ? number : number % 3, modified: start, taken: time, metadata: metadata)
      if Int.random(in: 0..<6, using: &chance) == 0 {
        photo.adopt(Photo(path: "\(number) original", size: 9_000 + number, modified: start, taken: time))
      }
      photos.append(photo)
    }
    return photos
  }

  private static func library(_ photos: [Photo]) -> ReviewLibrary {
    let clustering = Clustering(photos, by: .fixed(.hours(1)))
    return ReviewLibrary(
      photos, marks: photos.map(\.mark), clustering.clusters, then: clustering.undated,
      scores: clustering.clusters.map { Double($0.photos.count % 4) })
  }

  @Test(arguments: 1...12)
  func stepsCountAsARecountDoes(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let photos = Self.photos(Int.random(in: 1...90, using: &chance), &chance)
    let library = Self.library(photos)
    var (review, now) = (Review(), Self.start)
    var stretch = now..<now + .hours(3)
    var tally = ReviewTally(library, review, stretch: stretch)
    // Another session has viewed some, of this library and of others.
    var kept = Review()
    for photo in photos where Int.random(in: 0..<9, using: &chance) == 0 {
      kept.look(at: photo.mark, at: now - .hours(Int64.random(in: 0...2, using: &chance)))
    }
    for step in 0..<200 {
      now += .minutes(Int64.random(in: 0...9, using: &chance))
      if now >= stretch.upperBound { stretch = now..<now + .hours(3) }
      tally.recount(in: stretch, library, review)
      let (old, photo) = (review, Int.random(in: photos.indices, using: &chance))
      // The mark of the photo, or of a file of its stack.
      let mark = ([library.marks[photo]] + library.marks[photo].versions).randomElement(using: &chance)!
      switch step == 100 ? 9 : Int.random(in: 0..<9, using: &chance) {
      case 0..<6: _ = review.show(library.marks[photo], as: mark, at: now)
      case 6..<9: review.choose(mark, isFavourite: Bool.random(using: &chance))
      default:
        review.join(kept)
        tally = ReviewTally(library, review, stretch: stretch)
        continue
      }
      let last = review.looks.count > old.looks.count ? review.looks.last.map { [$0.mark] } ?? [] : []
      tally.update(library, from: old, to: review, around: [mark, library.marks[photo]] + last)
      #expect(tally == ReviewTally(library, review, stretch: stretch), "seed \(seed), step \(step)")
      expectCounts(tally, library, review, stretch)
    }
  }

  /// Compares the counts with those that a search through all photos gives.
  private func expectCounts(
    _ tally: ReviewTally, _ library: ReviewLibrary, _ review: Review, _ stretch: Range<Instant>
  ) {
    #expect(tally.done == review.count(of: library.marks))
    #expect(tally.recent == library.marks.count { review.viewing(of: $0).map(stretch.contains) ?? false })
    let favourites = library.photos.indices.filter { review.isFavourite(library.photos[$0], library.marks[$0]) }
    #expect(tally.favourites == favourites.count)
    for moment in 0...library.moments.count {
      let photos = library.photos(of: moment)
      #expect(tally.left(in: moment) == photos.count { !review.isReviewed(library.marks[$0]) })
      #expect(tally.isCurated(moment) == photos.contains { favourites.contains($0) })
      let isFresh = photos.contains { photo in
        library.step(of: photo).allSatisfy { !review.isReviewed(library.marks[$0]) }
      }
      #expect(tally.isFresh(moment, library) == isFresh)
    }
  }

  /// Each photo is found where a search finds it.
  @Test(arguments: 1...6)
  func photosAreFound(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let photos = Self.photos(80, &chance)
    let library = Self.library(photos)
    for photo in photos.indices {
      let place = library.moment(of: photo)
      #expect(place.map { library.photos(of: $0.moment)[$0.place] } == photo)
      for mark in [library.marks[photo]] + library.marks[photo].versions {
        let found =
          library.marks.firstIndex { $0.isKept(as: mark) }
          ?? library.marks.firstIndex { $0.versions.contains { $0.isKept(as: mark) } }
        #expect(library.index(of: mark) == found)
        #expect(library.index(of: mark, preferring: photos[photo].path) == photo)
        #expect(library.index(of: mark, preferring: "none") == found)
      }
      let burst = place.flatMap { place in
        place.moment < library.moments.count
          ? library.moments[place.moment].bursts.first { $0.contains(place.place) } : nil
      }
      #expect(library.burst(of: photo) == burst)
      #expect(library.stepStart(of: photo) == library.step(of: photo)[0])
    }
    let stranger = Photo(path: "x", size: 777_777, modified: Self.start, taken: photos[0].taken)
    #expect(library.index(of: stranger.mark) == nil)
  }

  /// Going on visits every photo once, whatever was chosen before.
  @Test(arguments: 1...6)
  func everyPhotoIsOffered(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let photos = Self.photos(60, &chance).filter { !$0.isDatedByFile }
    let library = Self.library(photos)
    var (review, current, seen) = (Review(), Int?.none, [Int]())
    for _ in photos {
      let walk = ReviewWalk(library, review, ReviewTally(library, review))
      let next = current.map { walk.photo(after: $0) } ?? walk.moment(after: nil, canStay: true).flatMap(walk.first)
      guard let next else { break }
      seen.append(next)
      _ = review.show(library.marks[next], as: library.marks[next], at: Self.start)
      current = next
    }
    #expect(seen.sorted() == Array(photos.indices))
  }
}

@Suite struct MarkTableTests {
  private func mark(_ number: Int) -> PhotoMark { PhotoMark(text: "\(number)/-/\(String(number % 7, radix: 16))")! }

  /// A table is the dictionary of its rows, in whatever order they came.
  @Test(arguments: 1...5)
  func aTableIsADictionary(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var (table, model) = (MarkTable<Int>(), [PhotoMark: Int]())
    for step in 0..<2_000 {
      let mark = mark(Int.random(in: 0..<600, using: &chance))
      let value = Int.random(in: 0..<4, using: &chance) == 0 ? nil : step
      (table[mark], model[mark]) = (value, value)
      #expect(table.count == model.count && table[mark] == value && table.row(of: mark)?.value == value)
      #expect(table.isEmpty == model.isEmpty)
    }
    #expect(Dictionary(table.rows.map { ($0.mark, $0.value) }, uniquingKeysWith: { $1 }) == model)
    var other = MarkTable<Int>()
    for mark in model.keys { other[mark] = model[mark] }
    #expect(other == table)
    let first = model.keys.first!
    other[first] = -1
    #expect(other != table)
    other[first] = nil
    #expect(other != table)
    other[first] = model[first]
    #expect(other == table)
  }

  @Test func anArrayInChunksIsAnArray() {
    var (chunked, plain) = (ChunkedArray<Int>(), [Int]())
    for number in 0..<1_000 {
      let before = chunked
      chunked.append(number)
      plain.append(number)
      #expect(before.count == number && chunked.count == number + 1 && before != chunked)
    }
    let copy = chunked
    chunked[500] = -1
    #expect(copy[500] == 500 && chunked[500] == -1 && copy != chunked)
    #expect(Array(copy) == plain && Array(copy.reversed()) == plain.reversed() && ChunkedArray(plain) == copy)
    #expect(ChunkedArray(repeating: 7, count: 300) == ChunkedArray(Array(repeating: 7, count: 300)))
    #expect(copy.last == 999 && copy[..<3].reversed() == [2, 1, 0])
  }
}

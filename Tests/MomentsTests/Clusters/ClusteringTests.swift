import Testing
import Timeline

@testable import Moments

@Suite struct ClusteringTests {
  /// Returns a photo taken `seconds` after noon of a Thursday, UTC.
  private func photo(_ seconds: Double, _ place: (Double, Double)? = nil, offset: Int? = 0) -> Photo {
    let noon = LocalTime(year: 2025, month: 10, day: 2, hour: 12)?.microseconds ?? 0
    let local = LocalTime(microseconds: noon + Int64(seconds * 1e6) + Int64(offset ?? 0) * 60_000_000)
    let time = CaptureTime(
      local: local, source: .exifOriginal, offset: offset.flatMap { UTCOffset(minutes: $0, source: .exif) })
    var photo = Photo(path: "\(seconds)", size: 1, modified: Instant(microseconds: 0), taken: time)
    photo.position = place.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    return photo
  }

  private func photos(minutes: [Double]) -> [Photo] { minutes.map { photo($0 * 60) } }

  private func sizes(_ clustering: Clustering) -> [Int] { clustering.clusters.map(\.photos.count) }

  @Test func noPhotosMakeNoMoments() {
    let clustering = Clustering([])
    #expect(clustering.clusters.isEmpty)
    #expect(clustering.threshold == .minutes(30))
    #expect(clustering.gapCount == 0)
  }

  @Test func aGapMustExceedTheFixedOne() {
    #expect(sizes(Clustering(photos(minutes: [0, 60, 120.01]), by: .fixed(.hours(1)))) == [2, 1])
    #expect(Clustering(photos(minutes: [0, 60]), by: .fixed(.hours(1))).gapCount == nil)
  }

  @Test func theFixedRuleIgnoresPlaces() {
    let far = [photo(0, (38.7, -9.1)), photo(600, (41.1, -8.6))]
    #expect(sizes(Clustering(far, by: .fixed(.hours(1)))) == [2])
  }

  @Test func theSmartThresholdIsTheNinetiethPercentileOfTheLongGaps() {
    // Gaps of 1...10 hours and many of 59 s, which do not count: rank 8.1 is rounded down to the rank of 9 hours.
    var seconds = [0.0]
    for hours in 1...10 { seconds.append((seconds.last ?? 0) + Double(hours) * 3_600) }
    for _ in 0..<50 { seconds.append((seconds.last ?? 0) + 59) }
    let clustering = Clustering(seconds.map { photo($0) })
    #expect(clustering.gapCount == 10)
    #expect(clustering.threshold == .hours(9))
    #expect(sizes(clustering) == [9, 1, 51])
    #expect(clustering.clusters.map(\.boundary) == [.first, .gap(.hours(9)), .gap(.hours(10))])
  }

  @Test func theSmartThresholdStaysBetweenHalfAnHourAndTwoDays() {
    #expect(Clustering(photos(minutes: [0, 2, 4, 6])).threshold == .minutes(30))
    #expect(Clustering(photos(minutes: [0, 2, 4, 6])).percentile == .minutes(2))
    #expect(Clustering(photos(minutes: [0, 10_000, 20_000])).threshold == .hours(48))
  }

  @Test func aCapHelpsAgainstOnePhotoADay() {
    let daily = (0..<28).map { (day: Int) -> Photo in
      let hour = day * 24 + day * 7 % 5
      return photo(Double(hour) * 3_600)
    }
    #expect(Clustering(daily).clusters.count < 20)
    let capped = Clustering(daily, cap: .hours(6))
    #expect(capped.threshold == .hours(6))
    #expect(capped.clusters.count == 28)
  }

  @Test func aNewPlaceIsANewMoment() {
    let belem = (38.6970, -9.2060)
    let alfama = (38.7118, -9.1300)
    let clustering = Clustering([photo(0, belem), photo(299, alfama), photo(599, belem), photo(700, belem)])
    // A gap of 299 s is too short, 300 s is enough.
    #expect(sizes(clustering) == [2, 2])
    guard case .moved(let kilometres, let gap) = clustering.clusters[1].boundary else {
      Issue.record("not a boundary of place")
      return
    }
    #expect(abs(kilometres - 6.8) < 0.1)
    #expect(gap == .seconds(300))
  }

  @Test func aPlaceOnOneSideOnlyIsNoBoundary() {
    #expect(sizes(Clustering([photo(0, (38, -9)), photo(600), photo(1_200, (39, -9))])) == [3])
  }

  @Test func lessThanAKilometreIsTheSamePlace() {
    #expect(sizes(Clustering([photo(0, (38.7000, -9)), photo(600, (38.7089, -9))])) == [2])
    #expect(sizes(Clustering([photo(0, (38.7000, -9)), photo(600, (38.7091, -9))])) == [1, 1])
  }

  @Test func theAntimeridianIsNoJourney() {
    let clustering = Clustering([photo(0, (-16.8, 179.999)), photo(600, (-16.8, -179.999))])
    #expect(sizes(clustering) == [2])
    #expect((clustering.clusters[0].centre?.longitude.magnitude ?? 0) > 179.9)
  }

  @Test func aBurstIsOfOneCamera() {
    let photos = ["A", "A", "B", "B", "A", nil, nil].enumerated().map { index, model in
      var photo = photo(Double(index))
      photo.metadata.model = model
      return photo
    }
    #expect(Clustering(photos).clusters[0].bursts == [[0, 1, 4], [2, 3], [5, 6]])
  }

  /// Two people photograph the same party.
  @Test func aBurstGoesOnBesideAnotherCamera() {
    func burst(_ taken: [(Double, String)]) -> [[Int]] {
      Clustering(
        taken.map { second, model in
          var photo = photo(second)
          photo.metadata.model = model
          return photo
        }
      ).clusters[0].bursts
    }
    #expect(burst([(0, "A"), (1, "B"), (2, "A"), (3, "B"), (4, "A")]) == [[0, 2, 4], [1, 3]])
    #expect(burst([(0, "A"), (2, "B"), (3.5, "A"), (4, "B")]) == [[1, 3]], "3.5 s are too long for A")
    #expect(burst([(0, "A"), (2, "B"), (4, "C"), (100, "A"), (101, "A")]) == [[3, 4]])
  }

  @Test func burstsAreRunsWithinThreeSeconds() {
    let seconds = [0.0, 3, 6, 10, 20, 20, 24.001]
    #expect(Clustering(seconds.map { photo($0) }).clusters[0].bursts == [[0, 1, 2], [4, 5]])
  }

  @Test func orderOfArrivalDoesNotMatter() {
    let inOrder = photos(minutes: [0, 1, 2, 200, 201, 900])
    let mixed = [4, 0, 5, 2, 1, 3].map { inOrder[$0] }
    let clustering = Clustering(mixed, by: .fixed(.hours(1)))
    #expect(
      clustering.clusters.map { $0.photos.map { mixed[$0].path } } == [
        inOrder[0..<3].map(\.path), inOrder[3..<5].map(\.path), inOrder[5..<6].map(\.path),
      ])
  }

  @Test func timeZonesMeetInOneInstant() {
    // The same afternoon, with one camera on Lisbon's time and another on Madrid's.
    let clustering = Clustering([photo(600, offset: 60), photo(0, offset: 120)], by: .fixed(.hours(1)))
    #expect(clustering.clusters[0].photos == [1, 0])
    #expect(clustering.clusters[0].length == .minutes(10))
    #expect(clustering.clusters[0].start.hour == 14)
    #expect(clustering.clusters[0].end.hour == 13)
  }

  @Test func anUnknownOffsetIsTheNearestNeighbours() {
    // The camera's clock shows local time: 12:05 between the phone's 12:00 and 12:10 of +02:00.
    let phone = [photo(-7_200, offset: 120), photo(-6_600, offset: 120)]
    let camera = photo(300, offset: nil)
    let clustering = Clustering(phone + [camera], by: .fixed(.minutes(10)))
    #expect(clustering.clusters.map(\.photos) == [[0, 2, 1]])
    #expect(clustering.photosWithoutOffset == 1)
  }

  private func titles(_ photos: [Photo]) -> [String] {
    Clustering(photos).clusters.map { $0.title(at: $0.place(in: photos)) }
  }

  @Test func titlesNameDayPartAndPlace() throws {
    #expect(titles([photo(0)]) == ["Thursday afternoon"])
    #expect(titles([photo(0, (41.15, -8.61))]) == ["Thursday afternoon, Porto"])
    #expect(titles([photo(86_400 / 2 + 3_600)]) == ["Friday night"])
  }

  @Test func aMomentIsWhereMostOfItsPhotosAre() {
    let (lisbon, porto) = ((38.7223, -9.1393), (41.15, -8.61))
    // The mean of both is near Marinha Grande, where no photo was taken.
    #expect(titles([photo(0, lisbon), photo(100, porto), photo(200, porto)]) == ["Thursday afternoon, Porto"])
    #expect(titles([photo(0, lisbon), photo(100, porto)]) == ["Thursday afternoon, Lisbon"])
    // Three spots in one town outweigh two photos at one spot in another.
    let coordinates = [(38.72, -9.14), (38.73, -9.14), (38.72, -9.13)]
    #expect(
      titles(
        [photo(0, porto), photo(50, porto)] + coordinates.enumerated().map { photo(60 + Double($0.offset), $0.element) }
      )
        == ["Thursday afternoon, Lisbon"])
  }

  @Test func aSmallLibraryIsPartedAtItsLongestGap() {
    #expect(sizes(Clustering(photos(minutes: [0, 5, 10, 100, 105]))) == [3, 2])
    #expect(sizes(Clustering(photos(minutes: [0, 40]))) == [1, 1])
    #expect(sizes(Clustering(photos(minutes: [0, 29]))) == [2])
  }

  @Test func undatedPhotosAreSeparate() {
    func photo(_ path: String, _ source: CaptureTime.Source, day: Int, hour: Int = 0) -> Photo {
      let local = LocalTime(year: 2025, month: 10, day: day, hour: hour)!
      return Photo(
        path: path, size: 1, modified: Instant(microseconds: local.microseconds),
        taken: CaptureTime(local: local, source: source))
    }
    let photos = [
      photo("copied later", .file, day: 9, hour: 10), photo("b", .exifOriginal, day: 2, hour: 11),
      photo("sent", .nameDay, day: 2), photo("c", .exifOriginal, day: 3, hour: 11),
      photo("copied", .file, day: 2, hour: 11),
      photo("sent too", .day, day: 2), photo("old", .nameDay, day: 1),
    ]
    let clustering = Clustering(photos)
    #expect(
      clustering.clusters.map { $0.photos.map { photos[$0].path } } == [["old"], ["b"], ["sent", "sent too"], ["c"]])
    #expect(clustering.clusters.map(\.isDayOnly) == [true, false, true, false])
    #expect(clustering.clusters.allSatisfy { $0.bursts.isEmpty })
    #expect(clustering.clusters[2].title(at: nil) == "Thursday")
    #expect(clustering.undated.map { photos[$0].path } == ["copied", "copied later"])
    #expect(clustering.gapCount == 1)
  }

  @Test(arguments: [
    (4, DayPart.night), (5, .morning), (11, .morning), (12, .afternoon), (16, .afternoon), (17, .evening),
    (20, .evening),
    (21, .night), (0, .night),
  ])
  func daysHaveFourParts(hour: Int, part: DayPart) { #expect(DayPart(hour: hour) == part) }

  @Test func thePercentileIsTheLowerOfTwoRanks() {
    func value(_ numbers: [Int64]) -> Int64? {
      var numbers = numbers.shuffled()
      return percentile(tenths: 9, of: &numbers)
    }
    #expect(value([]) == nil)
    #expect(value([7]) == 7)
    #expect(value([0, 100]) == 0)
    #expect(value(Array(0...10)) == 9)
    #expect(value(Array(repeating: 5, count: 1_000)) == 5)
    #expect(value(Array(0...99_999)) == 89_999)
    #expect(value(Array(0...11)) == 9)
  }
}

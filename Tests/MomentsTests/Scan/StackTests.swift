import Testing
import Timeline

@testable import Moments

@Suite struct StackTests {
  private func photo(
    _ path: String, _ format: MediaFormat, _ second: Int? = 0, length: Duration? = nil
  ) -> Photo {
    let taken = CaptureTime(
      local: LocalTime(microseconds: Int64(second ?? 0) * 1_000_000), source: second == nil ? .file : .exifOriginal)
    var metadata = Metadata()
    (metadata.format, metadata.length) = (format, length)
    if second != nil { metadata.dates = [taken] }
    return Photo(path: path, size: 1, modified: .practiceStart, taken: taken, metadata: metadata)
  }

  /// Joins each photo with the other photos of its stack.
  private func stacked(_ photos: [Photo]) -> [Photo] {
    var photos = photos
    Stack.join(&photos)
    return photos
  }

  private func joined(_ photos: [Photo]) -> [String] {
    stacked(photos.sorted { $0.path < $1.path }).map { ([$0.path] + $0.stack).joined(separator: " ") }
  }

  @Test func aRawFileBelongsToItsJPEG() {
    #expect(joined([photo("a/1.JPG", .jpeg), photo("a/1.ARW", .tiff, 1)]) == ["a/1.JPG a/1.ARW"])
    #expect(joined([photo("1.cr3", .canonRaw), photo("1.heic", .heic, 2)]) == ["1.heic 1.cr3"])
    #expect(joined([photo("1.JPG", .jpeg), photo("1.DNG", .tiff, 3)]) == ["1.DNG", "1.JPG"])
    #expect(joined([photo("a/1.JPG", .jpeg), photo("b/1.ARW", .tiff)]) == ["a/1.JPG", "b/1.ARW"])
    #expect(joined([photo("1.JPG", .jpeg), photo("10.ARW", .tiff)]) == ["1.JPG", "10.ARW"])
    #expect(joined([photo("a.b/1", .jpeg), photo("a.b/2", .tiff)]) == ["a.b/1", "a.b/2"])
    #expect(joined([photo("1.jpg", .jpeg), photo("1.TIF", .tiff)]) == ["1.TIF", "1.jpg"], "a scan is no raw file")
  }

  /// Editors write stars only beside the raw file; the highest count.
  @Test(arguments: [(nil, 4, 4), (0, 4, 4), (2, 4, 4), (-1, 4, 4), (-1, nil, -1), (3, nil, 3)] as [(Int?, Int?, Int?)])
  func starsOfARawFileCount(jpeg: Int?, raw: Int?, expected: Int?) {
    var (first, second) = (photo("1.JPG", .jpeg), photo("1.ARW", .tiff))
    (first.metadata.rating, second.metadata.rating) = (jpeg, raw)
    #expect(stacked([second, first]).map(\.metadata.rating) == [expected])
    #expect(stacked([second, first])[0].editable == ["1.JPG", "1.ARW"])
    var film = photo("2.MOV", .movie, length: .seconds(3))
    film.metadata.rating = 5
    let live = stacked([photo("2.HEIC", .heic), film])[0]
    #expect(live.metadata.rating == nil && live.editable == ["2.HEIC"])
  }

  @Test func theFilmOfALivePhotoBelongsToIt() {
    let film = photo("IMG_1.MOV", .movie, 3_600, length: .seconds(3))
    #expect(joined([photo("IMG_1.HEIC", .heic), film]) == ["IMG_1.HEIC IMG_1.MOV"])
    let raw = photo("IMG_1.DNG", .tiff)
    #expect(joined([photo("IMG_1.HEIC", .heic), raw, film]) == ["IMG_1.HEIC IMG_1.DNG IMG_1.MOV"])
    for other in [photo("IMG_1.MOV", .movie, 0, length: .seconds(6)), photo("IMG_1.MOV", .movie)] {
      #expect(joined([photo("IMG_1.HEIC", .heic), other]) == ["IMG_1.HEIC", "IMG_1.MOV"])
    }
    // A counter starts again, and two cameras use the same names.
    let later = photo("IMG_1.MOV", .movie, 200_000, length: .seconds(3))
    #expect(joined([photo("IMG_1.HEIC", .heic), later]) == ["IMG_1.HEIC", "IMG_1.MOV"])
    var (still, elsewhere) = (photo("IMG_1.HEIC", .heic), film)
    (still.metadata.model, elsewhere.metadata.model) = ("iPhone 12", "ILCE-7")
    #expect(joined([still, elsewhere]) == ["IMG_1.HEIC", "IMG_1.MOV"])
    (still.metadata.model, elsewhere.metadata.model) = ("iPhone 12", nil)
    #expect(joined([still, elsewhere]) == ["IMG_1.HEIC IMG_1.MOV"])
    #expect(joined([photo("1.PNG", .png), photo("1.JPG", .jpeg)]) == ["1.JPG", "1.PNG"])
    #expect(joined([photo("1.MOV", .movie), photo("1.mp4", .movie)]) == ["1.MOV", "1.mp4"])
  }

  /// In the order of paths, no other name can come between two files of a stack.
  @Test func neighboursInTheOrderOfPathsAreFound() {
    let photos = ["1.ARW", "1.JPG", "1-edited.JPG", "1 (2).JPG", "1.x.JPG", "1"].map {
      photo($0, $0.hasSuffix("ARW") ? .tiff : .jpeg)
    }
    #expect(joined(photos) == ["1", "1 (2).JPG", "1-edited.JPG", "1.JPG 1.ARW", "1.x.JPG"])
  }

  @Test func rawFileMetadataIsKept() {
    let joined = stacked([photo("1.ARW", .tiff, 9), photo("1.JPG", .jpeg, nil)])
    #expect(joined.map(\.path) == ["1.JPG"] && joined[0].taken.local.second == 9 && !joined[0].isDatedByFile)
  }

  @Test(arguments: [
    ("Canon", "Canon EOS R5", "Canon EOS R5"), ("SONY", "ILCE-7", "SONY ILCE-7"), (nil, "X100", "X100"),
    ("NIKON CORPORATION", "NIKON D90", "NIKON D90"), ("Apple", nil, "Apple"), (nil, nil, nil),
  ])
  func camerasHaveOneName(make: String?, model: String?, camera: String?) {
    var photo = photo("1.jpg", .jpeg)
    (photo.metadata.make, photo.metadata.model) = (make, model)
    #expect(photo.camera == camera)
  }

  /// Only the camera's own clock is corrected; with a position, the zone is the one of the place.
  @Test func clocksAreCorrected() {
    var lisbon = photo("1.jpg", .jpeg)
    lisbon.taken.offset = UTCOffset(minutes: 0, source: .exif)
    #expect(lisbon.corrected(by: .hours(-1)).taken.local.description == "1969-12-31T23:00:00")
    #expect(lisbon.corrected(by: .hours(-1)).taken.offset?.minutes == 0)
    lisbon.position = Coordinate(latitude: 35.7, longitude: 139.7)
    #expect(lisbon.corrected(by: .hours(9)).taken.offset == UTCOffset(minutes: 540, source: .place))
    for source: CaptureTime.Source in [.takeout, .name, .nameUTC, .file, .day, .exifModified] {
      var other = lisbon
      other.taken.source = source
      #expect(other.corrected(by: .hours(9)) == other)
    }
  }
}

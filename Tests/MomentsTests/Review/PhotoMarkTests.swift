import Testing
import Timeline

@testable import Moments

@Suite struct PhotoMarkTests {
  /// Returns a photo with one date in its file and one beside it.
  private func photo(
    _ path: String = "a/1.jpg", minute: Int64 = 1, size: Int = 1, model: String? = "X", head: UInt64 = 7,
    sources: [CaptureTime.Source] = [.exifOriginal]
  ) -> Photo {
    var metadata = Metadata()
    metadata.dates = sources.map { CaptureTime(local: LocalTime(microseconds: minute * 60_000_000), source: $0) }
    metadata.model = model
    metadata.head = head
    return Photo(path: path, size: size, modified: .practiceStart, taken: metadata.dates[0], metadata: metadata)
  }

  @Test func aMovedPhotoIsTheSame() {
    let mark = photo().mark
    #expect(photo("Backup/other.jpg").mark == mark)
    // Sidecars of editors, the file's name and a corrected clock change nothing.
    #expect(photo(sources: [.exifOriginal, .takeout]).mark == mark)
    #expect(photo().corrected(by: .hours(1)).mark == mark)
    #expect(photo(sources: [.takeout]).mark == photo(minute: 9, sources: [.name]).mark)
  }

  @Test func anotherPhotoIsAnother() {
    let marks = [
      photo(), photo(minute: 2), photo(size: 2), photo(model: "Y"), photo(head: 8), photo(sources: [.name]),
    ].map(\.mark)
    #expect(Set(marks).count == marks.count)
  }

  @Test func aMarkIsKeptAsText() {
    for mark in [photo().mark, photo(sources: [.file]).mark, photo(minute: -5).mark] {
      #expect(PhotoMark(text: mark.text) == mark)
    }
    #expect(photo().mark.text.hasPrefix("1/60000000/"))
    for text in ["", "1/2", "1/2/g", "1/x/2", "-1/2/3", "1/2/3/4", "IMG_1.jpg/5/2026-01-02T10:00:00"] {
      #expect(PhotoMark(text: text) == nil, "\(text)")
    }
  }

  /// Every byte of the first 4 KiB counts, and no later byte.
  @Test func theHeadIsHashed() throws {
    func head(_ change: Int?, count: Int = 6_000) throws -> UInt64 {
      var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9] + [UInt8](repeating: 1, count: count - 4)
      if let change { bytes[change] ^= 0x80 }
      return try #require(Metadata.reading(MemoryBytes(bytes))).head
    }
    let whole = try head(nil)
    #expect(try [4, 5, 11, 2_000, 4_095].allSatisfy { try head($0) != whole })
    #expect(try head(4_096) == whole)
    // In a short file, the last bytes count as well.
    #expect(try head(nil, count: 13) != head(12, count: 13))
    #expect(try head(nil, count: 13) != head(nil, count: 14))
    // Journals contain the mark, so it never changes.
    #expect(try head(nil, count: 13) == 0xB7E6_917A_9E49_5509)
  }
}

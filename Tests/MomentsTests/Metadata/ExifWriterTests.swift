import Moments
import Testing

@Suite struct ExifWriterTests {
  @Test(arguments: [(38.7139, -9.13), (-33.865143, 151.2099), (0.5, 0), (89.99, 179.99)])
  func whatIsWrittenIsRead(_ latitude: Double, _ longitude: Double) throws {
    let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let pixels = Pixels(width: 16, height: 16, bytes: Array(repeating: 90, count: 768))
    let exif = ExifWriter(camera: "Storyline", taken: "2025:06:13 10:02:00", offset: "+01:00", position: position)
    let metadata = try #require(
      Metadata.reading(MemoryBytes(JPEGEncoder(pixels, segments: exif.segment).bytes(quality: 80))))
    #expect(metadata.model == "Storyline" && metadata.width == 16)
    #expect(metadata.taken?.source == .exifOriginal && metadata.taken?.offset?.minutes == 60)
    #expect(metadata.taken?.local.description.hasPrefix("2025-06-13") == true)
    let read = try #require(metadata.position)
    #expect(abs(read.latitude - latitude) < 1e-5 && abs(read.longitude - longitude) < 1e-5)
  }

  @Test func aPositionIsOptional() throws {
    let pixels = Pixels(width: 16, height: 16, bytes: Array(repeating: 90, count: 768))
    let exif = ExifWriter(camera: "x", taken: "2025:06:13 10:02:00", offset: "-03:30")
    let metadata = try #require(
      Metadata.reading(MemoryBytes(JPEGEncoder(pixels, segments: exif.segment).bytes(quality: 80))))
    #expect(metadata.position == nil && metadata.taken?.offset?.minutes == -210 && metadata.model == "x")
  }
}

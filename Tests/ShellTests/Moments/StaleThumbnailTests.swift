import Foundation
import Terminal
import Testing

@testable import Moments
@testable import MomentsWing
@testable import ShellCore

/// Photos that a program has cropped, turned or coloured, and whose embedded pictures it has left: none of these
/// stands for the photo, in whatever form it is shown.
@Suite final class StaleThumbnailTests {
  private let folder = "/tmp/storyline-stale-\(UInt64.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  enum Change: String, CaseIterable { case cropped, turned, coloured }

  /// The photo: blue to green from left to right, on a white ground at the top.
  private static func photo(_ width: Int, _ height: Int) -> Pixels {
    picture(width, height) { x, y in y < 0.3 ? (240, 240, 240) : (20, UInt8(220 * x), UInt8(220 - 220 * x)) }
  }

  private static func picture(
    _ width: Int, _ height: Int, _ colour: (Double, Double) -> (UInt8, UInt8, UInt8)
  ) -> Pixels {
    let bytes = (0..<width * height).flatMap { index -> [UInt8] in
      let (red, green, blue) = colour(
        Double(index % width) / Double(width), Double(index / width) / Double(height))
      return [red, green, blue]
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  /// The embedded picture of the photo before the change, in the photo's present shape.
  private static func stale(_ change: Change, _ width: Int, _ height: Int) -> Pixels {
    let photo = photo(width, height)
    switch change {
    // What was cut away is red, all around the photo.
    case .cropped:
      return picture(width, height) { x, y in
        guard (0.25..<0.75).contains(x), (0.25..<0.75).contains(y) else { return (250, 10, 10) }
        return photo[Int((x - 0.25) * 2 * Double(width)), Int((y - 0.25) * 2 * Double(height))]
      }
    case .turned: return photo.turned(3)
    case .coloured: return picture(width, height) { _, y in y < 0.3 ? (15, 15, 15) : (200, 120, 10) }
    }
  }

  /// Returns an Exif segment with a thumbnail and an orientation.
  private static func exif(_ thumbnail: [UInt8], orientation: UInt8) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var tiff = Array("MM\0*".utf8) + number(8) + [0, 1, 0x01, 0x12, 0, 3] + number(1) + [0, orientation, 0, 0]
    tiff += number(26) + [0, 2, 0x02, 0x01, 0, 4] + number(1) + number(56)
    tiff += [0x02, 0x02, 0, 4] + number(1) + number(thumbnail.count) + number(0) + thumbnail
    let size = tiff.count + 8
    return [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 255)] + Array("Exif\0\0".utf8) + tiff
  }

  private func write(_ change: Change, orientation: UInt8) throws -> String {
    let thumbnail = JPEGEncoder(Self.stale(change, 160, 104)).bytes(quality: 90)
    let bytes = JPEGEncoder(Self.photo(640, 416), segments: Self.exif(thumbnail, orientation: orientation)).bytes(
      quality: 95)
    let path = "\(folder)/IMG_20250712_101500.jpg"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// Compares a picture with the photo and with its stale thumbnail.
  private func expectPhoto(_ picture: Pixels?, _ change: Change, orientation: Int, _ form: String) throws {
    let picture = try #require(picture, "\(form)")
    func distance(_ other: Pixels) -> Double {
      let scaled = other.turned(orientation).resampled(toWidth: picture.width, height: picture.height)
      let sum = zip(scaled.bytes, picture.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(picture.bytes.count)
    }
    #expect(distance(Self.photo(640, 416)) < 4, "\(form)")
    #expect(distance(Self.stale(change, 640, 416)) > 25, "\(form)")
  }

  @Test(arguments: Change.allCases, [1, 6])
  func thePhotoItselfIsShown(change: Change, orientation: Int) throws {
    let path = try write(change, orientation: UInt8(orientation))
    let metadata = try #require(Metadata.reading(MemoryBytes([UInt8](try Data(contentsOf: URL(filePath: path))))))
    // The thumbnail has the photo's shape, so nothing but its colours tells that it is another picture.
    #expect(PhotoRendering.preview(of: path, metadata) != nil)
    #expect(metadata.orientation == orientation)

    // On the full screen, the thumbnail is only the beginning.
    let request = ThumbnailLoader.Request(path, (300, 300))
    guard case .ready(let shown) = ThumbnailLoader.shared.state(of: request, metadata, within: .seconds(60)) else {
      Issue.record("no picture")
      return
    }
    try expectPhoto(shown, change, orientation: orientation, "watch")

    // On pages, in posts and in sheets.
    let small = try #require(SmallPictures.shared.picture(path))
    try expectPhoto(
      PhotoRendering.pixels(of: small.bytes, fitting: (300, 300)), change, orientation: orientation, "page")
    for limit in [1 << 20, 30_000] {
      let shared = try PhotoLibrary.shared(path, byteLimit: limit)
      try expectPhoto(
        PhotoRendering.pixels(of: shared.bytes, fitting: (300, 300)), change, orientation: orientation, "post")
    }
    let run = ScriptRun()
    #expect(run("cluster \"\(folder)\"\nphotos sheet to \"\(folder).html\"").error == nil)
    defer { try? FileManager.default.removeItem(atPath: "\(folder).html") }
    let page = try String(contentsOfFile: "\(folder).html", encoding: .utf8)
    let part = try #require(page.components(separatedBy: "data:image/jpeg;base64,").dropFirst().first)
    let data = [UInt8](try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" }))))
    try expectPhoto(PhotoRendering.pixels(of: data, fitting: (160, 160)), change, orientation: orientation, "sheet")
    // None of them carries the thumbnail along.
    let thumbnail = Data(JPEGEncoder(Self.stale(change, 160, 104)).bytes(quality: 90))
    for bytes in [small.bytes, try PhotoLibrary.shared(path, byteLimit: 1 << 20).bytes, data] {
      #expect(Data(bytes).range(of: thumbnail) == nil)
    }
  }

  /// A HEIC whose JPEG inside was left as it was: where a helper decodes the photo, its picture counts; otherwise only
  /// a JPEG of the photo's shape.
  @Test func aHelperComesBeforeAPreview() throws {
    let heic = "\(folder)/a.heic"
    let box: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    let preview = JPEGEncoder(Self.stale(.coloured, 800, 520)).bytes(quality: 90)
    try Data(box + preview).write(to: URL(filePath: heic))
    try Data(JPEGEncoder(Self.photo(640, 416)).bytes(quality: 95)).write(to: URL(filePath: "\(folder)/photo.jpg"))
    let programs = folder + "/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    try Executable.install("cp '\(folder)/photo.jpg' \"$4\"", at: "\(programs)/heif-convert")
    var metadata = Metadata()
    (metadata.format, metadata.width, metadata.height) = (.heic, 4_000, 2_600)
    let helped = PhotoDecoding.pixels(of: heic, metadata, fitting: (300, 300), in: [programs])
    try expectPhoto(helped, .coloured, orientation: 1, "helper")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: heic)))
    let fitted = try #require(PhotoDecoding.fitted(bytes, heic, byteLimit: 1 << 20, in: [programs]))
    try expectPhoto(PhotoRendering.pixels(of: fitted.bytes, fitting: (300, 300)), .coloured, orientation: 1, "post")

    // Without a helper, the preview is all that there is, if it has the photo's shape.
    #expect(PhotoDecoding.pixels(of: heic, metadata, fitting: (300, 300), in: []) != nil)
    for (width, height) in [(4_000, 3_000), (2_600, 4_000)] {
      (metadata.width, metadata.height) = (width, height)
      #expect(PhotoDecoding.pixels(of: heic, metadata, fitting: (300, 300), in: []) == nil)
    }
    // A camera may turn the preview of a photo that lies on its side.
    metadata.orientation = 6
    let upright = try #require(PhotoDecoding.pixels(of: heic, metadata, fitting: (300, 300), in: []))
    #expect(upright.width == 300 && upright.height == 195 && upright[150, 20].red < 60)
  }

  /// At the prompt a picture stays: a thumbnail whose photo has not been decoded in time is not drawn.
  @Test func aThumbnailDoesNotStayAtThePrompt() {
    let small = Pixels(width: 1, height: 1, bytes: [1, 1, 1])
    let loader = ThumbnailLoader { (_, _, preview) in
      preview(small)
      Thread.sleep(forTimeInterval: 0.4)
      return Pixels(width: 1, height: 1, bytes: [2, 2, 2])
    }
    let request = ThumbnailLoader.Request("a", (10, 10))
    // Once the thumbnail is there, the wait is the longer one.
    let state = loader.state(of: request, nil, within: .milliseconds(150), decoding: .seconds(60))
    guard case .ready = state else {
      Issue.record("\(state)")
      return
    }
    guard case .preview = loader.state(of: .init("b", (10, 10)), nil, within: .milliseconds(100)) else {
      Issue.record("the photo cannot be there yet")
      return
    }
  }
}

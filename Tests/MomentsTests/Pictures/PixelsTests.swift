import Testing

@testable import Moments

@Suite struct PixelsTests {
  /// Returns a picture of letters: each pixel's red component is a letter.
  private func pixels(_ rows: [String]) -> Pixels {
    let bytes = rows.joined().utf8.flatMap { [$0, 0, 0] as [UInt8] }
    return Pixels(width: rows[0].utf8.count, height: rows.count, bytes: bytes)
  }

  private func letters(_ pixels: Pixels) -> [String] {
    (0..<pixels.height).map { y in
      String(decoding: (0..<pixels.width).map { pixels[$0, y].red }, as: UTF8.self)
    }
  }

  /// The transformations that turn the letter F upright (EXIF 2.32, figure 4).
  @Test(arguments: [
    (1, ["abc", "def"]), (2, ["cba", "fed"]), (3, ["fed", "cba"]), (4, ["def", "abc"]), (5, ["ad", "be", "cf"]),
    (6, ["da", "eb", "fc"]), (7, ["fc", "eb", "da"]), (8, ["cf", "be", "ad"]), (0, ["abc", "def"]),
    (9, ["abc", "def"]),
  ])
  func picturesAreTurned(orientation: Int, rows: [String]) {
    let turned = pixels(["abc", "def"]).turned(orientation)
    #expect(letters(turned) == rows)
    #expect(letters(turned.unturned(orientation)) == ["abc", "def"])
  }

  @Test func scalingTakesMeans() {
    let small = Pixels(width: 4, height: 2, bytes: [10, 20, 100, 200, 30, 40, 0, 0].flatMap { [$0, $0, $0] })
      .scaled(toWidth: 2, height: 1)
    #expect(small[0, 0].red == 25 && small[1, 0].blue == 75)
    // When enlarging, each pixel is repeated.
    #expect(letters(pixels(["ab"]).scaled(toWidth: 4, height: 2)) == ["aabb", "aabb"])
    #expect(pixels(["ab"]).scaled(toWidth: 0, height: 2).width == 0)
  }

  @Test func picturesFitTheirRoom() {
    let wide = Pixels(width: 300, height: 200, bytes: [UInt8](repeating: 0, count: 180_000))
    for (width, height, fitted) in [(60, 80, [60, 40]), (60, 20, [30, 20]), (1, 1, [1, 1]), (3, 1, [1, 1])] {
      let size = wide.fitted(width: width, height: height)
      #expect([size.width, size.height] == fitted)
    }
    for (width, height) in [(0, 0), (0, 2), (3, 0)] {
      let size = Pixels(width: width, height: height, bytes: []).fitted(width: 60, height: 80)
      #expect([size.width, size.height] == [0, 0])
    }
  }

  /// Cameras put 3:2 photos into 4:3 thumbnails, with black bars.
  @Test func barsAreCut() {
    var bytes = [UInt8](repeating: 0, count: 160 * 120 * 3)
    for y in 7..<113 { for index in 0..<480 { bytes[y * 480 + index] = 200 } }
    let thumbnail = Pixels(width: 160, height: 120, bytes: bytes)
    let cut = thumbnail.withoutBars(shape: (6_000, 4_000))
    #expect(cut.width == 160 && cut.height == 107)
    #expect(thumbnail.withoutBars(shape: (4_000, 3_000)).height == 120)
    // Edges that are not black bars stay.
    let bright = Pixels(width: 160, height: 120, bytes: [UInt8](repeating: 90, count: bytes.count))
    #expect(bright.withoutBars(shape: (6_000, 4_000)).height == 120)
    let turned = thumbnail.turned(6).withoutBars(shape: (4_000, 6_000))
    #expect(turned.width == 107 && turned.height == 160)
    #expect(thumbnail.withoutBars(shape: (0, 0)) == thumbnail)
  }
}

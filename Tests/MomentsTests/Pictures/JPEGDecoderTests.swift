import Foundation
import Testing
import Timeline

@testable import Moments

@Suite struct JPEGDecoderTests {
  private func bytes(_ sample: SampleJPEG) throws -> [UInt8] { Array(try #require(Data(base64Encoded: sample.base64))) }

  private func decoded(_ bytes: [UInt8], _ size: JPEGDecoder.Size) -> Pixels? {
    bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, size) }
  }

  private func colour(_ pixels: Pixels, _ place: (Int, Int)) -> [Int] {
    let (red, green, blue) = pixels[place.0, place.1]
    return [Int(red), Int(green), Int(blue)]
  }

  /// Returns the largest difference between two components.
  private func distance(_ a: [[Int]], _ b: [[Int]]) -> Int {
    zip(a, b).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? .max
  }

  /// libjpeg rounds its transform in a different way; there is no other difference.
  @Test(arguments: ["restart", "gray", "cmyk"])
  func aPictureIsThatOfOtherReaders(name: String) throws {
    let samples = ["restart": SampleJPEG.baseline444restart, "gray": .gray, "cmyk": .cmyk]
    let sample = try #require(samples[name])
    let pixels = try #require(decoded(bytes(sample), .whole))
    #expect(pixels.width == 37 && pixels.height == 29)
    #expect(distance(SampleJPEG.places.map { colour(pixels, $0) }, sample.colours) <= 3)
  }

  /// Half-size chroma is interpolated as libjpeg does it.
  @Test(arguments: [false, true])
  func coarseColoursAreInterpolated(isProgressive: Bool) throws {
    let sample = isProgressive ? SampleJPEG.progressive : .baseline420
    let pixels = try #require(decoded(bytes(sample), .whole))
    #expect(distance(SampleJPEG.places.map { colour(pixels, $0) }, sample.colours) <= 3)
  }

  /// Each smaller size is the picture itself: it differs little from the means of the whole.
  @Test func sizesShowTheSamePicture() throws {
    for sample in [SampleJPEG.baseline420, .baseline444restart, .progressive, .gray, .cmyk] {
      let whole = try #require(decoded(bytes(sample), .whole))
      for size in [JPEGDecoder.Size.half, .quarter] {
        let small = try #require(decoded(bytes(sample), size))
        #expect(small.width == size.length(37) && small.height == size.length(29))
        let step = 8 / size.rawValue
        let means = whole.cropped(0..<32, 0..<24).scaled(toWidth: 32 / step, height: 24 / step)
        let own = small.cropped(0..<32 / step, 0..<24 / step)
        let sum = zip(means.bytes, own.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(sum <= 9 * own.bytes.count, "\(size) \(sum / own.bytes.count)")
      }
    }
  }

  /// A part has the same pixels as the whole, in each kind of file and at its edges.
  @Test func aPartIsThatOfTheWhole() throws {
    for sample in [SampleJPEG.baseline420, .baseline444restart, .progressive, .cmyk] {
      let bytes = try bytes(sample)
      for size in [JPEGDecoder.Size.whole, .half] {
        let whole = try #require(decoded(bytes, size))
        for (columns, rows) in [(0..<5, 0..<3), (3..<whole.width, 9..<whole.height), (7..<8, 11..<12)] {
          let part = bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, size, part: (columns, rows)) }
          #expect(part == whole.cropped(columns, rows), "\(size) \(columns) \(rows)")
        }
        #expect(bytes.withUnsafeBytes { JPEGDecoder.pixels(of: $0, size, part: (90..<99, 0..<1)) } == nil)
      }
    }
  }

  @Test func anEighthIsTheMeanOfEachBlock() throws {
    for sample in [SampleJPEG.baseline444restart, .baseline420, .gray, .cmyk] {
      let pixels = try #require(decoded(bytes(sample), .eighth))
      #expect(pixels.width == 5 && pixels.height == 4)
      // This decoder clips after the mean, and libjpeg before it.
      #expect(distance(SampleJPEG.blocks.map { colour(pixels, $0) }, sample.means) <= 8)
    }
    // If chroma is coarser than that, the luminance is still right.
    func light(_ colour: [Int]) -> [Int] { [(299 * colour[0] + 587 * colour[1] + 114 * colour[2]) / 1_000] }
    for sample in [SampleJPEG.progressive] {
      let pixels = try #require(decoded(bytes(sample), .eighth))
      let found = SampleJPEG.blocks.map { light(colour(pixels, $0)) }
      #expect(distance(found, sample.means.map(light)) <= 8, "\(found)")
    }
  }

  /// The undamaged part of a file is shown, and nothing crashes.
  @Test func damageCostsPixelsOnly() throws {
    for sample in [SampleJPEG.baseline420, .baseline444restart, .progressive, .cmyk] {
      let whole = try bytes(sample)
      let full = try #require(decoded(whole, .eighth))
      for end in stride(from: 0, to: whole.count, by: 7) {
        let part = decoded(Array(whole[..<end]), .eighth)
        #expect(part == nil || part?.width == full.width)
        for size in [JPEGDecoder.Size.whole, .half, .quarter] { _ = decoded(Array(whole[..<end]), size) }
      }
      var generator = SeededGenerator(seed: 1)
      for _ in 0..<300 {
        var broken = whole
        for _ in 0..<3 {
          broken[Int.random(in: 2..<broken.count, using: &generator)] = .random(in: 0 ... .max, using: &generator)
        }
        for size in JPEGDecoder.Size.allCases { _ = decoded(broken, size) }
      }
    }
    // The upper half of a picture whose lower half is missing.
    let whole = try bytes(.baseline444restart)
    let half = try #require(decoded(Array(whole[..<(whole.count - 80)]), .whole))
    #expect(distance([colour(half, (0, 0))], [SampleJPEG.baseline444restart.colours[0]]) <= 3)
  }

  /// A marker that is cut in two is not a marker, and its bytes are not part of the picture.
  @Test func bitsEndBeforeHalfAMark() {
    ([0x12, 0xFF, 0x00] as [UInt8]).withUnsafeBytes { bytes in
      var bits = JPEGBits(UnsafeRawBufferPointer(rebasing: bytes[..<2]), at: 0)
      let first = bits.readBits(8)
      #expect(first == 0x12 && !bits.isOver)
      let second = bits.readBits(8)
      #expect(second == 0 && bits.isOver && bits.place == 1)
    }
  }

  /// A file made to waste time has thousands of scans.
  @Test func aHundredScansAreRead() throws {
    let whole = try bytes(.gray)
    let start = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDA]) })
    let empty = whole[start..<start + 2 + Int(whole[start + 3])]
    func picture(behind count: Int) -> Pixels? {
      decoded(Array(whole[..<start]) + Array(repeating: empty, count: count).joined() + whole[start...], .eighth)
    }
    #expect(picture(behind: 99) == decoded(whole, .eighth))
    #expect(picture(behind: 100)?.bytes == Array(repeating: 128, count: 5 * 4 * 3))
  }

  @Test(
    arguments: [
      [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9],
      // A huge picture without a scan; a scan without a frame; tables that no code can have.
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0, 0xFF, 0xD9],
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3],
      [0xFF, 0xD8, 0xFF, 0xC4, 0, 22, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0xFF, 0xD9],
      // Sampling factors of 0 and of 5.
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x01, 0, 0xFF, 0xD9],
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x51, 0, 0xFF, 0xD9],
    ] as [[UInt8]])
  func nonJPEGsAreRejected(bytes: [UInt8]) {
    #expect(decoded(bytes, .whole) == nil)
    #expect(decoded(bytes, .eighth) == nil)
  }
}

import Foundation
import Testing

@testable import Moments

@Suite struct GIFDecoderTests {
  private func decoded(_ bytes: [UInt8], atLeast width: Int = 1_000) -> Pixels? {
    bytes.withUnsafeBytes { GIFDecoder.pixels(of: $0, atLeast: width) }
  }

  /// A picture of 21 × 14 pixels in four colours, as Pillow writes it.
  private static let plain = """
    R0lGODdhFQAOAIEAAP8AAACAAAAA//rwCiwAAAAAFQAOAAAIXQABCAxAUIDBAQgFAiAYwKAAhQwdIhwAsaDDgwkHWhQwUaHEjAs3dlSosSFGiiUd\
    VjTJEWTEiy1RhmQ5EsBHmS9jkkx5cqVKnjqB3vTZU+BQoDWJBp35k2lRpwICAgA7
    """
  /// A copy of that picture in four passes; green is transparent.
  private static let interlaced = """
    R0lGODlhFQAOAIEAAP8AAACAAAAA//rwCiH5BAEAAAEALAAAAAAVAA4AAAhdAAEIDEBQgMEBCAUCIBjAoACFDB0iHACxoMODCQdaFDBRocSMCzd2\
    VKixIUaKJR1WNMkRZMSLLVGGZDkSwEeZL2OSTHlypUqeOoHe9NlT4FCgNYkGnfmTaVGnAgICADs=
    """

  @Test(arguments: [(plain, false), (interlaced, true)])
  func otherProgramsGIFsAreDecoded(base64: String, isTransparent: Bool) throws {
    let pixels = try #require(decoded(Array(Data(base64Encoded: base64)!)))
    let colours: [(UInt8, UInt8, UInt8)] = [
      (255, 0, 0), isTransparent ? (255, 255, 255) : (0, 128, 0), (0, 0, 255), (250, 240, 10),
    ]
    #expect(pixels.width == 21 && pixels.height == 14)
    for y in 0..<14 { for x in 0..<21 { #expect(pixels[x, y] == colours[(x / 3 + 2 * (y / 2)) % 4]) } }
  }

  // MARK: Generated pictures

  private func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  /// Returns the codes of the given indexes, in blocks.
  /// - Parameter clears: `true` to start again at 4,096 codes, `false` to keep the table.
  private func compressed(_ indexes: [Int], size: Int, clears: Bool) -> [UInt8] {
    var (out, bits, bitCount): ([UInt8], Int, Int) = ([], 0, 0)
    var (table, next, width): ([Int: Int], Int, Int) = ([:], 0, size + 1)
    func put(_ code: Int) {
      bits |= code << bitCount
      bitCount += width
      while bitCount >= 8 {
        out.append(UInt8(bits & 255))
        (bits, bitCount) = (bits >> 8, bitCount - 8)
      }
    }
    func begin() {
      put(1 << size)
      (table, next, width) = ([:], 1 << size + 2, size + 1)
    }
    begin()
    var code = indexes[0]
    for index in indexes.dropFirst() {
      if let longer = table[code << 8 | index] {
        code = longer
        continue
      }
      put(code)
      if next < 4_096 {
        table[code << 8 | index] = next
        next += 1
        // The reader is one code behind.
        if next - 1 == 1 << width, width < 12 { width += 1 }
      } else if clears {
        begin()
      }
      code = index
    }
    put(code)
    put(1 << size + 1)
    if bitCount > 0 { out.append(UInt8(bits & 255)) }
    let blocks = stride(from: 0, to: out.count, by: 255).flatMap { start -> [UInt8] in
      [UInt8(min(255, out.count - start))] + out[start..<min(start + 255, out.count)]
    }
    return [UInt8(size)] + blocks + [0]
  }

  private func index(_ x: Int, _ y: Int) -> Int { (x * x / 7 + y * y / 3 + x * y) & 63 }

  private func file(
    _ width: Int, _ height: Int, screen: (Int, Int)? = nil, at place: (Int, Int) = (0, 0), clears: Bool = true
  ) -> [UInt8] {
    let indexes = (0..<width * height).map { index($0 % width, $0 / width) }
    let screen = screen ?? (width, height)
    var bytes = Array("GIF89a".utf8)
    bytes += number(screen.0)
    bytes += number(screen.1)
    bytes += [0x80 | 5, 0, 0]
    for index in 0..<64 { bytes += [UInt8(index * 4), UInt8(255 - index), UInt8(index)] }
    let comment: [UInt8] = [0x21, 0xFE, 2, 65, 66, 0]
    bytes += comment
    bytes.append(0x2C)
    for side in [place.0, place.1, width, height] { bytes += number(side) }
    bytes.append(0)
    bytes += compressed(indexes, size: 6, clears: clears)
    return bytes + [0x3B]
  }

  private func expected(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<width * height).flatMap { place -> [UInt8] in
      let index = index(place % width, place / width)
      return [UInt8(index * 4), UInt8(255 - index), UInt8(index)]
    }
  }

  /// With few codes, with all codes, and with a full table that is kept.
  @Test(arguments: [(5, 4, true), (200, 150, true), (200, 150, false)])
  func everyLengthOfCodesIsRead(width: Int, height: Int, clears: Bool) throws {
    let pixels = try #require(decoded(file(width, height, clears: clears)))
    #expect(pixels.width == width && pixels.height == height && pixels.bytes == expected(width, height))
  }

  @Test func aPictureHasItsPlaceOnTheScreen() throws {
    let pixels = try #require(decoded(file(5, 4, screen: (9, 8), at: (3, 2))))
    #expect(pixels.width == 9 && pixels.height == 8)
    #expect(pixels.cropped(3..<8, 2..<6).bytes == expected(5, 4))
    #expect(pixels[2, 2] == (255, 255, 255) && pixels[8, 7] == (255, 255, 255))
    // A screen that is too small is enlarged.
    let larger = try #require(decoded(file(5, 4, screen: (0, 0), at: (1, 0))))
    #expect(larger.width == 6 && larger.height == 4)
  }

  @Test func aLargeOneIsMadeSmaller() throws {
    let pixels = try #require(decoded(file(200, 150), atLeast: 25))
    #expect(pixels.width == 100 && pixels.height == 75)
    let sum = [(100, 50), (101, 50), (100, 51), (101, 51)].reduce(0) { $0 + index($1.0, $1.1) * 4 }
    #expect(Int(pixels[50, 25].red) == (sum + 2) / 4)
  }

  @Test func truncatedGIFsShowTheirFirstRows() throws {
    let bytes = file(40, 30)
    let whole = try #require(decoded(bytes))
    var before = 0
    for count in bytes.indices {
      guard let part = decoded(Array(bytes.prefix(count))) else { continue }
      let right = zip(part.bytes, whole.bytes).prefix { $0 == $1 }.count
      #expect(right >= before && part.bytes[right...].allSatisfy { $0 == 255 })
      before = right
    }
    #expect(before == whole.bytes.count)
  }

  @Test func damagedGIFsDoNotCrash() {
    for sample in [file(20, 10), Array(Data(base64Encoded: Self.interlaced)!)] {
      for index in sample.indices {
        for wrong: UInt8 in [0, 1, 0x55, 0x80, 0xFF] {
          var damaged = sample
          damaged[index] = wrong
          if let pixels = decoded(damaged, atLeast: 4) {
            #expect(pixels.bytes.count == pixels.width * pixels.height * 3)
          }
        }
      }
    }
  }

  @Test func bombsAndNonGIFsAreRejected() {
    var bomb = file(5, 4)
    bomb.replaceSubrange(6..<10, with: [255, 255, 255, 255])
    #expect(decoded(bomb) == nil && decoded([]) == nil && decoded(Array("GIF89a".utf8)) == nil)
    #expect(decoded(Array("GIF88a".utf8) + file(5, 4).dropFirst(6)) == nil)
    #expect(PhotoRendering.pixels(of: file(5, 4), fitting: (5, 4))?.bytes == expected(5, 4))
  }
}

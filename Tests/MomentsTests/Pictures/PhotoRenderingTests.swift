import Foundation
import Testing

@testable import Moments

@Suite struct PhotoRenderingTests {
  private static let path = Shared.package.path + "/Examples/Photos/2025-10-02/IMG_0001.jpg"

  /// A photo fills its room, in one direction at least, and keeps its shape.
  @Test(arguments: [(920, 620, 920, 613), (300, 620, 300, 200), (480, 320, 480, 320), (48, 28, 42, 28), (1, 1, 1, 1)])
  func aPhotoFitsItsRoom(width: Int, height: Int, ownWidth: Int, ownHeight: Int) throws {
    let pixels = try #require(PhotoRendering.pixels(of: Self.path, nil, fitting: (width, height)))
    #expect(pixels.width == ownWidth && pixels.height == ownHeight)
    #expect(PhotoRendering.pixels(of: Self.path, nil, fitting: (0, height)) == nil)
    #expect(PhotoRendering.pixels(of: "/no/such", nil, fitting: (width, height)) == nil)
  }

  /// Each size is the photo itself: scaled down from all its pixels, it is the same.
  @Test func theSizesAgree() throws {
    let whole = try #require(PhotoRendering.pixels(of: Self.path, nil, fitting: (480, 320)))
    for width in [300, 200, 100, 60, 30] {
      let size = whole.fitted(width: width, height: width)
      let exact = whole.resampled(toWidth: size.width, height: size.height)
      let own = try #require(PhotoRendering.pixels(of: Self.path, nil, fitting: (width, width)))
      #expect(PixelDistance.decibels(own, exact) > 38, "\(width)")
    }
  }

  /// A part is upright as the photo is, whatever its orientation.
  @Test(arguments: 1...8)
  func aPartIsThatOfThePhoto(orientation: Int) throws {
    var metadata = Metadata()
    (metadata.format, metadata.width, metadata.height, metadata.orientation) = (.jpeg, 480, 320, orientation)
    let room = orientation >= 5 ? (320, 480) : (480, 320)
    let whole = try #require(PhotoRendering.pixels(of: Self.path, metadata, fitting: room))
    let part = try #require(PhotoRendering.detail(of: Self.path, metadata, around: (0.4, 0.3), fitting: (40, 30)))
    let (x, y) = (Int((0.4 * Double(room.0)).rounded()) - 20, Int((0.3 * Double(room.1)).rounded()) - 15)
    #expect(part == whole.cropped(x..<x + 40, y..<y + 30))
    // Parts stay within the photo.
    let corner = try #require(PhotoRendering.detail(of: Self.path, metadata, around: (2, -1), fitting: (40, 30)))
    #expect(corner == whole.cropped(room.0 - 40..<room.0, 0..<30))
    let all = try #require(PhotoRendering.detail(of: Self.path, metadata, around: (0, 0), fitting: (999, 999)))
    #expect(all == whole)
  }

  @Test func resamplingKeepsWhatIsFlat() {
    let flat = Pixels(width: 50, height: 40, bytes: (0..<2_000).flatMap { _ in [9, 100, 255] as [UInt8] })
    for (width, height) in [(7, 5), (50, 40), (120, 90), (1, 1)] {
      let scaled = flat.resampled(toWidth: width, height: height)
      #expect(scaled.width == width && scaled.height == height)
      #expect(scaled.bytes == (0..<width * height).flatMap { _ in [9, 100, 255] as [UInt8] })
    }
    #expect(flat.resampled(toWidth: 0, height: 4).width == 0)
  }
}

enum PixelDistance {
  /// Returns the signal-to-noise ratio of two pictures of one size.
  static func decibels(_ a: Pixels, _ b: Pixels) -> Double {
    precondition(a.width == b.width && a.height == b.height)
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return sum == 0 ? .infinity : 10 * log10(65_025 * Double(a.bytes.count) / Double(sum))
  }
}

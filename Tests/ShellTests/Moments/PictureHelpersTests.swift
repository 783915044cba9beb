import Foundation
import Testing

@testable import Moments
@testable import MomentsWing

@Suite final class PictureHelpersTests {
  private let folder = "/tmp/storyline-helpers-\(UInt64.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func install(_ name: String, _ script: String) throws {
    try Executable.install(script, at: "\(folder)/\(name)")
  }

  /// A format without a helper names the package to install.
  @Test func thePackageIsNamed() throws {
    #expect(PictureHelpers.missingPackage(for: .heic, in: [folder]) == "libheif-examples")
    #expect(PictureHelpers.missingPackage(for: .movie, in: [folder]) == "ffmpegthumbnailer")
    #expect(PictureHelpers.missingPackage(for: .jpegXL, in: [folder]) == "libjxl-tools")
    #expect(PictureHelpers.missingPackage(for: .jpeg, in: [folder]) == nil)
    try install("heif-dec", "exit 0")
    #expect(PictureHelpers.missingPackage(for: .heic, in: ["/no/such", folder]) == nil)
    #expect(PictureHelpers.missingPackage(for: .avif, in: [folder]) == nil)
  }

  /// A helper gets the file's name as it is, and its picture is returned.
  @Test func aHelpersPictureIsReturned() throws {
    try install("heif-convert", "printf '%s' \"$3\" > \"$4\"; echo noise")
    let file = "\(folder)/a b;$(touch x) 'c'.heic"
    let made = try #require(PictureHelpers.picture(of: file, .heic, in: [folder]))
    #expect(String(decoding: made, as: UTF8.self) == file)
    let dashed = try #require(PictureHelpers.picture(of: "-o.heic", .heic, in: [folder]))
    #expect(String(decoding: dashed, as: UTF8.self) == "./-o.heic")
  }

  /// `heif-convert` turns a photo that lies on its side, and older versions leave the orientation in its Exif: the photo
  /// must not be turned again. `djxl` may return the original JPEG, with an orientation that counts.
  @Test(arguments: [(MediaFormat.heic, "heif-convert", "$4", 30, 20), (.jpegXL, "djxl", "$2", 20, 30)])
  func aPhotoIsTurnedOnce(format: MediaFormat, name: String, output: String, width: Int, height: Int) throws {
    let pixels = Pixels(width: 30, height: 20, bytes: [UInt8](repeating: 90, count: 1_800))
    let jpeg = try #require(PlainJPEG.bytes(of: JPEGEncoder(pixels).bytes(quality: 90), turned: 6))
    try Data(jpeg).write(to: URL(filePath: "\(folder)/made.jpg"))
    try install(name, "cp '\(folder)/made.jpg' \"\(output)\"")
    let made = try #require(PictureHelpers.picture(of: "\(folder)/a", format, in: [folder]))
    let shown = try #require(PhotoRendering.pixels(of: made, fitting: (width, height)))
    #expect(shown.width == width && shown.height == height)
  }

  /// A helper that fails is followed by the next one, and none may take more than its share.
  @Test func limitsHold() throws {
    try install("heif-convert", "echo partial > \"$4\"; exit 1")
    #expect(PictureHelpers.picture(of: "a", .heic, in: [folder]) == nil)
    try install("heif-dec", "echo second > \"$4\"")
    #expect(PictureHelpers.picture(of: "a", .heic, in: [folder]) == Array("second\n".utf8))
    try install("djxl", "exec dd if=/dev/zero of=\"$2\" bs=1000000 count=100 2> /dev/null")
    #expect(PictureHelpers.picture(of: "a", .jpegXL, in: [folder]) == nil)
    #expect(PictureHelpers.picture(of: "a", .tiff, in: [folder]) == nil)
  }
}

import Testing

@testable import Moments

@Suite struct MediaFormatTests {
  @Test(arguments: [
    ("GIF89a", MediaFormat.gif), ("RIFF\0\0\0\0WEBP", .webp), ("RIFF\0\0\0\0AVI ", .avi), ("II*\0\u{8}\0\0\0", .tiff),
    ("II*\0\u{10}\0\0\0CR", .canonRaw), ("MM\0*", .tiff), ("\0\0\0\u{18}ftypheic", .heic),
    ("\0\0\0\u{18}ftypmif1", .heic),
    ("\0\0\0\u{18}ftypavif", .avif), ("\0\0\0\u{18}ftypqt  ", .movie), ("\0\0\0\u{18}ftypcrx ", .canonRaw),
    ("FUJIFILMCCD-RAW", .fujiRaw), ("8BPS", .psd), ("IIU\0", .panasonicRaw), ("IIRO", .olympusRaw),
    ("II\u{1A}\0\0\0HEAPCCDR", .canonRaw),
    ("\0\0\0\u{C}jP  ", .jpeg2000), ("\0MRM", .minoltaRaw), ("FOVb", .sigmaRaw), ("II+\0", .tiff), ("MM\0+", .tiff),
    ("\0\0\0\u{C}JXL ", .jpegXL), ("\0\0\0\u{8}wide\0\0", .movie), ("\0\0\0\u{10}free", .movie),
  ])
  func theFirstBytesTell(text: String, format: MediaFormat) { #expect(MediaFormat(bytes: Array(text.utf8)) == format) }

  @Test func otherBytesTellNothing() {
    #expect(MediaFormat(bytes: []) == nil)
    #expect(MediaFormat(bytes: Array("{\"json\":1}".utf8)) == nil)
    #expect(MediaFormat(bytes: Array("BMessage to you all".utf8)) == nil)
    #expect(MediaFormat(bytes: Array("The free world".utf8)) == nil)
    #expect(MediaFormat(bytes: [0xFF, 0xD8, 0xFF]) == .jpeg)
    #expect(MediaFormat(bytes: [0, 0, 1, 0xB3]) == .mpeg && MediaFormat(bytes: [0, 0, 1, 0xBA]) == .mpeg)
    #expect(MediaFormat(bytes: [0xFF, 0x4F, 0xFF, 0x51]) == .jpeg2000)
  }

  /// Packets of 188 bytes; on discs, each follows a timestamp of four bytes.
  @Test(arguments: [0, 4])
  func transportStreamsBelongToALibrary(lead: Int) {
    let packet = [UInt8](repeating: 1, count: lead) + [0x47] + [UInt8](repeating: 2, count: 187)
    let stream = packet + packet + packet
    #expect(LibraryFile(bytes: stream) == .media(.transportStream))
    #expect(LibraryFile(bytes: Array(stream.prefix(lead + 2 * (188 + lead)))) == nil)
    #expect(LibraryFile(bytes: [3] + stream) == nil)
  }
}

import Testing

@testable import Moments

@Suite struct MediaFormatTests {
  @Test(arguments: [
    ("GIF89a", MediaFormat.gif), ("RIFF\0\0\0\0WEBP", .webp), ("RIFF\0\0\0\0AVI ", .avi), ("II*\0\u{8}\0\0\0", .tiff),
    ("II*\0\u{10}\0\0\0CR", .canonRaw), ("MM\0*", .tiff), ("\0\0\0\u{18}ftypheic", .heic),
    ("\0\0\0\u{18}ftypmif1", .heic),
    ("\0\0\0\u{18}ftypavif", .avif), ("\0\0\0\u{18}ftypqt  ", .movie), ("\0\0\0\u{18}ftypcrx ", .canonRaw),
    ("FUJIFILMCCD-RAW", .fujiRaw), ("8BPS", .psd), ("IIU\0", .panasonicRaw), ("IIRO", .olympusRaw),
  ])
  func theFirstBytesTell(text: String, format: MediaFormat) { #expect(MediaFormat(bytes: Array(text.utf8)) == format) }

  @Test func otherBytesTellNothing() {
    #expect(MediaFormat(bytes: []) == nil)
    #expect(MediaFormat(bytes: Array("{\"json\":1}".utf8)) == nil)
    #expect(MediaFormat(bytes: Array("BMessage to you all".utf8)) == nil)
    #expect(MediaFormat(bytes: [0xFF, 0xD8, 0xFF]) == .jpeg)
  }
}

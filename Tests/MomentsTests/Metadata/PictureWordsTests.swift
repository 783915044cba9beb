import Testing

@testable import Moments

/// The caption that a picture's file contains.
@Suite struct PictureWordsTests {
  private static func iptc(_ caption: [UInt8]) -> [UInt8] {
    let records = [0x1C, 2, 120, 0, UInt8(caption.count)] + caption
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
    return SyntheticJPEG.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)
  }

  private static func exif(_ caption: String) -> [UInt8] {
    let text = Array(caption.utf8) + [0]
    let entry: [UInt8] = [0x01, 0x0E, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 26]
    let tiff = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0] + text
    return SyntheticJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  private static let alternative = "<Iptc4xmpCore:AltTextAccessibility>"
  private static func alt(_ text: String) -> String {
    "\(alternative)<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt>"
      + alternative.replacing("<", with: "</")
  }
  private static let caption = "<dc:description><rdf:Alt><rdf:li>a caption</rdf:li></rdf:Alt></dc:description>"

  @Test(
    arguments: [
      ([], nil), (exif("by Exif"), "by Exif"), (exif("   "), nil), (exif("OLYMPUS DIGITAL CAMERA         "), nil),
      (exif("SONY DSC"), nil), (exif("Größe, long enough"), "Größe, long enough"),
      (iptc(Array("by IPTC".utf8)) + exif("by Exif"), "by IPTC"), (iptc([0x47, 0xF6]), "Gö"),
      (SyntheticJPEG.xmp(caption) + iptc(Array("by IPTC".utf8)), "a caption"),
      (
        SyntheticJPEG.xmp(caption + alt("in &lt;words&gt; &amp; &quot;more&#x21;&#33; &nbsp;")),
        "in <words> & \"more!! &nbsp;"
      ),
      (SyntheticJPEG.xmp("<rdf:Description dc:description='short form'/>"), "short form"),
      (SyntheticJPEG.xmp("<dc:description>"), nil), (SyntheticJPEG.xmp("</dc:description>"), nil),
      (SyntheticJPEG.xmp("<dc:descriptions>no</dc:descriptions>"), nil),
    ] as [([UInt8], String?)])
  func theMostFittingIsTaken(segments: [UInt8], words: String?) {
    let file = [0xFF, 0xD8] + segments + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
    #expect(PictureDescription.reading(MemoryBytes(file)) == words)
  }

  /// A library of millions of photos has no room for captions.
  @Test func picturesAreReadOnlyOnRequest() {
    var file = SyntheticJPEG(original: "2026:01:05 09:00:00")
    file.after = Self.iptc(Array("by IPTC".utf8))
    var reader = RangeReader(MemoryBytes(file.bytes), scratch: ScratchMemory())
    #expect(Metadata.blocks(&reader, .jpeg)?.iptc == nil)
    #expect(PictureDescription.reading(MemoryBytes(file.bytes)) == "by IPTC")
  }
}

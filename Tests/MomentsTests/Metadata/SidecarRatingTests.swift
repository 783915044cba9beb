import Foundation
import Testing

@testable import Moments

/// Sidecars in the formats of darktable, Lightroom, exiftool and digiKam.
enum SampleSidecar {
  /// darktable 4: attributes on separate lines, the history of edits and a mask.
  static func darktable(rating: String = "xmp:Rating=\"0\"") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
        xmlns:darktable="http://darktable.sf.net/"
       exif:DateTimeOriginal="2025:10:02 13:05:09.000"
       \(rating)
       xmpMM:DerivedFrom="DSC1.jpg"
       darktable:xmp_version="5"
       darktable:raw_params="0"
       darktable:auto_presets_applied="1"
       darktable:history_end="12">
       <darktable:masks_history>
        <rdf:Seq>
         <rdf:li
          darktable:mask_num="4"
          darktable:mask_id="1651924834"
          darktable:mask_type="32"
          darktable:mask_name="Pinsel #1 &amp; ünïcödé"
          darktable:mask_points="gz03eJxjYGBgYAFiCQYYOOHEgAZY0QWAgBGLGANDgz0Ej1Q+Z=="/>
        </rdf:Seq>
       </darktable:masks_history>
       <darktable:history>
        <rdf:Seq>
         <rdf:li
          darktable:num="0"
          darktable:operation="exposure"
          darktable:params="00000000000080b93333f73f00004842000080c001000000"
          darktable:blendop_params="gz08eJxjYGBgYAFiCQYYOOHEgAYY0QUAhAAD1A=="/>
        </rdf:Seq>
       </darktable:history>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """
  }

  /// Lightroom Classic: a packet with padding, elements with a history, and the rating of an ingredient, which is not
  /// the photo's.
  static func lightroom(rating: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
        xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
        xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
       xmp:CreatorTool="Adobe Photoshop Lightroom Classic 13.2 (Windows)"
       xmp:CreateDate="2025-10-02T13:05:09+01:00"\(rating)
       photoshop:SidecarForExtension="CR2"
       crs:Exposure2012="+0.35"
       crs:HasSettings="True">
       <xmpMM:Pantry>
        <rdf:Bag>
         <rdf:li>
          <rdf:Description xmp:Rating="2" xmpMM:InstanceID="xmp.iid:8a"/>
         </rdf:li>
        </rdf:Bag>
       </xmpMM:Pantry>
       <crs:MaskGroupBasedCorrections>
        <rdf:Seq>
         <rdf:li>
          <rdf:Description crs:What="Correction" crs:LocalExposure2012="0.125"/>
         </rdf:li>
        </rdf:Seq>
       </crs:MaskGroupBasedCorrections>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    \(String(repeating: String(repeating: " ", count: 100) + "\n", count: 20))<?xpacket end="w"?>
    """
  }

  private static let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
  static let xmp = "xmlns:xmp='http://ns.adobe.com/xap/1.0/'"

  /// exiftool: a description for each namespace, all properties as elements.
  static func exiftool(rating: String) -> String {
    """
    <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
    <rdf:RDF \(rdf)>

     <rdf:Description rdf:about=''
      xmlns:dc='http://purl.org/dc/elements/1.1/'>
      <dc:subject><rdf:Bag><rdf:li>xmp:Rating="1"</rdf:li></rdf:Bag></dc:subject>
     </rdf:Description>

     <rdf:Description rdf:about=''
      \(xmp)>
      <xmp:CreateDate>2025-10-02T13:05:09</xmp:CreateDate>\(rating)
     </rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end='w'?>
    """
  }

  /// Returns the smallest valid XMP.
  static func bare(_ descriptions: String) -> String { "<rdf:RDF \(rdf)>\(descriptions)</rdf:RDF>" }
}

@Suite struct SidecarRatingTests {
  private func changed(_ text: String, _ stars: Int = 5) throws -> String {
    String(decoding: try SidecarRating(Array(text.utf8)).bytes(with: stars), as: UTF8.self)
  }

  /// Existing stars are replaced, and nothing else changes.
  @Test(arguments: [
    (SampleSidecar.darktable(rating: "xmp:Rating=\"%\""), "0"),
    (SampleSidecar.darktable(rating: "xmp:Rating='%'"), "-1"),
    (SampleSidecar.darktable(rating: "xmp:Rating\n =\t\" % \""), "0.0"),
    (SampleSidecar.lightroom(rating: "\n   xmp:Rating=\"%\""), "0"),
    (SampleSidecar.exiftool(rating: "\n  <xmp:Rating>%</xmp:Rating>"), "0"),
    (SampleSidecar.exiftool(rating: "\n  <xmp:Rating>%</xmp:Rating >"), ""),
    (
      SampleSidecar.exiftool(rating: "").replacing("xmp:", with: "ns1:").replacing(":xmp=", with: ":ns1=")
        .replacing("</ns1:CreateDate>", with: "</ns1:CreateDate><ns1:Rating>%</ns1:Rating>"), "0"
    ),
    (SampleSidecar.bare("<rdf:Description xmlns:xap='http://ns.adobe.com/xap/1.0/' xap:Rating='%'/>"), "0"),
    (SampleSidecar.bare("<rdf:Description/><rdf:Description \(SampleSidecar.xmp) xmp:Rating='%'/>"), "0"),
  ])
  func starsChangeAlone(text: String, old: String) throws {
    for end in ["\n", "\r\n"] {
      let text = text.replacing("\n", with: end)
      let before = text.replacing("%", with: old)
      let rating = try SidecarRating(Array(before.utf8))
      #expect(rating.stars == Double(old).map { Int($0) })
      let result = try changed(before, 4)
      let expected = text.replacing(old == "0.0" ? " % " : "%", with: "4")
      #expect(result == expected)
      #expect(try SidecarRating(Array(result.utf8)).stars == 4)
    }
  }

  /// Missing stars are inserted as an attribute after the last one, with the same spacing and quotes.
  @Test func starsComeIn() throws {
    let darktable = SampleSidecar.darktable(rating: "darktable:x=\"1\"")
    #expect(
      try changed(darktable)
        == darktable.replacing("history_end=\"12\"", with: "history_end=\"12\"\n   xmp:Rating=\"5\""))
    let lightroom = SampleSidecar.lightroom()
    #expect(try SidecarRating(Array(lightroom.utf8)).stars == nil, "an ingredient's stars are not the photo's")
    #expect(
      try changed(lightroom, 3)
        == lightroom.replacing("HasSettings=\"True\"", with: "HasSettings=\"True\"\n   xmp:Rating=\"3\""))
    let exiftool = SampleSidecar.exiftool(rating: "")
    #expect(
      try changed(exiftool)
        == exiftool.replacing("/xap/1.0/'>", with: "/xap/1.0/'\n  xmp:Rating='5'>"))
    let space = "http://ns.adobe.com/xap/1.0/"
    let cases = [
      ("<rdf:Description/>", "<rdf:Description xmlns:xmp=\"\(space)\" xmp:Rating=\"5\"/>"),
      ("<rdf:Description rdf:about=''/>", "<rdf:Description rdf:about='' xmlns:xmp='\(space)' xmp:Rating='5'/>"),
      (
        "<rdf:Description xmlns:xmp='other'></rdf:Description>",
        "<rdf:Description xmlns:xmp='other' xmlns:xmp1='\(space)' xmp1:Rating='5'></rdf:Description>"
      ),
      (
        "<rdf:Description a='1'/><rdf:Description xmlns:b='\(space)' b:C='1'/>",
        "<rdf:Description a='1'/><rdf:Description xmlns:b='\(space)' b:C='1' b:Rating='5'/>"
      ),
      (
        "<rdf:Description xmlns:b='\(space)'><b:Rating/></rdf:Description>",
        "<rdf:Description xmlns:b='\(space)'><b:Rating>5</b:Rating></rdf:Description>"
      ),
      ("", "<rdf:Description rdf:about=\"\" xmlns:xmp=\"\(space)\" xmp:Rating=\"5\"/>"),
    ]
    for (before, after) in cases {
      #expect(try changed(SampleSidecar.bare(before)) == SampleSidecar.bare(after))
    }
    let empty = SampleSidecar.bare("").replacing("></rdf:RDF>", with: "/>")
    #expect(try SidecarRating(Array(try changed(empty).utf8)).stars == 5)
  }

  /// The encoding, the byte order mark and all non-ASCII text stay.
  @Test(
    arguments: [
      (String.Encoding.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf16LittleEndian, []), (.utf16BigEndian, []), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, []),
    ] as [(String.Encoding, [UInt8])])
  func encodingsStay(encoding: String.Encoding, mark: [UInt8]) throws {
    for (before, after) in [
      (
        SampleSidecar.lightroom(),
        SampleSidecar.lightroom().replacing("=\"True\"", with: "=\"True\"\n   xmp:Rating=\"2\"")
      ),
      (
        SampleSidecar.darktable().replacing(" encoding=\"UTF-8\"", with: ""),
        SampleSidecar.darktable(rating: "xmp:Rating=\"2\"").replacing(" encoding=\"UTF-8\"", with: "")
      ),
    ] {
      func bytes(_ text: String) throws -> [UInt8] { mark + Array(try #require(text.data(using: encoding))) }
      #expect(try SidecarRating(try bytes(before)).bytes(with: 2) == (try bytes(after)))
    }
  }

  @Test func oneByteEncodingsStay() throws {
    let text = SampleSidecar.darktable().replacing("UTF-8", with: "ISO-8859-1")
    let bytes = Array(try #require(text.data(using: .isoLatin1)))
    let after = Array(try #require(text.replacing("Rating=\"0\"", with: "Rating=\"2\"").data(using: .isoLatin1)))
    #expect(try SidecarRating(bytes).bytes(with: 2) == after)
    #expect(throws: SidecarRating.Problem.encoding) {
      try SidecarRating(Array(try #require(SampleSidecar.darktable().data(using: .isoLatin1))))
    }
  }

  /// A file that is not what it seems is not changed.
  @Test func unsafeSidecarsAreRefused() {
    let good = SampleSidecar.darktable()
    let xmp = SampleSidecar.xmp
    let cases: [(String, SidecarRating.Problem)] = [
      ("", .malformed(line: 1)), ("{}", .malformed(line: 1)), (String(good.dropLast(30)), .malformed(line: 35)),
      (String(good.prefix(900)), .malformed(line: 23)),
      (good.replacing("</darktable:history>", with: ""), .malformed(line: 35)),
      (good.replacing("xmp:Rating=\"0\"", with: "xmp:Rating=\"0\" xmp:Rating=\"0\""), .malformed(line: 10)),
      (good.replacing("xmp:Rating=\"0\"", with: "xmp:Rating=0"), .malformed(line: 10)),
      (good.replacing("&amp;", with: "&"), .malformed(line: 22)),
      (good.replacing("&amp;", with: "&nbsp;"), .malformed(line: 22)),
      (good.replacing("#1", with: "<1"), .malformed(line: 22)),
      (good + "<x/>", .malformed(line: 38)), (good + "\0", .malformed(line: 38)),
      (good.replacing("<x:xmpmeta", with: "<!DOCTYPE x [<!ENTITY a 'b'>]><x:xmpmeta"), .documentType),
      ("<a/>", .notXMP), (good.replacing("22-rdf-syntax-ns", with: "other"), .notXMP),
      ("<a>\(SampleSidecar.bare(""))\(SampleSidecar.bare(""))</a>", .notXMP),
      (good.replacing("Rating=\"0\"", with: "Rating=\"many\""), .unusual),
      (good.replacing("Rating=\"0\"", with: "Rating=\"99\""), .unusual),
      (
        SampleSidecar.bare("<rdf:Description \(xmp) xmp:Rating='1'><xmp:Rating>2</xmp:Rating></rdf:Description>"),
        .unusual
      ),
      (
        SampleSidecar.bare(
          "<rdf:Description \(xmp)><xmp:Rating rdf:parseType='Resource'><rdf:value>2</rdf:value></xmp:Rating></rdf:Description>"
        ), .unusual
      ),
      (SampleSidecar.bare("<rdf:Description \(xmp)><xmp:Rating>1<!-- --></xmp:Rating></rdf:Description>"), .unusual),
    ]
    for (text, problem) in cases {
      #expect(throws: problem, "\(text.suffix(60))") { try SidecarRating(Array(text.utf8)) }
    }
    #expect(throws: SidecarRating.Problem.self) { try SidecarRating([0xFF, 0xFE, 0x3C]) }
  }

  /// A sidecar cut anywhere, or with any byte changed, is refused or changed only in its stars; it never causes a
  /// crash.
  @Test func damageIsNeverWritten() throws {
    let whole = Array(SampleSidecar.darktable().utf8)
    for end in stride(from: 0, to: whole.count - 2, by: 7) {
      #expect(throws: SidecarRating.Problem.self) { try SidecarRating(Array(whole[..<end])) }
    }
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] ^= 0x11
      guard let rating = try? SidecarRating(bytes), let changed = try? rating.bytes(with: 5) else { continue }
      #expect(try SidecarRating(changed).stars == 5)
      #expect(changed.count - bytes.count <= 80)
    }
  }
}

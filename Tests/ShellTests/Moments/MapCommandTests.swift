import Foundation
import Moments
import Terminal
import Testing

@testable import MomentsWing
@testable import SessionState
@testable import ShellCore

@Suite final class MapCommandTests {
  private let folder = "/tmp/storyline-map-\(UInt64.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// In a pipe the map has no picture, and the same words.
  @Test func thePinsAreATable() {
    #expect(
      ScriptRun()("cluster Examples/Photos fixed 8h\nmap").lines.suffix(5) == [
        " #  photos  place                   when                        moment",
        " 1       7  Porto                   2 moments                   3 4",
        " 2      24  Lisbon                  2 moments                   1 2",
        " 3       4  near Arcos de Valdevez  Sunday morning, 5 Oct 2025  5",
        " The map is 779 km wide, around 40.239 N 8.7645 W.",
      ])
    #expect(
      ScriptRun()("cluster Examples/Photos\nmap at -17 180").lines.suffix(2).joined()
        == " This map has no moments (222 km wide, around 17 S 180 W): `map` shows all moments.")
  }

  /// Zooms in step by step until a pin is one moment.
  @Test func aZoomLeadsToAMoment() {
    ScriptRun.passes(
      """
      cluster Examples/Photos
      let all = map
      let photos = 0
      for pin in $all { photos = $photos + $pin.total }
      expect $photos == 35
      let pins = $all
      repeat 4 { pins = map zoom 1 }
      expect ($pins | count) == 1
      expect $pins[0].moments == [3] and $pins[0].place == "Sintra"
      # Elsewhere, and everything again.
      expect (map at 0 180 | count) == 0
      expect (map) == $all
      """)
  }

  @Test(arguments: [
    ("map", "no photos have been read | try: cluster Examples/Photos"),
    ("cluster Examples/Photos\nmap zoom 64", "there is no pin 64: pins are numbered 1 to 3 | try: map zoom 1"),
    ("cluster Examples/Photos\nmap at 0 0\nmap zoom 1", "the map has no pins | try: map"),
    (
      "cluster Examples/Photos\nmap to \"x.png\"",
      "a map needs a file name that ends in .svg, not 'x.png' | try: map to \"map.svg\""
    ),
    ("map at 91 0", "'map at' expects a number from -90 to 90, not '91'"),
    ("map at 1", "'map at' expects a number from -180 to 180"),
    ("map at 1 2 span 0", "'span' expects a number from 0.0005 to 180, not '0'"),
  ])
  func invalidMapArgumentsAreReported(script: String, error: String) {
    #expect(ScriptRun.error(script) == error)
  }

  @Test func theFileIsAPicture() throws {
    #expect(ScriptRun()("cluster Examples/Photos\nmap to \"\(folder)/map.svg\"").error == nil)
    let page = try String(contentsOfFile: folder + "/map.svg", encoding: .utf8)
    #expect(page.hasPrefix("<svg") && page.hasSuffix("</svg>\n"))
    #expect(page.contains("Lisbon"))
    for tag in ["g", "title", "text", "svg"] {
      #expect(
        page.components(separatedBy: "<\(tag)").count == page.components(separatedBy: "</\(tag)>").count, "\(tag)")
    }
  }

  /// No label hides another label, wherever the pins are.
  @Test(arguments: [(78, 19), (38, 9), (32, 8), (31, 9), (40, 7)])
  func thePictureHasEveryPin(columns: Int, rows: Int) throws {
    let run = ScriptRun()
    #expect(run("cluster Examples/Photos fixed 1s").error == nil)
    let album = try #require(run.session.world.photos.album)
    let map = PhotoMap(album)
    let lines = MapPicture(map: map, glyphs: .ascii).rows(columns: columns, rows: rows)
    guard columns >= 32, rows >= 8 else { return #expect(lines.isEmpty) }
    #expect(lines.count == rows && lines.allSatisfy { $0.width == columns })
    let labels = lines.flatMap(\.runs).filter { $0.style != .dim }.compactMap { Int($0.text) }
    #expect(labels.sorted() == Array(1...map.pins.pins.count))
  }
}

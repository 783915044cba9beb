import Foundation
import Moments
import Terminal
import Testing

@testable import MomentsWing
@testable import ShellCore

@Suite final class SheetCommandTests {
  private let folder = "/tmp/storyline-sheet-\(UInt64.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func page(_ name: String, _ words: String) throws -> String {
    let run = ScriptRun()
    #expect(
      run("cluster Examples/Photos\nreview 1\nreview favorite\nphotos sheet \(words) to \"\(folder)/\(name)\"").error
        == nil)
    return try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// The pictures are embedded in the page, and no text from their files is.
  @Test(arguments: ["a.html", "a.svg"])
  func picturesAreInside(name: String) throws {
    let page = try page(name, "1")
    let parts = page.components(separatedBy: "data:image/jpeg;base64,").dropFirst()
    #expect(parts.count == 9)
    for part in parts {
      let data = try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
      #expect(data.starts(with: [0xFF, 0xD8]) && data.range(of: Data("Exif".utf8)) == nil)
      #expect(data.range(of: Data("Storyline".utf8)) == nil)
    }
    #expect(page.contains("Thursday afternoon, Lisbon, 2 October 2025"))
    #expect(page.unicodeScalars.count { $0 == "♥" } == 1)
    #expect(!page.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "").contains("http"))
    if name.hasSuffix("svg") {
      #expect(page.components(separatedBy: "<text").count == page.components(separatedBy: "</text>").count)
      #expect(page.hasSuffix("</svg>\n"))
    }
  }

  /// A moment of several days names them, and each picture its day.
  @Test func severalDaysAreNamed() throws {
    let run = ScriptRun()
    #expect(run("cluster Examples/Photos fixed 2d\nphotos sheet 1 to \"\(folder)/days.html\"").error == nil)
    let page = try String(contentsOfFile: folder + "/days.html", encoding: .utf8)
    #expect(page.contains("2 October 2025 – 5 October 2025"))
    #expect(page.contains("IMG_0001.jpg, Thu 2, 13:05") && page.contains("IMG_0035.jpg, Sun 5, 11:09"))
  }

  /// A file without a JPEG preview from a camera is scaled down.
  @Test func aScreenshotIsMadeSmall() throws {
    let pixels = (0..<400 * 300 * 3).map { UInt8(truncatingIfNeeded: $0 / 3 % 400 / 2) }
    let png = PNGWriter.bytes(width: 400, height: 300, pixels: pixels)
    try FileManager.default.createDirectory(atPath: folder + "/library", withIntermediateDirectories: true)
    try Data(png).write(to: URL(filePath: folder + "/library/Screenshot 2024-05-21 at 10.11.12.png"))
    let run = ScriptRun()
    #expect(run("cluster \"\(folder)/library\"\nphotos sheet to \"\(folder)/s.html\"").error == nil)
    let page = try String(contentsOfFile: folder + "/s.html", encoding: .utf8)
    let part = try #require(page.components(separatedBy: "data:image/jpeg;base64,").last)
    let data = [UInt8](try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" }))))
    let small = try #require(PhotoRendering.pixels(of: data, fitting: (160, 160)))
    #expect(small.width == 160 && small.height == 120)
    // Each pixel is the mean of two and a half pixels.
    for (x, y, light) in [(0, 0, 0), (159, 119, 199), (80, 5, 100)] {
      #expect(abs(Int(small[x, y].green) - light) <= 4)
    }
  }

  @Test func placesCanBeLeftOut() throws {
    let run = ScriptRun()
    #expect(run("cluster Examples/Photos\nphotos sheet to \"\(folder)/all.html\" without position").error == nil)
    let page = try String(contentsOfFile: folder + "/all.html", encoding: .utf8)
    #expect(page.components(separatedBy: "<figure>").count == 36)
    for place in ["Lisbon", "Sintra", "Porto", "Algés"] { #expect(!page.contains(place)) }
    #expect(page.contains("Thursday afternoon, 2 October 2025"))
  }

  @Test func textIsEscaped() {
    #expect(Markup.escaped("<a href=\"x\">&\u{1B}[2J") == "&lt;a href=&quot;x&quot;&gt;&amp;\u{FFFD}[2J")
    let sheet = ContactSheet(
      title: "<t>",
      sections: [("<s>", [.init(image: nil, caption: "<c>", isFavourite: false)])])
    for page in [sheet.html, sheet.svg] {
      #expect(page.contains("&lt;t&gt;") && page.contains("&lt;s&gt;") && page.contains("&lt;c&gt;"))
      #expect(!page.contains("<t>") && !page.contains("<s>") && !page.contains("<c>"))
    }
  }

  @Test(arguments: [
    (
      "photos sheet 1 to \"x.pdf\"",
      "a sheet is an .html or .svg file, not 'x.pdf' | try: photos sheet to \"sheet.html\""
    ),
    (
      "photos sheet 8 to \"x.html\"",
      "there is no moment 8: moments are numbered 1 to 7 | try: photos sheet to \"sheet.html\""
    ),
  ])
  func whatCannotBeIsSaid(script: String, error: String) {
    #expect(ScriptRun.error("cluster Examples/Photos\n" + script) == error)
  }

  @Test func nothingIsExportedIntoALibrary() {
    let error = ScriptRun.error("cluster Examples/Photos\nphotos sheet to \"Examples/Photos/x.html\" replace")
    #expect(error?.contains("Storyline never writes there") == true)
  }
}

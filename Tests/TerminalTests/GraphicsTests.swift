import Foundation
import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct GraphicsTests {
  private func raster(_ width: Int, _ height: Int, columns: Int = 4, rows: Int = 2) -> Raster {
    let bytes = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 * 7) }
    return Raster(width: width, height: height, bytes: bytes, columns: columns, rows: rows)
  }

  /// The joined pieces are the pixels; each piece says whether another one follows.
  @Test(arguments: [(1, 1), (30, 20), (32, 32), (64, 48)])
  func kittyGetsThePixels(width: Int, height: Int) throws {
    let raster = raster(width, height)
    let text = String(decoding: Graphics.kitty(nil).drawing(raster), as: UTF8.self)
    let pieces = text.components(separatedBy: "\u{1B}\\").dropLast()
    var base64 = ""
    for (index, piece) in pieces.enumerated() {
      #expect(piece.hasPrefix("\u{1B}_G"))
      let parts = piece.dropFirst(3).split(separator: ";", maxSplits: 1)
      let keys = Set(parts[0].split(separator: ",").map(String.init))
      #expect(keys.contains(index + 1 == pieces.count ? "m=0" : "m=1"))
      if index == 0 {
        #expect(keys.isSuperset(of: ["a=T", "f=24", "s=\(width)", "v=\(height)", "c=4", "r=2", "q=2", "C=1"]))
      }
      #expect(parts[1].utf8.count <= 4_096 && (index + 1 == pieces.count || parts[1].utf8.count % 4 == 0))
      base64 += parts[1]
    }
    #expect(try #require(Data(base64Encoded: base64)) == Data(raster.bytes))
  }

  /// The file is a PNG whose unfiltered, uncompressed rows are the pixels.
  @Test(arguments: [(1, 1), (30, 20), (200, 120)])
  func aFileIsAPNG(width: Int, height: Int) throws {
    let raster = raster(width, height)
    let text = String(decoding: Graphics.file(nil).drawing(raster), as: UTF8.self)
    let parts = text.split(separator: ":")
    #expect(parts[0] == "\u{1B}]1337;File=inline=1;width=4;height=2;preserveAspectRatio=1" && text.hasSuffix("\u{07}"))
    let png = [UInt8](try #require(Data(base64Encoded: String(parts[1].dropLast()))))
    #expect(png.starts(with: [0x89] + "PNG\r\n\u{1A}\n\0\0\0\rIHDR".utf8))
    #expect(Array(png[16..<29]) == [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height), 8, 2, 0, 0, 0])
    var (rows, place, isLast) = ([UInt8](), 43, false)
    while !isLast {
      isLast = png[place] == 1
      let count = Int(png[place + 1]) | Int(png[place + 2]) << 8
      rows += png[(place + 5)..<(place + 5 + count)]
      place += 5 + count
    }
    #expect(rows.count == (width * 3 + 1) * height)
    for row in 0..<height {
      let start = row * (width * 3 + 1)
      #expect(rows[start] == 0)
      #expect(rows[(start + 1)...].prefix(width * 3) == raster.bytes[(row * width * 3)...].prefix(width * 3))
    }
  }

  /// The bytes equal those that other programs write, including the checksums.
  @Test func thePNGOfAPixelIsKnown() {
    let png = PNGWriter.bytes(width: 1, height: 1, pixels: [255, 0, 0])
    #expect(
      Data(png).base64EncodedString()
        == "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAAD0lEQVR4AQEEAPv/AP8AAAMBAQCNHeWCAAAAAElFTkSuQmCC")
  }

  /// Both Adler-32 sums wrap at the largest prime below 2^16; here the first sum reaches exactly that prime.
  @Test func theChecksumOfThePixelsIsAdlers() {
    for last in [239, 240, 241] as [UInt8] {
      let pixels = [UInt8](repeating: 255, count: 256) + [last, 0]
      let png = PNGWriter.bytes(width: 86, height: 1, pixels: pixels)
      var (sum, sums) = (1, 0)
      for byte in [0] + pixels {
        sum = (sum + Int(byte)) % 65_521
        sums = (sums + sum) % 65_521
      }
      let end = png.count - 16
      #expect(png[(end - 4)..<end].reduce(0) { $0 << 8 | Int($1) } == sums << 16 | sum)
    }
  }

  /// A side that covers its cells exactly is stated alone, so that the terminal does not stretch the picture.
  @Test func kittyKeepsThePicturesShape() {
    func keys(_ width: Int, _ height: Int) -> String {
      let text = String(
        decoding: Graphics.kitty(CellSize(width: 5, height: 10)).drawing(raster(width, height)), as: UTF8.self)
      return text.split(separator: ",").filter { $0.hasPrefix("c=") || $0.hasPrefix("r=") }.joined(separator: ",")
    }
    #expect(keys(20, 13) == "c=4" && keys(17, 20) == "r=2" && keys(20, 20) == "c=4" && keys(9, 9) == "c=4,r=2")
  }

  @Test func sixelsAreBandsOfSixRows() {
    let black = Raster(width: 1, height: 1, bytes: [0, 0, 0], columns: 1, rows: 1)
    let text = String(decoding: Sixel.bytes(black, within: (10, 13)), as: UTF8.self)
    #expect(text == "\u{1B}P0;1q\"1;1;10;10#0;2;0;0;0#0!10~$-#0!10N$-\u{1B}\\")
    let white = Raster(width: 1, height: 1, bytes: [255, 255, 255], columns: 1, rows: 1)
    #expect(
      String(decoding: Sixel.bytes(white, within: (2, 6)), as: UTF8.self)
        == "\u{1B}P0;1q\"1;1;2;2#0;2;100;100;100#0BB$-\u{1B}\\")
  }

  /// A picture that was decoded from sixels, and the number of colours of each pixel.
  private struct SixelPicture {
    var width = 0
    var height = 0
    var bytes: [UInt8] = []
    var counts: [Int] = []

    init(_ sixels: [UInt8]) throws {
      var rest = String(decoding: sixels, as: UTF8.self).dropFirst("\u{1B}P0;1q\"1;1;".count).dropLast(2)
      func number() -> Int {
        defer { rest = rest.drop { $0.isNumber } }
        return Int(rest.prefix { $0.isNumber }) ?? -1
      }
      width = number()
      rest = rest.dropFirst()
      height = number()
      bytes = Array(repeating: 0, count: width * height * 3)
      counts = Array(repeating: 0, count: width * height)
      var (colours, colour, x, top, repeats): ([Int: [UInt8]], Int, Int, Int, Int) = ([:], 0, 0, 0, 1)
      while let next = rest.first {
        rest = rest.dropFirst()
        switch next {
        case "#":
          colour = number()
          guard rest.first == ";" else { continue }
          rest = rest.dropFirst(3)
          var parts: [UInt8] = []
          for _ in 0..<3 {
            parts.append(UInt8((number() * 255 + 50) / 100))
            if parts.count < 3 { rest = rest.dropFirst() }
          }
          colours[colour] = parts
        case "!": repeats = number()
        case "$": x = 0
        case "-": (x, top) = (0, top + 6)
        default:
          let bits = Int(next.asciiValue!) - 63
          for _ in 0..<repeats {
            for row in 0..<6 where bits >> row & 1 == 1 {
              let place = (top + row) * width + x
              counts[place] += 1
              bytes.replaceSubrange(place * 3..<place * 3 + 3, with: try #require(colours[colour]))
            }
            x += 1
          }
          repeats = 1
        }
      }
    }
  }

  /// Each pixel has one colour. A picture with the colours of a photo is nearly itself: a palette of 216 fixed colours
  /// stays below 22 dB.
  @Test(arguments: [(9, 7), (120, 90)])
  func sixelsAreThePicture(width: Int, height: Int) throws {
    var chance = SystemRandomNumberGenerator()
    let bytes = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let noise = Int.random(in: -6...6, using: &chance)
        let light = 40 + 150 * x / width
        return [light + 40, light + 30 * y / height, light / 2 + 60 * (height - y) / height].map {
          UInt8(min(255, max(0, $0 + noise)))
        }
      }
    }
    let raster = Raster(width: width, height: height, bytes: bytes, columns: 1, rows: 1)
    let picture = try SixelPicture(Sixel.bytes(raster, within: (width, height + 3)))
    #expect(picture.width == width && picture.height == height && picture.counts.allSatisfy { $0 == 1 })
    let square = zip(picture.bytes, bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    #expect(10 * log10(65_025 * Double(bytes.count) / Double(max(1, square))) >= 31)
    // A smaller picture fills its room and keeps its shape.
    let large = try SixelPicture(Sixel.bytes(raster, within: (width * 2, height * 3)))
    #expect(large.width == width * 2 && large.height == height * 2 && large.counts.allSatisfy { $0 == 1 })
  }

  /// Unchanged pictures are not sent again, changed pictures are removed first, and pictures that do not fit are left
  /// out.
  @Test func onlyChangesAreSent() {
    let (first, second) = (raster(4, 4), raster(5, 4))
    var layer = RasterLayer()
    func change(_ rows: [StyledText], _ graphics: Graphics = .kitty(nil)) -> RasterLayer.Change {
      layer.change(to: rows, graphics, columns: 10, rows: 5)
    }
    let rows = [StyledText("x"), StyledText("ab") + StyledText(first)]
    let drawn = change(rows)
    #expect(drawn.before.isEmpty && !drawn.redrawsCells)
    #expect(String(decoding: drawn.after, as: UTF8.self).hasPrefix("\u{1B}7\u{1B}[2;3H\u{1B}_Ga=T"))
    #expect(String(decoding: drawn.after, as: UTF8.self).hasSuffix("\u{1B}\\\u{1B}8"))
    #expect(change(rows).after.isEmpty)
    let other = change([StyledText("x"), StyledText("ab") + StyledText(second)])
    #expect(String(decoding: other.before, as: UTF8.self) == "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" && !other.after.isEmpty)
    #expect(change([StyledText("x")], .sixel(CellSize(width: 8, height: 16))).redrawsCells)
    #expect(!change(rows, .file(nil)).redrawsCells && change([StyledText("x")], .file(nil)).redrawsCells)
    // Pictures in the last row and beyond the last column.
    #expect(change([StyledText(), StyledText(), StyledText(), StyledText(first)]).after.isEmpty)
    #expect(change([StyledText("1234567") + StyledText(first)]).after.isEmpty)
  }

  /// Between lines of text, a picture is drawn from the line below it, and the cursor returns.
  @Test func amongLinesTheCursorComesBack() {
    let picture = raster(4, 4)
    let row = StyledText("▀▀") + StyledText(picture)
    #expect(row.hasRaster && !StyledText("ab").hasRaster)
    let bytes = Graphics.kitty(nil).drawings(of: row, rowsAbove: 7)
    #expect(
      bytes == Array("\u{1B}7\u{1B}[7A\u{1B}[3G".utf8) + Graphics.kitty(nil).drawing(picture) + Array("\u{1B}8".utf8))
    #expect(Graphics.kitty(nil).drawings(of: StyledText("ab"), rowsAbove: 7).isEmpty)
  }

  @Test func picturesThatLookAlikeAreOne() {
    #expect(raster(4, 4) == raster(4, 4) && raster(4, 4).hashValue == raster(4, 4).hashValue)
    #expect(raster(4, 4) != raster(4, 4, columns: 5) && raster(4, 4) != raster(4, 5))
    let text = StyledText("a") + StyledText(raster(4, 4)) + StyledText("b")
    #expect(text.plain == "a    b" && text.width == 6 && text.runs.count == 3)
    #expect(text.lines == [text] && (StyledText("c\n") + text).lines == [StyledText("c"), text])
  }

  @Test func withoutColoursThereAreNoPictures() {
    #expect(PictureForm(.plain, .unicode, .kitty(nil)) == .none)
    #expect(PictureForm(Palette(depth: .basic), .ascii, .kitty(nil)) == .raster(.fallback))
    #expect(PictureForm(Palette(depth: .full), .unicode) == .halfBlocks)
    #expect(PictureForm(Palette(depth: .basic), .unicode) == .none)
  }
}

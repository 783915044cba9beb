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
    let text = String(decoding: Graphics.kitty.drawing(raster), as: UTF8.self)
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
    let text = String(decoding: Graphics.file.drawing(raster), as: UTF8.self)
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

  @Test func sixelsAreBandsOfSixRows() {
    let black = Raster(width: 1, height: 1, bytes: [0, 0, 0], columns: 1, rows: 1)
    let text = String(decoding: Sixel.bytes(black, width: 10, height: 13), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;10;13#0;2;0;0;0#1;2;0;0;20"))
    #expect(text.hasSuffix("#215;2;100;100;100#0!10~$-#0!10~$-#0!10@$-\u{1B}\\"))
    let white = Raster(width: 1, height: 1, bytes: [255, 255, 255], columns: 1, rows: 1)
    #expect(String(decoding: Sixel.bytes(white, width: 2, height: 6), as: UTF8.self).hasSuffix("#215~~$-\u{1B}\\"))
  }

  /// Each pixel has one palette colour that is close to its own.
  @Test func sixelsCoverThePicture() throws {
    let raster = raster(9, 7)
    let text = String(decoding: Sixel.bytes(raster, width: 18, height: 21), as: UTF8.self)
    let body = try #require(text.components(separatedBy: "#215;2;100;100;100").last).dropLast(2)
    var counts = Array(repeating: 0, count: 18 * 24)
    for (band, words) in body.split(separator: "-").enumerated() {
      for word in words.split(separator: "$") {
        var (x, repeats) = (0, 1)
        var rest = word.drop { $0 != "#" }.dropFirst().drop { $0.isNumber }
        while let next = rest.first {
          rest = rest.dropFirst()
          if next == "!" {
            repeats = Int(rest.prefix { $0.isNumber })!
            rest = rest.drop { $0.isNumber }
            continue
          }
          let bits = Int(next.asciiValue!) - 63
          for _ in 0..<repeats {
            for row in 0..<6 where bits >> row & 1 == 1 { counts[(band * 6 + row) * 18 + x] += 1 }
            x += 1
          }
          repeats = 1
        }
      }
    }
    #expect(counts.prefix(18 * 21).allSatisfy { $0 == 1 } && counts.dropFirst(18 * 21).allSatisfy { $0 == 0 })
  }

  /// Unchanged pictures are not sent again, changed pictures are removed first, and pictures that do not fit are left
  /// out.
  @Test func onlyChangesAreSent() {
    let (first, second) = (raster(4, 4), raster(5, 4))
    var layer = RasterLayer()
    func change(_ rows: [StyledText], _ graphics: Graphics = .kitty) -> RasterLayer.Change {
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
    #expect(change([StyledText("x")], .sixel(cellWidth: 8, cellHeight: 16)).redrawsCells)
    #expect(!change(rows, .file).redrawsCells && change([StyledText("x")], .file).redrawsCells)
    // Pictures in the last row and beyond the last column.
    #expect(change([StyledText(), StyledText(), StyledText(), StyledText(first)]).after.isEmpty)
    #expect(change([StyledText("1234567") + StyledText(first)]).after.isEmpty)
  }

  /// Between lines of text, a picture is drawn from the line below it, and the cursor returns.
  @Test func amongLinesTheCursorComesBack() {
    let picture = raster(4, 4)
    let row = StyledText("▀▀") + StyledText(picture)
    #expect(row.hasRaster && !StyledText("ab").hasRaster)
    let bytes = Graphics.kitty.drawings(of: row, rowsAbove: 7)
    #expect(
      bytes == Array("\u{1B}7\u{1B}[7A\u{1B}[3G".utf8) + Graphics.kitty.drawing(picture) + Array("\u{1B}8".utf8))
    #expect(Graphics.kitty.drawings(of: StyledText("ab"), rowsAbove: 7).isEmpty)
  }

  @Test func picturesThatLookAlikeAreOne() {
    #expect(raster(4, 4) == raster(4, 4) && raster(4, 4).hashValue == raster(4, 4).hashValue)
    #expect(raster(4, 4) != raster(4, 4, columns: 5) && raster(4, 4) != raster(4, 5))
    let text = StyledText("a") + StyledText(raster(4, 4)) + StyledText("b")
    #expect(text.plain == "a    b" && text.width == 6 && text.runs.count == 3)
    #expect(text.lines == [text] && (StyledText("c\n") + text).lines == [StyledText("c"), text])
  }

  @Test func whoeverWantsNoColoursGetsNoPicture() {
    #expect(PictureForm(.plain, .unicode, .kitty) == .none)
    #expect(PictureForm(Palette(depth: .basic), .ascii, .kitty) == .raster)
    #expect(PictureForm(Palette(depth: .full), .unicode) == .halfBlocks)
    #expect(PictureForm(Palette(depth: .basic), .unicode) == .none)
  }
}

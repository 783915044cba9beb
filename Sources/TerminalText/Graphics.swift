import System

/// The protocol with which a terminal shows pictures in pixels.
public enum Graphics: Hashable, Sendable {
  /// The kitty protocol (sw.kovidgoyal.net/kitty/graphics-protocol), also supported by Ghostty, Konsole and WezTerm.
  case kitty
  /// A file in iTerm2's protocol (iterm2.com/documentation-images.html), also supported by WezTerm.
  case file
  /// DEC sixels, which need the size of a cell in pixels.
  case sixel(cellWidth: Int, cellHeight: Int)

  /// Returns the bytes that draw a picture with its upper left corner at the cursor, which may then be anywhere.
  package func drawing(_ raster: Raster) -> [UInt8] {
    switch self {
    case .kitty: Self.kitty(raster)
    case .file: Self.file(raster)
    case .sixel(let width, let height):
      Sixel.bytes(raster, width: raster.columns * width, height: raster.rows * height)
    }
  }

  /// Returns the bytes that draw the pictures whose upper edge is in a row, for a cursor at the start of the line
  /// `rowsAbove` rows below; the cursor stays.
  public func drawings(of row: StyledText, rowsAbove: Int) -> [UInt8] {
    var (bytes, column): ([UInt8], Int) = ([], 1)
    for run in row.runs {
      if let raster = run.raster {
        bytes += Array("\u{1B}7\u{1B}[\(rowsAbove)A\u{1B}[\(column)G".utf8) + drawing(raster) + Array("\u{1B}8".utf8)
      }
      column += DisplayWidth.of(run.text)
    }
    return bytes
  }

  /// The sequence that removes all drawn pictures. Files and sixels disappear with the cells beneath them.
  package var removal: String {
    switch self {
    case .kitty: "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    case .file, .sixel: ""
    }
  }

  /// Returns the drawing in kitty's protocol. The terminal scales the picture to the cells; it sends no reply, and
  /// its cursor stays.
  private static func kitty(_ raster: Raster) -> [UInt8] {
    let text = Base64.encoded(raster.bytes)
    var out: [UInt8] = []
    var keys = "a=T,f=24,s=\(raster.width),v=\(raster.height),c=\(raster.columns),r=\(raster.rows),q=2,C=1,"
    for start in stride(from: 0, to: text.count, by: longestPiece) {
      let end = min(text.count, start + longestPiece)
      out += Array("\u{1B}_G\(keys)m=\(end < text.count ? 1 : 0);".utf8)
      out += text[start..<end]
      out += [0x1B, UInt8(ascii: "\\")]
      keys = ""
    }
    return out
  }

  /// Returns the drawing in iTerm2's protocol. The terminal scales the picture into the cells and keeps its
  /// proportions.
  private static func file(_ raster: Raster) -> [UInt8] {
    let png = PNGWriter.bytes(width: raster.width, height: raster.height, pixels: raster.bytes)
    let keys = "inline=1;width=\(raster.columns);height=\(raster.rows);preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.encoded(png) + [0x07]
  }

  /// The protocol's limit, in bytes.
  private static let longestPiece = 4_096
}

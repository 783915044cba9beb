import System

/// How a terminal shows pictures in pixels.
public enum Graphics: Hashable, Sendable {
  /// By kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol), also of Ghostty, Konsole and WezTerm.
  case kitty
  /// As a file, by iTerm2's protocol (iterm2.com/documentation-images.html), also of WezTerm.
  case file
  /// By DEC's sixels, for which one must know how large a cell is.
  case sixel(cellWidth: Int, cellHeight: Int)

  /// Draws a picture with its upper left corner at the cursor, which may then be anywhere.
  package func drawing(_ raster: Raster) -> [UInt8] {
    switch self {
    case .kitty: Self.kitty(raster)
    case .file: Self.file(raster)
    case .sixel(let width, let height):
      Sixel.bytes(raster, width: raster.columns * width, height: raster.rows * height)
    }
  }

  /// Draws the pictures that have their upper edge in a row, from the beginning of one so many rows below; the cursor stays.
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

  /// Takes away all that was drawn. Files and sixels go with the cells beneath them.
  package var removal: String {
    switch self {
    case .kitty: "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    case .file, .sixel: ""
    }
  }

  /// The terminal scales it to the cells; it says nothing back, and its cursor stays.
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

  /// The terminal scales it into the cells, in its own shape.
  private static func file(_ raster: Raster) -> [UInt8] {
    let png = PNGWriter.bytes(width: raster.width, height: raster.height, pixels: raster.bytes)
    let keys = "inline=1;width=\(raster.columns);height=\(raster.rows);preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.encoded(png) + [0x07]
  }

  /// As the protocol has it.
  private static let longestPiece = 4_096
}

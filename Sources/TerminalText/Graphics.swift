import System

/// The protocol with which a terminal shows pictures in pixels.
public enum Graphics: Hashable, Sendable {
  /// The kitty protocol (sw.kovidgoyal.net/kitty/graphics-protocol), also supported by Ghostty, Konsole and WezTerm.
  case kitty(CellSize?)
  /// A file in iTerm2's protocol (iterm2.com/documentation-images.html), also supported by WezTerm.
  case file(CellSize?)
  /// DEC sixels, which need the size of a cell in pixels.
  case sixel(CellSize)

  /// The size of a cell; `nil` if the terminal did not report it.
  public var cell: CellSize? {
    switch self {
    case .kitty(let cell), .file(let cell): cell
    case .sixel(let cell): cell
    }
  }

  /// Returns the bytes that draw a picture with its upper left corner at the cursor, which may then be anywhere.
  package func drawing(_ raster: Raster) -> [UInt8] {
    switch self {
    case .kitty(let cell): Self.kitty(raster, cell)
    case .file: Self.file(raster)
    case .sixel(let cell):
      Sixel.bytes(raster, within: (raster.columns * cell.width, raster.rows * cell.height))
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

  /// Returns the drawing in kitty's protocol. The terminal sends no reply, and its cursor stays. It scales the picture
  /// to the cells; if one side of the picture has their exact size, only that side is given, so that the picture keeps
  /// its shape and each of its pixels.
  private static func kitty(_ raster: Raster, _ cell: CellSize?) -> [UInt8] {
    let text = Base64.encoded(raster.bytes)
    var out: [UInt8] = []
    let size =
      if let cell, raster.columns * cell.width == raster.width {
        "c=\(raster.columns)"
      } else if let cell, raster.rows * cell.height == raster.height {
        "r=\(raster.rows)"
      } else {
        "c=\(raster.columns),r=\(raster.rows)"
      }
    var keys = "a=T,f=24,s=\(raster.width),v=\(raster.height),\(size),q=2,C=1,"
    for start in stride(from: 0, to: text.count, by: chunkLengthLimit) {
      let end = min(text.count, start + chunkLengthLimit)
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
  private static let chunkLengthLimit = 4_096
}

/// The size of a terminal's cell in pixels.
public struct CellSize: Hashable, Sendable {
  public let width, height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The size for a terminal that does not report its own.
  public static let fallback = CellSize(width: 10, height: 20)
}

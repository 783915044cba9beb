import JSON
import Moments
import SessionState
import ShellCore
import TerminalText

/// A map as an SVG picture: towns as dots, pins as circles with their moments' titles.
struct MapPage {
  let map: PhotoMap

  private static let (width, height, margin) = (960, 480, 16)

  var svg: String {
    let (width, height, margin) = (Self.width, Self.height, Self.margin)
    var body = "<g fill=\"#b8b8b8\">\n"
    for town in Places.towns(in: map.pins.region) {
      body += "<circle cx=\"\(Self.text(town.x, width))\" cy=\"\(Self.text(town.y, height))\" r=\"1\"/>\n"
    }
    body += "</g>\n"
    // The largest come first and are drawn first, so that small ones lie above them.
    for (index, pin) in map.pins.pins.enumerated() { body += circle(pin, number: index + 1) }
    let bottom = height + margin + 20
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width + 2 * margin)" height="\(bottom + margin)" \
      viewBox="\(-margin) \(-margin) \(width + 2 * margin) \(bottom + margin)" font-family="sans-serif">
      <title>Photos</title>
      <rect x="\(-margin)" y="\(-margin)" width="100%" height="100%" fill="#fff"/>
      <rect width="\(width)" height="\(height)" fill="#f4f7fa" stroke="#ccc"/>
      \(body)<text y="\(height + 20)" font-size="12" fill="#555">\(Markup.escaped(map.extent)). Towns: GeoNames, \
      CC BY 4.0.</text>
      </svg>

      """
  }

  private func circle(_ pin: MapPins.Pin, number: Int) -> String {
    let (x, y) = (Self.text(pin.x, Self.width), Self.text(pin.y, Self.height))
    let photos = map.photos(of: pin)
    let place = map.place(of: pin).map { ", \($0.description)" } ?? ""
    let words = Markup.escaped("\(map.words(of: pin))\(place): \(TimeText.count(photos, "photo"))")
    let radius = 8 + min(14, 2 * (Int.bitWidth - photos.leadingZeroBitCount))
    return """
      <g><title>\(words)</title><circle cx="\(x)" cy="\(y)" r="\(radius)" fill="\(pin.isLeaf ? "#1f6feb" : "#d9480f")" \
      fill-opacity="0.8"/><text x="\(x)" y="\(y)" dy="4" font-size="12" fill="#fff" text-anchor="middle">\(number)</text></g>

      """
  }

  /// Returns a length in pixels, to a tenth.
  private static func text(_ share: Double, _ length: Int) -> String {
    TimeText.decimal(share * Double(length))
  }
}

/// A map in cells: towns as dots, and over them the pins' numbers, each within its own field so that none hides
/// another.
struct MapPicture {
  let map: PhotoMap
  let glyphs: GlyphSet

  /// The smallest size in which each of 64 pins has a field of its own.
  static let minimumColumns = 4 * MapPins.fields
  static let minimumRows = MapPins.fields

  /// Returns the map in a number of columns and rows; empty if there is too little room.
  func rows(columns: Int, rows: Int) -> [StyledText] {
    guard columns >= Self.minimumColumns, rows >= Self.minimumRows else { return [] }
    let towns = Places.towns(in: map.pins.region)
    let lines = Picture.dots(towns, columns: columns, rows: rows, glyphs: glyphs).map { Array($0) }
    var labels: [Int: [(column: Int, text: String, isLeaf: Bool)]] = [:]
    for (index, pin) in map.pins.pins.enumerated() {
      let text = String(index + 1)
      let (row, column) = place(of: pin, text.count, columns, rows)
      labels[row, default: []].append((column, text, pin.isLeaf))
    }
    return lines.indices.map { row in
      var (line, column) = (StyledText(), 0)
      for label in (labels[row] ?? []).sorted(by: { $0.column < $1.column }) {
        line.append(String(lines[row][column..<label.column]), .dim)
        line.append(label.text, label.isLeaf ? .command : .held)
        column = label.column + label.text.count
      }
      line.append(String(lines[row][column...]), .dim)
      return line
    }
  }

  private func place(of pin: MapPins.Pin, _ width: Int, _ columns: Int, _ rows: Int) -> (row: Int, column: Int) {
    let (firstRow, lastRow) = Self.cells(pin.row, of: rows)
    let (firstColumn, lastColumn) = Self.cells(pin.column, of: columns)
    let (row, column) = (Int(pin.y * Double(rows)), Int(pin.x * Double(columns)) - (width - 1) / 2)
    return (
      min(lastRow, max(firstRow, row)), max(firstColumn, min(lastColumn - width + 1, column))
    )
  }

  /// Returns the first and the last cell of a field.
  private static func cells(_ field: Int, of count: Int) -> (first: Int, last: Int) {
    (field * count / MapPins.fields, (field + 1) * count / MapPins.fields - 1)
  }
}

/// The last shown map of the moments, on a page.
enum MapPageModel {
  /// The map's width; its height is half of that.
  private static let width = 1_000.0
  /// The number of towns that is enough to show a coast.
  private static let townLimit = 900

  static let pageModel = PageModel(name: "map") { session in
    session.world.photos.album.flatMap { map(of: $0, session) }
  }

  private static func map(of album: Album, _ session: Session) -> JSON? {
    let resources = session.resources.photos
    let region = resources.region(of: album) ?? MapRegion(holding: album.coordinates)
    // The map stays the same while other things happen.
    if let drawn = resources.drawn(region, of: album) { return drawn }
    let map = PhotoMap(album, region)
    guard !map.pins.pins.isEmpty else { return nil }
    let drawn = JSON.fields([
      "words": .string(sanitized("\(TimeText.count(album.moments.count, "moment")), \(map.extent)")),
      "towns": .array([.array(towns(in: region))]), "pins": .array(map.pins.pins.map { pin($0, map) }),
    ])
    resources.keep(drawn, region, of: album)
    return drawn
  }

  private static func pin(_ pin: MapPins.Pin, _ map: PhotoMap) -> JSON {
    let photos = map.photos(of: pin)
    let place = map.place(of: pin).map { ", \($0.description)" } ?? ""
    let radius = 26 + min(16, 2 * (Int.bitWidth - photos.leadingZeroBitCount))
    return .array([
      whole(pin.x * width), whole(pin.y * width / 2), .integer(Int64(radius)), .flag(pin.isLeaf),
      .string(sanitized("\(map.words(of: pin))\(place): \(TimeText.count(photos, "photo"))")),
    ])
  }

  /// Returns the coordinates of the towns in one list: one town for each spot, and only a sample of very many.
  private static func towns(in region: MapRegion) -> [JSON] {
    var coordinates: [Int] = []
    for town in Places.towns(in: region) {
      let (x, y) = (Int(town.x * width / 5) * 5, Int(town.y * width / 10) * 5)
      coordinates.append(y * 10_000 + x)
    }
    let places = Set(coordinates).sorted()
    let step = max(1, (places.count + townLimit - 1) / townLimit)
    return stride(from: 0, to: places.count, by: step).flatMap { index -> [JSON] in
      [.integer(Int64(places[index] % 10_000)), .integer(Int64(places[index] / 10_000))]
    }
  }

  private static func whole(_ value: Double) -> JSON { .integer(Int64(value.rounded())) }
}

import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands for the map of the moments.
struct MapCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "map", summary: "shows the moments on a map with at most 64 pins",
      details: """
        Shows all moments; `map zoom 1` zooms in on the first pin, and `map at` shows another place. The map is a grid \
        of 8 × 8 cells: a pin is one moment, or all moments in a cell. The dots are towns. The value is a list of \
        pins.
        """,
      examples: [
        .init(
          "cluster Examples/Photos\nlet pins = map\nexpect ($pins | count) <= 64\nexpect $pins[0].place == \"Lisbon\"",
          "the pin with the most moments first"),
        .init("cluster Examples/Photos\nmap", "as a picture"),
      ],
      searchWords: ["places", "where", "position", "gps", "pins", "world", "geography"], in: .photos,
      shows: .drawn { session, _ in MapCommands(session).showMap() }, role: .looks
    ) { (session, _) throws(Failure) in try MapCommands(session).map { MapRegion(holding: $0.coordinates) } },
    CommandEntry(
      "map zoom",
      [Parameter("PIN", .number(1...64, whole: true), "the pin's number on the last map")],
      summary: "zooms in on a pin by a factor of four",
      examples: [
        .init("cluster Examples/Photos\nmap\nlet pins = map zoom 1\nexpect $pins[0].total > 0", "nearer")
      ],
      searchWords: ["nearer", "closer", "open", "pin", "enlarge", "in"], in: .photos,
      shows: .drawn { session, _ in MapCommands(session).showMap() }, role: .looks
    ) { (session, arguments) throws(Failure) in try MapCommands(session).zoomMap(Int(arguments[0].number ?? 1)) },
    CommandEntry(
      "map at",
      [
        Parameter("LATITUDE", .number(-90...90, whole: false), "degrees north; negative south of the equator"),
        Parameter("LONGITUDE", .number(-180...180, whole: false), "degrees east; negative west of Greenwich"),
        Parameter(
          "DEGREES", after: "span", .number(MapRegion.minimumSpan...180, whole: false), optional: true,
          "degrees from south to north (default 1, which is 111 km)"),
      ],
      summary: "shows the map around a position",
      examples: [
        .init(
          "cluster Examples/Photos\nlet pins = map at 38.7 -9.1 span 2\nexpect ($pins | count) > 0", "around Lisbon"),
        .init("cluster Examples/Photos\nexpect (map at 0 180 | count) == 0", "no pins there"),
      ],
      searchWords: ["position", "latitude", "longitude", "around", "go"], in: .photos,
      shows: .drawn { session, _ in MapCommands(session).showMap() }, role: .looks
    ) { (session, arguments) throws(Failure) in
      try MapCommands(session).map { _ in
        MapRegion(
          latitude: arguments[0].number ?? 0, longitude: arguments[1].number ?? 0, span: arguments[2].number ?? 1)
      }
    },
    CommandEntry(
      "map to",
      [
        Parameter("FILE", .path, "the file to write, ending in .svg"),
        .flag("replace", "overwrites an existing file"),
      ],
      summary: "saves the last map as a picture for a browser",
      details: "The file shows where photos were taken, but contains no photos.",
      examples: [
        .init(
          "cluster Examples/Photos\nexpect error { map to \"Examples/Photos/map.svg\" }",
          "Storyline never writes next to photos")
      ],
      searchWords: ["svg", "file", "save", "picture", "export", "browser"], effect: .outside, in: .photos,
      shows: .drawn { session, value in MapCommands(session).showWrittenMap(value) },
      idle: "wrote a picture and did not change the photos", reversal: FileCommands.deletion
    ) { (session, arguments) throws(Failure) in
      .value(.record(try MapCommands(session).writeMap(to: arguments.text(0) ?? "", replacing: arguments.flag(1))))
    },
  ]
}

extension MapCommands {
  /// Returns the map as it was last shown; by default of all moments.
  private func shownMap() throws(Failure) -> PhotoMap {
    let album = try CurrentLibrary(session).albumRead()
    return PhotoMap(album, session.resources.photos.region(of: album))
  }

  fileprivate func map(_ region: (Album) -> MapRegion) throws(Failure) -> CommandOutcome {
    let album = try CurrentLibrary(session).albumRead()
    let map = PhotoMap(album, region(album))
    session.resources.photos.show(map.pins.region, of: album)
    return .value(.list(map.records(session.world.photos.review)))
  }

  fileprivate func zoomMap(_ number: Int) throws(Failure) -> CommandOutcome {
    let map = try shownMap()
    guard number <= map.pins.pins.count else {
      let pins = map.pins.pins.count
      throw .refused(
        pins == 0 ? "the map has no pins" : "there is no pin \(number): pins are numbered 1 to \(pins)",
        pins == 0 ? "try: map" : "try: map zoom 1"
      ).about(0)
    }
    let (pin, region) = (map.pins.pins[number - 1], map.pins.region)
    return try self.map { _ in region.isNearest ? region : region.zoomed(to: pin.latitude, pin.longitude) }
  }

  fileprivate func writeMap(to path: String, replacing: Bool) throws(Failure) -> Record {
    guard path.lowercased().hasSuffix(".svg") else {
      throw .refused("a map needs a file name that ends in .svg, not '\(path)'", "try: map to \"map.svg\"").about(0)
    }
    let map = try shownMap()
    try FileAccess(session).write(to: path, replacing: replacing) { (_) throws(Failure) in MapPage(map: map).svg.utf8 }
    return ["file": .text(path), "pins": map.pins.pins.count.value]
  }

  fileprivate func showWrittenMap(_ value: Value) {
    guard let record = value.record, let path = record["file"]?.text else { return }
    session.printer.writeWrapped(
      "a map with \(TimeText.count(Int(record["pins"]?.number ?? 0), "pin")) in '\(path)'", .plain)
  }

  // MARK: View

  /// Writes the map, at a terminal, and then the list of pins.
  fileprivate func showMap() {
    guard let map = try? shownMap() else { return }
    let glyphs = session.output.line.glyphs
    if session.output.isTerminal, !map.pins.pins.isEmpty {
      // Four columns a row give the shape of the map, twice as wide as high; the table below must fit as well.
      let free = (session.output.pageRows ?? .max / 8) - min(map.pins.pins.count, Self.mapRows) - 4
      let columns = min(session.output.width - 2, 4 * min(Self.mapRows, max(MapPicture.minimumRows, free)))
      for row in MapPicture(map: map, glyphs: glyphs).rows(columns: columns, rows: columns / 4) {
        session.printer.writeLine(StyledText(" ") + row)
      }
    }
    let pins = Array(map.pins.pins.enumerated())
    let shown = session.printer.listed(pins)
    session.printer.writeTable(
      shown,
      [
        .init("#", .right) { StyledText(String($0.offset + 1), $0.element.isLeaf ? .command : .held) },
        .init("photos", .right) { StyledText(String(map.photos(of: $0.element))) },
        .init("place", overflow: .wrap) {
          StyledText(sanitized(map.place(of: $0.element)?.description ?? "", glyphs: glyphs))
        },
        .init("when", overflow: .wrap, rank: 1) { StyledText(sanitized(map.words(of: $0.element), glyphs: glyphs)) },
        .init("moment", rank: 2) { StyledText(Self.numbers(map.numbers(of: $0.element), glyphs), .dim) },
      ])
    session.printer.writeMore(pins.count - shown.count)
    for line in mapSummary(map) { session.printer.writeWrapped(line) }
  }

  private static let mapRows = 16

  /// Returns the first few numbers: `1 2 5 …`.
  private static func numbers(_ numbers: [Int], _ glyphs: GlyphSet) -> String {
    numbers.prefix(4).map { String($0) }.joined(separator: " ") + (numbers.count > 4 ? " " + glyphs.ellipsis : "")
  }

  private func mapSummary(_ map: PhotoMap) -> [String] {
    let pins = map.pins
    if pins.pins.isEmpty, pins.outside == 0 { return ["No photo has a position."] }
    var lines = ["The map is \(map.extent)."]
    if pins.pins.isEmpty { lines = ["This map has no moments (\(map.extent)): `map` shows all moments."] }
    if !pins.pins.isEmpty, pins.outside > 0 {
      lines.append("\(TimeText.count(pins.outside, "moment")) outside this map: `map` shows all moments.")
    }
    if pins.unplaced > 0 { lines.append("\(TimeText.count(pins.unplaced, "moment")) without a position.") }
    if pins.pins.count == 1, pins.pins[0].isLeaf {
      lines.append("`review \(pins.pins[0].coordinates[0] + 1)` shows the moment's photos.")
    }
    let isOneSpot = pins.region.isNearest && pins.pins.contains { !$0.isLeaf }
    if isOneSpot { lines.append("The map cannot zoom in further: `review` with a moment's number shows its photos.") }
    return lines
  }
}

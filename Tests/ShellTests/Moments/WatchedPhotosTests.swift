import Foundation
import Terminal
import Testing

@testable import Moments
@testable import MomentsWing
@testable import ShellCore

/// The review in `watch` on terminals that show pixels: the real program draws each photo as itself.
///
/// `STORYLINE_SCREENS` names a folder for the screens, each a page with its text and its picture; `STORYLINE_PHOTOS`
/// names other photos than the examples.
@Suite(.serialized) struct WatchedPhotosTests {
  /// A way in which a terminal answers, and the lowest signal-to-noise ratio of its pictures.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: String
    let decibels: Double
    let cell: (width: Int, height: Int)
  }

  static let kinds = [
    Kind(
      testDescription: "kitty", answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;10;5t\u{1B}[?62;22c", decibels: 38,
      cell: (5, 10)),
    Kind(
      testDescription: "iTerm2", answer: "\u{1B}P>|iTerm2 3.4.23\u{1B}\\\u{1B}[6;10;5t\u{1B}[?62;22c", decibels: 38,
      cell: (5, 10)),
    Kind(testDescription: "sixel", answer: "\u{1B}[6;10;5t\u{1B}[?62;4;22c", decibels: 31, cell: (5, 10)),
  ]

  private static let environment = ProcessInfo.processInfo.environment
  private static let library = environment["STORYLINE_PHOTOS"] ?? "Examples/Photos"
  private static let steps = environment["STORYLINE_PHOTOS"] == nil ? 6 : 300

  @Test(arguments: kinds)
  func eachPhotoIsShownAsItself(kind: Kind) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 100, rows: 30)
    terminal.enter("let a = cluster \"\(Self.library)\" fixed 3h; let b = review")
    terminal.expect("the first photo") { $0.lines.last == "›" && $0.lines.contains { $0.contains(" reviewed, ") } }
    terminal.enter("watch")
    terminal.expect("the full screen") { $0.isOtherScreen }
    terminal.send(kind.answer)
    var (seen, cards) = ([String](), 0)
    for step in 0..<Self.steps {
      var photo: String?
      terminal.expect("photo \(step)") { screen in
        guard let path = Self.photo(in: screen), path != seen.last else { return false }
        photo = path
        return true
      }
      guard let photo else { break }
      let wanted = PhotoDecoding.pixels(of: "\(Self.library)/\(photo)", nil, fitting: (400, 400))
      if let wanted {
        // A picture is compared when it has been drawn, not each time that the screen is looked at.
        var (count, isDrawn) = (-1, false)
        terminal.expect("the picture of \(photo)") { screen in
          guard !isDrawn, screen.strings.count != count else { return isDrawn }
          count = screen.strings.count
          isDrawn = Self.drawing(on: screen).map { Self.isShown($0.pixels, wanted, photo, kind) } ?? false
          return isDrawn
        }
      } else {
        terminal.expect("a card") { screen in !screen.lines.contains { $0.contains("loading") } }
        cards += 1
      }
      try save(terminal.screen, "\(kind.testDescription)-\(step)", kind)
      seen.append(photo)
      if step + 1 < Self.steps { terminal.send("\u{1B}[C") }
    }
    #expect(Set(seen).count == seen.count && seen.count > cards)
    #expect(terminal.screen.unknown == [])
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
  }

  /// `watch` after `cluster` is in the review at once; a story that plays is shown first, and nothing counts as
  /// reviewed.
  @Test(arguments: [(false, "1"), (true, "0")])
  func watchBeginsTheReview(plays: Bool, done: String) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter((plays ? "story play 4 for 1h; " : "") + "let a = cluster \"Examples/Photos\" fixed 3h")
    terminal.expect("clustered") { screen in
      screen.lines.last?.hasPrefix("›") == true && screen.lines.contains { $0.contains("✓ 35 photos") }
    }
    terminal.enter("watch")
    terminal.expect("a picture") { screen in
      screen.isOtherScreen
        && screen.lines.contains { $0.contains(plays ? "4 of 10" : "1 of 35, 1 ") }
    }
    if !plays {
      terminal.send("\u{1B}[C")
      terminal.expect("the next photo") { $0.lines.contains { $0.contains("2 of 35, 2 ") } }
      terminal.send("u")
      terminal.expect("the first photo") { $0.lines.contains { $0.contains("1 of 35, 1 ") } }
    }
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    terminal.enter("print \"done {review.done}\"")
    terminal.expect("the count") { $0.lines.contains("done \(done)") }
    #expect(terminal.screen.unknown == [])
  }

  /// Returns the path that the lowest lines of a screen name.
  private static func photo(in screen: ScreenModel) -> String? {
    screen.lines.lazy.compactMap { line in
      guard line.hasPrefix(" "), let text = line.split(separator: "  ").first else { return nil }
      let path = text.trimmingCharacters(in: .whitespaces).replacing("♥ ", with: "")
      let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return MediaFormat.extensions.contains(ending) && !path.contains("┃") ? path : nil
    }.last
  }

  /// Returns whether a drawing is a photo, and neither another one nor its thumbnail.
  private static func isShown(_ drawn: Pixels, _ small: Pixels, _ photo: String, _ kind: Kind) -> Bool {
    // The same shape, as large as the room.
    guard max(drawn.width, drawn.height) >= 200, drawn.hasShape((small.width, small.height)) else { return false }
    let room = (drawn.width, drawn.height)
    guard let own = PhotoDecoding.pixels(of: "\(library)/\(photo)", nil, fitting: room) else { return false }
    let same = own.resampled(toWidth: drawn.width, height: drawn.height)
    let sum = zip(same.bytes, drawn.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return sum == 0 || 10 * log10(65_025 * Double(same.bytes.count) / Double(sum)) >= kind.decibels
  }

  // MARK: Drawings

  private struct Drawing {
    let pixels: Pixels
    let row, column: Int
  }

  /// Returns the picture that was drawn last, if all of it has arrived.
  private static func drawing(on screen: ScreenModel) -> Drawing? {
    let starts = ["Ga=T", "0;1q\"1;1;", "1337;File="]
    guard let place = screen.strings.lastIndex(where: { text in starts.contains { text.hasPrefix($0) } }) else {
      return nil
    }
    let (text, corner) = (screen.strings[place], screen.stringPlaces[place])
    let pixels: Pixels?
    switch text.first {
    case "G": pixels = kitty(screen.strings[place...])
    case "1":
      let bytes = text.firstIndex(of: ":").flatMap { Data(base64Encoded: String(text[$0...].dropFirst())) }
      pixels = bytes.flatMap { bytes in [UInt8](bytes).withUnsafeBytes { PNGDecoder.pixels(of: $0, atLeast: 1 << 15) } }
    default: pixels = sixels(Array(text.utf8))
    }
    return pixels.map { Drawing(pixels: $0, row: corner.row, column: corner.column) }
  }

  /// Joins the pieces of kitty's protocol.
  private static func kitty(_ pieces: ArraySlice<String>) -> Pixels? {
    var (base64, size) = ("", [Character: Int]())
    for piece in pieces {
      let parts = piece.dropFirst().split(separator: ";", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let keys = parts[0].split(separator: ",")
      for key in keys {
        if let number = Int(key.dropFirst(2)), let name = key.first { size[name] = size[name] ?? number }
      }
      base64 += parts[1]
      guard keys.contains("m=0") else { continue }
      guard let bytes = Data(base64Encoded: base64), let width = size["s"], let height = size["v"],
        bytes.count == width * height * 3
      else { return nil }
      return Pixels(width: width, height: height, bytes: [UInt8](bytes))
    }
    return nil
  }

  /// Decodes sixels, as a terminal does: `#` chooses or defines a colour, `!` repeats, `$` returns, `-` goes down.
  private static func sixels(_ text: [UInt8]) -> Pixels? {
    var place = (text.firstIndex(of: UInt8(ascii: "\"")) ?? -1) + 1
    func number() -> Int {
      var value = 0
      while place < text.count, (0x30...0x39).contains(text[place]) {
        value = value * 10 + Int(text[place]) - 0x30
        place += 1
      }
      return value
    }
    func numbers() -> [Int] {
      var all = [number()]
      while place < text.count, text[place] == UInt8(ascii: ";") {
        place += 1
        all.append(number())
      }
      return all
    }
    let head = numbers()
    guard head.count == 4 else { return nil }
    let (width, height) = (head[2], head[3])
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    var (colours, colour) = ([Int: [UInt8]](), [UInt8](repeating: 0, count: 3))
    var (x, y) = (0, 0)
    while place < text.count {
      let character = text[place]
      place += 1
      var count = 1
      var bits = character
      switch character {
      case UInt8(ascii: "#"):
        let values = numbers()
        if values.count == 5 { colours[values[0]] = values.suffix(3).map { UInt8(($0 * 255 + 50) / 100) } }
        colour = colours[values[0]] ?? colour
        continue
      case UInt8(ascii: "$"):
        x = 0
        continue
      case UInt8(ascii: "-"):
        (x, y) = (0, y + 6)
        continue
      case UInt8(ascii: "!"):
        count = number()
        bits = text[place]
        place += 1
      default: break
      }
      guard (63...126).contains(bits) else { return nil }
      for column in x..<x + count {
        for row in 0..<6 where (bits - 63) & (1 << row) != 0 && column < width && y + row < height {
          let start = ((y + row) * width + column) * 3
          for channel in 0..<3 { bytes[start + channel] = colour[channel] }
        }
      }
      x += count
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  // MARK: Screens

  /// Saves a screen as a page: its text in cells, and its picture in pixels.
  private func save(_ screen: ScreenModel, _ name: String, _ kind: Kind) throws {
    guard let folder = Self.environment["STORYLINE_SCREENS"] else { return }
    let (width, height) = kind.cell
    var page = "<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0;background:#111;color:#ddd\">"
    for (row, line) in screen.lines.enumerated() {
      for (column, character) in line.enumerated() where character != " " {
        page +=
          "<b style=\"position:absolute;left:\(column * width)px;top:\(row * height)px;"
          + "font:\(height * 3 / 4)px/\(height)px monospace\">\(Markup.escaped(String(character)))</b>"
      }
    }
    if let drawing = Self.drawing(on: screen) {
      let png = PNGWriter.bytes(
        width: drawing.pixels.width, height: drawing.pixels.height, pixels: drawing.pixels.bytes)
      page +=
        "<img style=\"position:absolute;left:\(drawing.column * width)px;top:\(drawing.row * height)px\" "
        + "src=\"data:image/png;base64,\(Data(png).base64EncodedString())\">"
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try page.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
  }
}

import Moments
import SessionState
import TerminalText
import Timeline

/// The shown photo, for a screen.
struct PhotoPicture {
  let photo: ShownPhoto
  let columns: Int
  let glyphs: GlyphSet
  var form = PictureForm.halfBlocks

  /// Returns the size in pixels that a picture may have in this form.
  static func room(_ form: PictureForm, columns: Int, rows: Int) -> PhotoRendering.Room {
    switch form {
    case .none: (0, 0)
    // A cell is about twice as high as wide.
    case .halfBlocks: (columns, rows * 2)
    case .raster(let cell): (columns * cell.width, rows * cell.height)
    }
  }

  /// Returns the photo's picture, centred within a size; `nil` while it is loaded, and if there is none.
  static func picture(
    _ state: ThumbnailLoader.State, _ form: PictureForm, columns: Int, rows: Int
  ) -> [StyledText]? {
    guard columns > 0, rows > 0 else { return nil }
    let pixels: Pixels
    switch state {
    case .loading, .none: return nil
    case .preview(let picture), .ready(let picture): pixels = picture
    }
    let room = room(form, columns: columns, rows: rows)
    let isDone = if case .ready = state { pixels.width <= room.width && pixels.height <= room.height } else { false }
    let size = isDone ? (pixels.width, pixels.height) : pixels.fitted(width: room.width, height: room.height)
    if case .raster(let cell) = form {
      return raster(
        pixels, columns: (size.0 + cell.width - 1) / cell.width, rows: (size.1 + cell.height - 1) / cell.height,
        within: columns)
    }
    let small = isDone ? pixels : pixels.scaled(toWidth: size.0, height: size.1)
    let margin = StyledText(String(repeating: " ", count: (columns - size.0) / 2))
    return HalfBlocks.rows(width: size.0, height: size.1) { x, y in
      let (red, green, blue) = small[x, y]
      return HalfBlocks.Pixel(red, green, blue)
    }.map { margin + $0 }
  }

  /// Returns a picture in pixels; a smaller one is scaled by the terminal.
  private static func raster(_ pixels: Pixels, columns: Int, rows: Int, within width: Int) -> [StyledText] {
    let raster = Raster(
      width: pixels.width, height: pixels.height, bytes: pixels.bytes, columns: columns, rows: rows)
    let top = StyledText(String(repeating: " ", count: (width - columns) / 2)) + StyledText(raster)
    // Each row has a cell, since an empty row may be left out.
    return [top] + Array(repeating: StyledText(" "), count: rows - 1)
  }

  /// Returns the moment at the top, the photo, and its description below.
  /// - Parameter load: returns the photo's picture for a size in pixels.
  func rows(_ count: Int, _ load: (PhotoRendering.Room) -> ThumbnailLoader.State) -> [StyledText] {
    if count <= 0 { return [] }
    if count == 1 { return [line(name, StyledText(photo.progress.words, .dim))] }
    let bottom = count >= 4 ? [line(name, time), line(burst, progress)] : [line(name, progress)]
    let room = count - 1 - bottom.count
    let state = load(Self.room(form, columns: columns, rows: room))
    var middle = Self.picture(state, form, columns: columns, rows: room) ?? card(room, state)
    let above = max(0, room - middle.count) / 2
    middle = Array(repeating: StyledText(), count: above) + middle
    middle += Array(repeating: StyledText(), count: max(0, room - middle.count))
    return [line(title, place)] + middle + bottom
  }

  /// Returns the card in place of a picture.
  private func card(_ rows: Int, _ state: ThumbnailLoader.State) -> [StyledText] {
    guard rows > 0 else { return [] }
    let isLoading = if case .loading = state { true } else { false }
    let words = isLoading ? "loading the picture" : photo.photo.metadata.format.map { "\($0.rawValue)" } ?? ""
    let package = isLoading ? nil : photo.photo.metadata.format.flatMap { PictureHelpers.missingPackage(for: $0) }
    let lines = [words] + (package.map { ["install \($0) to see it"] } ?? [])
    return lines.prefix(rows).map { line in
      let text = StyledText(line, .dim).clipped(to: columns, mark: glyphs.ellipsis)
      return StyledText(String(repeating: " ", count: max(0, columns - text.width) / 2)) + text
    }
  }

  /// Returns a line with one text at the left and one at the right; only the left one if both do not fit.
  private func line(_ left: StyledText, _ right: StyledText) -> StyledText {
    let margin = columns >= 30 ? " " : ""
    let room = columns - 2 * margin.count
    guard left.width + right.width + 2 <= room else {
      return StyledText(margin) + left.clipped(to: room, mark: glyphs.ellipsis)
    }
    return StyledText(margin) + left + StyledText(String(repeating: " ", count: room - left.width - right.width))
      + right
  }

  private var title: StyledText { StyledText(clean(photo.moment?.title ?? "")) }
  private var place: StyledText {
    guard let moment = photo.moment else { return StyledText() }
    return StyledText("\(photo.place) of \(moment.photos)", .dim)
  }
  private var name: StyledText {
    var name = StyledText()
    if photo.isFavourite { name.append(Mark.liked.text(glyphs) + " ", .error) }
    name.append(clean(photo.photo.path))
    return name
  }
  private var time: StyledText { StyledText(photo.time, .dim) }
  private var burst: StyledText {
    StyledText(photo.burst.map { "\($0.number) of a burst of \($0.count)" } ?? "", .dim)
  }
  private var progress: StyledText { StyledText(photo.progress.words, .dim) }
  private func clean(_ text: String) -> String { sanitized(text, glyphs: glyphs) }
}

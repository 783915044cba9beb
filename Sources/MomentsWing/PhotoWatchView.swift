import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The photo of a review on a watched screen, with its keys.
struct PhotoWatchView {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let watchView = WatchView(
    isOn: { $0.photos.current != nil },
    rows: { world, room, count in
      guard let photo = world.photos.shown(at: room.instant) else { return [] }
      return PhotoPicture(photo: photo, columns: room.columns, glyphs: room.glyphs, form: room.pictures)
        .rows(count) { size in
          if room.pictures == .none { return .none }
          let loader = ThumbnailLoader.shared
          let request = ThumbnailLoader.Request(photo.fullPath, size, room.lens)
          let state = loader.state(of: request, photo.photo.metadata)
          loader.prepare(after: request) { next(world.photos, request) }
          return state
        }
    },
    idle: { world, room, count in
      guard let album = world.photos.album else { return [] }
      let lines = [
        StyledText(
          " \(TimeText.count(album.marks.count, "photo")) \(album.marks.count == 1 ? "has" : "have") been read", .dim),
        StyledText(" at the prompt, ", .dim) + StyledText("review", .command)
          + StyledText(" shows them one by one", .dim),
      ]
      return lines.prefix(count).map { $0.clipped(to: room.columns, mark: room.glyphs.ellipsis) }
    },
    words: { world, instant in
      world.photos.shown(at: instant).map { "\($0.photo.path), \($0.time): \($0.progress.sentence)" } ?? ""
    },
    action: { key, world in action(for: key, world.photos) },
    hints: { world, glyphs in hints(world.photos, glyphs) },
    height: { _ in WatchView.pictureHeight },
    // While a picture loads, this is checked at the rate of a film.
    pause: { _, _, _ in ThumbnailLoader.shared.isLoading() ? Watch.frame : nil },
    hasLens: { $0.photos.current != nil },
    opening: { world in world.photos.tally.flatMap { $0.left > 0 ? "review" : nil } })

  /// Returns the pictures of the two photos after the shown one, in the same room.
  private static func next(_ part: PhotoPart, _ shown: ThumbnailLoader.Request) -> [(ThumbnailLoader.Request, Metadata)]
  {
    guard let album = part.album, let current = part.current else { return [] }
    let walk = part.walk(album)
    var (photo, found): (Int, [(ThumbnailLoader.Request, Metadata)]) = (current, [])
    while found.count < 2, let next = walk.photo(after: photo), next != current, next != photo {
      let file = album.scan.photos[next]
      let request = ThumbnailLoader.Request(
        album.scan.fullPath(of: file.path), (shown.width, shown.height), shown.lens)
      found.append((request, file.metadata))
      photo = next
    }
    return found
  }

  /// Returns the picture of any file within a size in cells; `nil` while it is loaded, and if there is none.
  @Sendable static func picture(of file: String, _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    let request = ThumbnailLoader.Request(file, PhotoPicture.room(form, columns: columns, rows: rows))
    return PhotoPicture.picture(ThumbnailLoader.shared.state(of: request, nil), form, columns: columns, rows: rows)
  }

  /// Returns the picture in bytes that were fetched already.
  @Sendable static func picture(in bytes: [UInt8], _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    PhotoRendering.pixels(of: bytes, fitting: PhotoPicture.room(form, columns: columns, rows: rows)).flatMap {
      PhotoPicture.picture(.ready($0), form, columns: columns, rows: rows)
    }
  }

  private static func action(for key: ScreenKey, _ part: PhotoPart) -> WatchKeys.Action? {
    switch key {
    case .left: .command("review back", [])
    case .right, .character(" "): .command("review next", [])
    case .up: .command("review up", [])
    case .down: .command("review down", [])
    case .character("f"), .character("l"):
      .command(isFavourite(part) ? "review unfavorite" : "review favorite", [])
    case .character("s"): .command("review skip", [])
    default: nil
    }
  }

  private static func isFavourite(_ part: PhotoPart) -> Bool {
    guard let album = part.album, let current = part.current else { return false }
    return part.review.isFavourite(album.scan.photos[current], album.marks[current])
  }

  private static func hints(_ part: PhotoPart, _ glyphs: GlyphSet) -> (main: [WatchView.Hint], rest: [WatchView.Hint]) {
    let (sides, upDown) = glyphs == .unicode ? ("←→", "↑↓") : ("<>", "^v")
    return (
      [
        (sides, "photo"), ("f", isFavourite(part) ? "unfavourite" : "favourite"), (upDown, "burst"),
        ("s", "skip moment"),
      ],
      [("z", "every pixel")]
    )
  }
}

extension PhotoWatchView {
  /// Shows the photo as a picture, at a terminal that supports pictures.
  func showPhotoPicture() {
    guard let photo = ReviewCommands(session).shownPhoto else { return }
    let form = session.output.pictureForm
    guard form != .none else { return }
    let columns = min(session.output.width - 2, Self.pictureColumns)
    // The text about the photo must fit on the same page.
    let rows = min(Self.pictureRows, session.output.pictureRows)
    guard rows >= Self.leastPictureRows else { return }
    let request = ThumbnailLoader.Request(photo.fullPath, PhotoPicture.room(form, columns: columns, rows: rows))
    let metadata = photo.photo.metadata
    let needsHelper = metadata.format.map { PictureHelpers.canDecode($0) } ?? false
    let state = ThumbnailLoader.shared.state(
      of: request, metadata, within: needsHelper ? Self.decodingTimeout : Self.thumbnailTimeout,
      decoding: Self.decodingTimeout)
    // These lines stay: a thumbnail, which may differ from the photo, would never be replaced.
    guard case .ready = state else { return }
    let picture = PhotoPicture.picture(state, form, columns: columns, rows: rows) ?? []
    session.printer.writeLines(picture.map { StyledText(" ") + $0 })
  }

  /// The maximum wait for a slow disk; after it the line about the photo appears without a picture.
  static let thumbnailTimeout = Duration.milliseconds(150)
  /// The maximum wait for a photo whose file can be read, or that a helper decodes.
  private static let decodingTimeout = Duration.seconds(2)
  private static let pictureColumns = 48
  private static let (leastPictureRows, pictureRows) = (3, 14)
}

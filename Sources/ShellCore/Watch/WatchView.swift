import SessionState
import StoryScript
import TerminalText
import Timeline

/// A wing's picture on a watched screen, and the keys that it handles.
package struct WatchView: Sendable {
  /// The space and the instant for which a view is drawn.
  package struct Context {
    package let instant: Instant
    package let columns: Int
    package let glyphs: GlyphSet
    /// `true` if the remaining rows become a card in place of a picture.
    package let hasCard: Bool
    /// The form of photos.
    package var pictures = PictureForm.none
    /// The histories outside the world.
    package var ledger = World.Ledger()
    /// The part of a photo that is shown pixel by pixel; `nil` for all of it.
    package var lens: PictureLens?
  }

  /// The number of rows in which a photo is recognisable.
  package static let pictureHeight = 18
  /// The number of rows for words and a bar.
  package static let wordsHeight = 4

  /// A key and its meaning.
  package typealias Hint = (key: String, meaning: String)
  /// Returns whether there is something to see.
  package let isOn: @Sendable (World) -> Bool
  /// Returns at most `count` rows, each at most `columns` cells wide.
  package let rows: @Sendable (World, Context, _ count: Int) -> [StyledText]
  /// Returns the rows when there is nothing to see.
  package let idle: @Sendable (World, Context, _ count: Int) -> [StyledText]
  /// Returns one line without a picture.
  package let words: @Sendable (World, Instant) -> String
  /// Returns the command of a key; `nil` if it means nothing here.
  package let action: @Sendable (ScreenKey, World) -> WatchKeys.Action?
  /// Returns the keys, the most useful first; those in `rest` may be left out.
  package let hints: @Sendable (World, GlyphSet) -> (main: [Hint], rest: [Hint])
  /// Returns the number of rows for `view`.
  package let height: @Sendable (World) -> Int
  /// Returns the time until the picture changes by itself; `nil` if only an event changes it.
  package let pause: @Sendable (World, Instant, _ speed: Double) -> Duration?
  /// Returns whether a photo is shown that a lens can show pixel by pixel.
  package var hasLens: @Sendable (World) -> Bool = { _ in false }
  /// Returns the command that `watch` begins with if there is nothing to see yet; `nil` if there is none.
  package var opening: @Sendable (World) -> String? = { _ in nil }

  package init(
    isOn: @escaping @Sendable (World) -> Bool, rows: @escaping @Sendable (World, Context, _ count: Int) -> [StyledText],
    idle: @escaping @Sendable (World, Context, _ count: Int) -> [StyledText],
    words: @escaping @Sendable (World, Instant) -> String,
    action: @escaping @Sendable (ScreenKey, World) -> WatchKeys.Action?,
    hints: @escaping @Sendable (World, GlyphSet) -> (main: [Hint], rest: [Hint]),
    height: @escaping @Sendable (World) -> Int,
    pause: @escaping @Sendable (World, Instant, _ speed: Double) -> Duration?,
    hasLens: @escaping @Sendable (World) -> Bool = { _ in false },
    opening: @escaping @Sendable (World) -> String? = { _ in nil }
  ) {
    self.isOn = isOn
    self.rows = rows
    self.idle = idle
    self.words = words
    self.action = action
    self.hints = hints
    self.height = height
    self.pause = pause
    self.hasLens = hasLens
    self.opening = opening
  }

  /// A view that never shows anything.
  static let nothing = WatchView(
    isOn: { _ in false }, rows: { _, _, _ in [] }, idle: { _, _, _ in [] }, words: { _, _ in "" },
    action: { _, _ in nil },
    hints: { _, _ in ([], []) }, height: { _ in 0 }, pause: { _, _, _ in nil })

  /// Returns a view that shows `other` if there is nothing to see in this one.
  func or(_ other: WatchView) -> WatchView {
    @Sendable func chosen(_ world: World) -> WatchView { !isOn(world) && other.isOn(world) ? other : self }
    return WatchView(
      isOn: { isOn($0) || other.isOn($0) },
      rows: { chosen($0).rows($0, $1, $2) },
      idle: { world, room, count in
        let others = other.idle(world, room, count)
        return others.isEmpty ? idle(world, room, count) : others
      },
      words: { chosen($0).words($0, $1) },
      action: { chosen($1).action($0, $1) }, hints: { chosen($0).hints($0, $1) },
      height: { chosen($0).height($0) },
      pause: { chosen($0).pause($0, $1, $2) },
      hasLens: { chosen($0).hasLens($0) },
      opening: { opening($0) ?? other.opening($0) })
  }
}

/// The middle of a part of a photo that is shown pixel by pixel, as fractions of the photo's width and height.
package struct PictureLens: Hashable, Sendable {
  package private(set) var x = 0.5
  package private(set) var y = 0.5
  private static let step = 0.125

  /// Moves the lens with an arrow key, within the photo.
  /// - Returns: `false` for another key.
  mutating func move(_ key: ScreenKey) -> Bool {
    switch key {
    case .left: x = max(0, x - Self.step)
    case .right: x = min(1, x + Self.step)
    case .up: y = max(0, y - Self.step)
    case .down: y = min(1, y + Self.step)
    default: return false
    }
    return true
  }
}

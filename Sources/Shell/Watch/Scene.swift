import StoryScript
import Terminal
import Timeline

/// One wing's picture on a watched screen, and the keys that it answers.
struct Scene: Sendable {
  /// The room and the instant for which it is drawn.
  struct Room {
    let instant: Instant
    let columns: Int
    let glyphs: GlyphSet
    /// Whether the rows that are left over become a card where a picture would be.
    let hasCard: Bool
    /// How photos are shown.
    var pictures = PictureForm.none
  }

  /// Rows in which a photo can be recognised.
  static let pictureHeight = 18
  /// Rows for words and a bar.
  static let wordsHeight = 4

  /// A key and what it does.
  typealias Hint = (key: String, meaning: String)
  /// Whether there is something to see.
  let isOn: @Sendable (World) -> Bool
  /// At most so many rows, each at most `columns` cells wide.
  let rows: @Sendable (World, Room, _ count: Int) -> [StyledText]
  /// The same where there is nothing to see.
  let idle: @Sendable (World, Room, _ count: Int) -> [StyledText]
  /// In one line without a picture.
  let words: @Sendable (World, Instant) -> String
  /// The command of a key; `nil` when it means nothing here.
  let action: @Sendable (ScreenKey, World) -> WatchKeys.Action?
  /// The keys, the most useful first, and those of which there may be no room to tell.
  let hints: @Sendable (World, GlyphSet) -> (main: [Hint], rest: [Hint])
  /// How many rows `view` gives it.
  let height: @Sendable (World) -> Int
  /// The time for which the picture stays as it is, as far as time alone changes it; `nil` for as long as nothing happens.
  let pause: @Sendable (World, Instant, _ speed: Double) -> Duration?

  /// A scene that never shows anything.
  static let nothing = Scene(
    isOn: { _ in false }, rows: { _, _, _ in [] }, idle: { _, _, _ in [] }, words: { _, _ in "" },
    action: { _, _ in nil },
    hints: { _, _ in ([], []) }, height: { _ in 0 }, pause: { _, _, _ in nil })

  /// This scene, or another one where there is nothing to see in it.
  func or(_ other: Scene) -> Scene {
    @Sendable func chosen(_ world: World) -> Scene { !isOn(world) && other.isOn(world) ? other : self }
    return Scene(
      isOn: { isOn($0) || other.isOn($0) },
      rows: { chosen($0).rows($0, $1, $2) },
      idle: { world, room, count in
        let others = other.idle(world, room, count)
        return others.isEmpty ? idle(world, room, count) : others
      },
      words: { chosen($0).words($0, $1) },
      action: { chosen($1).action($0, $1) }, hints: { chosen($0).hints($0, $1) },
      height: { chosen($0).height($0) },
      pause: { chosen($0).pause($0, $1, $2) })
  }
}

import Terminal
import Timeline

/// The playing story as a picture, and beneath it the running timer: a function of the world, an instant and the room.
struct ViewerPicture {
  /// The scenes: above, and beneath it.
  let scenes: (main: Scene, beneath: Scene)

  /// - Parameters:
  ///   - rows: how many there are; as many rows as that at most come back, each at most `columns` cells wide.
  ///   - pictures: how photos are shown.
  ///   - hasCard: whether the rows that are left over become a card where the picture would be.
  func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, glyphs: GlyphSet, hasCard: Bool = false,
    pictures: PictureForm = .none
  ) -> [StyledText] {
    guard rows > 0, columns > 0 else { return [] }
    let hasBeneath = scenes.beneath.isOn(world)
    let room = Scene.Room(
      instant: instant, columns: columns, glyphs: glyphs, hasCard: hasCard,
      pictures: pictures)
    guard scenes.main.isOn(world) else {
      if !hasBeneath { return scenes.main.idle(world, room, rows) }
      return scenes.beneath.rows(world, room, lowerRows(rows, hasCard))
    }
    var beneath: [StyledText] = []
    if hasBeneath, rows > 1 {
      beneath = scenes.beneath.rows(world, room, rows < 6 ? 1 : lowerRows(rows, hasCard))
      if rows - beneath.count > 4 { beneath.insert(StyledText(), at: 0) }
    }
    return scenes.main.rows(world, room, rows - beneath.count) + beneath
  }

  /// Three rows; on a large screen five, where a ring's markers can be told apart.
  private func lowerRows(_ rows: Int, _ hasCard: Bool) -> Int { hasCard && rows >= 16 ? 5 : min(rows, 3) }
}

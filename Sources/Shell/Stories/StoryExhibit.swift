import JSON
import Stories
import Terminal
import Timeline

/// The story that plays, on a page.
enum StoryExhibit {
  static let exhibit = Exhibit(name: "story") { session in
    let part = session.world.stories
    let (player, now) = (part.player, session.now)
    guard let story = player.story else { return nil }
    let length = player.storyLength
    let drawn = part.viewer.drawn(at: now) * Double(length.microseconds)
    return .fields([
      "number": .integer(Int64(story.id)), "author": .string(sanitized(story.author)),
      "picture": .string(sanitized(story.media.name)), "place": .integer(Int64(player.index)),
      "count": .integer(Int64(player.deck.count)), "length": .integer(length.microseconds / 1_000),
      "state": .string(StoryViewWords.state(of: part.viewer)), "rests": .flag(!player.situation.isMoving),
      "liked": .flag(part.isLiked(story)), "p": .integer(Int64(drawn / 1_000)),
      "r": .flag(player.situation.isMoving),
    ])
  }
}

import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

/// The settings of stories, their feed and the cache.
enum StorySettings {
  /// The possible lengths of a story: long enough to see it, and no longer than a story lives.
  static let lengths = Duration.milliseconds(100)...Story.lifetime

  static let all: [Setting] = [
    .time(
      "length", "the default length of a story, from the next `story play`",
      lengths, "a duration from 100ms to 1d", { $1(&$0.stories.player.settings.length) },
      "set length 15s"
    ).also("duration", "seconds", "time").kept,
    .time(
      "press", "the shortest press that counts as a hold: 0s for every press, 350ms for the classic long press",
      .zero ... .seconds(10), "a duration from 0s to 10s", { $1(&$0.stories.player.settings.pressThreshold) },
      "set press 350ms"
    ).kept,
    .share(
      "zone", "the left part of the screen where a tap goes back, as a share of the width",
      { $1(&$0.stories.player.settings.previousZone) }, "set zone 33%"
    ).kept,
    Setting(
      name: "direction",
      summary:
        "the direction of reading: ltr (left to right), or rtl, which mirrors zones, swipes and the progress bar",
      range: "ltr or rtl", read: { .text($0.stories.player.settings.isRightToLeft ? "rtl" : "ltr") },
      change: { world, value in
        guard let word = value.text, ["ltr", "rtl"].contains(word) else { return false }
        world.stories.player.settings.isRightToLeft = word == "rtl"
        return true
      }, words: ["ltr", "rtl"], suggestion: "set direction rtl"
    ).also("right-to-left").kept,
    Setting(
      name: "end",
      summary:
        "the action after a deck's last story: loop, dismiss, next (the next user) or endless (the feed's next round; if the whole feed has expired, it is loaded again)",
      range: "loop, dismiss, next or endless", read: { .text(word($0.stories.viewer.end)) },
      change: { world, value in
        guard let end = Player.EndOfDeck.allCases.first(where: { word($0) == value.text }) else { return false }
        world.stories.viewer.end = end
        return true
      }, words: Player.EndOfDeck.allCases.map { word($0) }, suggestion: "set end loop"
    ).kept,
    .share(
      "story-failures", "the share of stories whose picture fails at random (`--seed` sets the random values)",
      { $1(&$0.stories.player.settings.faults.failureRate) }, "set story-failures 25%"),
    .share(
      "story-buffering",
      "the share of pictures not in the cache that take time to load (1 s per 10 MB, at most 2 s)",
      { $1(&$0.stories.player.settings.faults.loadingRate) }, "set story-buffering 10%"),
    .time(
      "feed-delay", "the time to load a list of stories", .zero ... .hours(1), "a duration from 0s to 1h",
      { $1(&$0.stories.loader.settings.delay) }, "set feed-delay 500ms"),
    .share(
      "feed-failures", "the share of lists that fail to load, at random (25% in the original apps)",
      { $1(&$0.stories.loader.settings.failureRate) }, "set feed-failures 25%"),
    .whole(
      "cache-count", "the maximum number of pictures and videos in the cache", MediaCache.Limits.counts,
      { $1(&$0.stories.cache.limits.count) },
      "set cache-count 24"),
    .whole(
      "cache-bytes", "the maximum size of the cache in bytes", 0...1_000_000_000_000,
      { $1(&$0.stories.cache.limits.bytes) },
      "set cache-bytes 32_000_000"),
  ]

  static func word(_ end: Player.EndOfDeck) -> String { end == .nextDeck ? "next" : end.rawValue }
}

/// The names in stories, for completion.
enum StoryNames {
  /// - Returns: `nil` for names of another kind.
  static func candidates(_ kind: NameKind, in session: Session) -> [Candidate]? {
    if kind == .machinePart { return MachineView.topics.map { Candidate($0) } }
    guard kind == .user else { return nil }
    let feed = session.world.stories.feed
    return feed.authors.map { author in
      let count = feed.deck(of: author, at: session.now)?.count ?? 0
      return Candidate("@" + author, TimeText.count(count, "story", "stories"))
    }
  }
}

import Stories
import StoryScript
import Timeline

enum CacheCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "cache", summary: "what the cache of pictures keeps, found and lost, as a record",
      details: """
        What a deck opens with is loaded before it opens, and the next story's picture while one plays. What is not \
        kept when its story starts is a miss, as after a jump, and the story waits until it is loaded: a second for \
        10 MB, 2 s at most. What is kept costs nothing. The last ones \
        used are kept: 24 and 32 MB at most unless `set cache-count` and `set cache-bytes` say otherwise; \
        `set story-buffering 0%` has every picture here at once.
        """,
      examples: [
        .init(
          "story play @ana for 5s\nwait 7s\nexpect cache.hits == 2\nexpect cache.misses == 0",
          "the second one was loaded while the first one played"),
        .init(
          "story play 1\njump 5\nexpect cache.misses == 1\nexpect story.state == buffering\nwait 1s\nexpect story.state == playing",
          "a jump goes where nothing was loaded"),
        .init("story play 4\nexpect (cache).media[0] == \"new-strings-first-chord\"", "the newest first"),
      ],
      searchWords: ["memory", "hit", "miss", "evict", "preload", "media", "LRU"],
      gives: states.map(\.field.name) + ["media"], in: .feed,
      shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      var record = session.record(of: states)
      record["media"] = .list(session.world.stories.cache.media.map { .text($0.name) })
      return .value(.record(record))
    },
    CommandEntry(
      "cache clear", summary: "forgets all loaded pictures; the figures stay",
      examples: [.init("story play 4\ncache clear\nexpect cache.count == 0", "as after a restart")],
      searchWords: ["empty", "memory", "forget"], in: .feed
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      let count = session.world.stories.cache.count
      session.change { $0.stories.cache.clear() }
      session.emit(cleared, count, at: now)
    },
  ]

  static let events = [cleared.row]

  private static let cleared = EventEntry<Int>(
    "cache.cleared", "`cache clear` was used",
    fields: [.init("pictures", "how many went") { $0 }],
    says: { line, count, _ in line.say(.done, "cache cleared, ", TimeText.count(count, "picture"), " less") },
    reason: { _, _ in
      ["The loaded pictures are forgotten, so each has to be loaded again.", "`cache` tells the figures."]
    })

  static let states: [StateEntry] = [
    number("count", "how many pictures and videos are kept") { $0.count },
    number("bytes", "their sizes together") { $0.bytes },
    number("hits", "how often one was there when it was wanted") { Int($0.figures.hits) },
    number("misses", "how often one had to be loaded when it was wanted") { Int($0.figures.misses) },
    number("preloaded", "how many were loaded before they were wanted") { Int($0.figures.preloaded) },
    number("evicted", "how many had to make room") { Int($0.figures.evicted) },
  ]

  /// Returns a state with a figure of the cache. A deck that repeats forever keeps hitting the cache, so the figure
  /// never repeats.
  private static func number(
    _ name: String, _ summary: String, _ read: @escaping @Sendable (MediaCache) -> Int
  ) -> StateEntry {
    StateEntry("cache", name, summary, neverRepeats: true) { read($0.world.stories.cache) }
  }
}

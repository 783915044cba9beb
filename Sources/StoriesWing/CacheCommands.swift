import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

enum CacheCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "cache", summary: "shows the contents and statistics of the picture cache, as a record",
      details: """
        A deck's opening picture is loaded before the deck opens. While a story plays, the next story's picture is \
        loaded. If a story starts and its picture is not in the cache (for example after a jump), that is a miss: the \
        story waits until the picture is loaded (1 s per 10 MB, at most 2 s). A hit takes no time. The cache keeps the \
        most recently used pictures (default 24 pictures and 32 MB; `set cache-count`, `set cache-bytes`). With `set \
        story-buffering 0%`, no story waits for its picture.
        """,
      examples: [
        .init(
          "story play @ana for 5s\nwait 7s\nexpect cache.hits == 2\nexpect cache.misses == 0",
          "the second picture is loaded while the first story plays"),
        .init(
          "story play 1\njump 5\nexpect cache.misses == 1\nexpect story.state == buffering\nwait 1s\nexpect story.state == playing",
          "after a jump, the picture is not in the cache yet"),
        .init("story play 4\nexpect (cache).media[0] == \"new-strings-first-chord\"", "newest first"),
      ],
      searchWords: ["memory", "hit", "miss", "evict", "preload", "media", "LRU"],
      gives: states.map { ResultField($0.field) } + ["media"], in: .feed,
      shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      var record = session.record(of: states)
      record["media"] = .list(session.world.stories.cache.media.map { .text($0.name) })
      return .value(.record(record))
    },
    CommandEntry(
      "cache clear", summary: "removes all pictures from the cache, but keeps its statistics",
      examples: [.init("story play 4\ncache clear\nexpect cache.count == 0", "an empty cache, as after a restart")],
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
    "cache.cleared", "the picture cache was cleared",
    fields: [.init("pictures", "the number of pictures removed") { $0 }],
    says: { line, count, _ in line.write(.done, "cache cleared, ", TimeText.count(count, "picture"), " removed") },
    reason: { _, _ in
      ["The cache is empty, so each picture has to be loaded again.", "`cache` shows the statistics."]
    })

  static let states: [StateEntry] = [
    number("count", "the number of pictures and videos in the cache") { $0.count },
    number("bytes", "the total size of the cache in bytes") { $0.bytes },
    number("hits", "the number of cache hits") { Int($0.figures.hits) },
    number("misses", "the number of cache misses") { Int($0.figures.misses) },
    number("preloaded", "the number of pictures loaded in advance") { Int($0.figures.preloaded) },
    number("evicted", "the number of pictures removed to make room") { Int($0.figures.evicted) },
  ]

  /// Returns a state with a figure of the cache. A deck that repeats forever keeps hitting the cache, so the figure
  /// never repeats.
  private static func number(
    _ name: String, _ summary: String, _ read: @escaping @Sendable (MediaCache) -> Int
  ) -> StateEntry {
    StateEntry("cache", name, summary, neverRepeats: true) { read($0.world.stories.cache) }
  }
}

import Stories
import Testing
import Timeline

@Suite struct MediaCacheTests {
  typealias Medium = MediaCache.Medium

  static func medium(_ key: Int, _ bytes: Int = 10) -> Medium { Medium(key: key, name: "m\(key)", bytes: bytes) }

  static func cache(count: Int = 3, bytes: Int = 100) -> MediaCache {
    var cache = MediaCache()
    cache.limits.count = count
    cache.limits.bytes = bytes
    return cache
  }

  /// The simplest model of a cache: a list, the newest item first.
  struct Model {
    var media: [Medium] = []
    var limits = MediaCache.Limits()
    var figures = MediaCache.Figures()

    var bytes: Int { media.reduce(0) { $0 + $1.bytes } }

    mutating func trim(for bytes: Int, _ count: Int) {
      while !media.isEmpty, self.bytes + bytes > limits.bytes || media.count + count > limits.count {
        media.removeLast()
        figures.evicted += 1
      }
    }

    mutating func insert(_ medium: Medium) {
      guard medium.bytes <= limits.bytes else { return }
      trim(for: medium.bytes, 1)
      media.insert(medium, at: 0)
    }

    mutating func use(_ medium: Medium) -> Bool {
      if let place = media.firstIndex(where: { $0.key == medium.key }) {
        media.insert(media.remove(at: place), at: 0)
        figures.hits += 1
        return true
      }
      figures.misses += 1
      insert(medium)
      return false
    }

    mutating func preload(_ medium: Medium) {
      if media.contains(where: { $0.key == medium.key }) { return }
      if let newest = media.first, limits.count == 1 || newest.bytes + medium.bytes > limits.bytes { return }
      if medium.bytes > limits.bytes { return }
      figures.preloaded += 1
      insert(medium)
    }
  }

  @Test func agreesWithTheNaiveModel() {
    var chance = SeededGenerator(seed: 24)
    var cache = Self.cache(count: 5)
    var model = Model()
    model.limits = cache.limits
    var past: [(cache: MediaCache, model: Model)] = []
    for step in 0..<60_000 {
      let key = Int(chance.next() % 14)
      // A medium has one size, determined by its key.
      let medium = Self.medium(key, key * key)
      switch chance.next() % 16 {
      case 0..<9: #expect(cache.use(key, medium) == model.use(medium))
      case 9, 10:
        cache.preload(key, medium)
        model.preload(medium)
      case 11:
        cache.forget(key)
        model.media.removeAll { $0.key == key }
      case 12:
        cache.miss()
        model.figures.misses += 1
      case 13 where step % 7 == 0:
        cache.limits.count = 1 + key % 7
        cache.limits.bytes = 40 + Int(chance.next() % 200)
        model.limits = cache.limits
        model.trim(for: 0, 0)
      case 14 where step % 97 == 0:
        cache.clear()
        model.media = []
      case 15:
        // Saved copies do not change when the original does.
        if past.count < 40 { past.append((cache, model)) } else { (cache, model) = past[key] }
      default: break
      }
      guard cache.media == model.media, cache.figures == model.figures, cache.bytes == model.bytes,
        cache.count == model.media.count
      else {
        Issue.record("differs at step \(step): \(cache.media.map(\.key)), expected \(model.media.map(\.key))")
        return
      }
    }
    for (cache, model) in past { #expect(cache.media == model.media && cache.figures == model.figures) }
  }

  @Test func theLeastRecentlyUsedIsEvicted() {
    var cache = Self.cache()
    for key in [1, 2, 3, 1, 4] { cache.use(key, Self.medium(key)) }
    #expect(cache.media.map(\.key) == [4, 1, 3])
    #expect(cache.figures.hits == 1 && cache.figures.misses == 4 && cache.figures.evicted == 1)
  }

  @Test func bytesCountToo() {
    var cache = Self.cache()
    cache.use(1, Self.medium(1, 60))
    cache.use(2, Self.medium(2, 30))
    cache.use(3, Self.medium(3, 50))
    #expect(cache.media.map(\.key) == [3, 2] && cache.bytes == 80)
    cache.use(4, Self.medium(4, 101))
    #expect(cache.media.map(\.key) == [3, 2], "too large for all of it: shown, never kept")
    cache.limits.bytes = 50
    #expect(cache.media.map(\.key) == [3])
  }

  @Test func theShownMediumIsNotEvictedForTheNext() {
    var cache = Self.cache()
    cache.use(1, Self.medium(1, 60))
    cache.preload(2, Self.medium(2, 60))
    #expect(cache.media.map(\.key) == [1] && cache.figures.preloaded == 0)
    cache.limits.count = 1
    cache.preload(3, Self.medium(3, 10))
    #expect(cache.media.map(\.key) == [1])
  }

  @Test func limitsHaveABorder() {
    var cache = MediaCache()
    cache.limits.count = 1_000
    #expect(cache.limits.count == 100)
    for key in 0..<500 { cache.use(key, Self.medium(key)) }
    #expect(cache.count == 100 && cache.media.map(\.key) == (400..<500).reversed())
    #expect(Medium(key: 1, name: "", bytes: -5).bytes == 0)
  }

  @Test func aHitAfterACopyWritesOnlyTheOrder() {
    var cache = Self.cache()
    for key in 1...3 { cache.use(key, Self.medium(key)) }
    let before = cache
    cache.use(1, Self.medium(1))
    #expect(cache.sharesStorage(with: before) && cache != before)
    #expect(before.media.map(\.key) == [3, 2, 1])
    cache.use(9, Self.medium(9))
    #expect(!cache.sharesStorage(with: before))
  }

  @Test func keysNameTheSameMediaInTheFeedAndNoOthers() throws {
    let feed = Feed(sessionStart: zero)
    let first = try #require(feed.deck(holding: 4))
    let later = try #require(feed.deck(holding: 1_000_004))
    let ana = try #require(feed.deck(of: "ana", at: zero))
    #expect(first.mediaKey(at: 3) == later.mediaKey(at: 3) && first.mediaKey(at: 3) == ana.mediaKey(at: 0))
    let story = Story(id: 1, author: "you", media: .image("harbour-at-dawn"))
    let own = Deck([story], origin: .list("a"))
    #expect(own.mediaKey(at: 0) != first.mediaKey(at: 3))
    #expect(own.mediaKey(at: 0) != Deck([story], origin: .list("b")).mediaKey(at: 0))
  }

  @Test func equalOnesHoldTheSame() {
    func holding(_ keys: [Int], _ bytes: Int = 10) -> MediaCache {
      var cache = Self.cache()
      for key in keys { _ = cache.use(key, Self.medium(key, bytes)) }
      return cache
    }
    #expect(holding([1, 2]) == holding([1, 2]))
    #expect(holding([1, 2]) != holding([1, 3]))
    #expect(holding([1, 2]) != holding([2, 1]))
    #expect(holding([1, 2]) != holding([1, 2], 11))
  }
}

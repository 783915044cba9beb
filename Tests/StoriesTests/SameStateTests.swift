import Stories
import Testing
import Timeline

/// Equality of two values of a type, and the state that a disabled setting must not change.
@Suite struct SameStateTests {
  private func cache(_ keys: [Int], bytes: Int = 10, limit: Int = 3) -> MediaCache {
    var cache = MediaCache()
    cache.limits.count = limit
    for key in keys { _ = cache.use(key, MediaCache.Medium(key: key, name: "m\(key)", bytes: bytes)) }
    return cache
  }

  /// No storage is shared here: equality depends on the contents.
  @Test func cachesThatWereFilledAlikeAreEqual() {
    #expect(cache([1, 2]) == cache([1, 2]))
    #expect(cache([]) == cache([]))
    #expect(cache([1, 2]) != cache([2, 1]), "the order says which one goes first")
    #expect(cache([1, 2]) != cache([1, 3]))
    #expect(cache([1, 2]) != cache([1, 2], bytes: 11))
    #expect(cache([1, 2]) != cache([1, 2], limit: 4))
    #expect(cache([1]) != cache([1, 1]), "a hit is counted")
  }

  /// Random numbers are drawn only for requests that can fail, so requests before a setting do not shift the outcomes
  /// after it.
  @Test func requestsThatCannotFailDrawNothing() throws {
    func outcomes(after quiet: Int) throws -> [FeedLoader.State] {
      var settings = FeedLoader.Settings()
      settings.delay = .zero
      var loader = FeedLoader(settings: settings, seed: 7)
      func load() throws -> FeedLoader.State {
        try loader.handle(.load(.page(1)), at: .practiceStart) { _ in }
        return loader.state
      }
      for _ in 0..<quiet { #expect(try load() == .loaded) }
      loader.settings.failureRate = 0.5
      return try (0..<40).map { _ in try load() }
    }
    let fresh = try outcomes(after: 0)
    #expect(Set(fresh).count == 2)
    #expect(try outcomes(after: 1) == fresh)
    #expect(try outcomes(after: 5) == fresh)
  }
}

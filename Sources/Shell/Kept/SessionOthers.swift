import Journal
import StoryScript
import System
import Timeline

/// The facts that others add to those of this session: other devices by `sync`, and other sessions of this device.
extension Session {
  /// Takes in what another session of this device has saved since. A disk that cannot be read now is no reason to stop.
  /// - Returns: whether there was anything.
  @discardableResult
  func lookAround() -> Bool {
    guard let keeper else { return false }
    // Whether it can look now or not: who asks when to look next must not be told "now" for ever.
    keeper.beginLook(at: SystemClock.now)
    guard !past.isForked, keeper.isWritten else { return false }
    for wing in catalog.wings { wing.lookAtOthers(self) }
    do throws(Failure) {
      if try keeper.news().isEmpty { return false }
      try takeInOthers()
    } catch {
      notice(error.problem.message)
    }
    return true
  }

  /// Whether other sessions may change what goes on here while nobody types: a timer is everybody's, and a post that one has
  /// written any of them sends.
  var followsOthers: Bool { options.kind == .real && keeper != nil }

  /// How often it looks whether another session has changed something. A look is one question to the system, 20 µs.
  static let patience = Duration.seconds(2)

  /// The seconds until the next look; `nil` where there is nothing to look for. It counts from the last one, however
  /// often somebody asks.
  var secondsToLook: Double? {
    guard let keeper, followsOthers else { return nil }
    return max(0, (Self.patience - (SystemClock.now - keeper.lastLook)).seconds)
  }

  /// Takes in what others have saved before a deadline of this session's own passes: one of them may have stopped the
  /// timer whose deadline it is.
  /// - Returns: whether another deadline is the next one now.
  func looksAroundFirst() -> Bool {
    guard followsOthers else { return false }
    let next = nextDeadline
    lookAround()
    return nextDeadline != next
  }

  /// Merges with the devices that use a folder, and takes in what came from them.
  /// - Returns: what came and went.
  func exchange(with folder: String) throws(Failure) -> Journal.Exchange {
    _ = try present()
    guard let keeper else {
      throw .refused(
        "this session keeps nothing that could be synchronised", "storyline --state FOLDER, or a real session")
    }
    try commit()
    let exchange = try keeper.exchange(with: folder)
    let news = try keeper.news()
    if exchange.received > 0 || !news.isEmpty { try takeInOthers() }
    return exchange
  }
}

import StoryScript
import System
import Timeline

/// Trying something that can be dropped.
extension Session {
  /// The most forks that may be open inside each other.
  static let forkLimit = 100

  func fork() throws(Failure) {
    try requirePractice("fork")
    guard past.forkCount < Self.forkLimit else {
      throw .refused("\(Self.forkLimit) forks are open, one inside the other", "fork keep, or fork drop")
    }
    settle()
    past.fork(world, at: clock.now, keeper?.mark())
    emit(.sessionForked, at: clock.now, [.number(Double(past.forkCount))]) { line in
      line.mark(.note)
      line.add("fork")
      if past.forkCount > 1 {
        line.add(" ")
        line.add(past.forkCount)
      }
      line.add(": try what you like; `fork drop` comes back to here, `fork keep` stays")
    }
  }

  func keepFork() throws(Failure) {
    guard past.closeFork() != nil else { throw noFork("kept") }
    emit(.sessionKept, at: clock.now, [.number(Double(past.forkCount))]) { line in
      line.mark(.done)
      line.add("kept: what was tried belongs to the session")
    }
  }

  /// World and clock come back; what the script scheduled and its variables are the language's own and stay.
  func dropFork() throws(Failure) {
    guard let fork = past.closeFork() else { throw noFork("dropped") }
    let tried = clock.now - fork.at
    goBack(to: fork.world, at: fork.at, forgetting: fork.kept)
    past.drop(fork)
    emit(.sessionDropped, at: clock.now, [.number(Double(past.forkCount))]) { line in
      line.mark(.previous)
      line.add("dropped: as before the fork")
      if tried > .zero {
        line.add(", back by ")
        line.add(tried)
      }
    }
  }

  private func noFork(_ verb: String) -> Failure {
    .refused("no fork is open that could be \(verb)", "fork begins one")
  }
}

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
    emit(SessionEvents.forked, past.forkCount, at: clock.now)
  }

  func keepFork() throws(Failure) {
    guard past.closeFork() != nil else { throw noFork("kept") }
    emit(SessionEvents.kept, past.forkCount, at: clock.now)
  }

  /// World and clock come back; what the script scheduled and its variables are the language's own and stay.
  func dropFork() throws(Failure) {
    guard let fork = past.closeFork() else { throw noFork("dropped") }
    let tried = clock.now - fork.at
    goBack(to: fork.world, at: fork.at, forgetting: fork.kept)
    past.drop(fork)
    emit(SessionEvents.dropped, (past.forkCount, tried), at: clock.now)
  }

  private func noFork(_ verb: String) -> Failure {
    .refused("no fork is open that could be \(verb)", "fork begins one")
  }
}

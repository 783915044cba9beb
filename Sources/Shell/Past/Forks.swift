import StoryScript
import System
import Timeline

/// A trial: where it began, so that it can be dropped.
struct Fork {
  let world: World
  let at: Instant
  /// The number of the first step that belongs to it, and of the last saved copy that does not.
  let step: Int
  let checkpoint: Int
  /// What could have been done again then.
  let undone: [Steps.Undone]
  /// What was on its way to the state folder.
  let saved: SavedState.Mark?
}

extension Session {
  /// How many forks may be open inside each other.
  static let forkLimit = 100

  func fork() throws(Failure) {
    try requirePractice("fork")
    guard forks.count < Self.forkLimit else {
      throw .refused("\(Self.forkLimit) forks are open, one inside the other", "fork keep, or fork drop")
    }
    world.settle(at: clock.now)
    steps.keep(world, at: clock.now)
    forks.append(
      Fork(
        world: world, at: clock.now, step: steps.steps.end, checkpoint: steps.checkpoints.end - 1,
        undone: steps.undone, saved: saved?.mark()))
    steps.undone = []
    emit(.sessionForked, at: clock.now, [.number(Double(forks.count))]) { line in
      line.mark(.note)
      line.add("fork")
      if forks.count > 1 {
        line.add(" ")
        line.add(forks.count)
      }
      line.add(": try what you like; `fork drop` comes back to here, `fork keep` stays")
    }
  }

  func keepFork() throws(Failure) {
    guard forks.popLast() != nil else { throw noFork("kept") }
    emit(.sessionKept, at: clock.now, [.number(Double(forks.count))]) { line in
      line.mark(.done)
      line.add("kept: what was tried belongs to the session")
    }
  }

  /// World and clock come back; what the script scheduled and its variables are the language's own and stay.
  func dropFork() throws(Failure) {
    guard let fork = forks.popLast() else { throw noFork("dropped") }
    let tried = clock.now - fork.at
    history.follow(from: world.household.facts, to: fork.world.household.facts)
    world = fork.world
    if let mark = fork.saved { saved?.forget(since: mark) }
    clock.rewind(to: fork.at, host: SystemClock.now)
    steps.cut(after: fork.checkpoint)
    steps.undone = fork.undone
    emit(.sessionDropped, at: clock.now, [.number(Double(forks.count))]) { line in
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

import Dispatch
import System

/// Many things read by a few threads, none of which is waited for without an end: a file on a network drive, or one of
/// which a cloud service has the bytes, may take minutes to say its first.
///
/// Whoever runs it looks twenty times a second whether it is still wanted. A thread that has been at one thing for longer
/// than `patience` is left behind and another goes on in its place; what it brings before the round is over still counts.
/// After `mostLeft` such threads nothing new is begun in their places: the drive is gone, and not a file of it.
final class ReadRound<Outcome: Sendable>: @unchecked Sendable {
  /// Reads one thing after the other, on one thread, with what that keeps from one to the next.
  typealias Reader = (_ index: Int) -> Outcome

  /// How long whoever runs it sleeps between two looks.
  private static var pulse: DispatchTimeInterval { .milliseconds(20) }
  static var mostLeft: Int { 4 }

  private struct Worker {
    var next: Int
    let end: Int
    /// When it began with what it reads now, on the steady clock; `nil` before the first and after the last.
    var since: Int64?
    /// Whether nobody waits for it any more.
    var isLeft = false
  }

  private let patience: Int64
  private let makeReader: @Sendable (_ isWanted: @escaping @Sendable () -> Bool) -> Reader
  private let ended = DispatchSemaphore(value: 0)
  private let lock = Lock()
  private var workers: [Worker] = []
  private var outcomes: [Outcome?]
  private var done = 0
  private var isOpen = true

  /// - Parameters:
  ///   - threads: how many read, each an equal run of the things, 1 or more.
  ///   - patience: in microseconds.
  ///   - makeReader: makes what one thread reads with; it may ask whether the round goes on.
  init(
    _ count: Int, threads: Int, patience: Int64,
    _ makeReader: @escaping @Sendable (_ isWanted: @escaping @Sendable () -> Bool) -> Reader
  ) {
    (self.patience, self.makeReader) = (patience, makeReader)
    outcomes = [Outcome?](repeating: nil, count: count)
    workers = (0..<threads).map { Worker(next: count * $0 / threads, end: count * ($0 + 1) / threads) }
  }

  /// Reads all, once.
  /// - Parameters:
  ///   - progress: is told how many more have been read.
  ///   - isWanted: `false` ends the round within a look, whatever its threads are at.
  /// - Returns: what each thing gave, `nil` for those that did not answer; `nil` for all if it was not wanted any more.
  func run(progress: (Int) -> Void = { _ in }, while isWanted: () -> Bool) -> [Outcome?]? {
    defer { lock.holding { isOpen = false } }
    for number in lock.holding({ workers.indices }) { start(number) }
    var told = 0
    while true {
      guard isWanted() else { return nil }
      let (isOver, count, fresh) = lock.holding { look() }
      if count > told { progress(count - told) }
      told = count
      if isOver { return lock.holding { take() } }
      for number in fresh { start(number) }
      _ = ended.wait(timeout: .now() + Self.pulse)
    }
  }

  /// What there is, for whoever runs it; what comes later is let go of. For whoever holds the lock.
  private func take() -> [Outcome?] {
    isOpen = false
    defer { outcomes = [] }
    return outcomes
  }

  /// Leaves those behind that have been at one thing for too long. For whoever holds the lock.
  /// - Returns: whether nothing is left to wait for, how many things were read, and workers that begin now.
  private func look() -> (isOver: Bool, done: Int, fresh: [Int]) {
    let now = SystemClock.steady
    var fresh: [Int] = []
    for number in workers.indices {
      guard let since = workers[number].since, !workers[number].isLeft, now - since > patience else { continue }
      workers[number].isLeft = true
      guard workers.count(where: \.isLeft) <= Self.mostLeft, workers[number].next < workers[number].end
      else { continue }
      workers.append(Worker(next: workers[number].next, end: workers[number].end))
      fresh.append(workers.count - 1)
    }
    let isOver = workers.allSatisfy { $0.isLeft || $0.since == nil && $0.next == $0.end }
    return (isOver, done, fresh)
  }

  private func start(_ number: Int) {
    // Without a thread of its own it is read here, however long that takes.
    if !SystemThread.detach({ [self] in work(number) }) { work(number) }
  }

  private func work(_ number: Int) {
    let read = makeReader { [weak self] in self?.isGoingOn ?? false }
    while let index = next(number) { put(read(index), at: index) }
    ended.signal()
  }

  private var isGoingOn: Bool { lock.holding { isOpen } }

  /// The next thing for a worker; `nil` when it is through, or others are at its rest.
  private func next(_ number: Int) -> Int? {
    lock.holding {
      let worker = workers[number]
      guard isOpen, !worker.isLeft, worker.next < worker.end else {
        workers[number].since = nil
        return nil
      }
      workers[number].since = SystemClock.steady
      workers[number].next += 1
      return worker.next
    }
  }

  private func put(_ outcome: Outcome, at index: Int) {
    lock.holding {
      guard isOpen else { return }
      outcomes[index] = outcome
      done += 1
    }
  }
}

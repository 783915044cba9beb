import System

/// Reads many items with a few threads, without waiting indefinitely for any item: a file on a network drive, or one
/// whose bytes are at a cloud service, may take minutes to deliver the first byte.
///
/// The caller's thread checks at least twenty times a second whether the result is still wanted. A thread that has
/// spent more than `timeout` on one item is abandoned, and another continues in its place; a result that it delivers
/// before the round ends still counts. After `abandonedLimit` abandoned threads none are replaced: then the drive is gone,
/// and not just a file on it.
final class ConcurrentReading<Outcome: Sendable>: @unchecked Sendable {
  /// Reads one item after another on one thread, and may keep state between them.
  typealias Reader = (_ index: Int) -> Outcome

  /// The time that the caller's thread sleeps between two checks, in microseconds.
  private static var pulse: Int64 { 20_000 }
  static var abandonedLimit: Int { 4 }

  private struct Worker {
    var next: Int
    let end: Int
    /// The time at which it began its current item, on the steady clock; `nil` before the first and after the last.
    var since: Int64?
    /// `true` if the worker was abandoned.
    var isLeft = false
  }

  private let timeout: Int64
  private let makeReader: @Sendable (_ isWanted: @escaping @Sendable () -> Bool) -> Reader
  private let ended = WakeSignal()
  private let lock = Lock()
  private var workers: [Worker] = []
  private var outcomes: [Outcome?]
  private var done = 0
  private var isOpen = true

  /// - Parameters:
  ///   - threads: The number of threads, 1 or more; each reads an equal run of the items.
  ///   - timeout: The maximum time for one item, in microseconds.
  ///   - makeReader: Creates the reader of a thread; the reader may ask whether the round continues.
  init(
    _ count: Int, threads: Int, timeout: Int64,
    _ makeReader: @escaping @Sendable (_ isWanted: @escaping @Sendable () -> Bool) -> Reader
  ) {
    (self.timeout, self.makeReader) = (timeout, makeReader)
    outcomes = [Outcome?](repeating: nil, count: count)
    workers = (0..<threads).map { Worker(next: count * $0 / threads, end: count * ($0 + 1) / threads) }
  }

  /// Reads all items, once.
  /// - Parameters:
  ///   - progress: Receives the number of items read since the last call.
  ///   - isWanted: `false` ends the round at the next check, whatever its threads are doing.
  /// - Returns: The result of each item, `nil` for those that did not respond; `nil` for all if the round was no
  ///   longer wanted.
  func run(progress: (Int) -> Void = { _ in }, while isWanted: () -> Bool) -> [Outcome?]? {
    defer { lock.holding { isOpen = false } }
    for number in lock.holding({ workers.indices }) { start(number) }
    var told = 0
    while true {
      guard isWanted() else { return nil }
      let (isOver, count, fresh) = lock.holding { look() }
      if count > told { progress(count - told) }
      told = count
      if isOver { return lock.holding { close() } }
      for number in fresh { start(number) }
      ended.wait(microseconds: Self.pulse)
    }
  }

  /// Returns the results for the caller; later ones are dropped. The caller must hold the lock.
  private func close() -> [Outcome?] {
    isOpen = false
    defer { outcomes = [] }
    return outcomes
  }

  /// Abandons workers that have spent too long on one item. The caller must hold the lock.
  /// - Returns: Whether there is nothing left to wait for, the number of items read, and the workers to start now.
  private func look() -> (isOver: Bool, done: Int, fresh: [Int]) {
    let now = SystemClock.steady
    var fresh: [Int] = []
    for number in workers.indices {
      guard let since = workers[number].since, !workers[number].isLeft, now - since > timeout else { continue }
      workers[number].isLeft = true
      guard workers.count(where: { $0.isLeft }) <= Self.abandonedLimit, workers[number].next < workers[number].end
      else { continue }
      workers.append(Worker(next: workers[number].next, end: workers[number].end))
      fresh.append(workers.count - 1)
    }
    let isOver = workers.allSatisfy { $0.isLeft || $0.since == nil && $0.next == $0.end }
    return (isOver, done, fresh)
  }

  private func start(_ number: Int) {
    // If no thread can be created, the items are read here, however long that takes.
    if !SystemThread.detach({ [self] in work(number) }) { work(number) }
  }

  private func work(_ number: Int) {
    let read = makeReader { [self] in isActive }
    while let index = next(number) { put(read(index), at: index) }
    ended.send()
  }

  private var isActive: Bool { lock.holding { isOpen } }

  /// Returns the next item for a worker; `nil` if it is finished or has been replaced.
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

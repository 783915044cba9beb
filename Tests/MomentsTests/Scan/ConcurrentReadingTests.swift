import Dispatch
import System
import Testing

@testable import Moments

/// Items that do not answer until the test releases them.
private final class Gate: @unchecked Sendable {
  private let closed: Set<Int>
  private let semaphore = DispatchSemaphore(value: 0)
  init(closed: Set<Int>) { self.closed = closed }

  func pass(_ index: Int) { if closed.contains(index) { semaphore.wait() } }
  func open() { for _ in closed { semaphore.signal() } }
}

@Suite struct ConcurrentReadingTests {
  private func round(_ count: Int, threads: Int, _ gate: Gate, timeout: Int64 = 500_000) -> ConcurrentReading<Int> {
    ConcurrentReading(count, threads: threads, timeout: timeout) { _ in
      { index in
        gate.pass(index)
        return index * 2
      }
    }
  }

  @Test(arguments: [(0, 1), (1, 1), (1, 2), (7, 2), (100, 3)])
  func allAreReadInTheirPlaces(count: Int, threads: Int) {
    var told = 0
    let read = round(count, threads: threads, Gate(closed: []), timeout: .max)
      .run(progress: { told += $0 }, while: { true })
    #expect(read == (0..<count).map { $0 * 2 })
    #expect(told == count)
  }

  @Test(arguments: [[0], [9], [3, 4], [0, 5, 9]])
  func hungFilesAreAbandonedAndOthersRead(closed: Set<Int>) {
    let gate = Gate(closed: closed)
    defer { gate.open() }
    #expect(round(10, threads: 2, gate).run(while: { true }) == (0..<10).map { closed.contains($0) ? nil : $0 * 2 })
  }

  @Test func missingDrivesAreNotAskedPerFile() {
    let gate = Gate(closed: Set(0..<1_000))
    defer { gate.open() }
    let begin = SystemClock.steady
    #expect(round(1_000, threads: 1, gate).run(while: { true }) == [Int?](repeating: nil, count: 1_000))
    // Half a second for each of five threads, not for each of a thousand files.
    #expect(SystemClock.steady - begin < 25_000_000)
  }

  @Test func resultsBeforeTheEndCount() {
    let (gate, goingOn) = (Gate(closed: [0]), DispatchSemaphore(value: 0))
    // The second item releases the first one and gives it time to finish.
    let round = ConcurrentReading<Int>(2, threads: 1, timeout: 500_000) { _ in
      { index in
        gate.pass(index)
        if index == 0 { goingOn.signal() }
        if index == 1 {
          gate.open()
          goingOn.wait()
          SystemClock.sleep(microseconds: 100_000)
        }
        return index
      }
    }
    #expect(round.run(while: { true }) == [0, 1])
  }

  @Test func stoppingDoesNotWait() {
    let gate = Gate(closed: [0])
    defer { gate.open() }
    var looks = 0
    let read = round(3, threads: 1, gate, timeout: .max)
      .run(while: {
        looks += 1
        return looks < 3
      })
    #expect(read == nil)
  }

  @Test func readersLearnThatTheyWereAbandoned() {
    let (begun, told) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let round = ConcurrentReading<Int>(1, threads: 1, timeout: .max) { isWanted in
      { _ in
        begun.signal()
        while isWanted() { SystemClock.sleep(microseconds: 1_000) }
        told.signal()
        return 0
      }
    }
    // A reader that has not begun when the round ends never does: on a busy machine, starting a thread may take
    // longer than a check.
    _ = round.run(while: { begun.wait(timeout: .now()) == .timedOut })
    #expect(told.wait(timeout: .now() + .seconds(60)) == .success)
  }
}

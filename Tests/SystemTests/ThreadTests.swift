import System
import Testing

@Suite struct ThreadTests {
  private final class Counter: @unchecked Sendable {
    var count = 0
  }

  @Test func aLockLetsOneInAtATime() throws {
    let (lock, counter) = (Lock(), Counter())
    let threads = (0..<4).compactMap { _ in
      SystemThread { for _ in 0..<10_000 { lock.holding { counter.count += 1 } } }
    }
    for thread in threads { thread.join() }
    #expect(counter.count == 10_000 * threads.count)
  }

  @Test(arguments: [0, 1, 2, 1_000]) func eachNumberIsTakenOnce(_ count: Int) {
    let (lock, counter) = (Lock(), Counter())
    SystemThread.each(of: count) { number in lock.holding { counter.count += number + 1 } }
    #expect(counter.count == count * (count + 1) / 2)
  }

  @Test func detachedThreadsRunToTheirEnd() {
    let pipe = WakePipe()
    defer { pipe.close() }
    #expect(SystemThread.detach { pipe.signal(1) })
    let end = SystemClock.steady + 30_000_000
    var heard = false
    while !heard, SystemClock.steady < end {
      heard = pipe.drain() == [1]
      if !heard { SystemClock.sleep(microseconds: 1_000) }
    }
    #expect(heard)
  }

  @Test func wakePipesKeepTheirSignal() {
    let pipe = WakePipe()
    defer { pipe.close() }
    #expect(pipe.drain().isEmpty)
    pipe.signal(1)
    pipe.signal(2)
    #expect(pipe.drain() == [1, 2])
    #expect(pipe.drain().isEmpty)
  }

  @Test func aProgramRunsBesideThisOne() throws {
    let child = try ChildProcess("/bin/sh", arguments: ["-c", "exit 3"])
    var state = child.look()
    while state == .running {
      SystemClock.sleep(microseconds: 1_000)
      state = child.look()
    }
    #expect(state == .ended(status: 3 << 8))
    #expect(child.look() == .unknown)
    #expect(throws: SystemError.number(ENOENT)) { try ChildProcess("/no/such/program", arguments: []) }
  }
}

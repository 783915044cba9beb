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

  @Test func aPipeKeepsWhatWakes() {
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

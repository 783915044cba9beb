import Testing

@testable import System

@Suite struct WakeSignalTests {
  @Test func aSignalSentBeforeEndsTheWaitAtOnce() {
    let signal = WakeSignal()
    signal.send()
    let begin = SystemClock.steady
    #expect(signal.wait(microseconds: 60_000_000))
    #expect(SystemClock.steady - begin < 10_000_000)
  }

  @Test func aReceivedSignalIsOver() {
    let signal = WakeSignal()
    signal.send()
    signal.send()
    #expect(signal.wait(microseconds: 0))
    #expect(!signal.wait(microseconds: 1_000))
  }

  @Test(arguments: [0, 1_000, 1_200_000] as [Int64])
  func withoutASignalTheWaitLastsAsLongAsAsked(_ microseconds: Int64) {
    let begin = SystemClock.steady
    #expect(!WakeSignal().wait(microseconds: microseconds))
    #expect(SystemClock.steady - begin >= microseconds)
  }

  @Test(.timeLimit(.minutes(1))) func anotherThreadEndsTheWait() throws {
    let signal = WakeSignal()
    let thread = try #require(
      SystemThread {
        SystemClock.sleep(microseconds: 20_000)
        signal.send()
      })
    #expect(signal.wait(microseconds: 50_000_000))
    thread.join()
  }
}

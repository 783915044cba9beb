import Testing
import Timeline

@testable import Bluesky

@Suite struct RecordKeyTests {
  @Test(arguments: ["3jzfcijpj2z2a", "7777777777777", "3zzzzzzzzzzzz", "2222222222222", "j222222222222"])
  func keysAreRead(text: String) throws { #expect(try #require(RecordKey(text)).description == text) }

  // From the AT Protocol's own syntax tests.
  @Test(arguments: [
    "3jzfcijpj2z21", "0000000000000", "3JZFCIJPJ2Z2A", "3jzfcijpj2z2aa", "3jzfcijpj2z2", "222", "3jzf-cij-pj2z-2a",
    "zzzzzzzzzzzzz", "kjzfcijpj2z2a", "",
  ])
  func invalidAddressesAreRejected(text: String) { #expect(RecordKey(text) == nil) }

  @Test func keysSortByTime() {
    let early = RecordKey(.practiceStart, device: "a")
    let late = RecordKey(.practiceStart + .milliseconds(1), device: "a")
    #expect(early < late)
    #expect(early.description < late.description)
    #expect(early.value >> 10 == UInt64(Instant.practiceStart.microseconds))
    #expect(RecordKey(.practiceStart, device: "a") == early)
    #expect(RecordKey(.practiceStart, device: "b") != early)
  }

  @Test func noKeyIsGivenTwice() {
    let first = RecordKey(.practiceStart, device: "a")
    let second = RecordKey(.practiceStart, device: "a", after: first)
    #expect(second > first)
    #expect(second.value >> 10 == first.value >> 10 + 1)
    // A clock that was set back does not give an earlier key.
    #expect(RecordKey(.practiceStart - .days(1), device: "a", after: second) > second)
    #expect(
      RecordKey(.practiceStart + .days(1), device: "a", after: second).value >> 10
        == UInt64((Instant.practiceStart + .days(1)).microseconds))
  }

  @Test func theEndsOfTheCalendar() {
    #expect(RecordKey(Instant(microseconds: -1), device: "").description.hasPrefix("22222222222"))
    let last = RecordKey(.distantFuture, device: "x").description
    #expect(RecordKey(last)?.description == last)
  }
}

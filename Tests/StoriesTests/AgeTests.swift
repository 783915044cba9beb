import Stories
import Testing
import Timeline

@Suite struct AgeTests {
  @Test(arguments: [
    (Duration.zero, "0s"), (.milliseconds(999), "0s"), (.seconds(-5), "0s"), (.seconds(59), "59s"),
    (.seconds(60), "1m"), (.seconds(3_599), "59m"), (.hours(1), "1h"), (.hours(23), "23h"), (.days(1), "1d"),
    (.days(12), "12d"),
  ])
  func largestUnitRoundedDown(length: Duration, text: String) {
    let age = Age(length)
    #expect("\(age.count)\(age.unit.rawValue)" == text)
  }
}

import Testing
import Timeline

@testable import Timers

/// The displayed times of a timer: whole seconds that add up.
@Suite struct ShownTimeTests {
  @Test(arguments: [
    // (time taken, time left, displayed time taken, displayed time left), in microseconds
    (754_200_000, 445_800_000, 755_000_000, 445_000_000),
    (1_200_000_000, 0, 1_200_000_000, 0),
    // Done at once: no microseconds are shown, and the two times add up to the whole.
    (17_002, 1_199_982_998, 1_000_000, 1_199_000_000),
    // Less than a second would be left to display.
    (1_500_000, 500_000, 1_500_000, 500_000), (250_000, 750_000, 250_000, 750_000),
    (800_000, 0, 800_000, 0), (0, 0, 0, 0),
  ])
  func addsUp(_ actual: Int64, _ saved: Int64, _ toldSpent: Int64, _ toldSaved: Int64) {
    let shown = ShownTime(actual: Duration(microseconds: actual), saved: Duration(microseconds: saved))
    #expect(shown.spent.microseconds == toldSpent && shown.saved.microseconds == toldSaved)
  }
}

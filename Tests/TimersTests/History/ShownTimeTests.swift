import Testing
import Timeline

@testable import Timers

/// What a family is told of a timer's time: whole seconds that add up.
@Suite struct ShownTimeTests {
  @Test(arguments: [
    // (it took, it left over, told as taken, told as left over), in microseconds
    (754_200_000, 445_800_000, 755_000_000, 445_000_000),
    (1_200_000_000, 0, 1_200_000_000, 0),
    // Done at once: no microseconds, and the whole is the whole.
    (17_002, 1_199_982_998, 1_000_000, 1_199_000_000),
    // Less than a second would be left to tell.
    (1_500_000, 500_000, 1_500_000, 500_000), (250_000, 750_000, 250_000, 750_000),
    (800_000, 0, 800_000, 0), (0, 0, 0, 0),
  ])
  func addsUp(_ actual: Int64, _ saved: Int64, _ toldSpent: Int64, _ toldSaved: Int64) {
    let shown = ShownTime(actual: Duration(microseconds: actual), saved: Duration(microseconds: saved))
    #expect(shown.spent.microseconds == toldSpent && shown.saved.microseconds == toldSaved)
  }
}

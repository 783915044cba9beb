import Testing
import Timeline
import Timers

@Suite struct TimerAlertTests {
  @Test func completionSoundsTwiceThreeTenthsApart() {
    #expect(TimerAlert.completion.strikes == [.zero, .milliseconds(300)])
  }

  @Test func everySoundHasAnAlertThatCanBeFelt() {
    let alerts = [TimerAlert.completion, .oneMinuteLeft, .halfway, .tick]
    #expect(alerts.map(\.sound) == TimerAlert.Sound.allCases)
    for alert in alerts {
      #expect(!alert.strikes.isEmpty && !alert.haptic.isEmpty)
      #expect(alert.haptic.allSatisfy { $0.strength > 0 && $0.strength <= 1 && $0.length > .zero })
    }
  }
}

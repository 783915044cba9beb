import Testing
import Timeline
import Timers

@Suite struct CueTests {
  @Test func completionSoundsTwiceThreeTenthsApart() {
    #expect(Cue.completion.strikes == [.zero, .milliseconds(300)])
  }

  @Test func everySoundHasACueThatCanBeFelt() {
    let cues = [Cue.completion, .oneMinuteLeft, .halfway, .tick]
    #expect(cues.map(\.sound) == Cue.Sound.allCases)
    for cue in cues {
      #expect(!cue.strikes.isEmpty && !cue.haptic.isEmpty)
      #expect(cue.haptic.allSatisfy { $0.strength > 0 && $0.strength <= 1 && $0.length > .zero })
    }
  }
}

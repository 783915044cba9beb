import StoryScript
import Timeline
import Timers

/// The timers' knowledge of a session outside its world: the PIN, and who makes their sounds.
final class TimerAside {
  /// The PIN that ratings may need.
  var keyring = Keyring()
  /// The stint for whose rating the right PIN was entered.
  var unlocked: StintID?
  /// The stint about which this session asked when another one rated it, until `rate` has said so.
  var ratedElsewhere: StintRecord?

  func takeRatedElsewhere() -> StintRecord? {
    defer { ratedElsewhere = nil }
    return ratedElsewhere
  }

  /// The words with which `history` was last asked, and how many stints were like that: its list may be shorter.
  var listed: (words: String, count: Int) = ("", 0)
  /// Makes the timers' sounds; `nil` where there is no terminal.
  var sounder: Sounder?
}

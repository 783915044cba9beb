import StoryScript
import Timeline
import Timers

/// The timers' knowledge of a session outside its world: the PIN, and who makes their sounds.
final class TimerAside {
  /// The PIN that ratings may need.
  private(set) var keyring = Keyring()
  /// The stint for whose rating the right PIN was entered.
  private(set) var unlocked: StintID?
  /// The words with which `history` was last asked, and how many stints were like that: its list may be shorter.
  private(set) var listed: (words: String, count: Int) = ("", 0)
  /// Makes the timers' sounds; `nil` where there is no terminal.
  private(set) var sounder: Sounder?

  func open(_ folder: String) { keyring = Keyring(PINFile(folder: folder)) }

  /// Changes what is kept of the PIN; it lasts when this returns.
  func change<Result>(_ body: (inout PINRecord) throws(Failure) -> Result) throws(Failure) -> Result {
    try keyring.change(body)
  }

  func access(at instant: Instant) throws(Failure) -> PINPolicy.Access { try keyring.access(at: instant) }

  func check(_ digits: String, at instant: Instant) throws(Failure) -> Keyring.Check {
    try keyring.check(digits, at: instant)
  }

  func unlock(_ stint: StintID?) { unlocked = stint }
  func list(_ words: String, _ count: Int) { listed = (words, count) }
  func use(_ sounder: Sounder?) { self.sounder = sounder }
}

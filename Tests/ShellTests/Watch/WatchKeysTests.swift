import StoryScript
import Terminal
import Testing

@testable import Shell

@Suite struct WatchKeysTests {
  /// Returns the command that a key types in a session after a script; `nil` for no command.
  func command(_ key: ScreenKey, _ script: String = "story play 4") -> String? {
    let run = ScriptRun()
    run(script)
    switch WatchKeys.action(for: key, run.session.world, Catalog.standard.watchViews) {
    case .command(let name, let values):
      guard let entry = Catalog.standard.entries.first(where: { $0.command.name == name }) else {
        return "unknown: \(name)"
      }
      #expect(entry.command.parameters.count == values.count, "\(name)")
      return CommandText.make(entry.command, values)
    case .leave: return "leave"
    case .explain: return "explain"
    case .walk: return "walk"
    case .keys: return "keys"
    case .nothing: return nil
    }
  }

  @Test func eachKeyIsACommand() {
    let expected: [(ScreenKey, String?)] = [
      (.left, "tap left"), (.right, "tap right"), (.down, "swipe left"), (.up, "swipe right"),
      (.character("l"), "like"), (.character("d"), "doubletap"), (.character("x"), "swipe down"),
      (.character("1"), "jump 1"), (.character("9"), "jump 9"), (.character("0"), "jump 10"),
      (.character("u"), "undo"), (.character("e"), "explain"), (.character("r"), "story retry"),
      (.character("q"), "leave"), (.escape, "leave"), (.interrupt, "leave"), (.earlier, "walk"), (.later, nil),
      (.character("?"), "keys"),
      (.character("z"), nil),
      (.character("٣"), nil), (.character("½"), nil), (.enter, nil), (.other, nil), (.tab, nil),
    ]
    for (key, text) in expected { #expect(command(key) == text, "\(key)") }
  }

  @Test func photosHaveKeys() {
    let review = "cluster Examples/Photos\nreview"
    let expected: [(ScreenKey, String?)] = [
      (.left, "review back"), (.right, "review next"), (.up, "review up"), (.down, "review down"),
      (.character(" "), "review next"), (.character("f"), "review favorite"), (.character("s"), "review skip"),
      (.character("u"), "undo"), (.character("q"), "leave"), (.character("1"), nil),
    ]
    for (key, text) in expected { #expect(command(key, review) == text, "\(key)") }
    #expect(command(.character("f"), review + "\nreview favorite") == "review unfavorite")
    // A playing story takes precedence.
    #expect(command(.left, review + "\nstory play 4") == "tap left")
  }

  @Test func aTimerHasKeysToItsEndAndItsStars() {
    let timer = "timer start reading 20"
    let running: [(ScreenKey, String?)] = [
      (.enter, "timer done"), (.character("t"), "timer pause"), (.character("+"), "timer extend 5"),
      (.character("T"), "timer stop"), (.character("a"), nil), (.character("g"), nil), (.character("n"), nil),
    ]
    for (key, text) in running { #expect(command(key, timer) == text, "\(key)") }
    let done: [(ScreenKey, String?)] = [
      (.character("a"), "rate amazing"), (.character("g"), "rate good"), (.character("n"), "rate \"needs work\""),
      (.enter, nil), (.character("t"), nil), (.character("+"), nil), (.character("T"), nil),
    ]
    for (key, text) in done { #expect(command(key, timer + "; timer done") == text, "\(key)") }
    for (key, _) in done { #expect(command(key, timer + "; timer done; rate good") == nil, "\(key)") }
    // The PIN cannot be typed here.
    for (key, _) in done { #expect(command(key, "pin set 1234; \(timer); timer done") == nil, "\(key)") }
    // A story that plays above it leaves the timer its keys.
    #expect(command(.enter, timer + "; story play 4") == "timer done")
  }

  @Test func oneKeyTogglesALike() {
    #expect(command(.character(" ")) == "hold")
    #expect(command(.character(" "), "story play 4; hold") == "release")
    #expect(command(.character(" "), "story play 4; pause; hold") == "release")
    // In the earlier designs, the finger may rest on a story that plays or is paused.
    #expect(command(.character(" "), "set gestures longpress; story play 4; hold; wait 1s") == "release")
    #expect(command(.character(" "), "set gestures sequence; story play 4; hold; wait 1s") == "release")
    #expect(command(.character(" "), "set gestures toggle; story play 4; hold; wait 1s; release") == "hold")
    #expect(command(.character("p")) == "pause")
    #expect(command(.character("p"), "story play 4; pause") == "resume")
    #expect(command(.character("p"), "story play 4; pause; hold") == "resume")
    #expect(command(.character("t"), "timer start reading") == "timer pause")
    #expect(command(.character("t"), "timer start reading; timer pause") == "timer resume")
  }
}

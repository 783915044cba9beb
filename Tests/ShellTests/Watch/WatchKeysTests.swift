import StoryScript
import Terminal
import Testing

@testable import Shell
@testable import ShellCore

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
    case .ask(let question):
      guard let entry = Catalog.standard.entries.first(where: { $0.command.name == question.command }) else {
        return "unknown: \(question.command)"
      }
      #expect(entry.command.parameters.count == question.values.count, "\(question.command)")
      #expect(entry.command.parameters[question.place].isSecret, "\(question.command)")
      return "\(question.name), " + CommandText.make(entry.command, question.values)
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

  @Test func downIsTheNextUserInBothDirectionsOfReading() {
    #expect(command(.down, "set direction rtl\nstory play 4") == "swipe right")
    #expect(command(.up, "set direction rtl\nstory play 4") == "swipe left")
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
    for (key, text) in done {
      #expect(command(key, "pin set 1234; \(timer); timer done") == text.map { "PIN, \($0)" }, "\(key)")
    }
    // A story that plays above it leaves the timer its keys.
    #expect(command(.enter, timer + "; story play 4") == "timer done")
  }

  /// Without a story the keys are those of the timer; a story takes its own first.
  @Test func aRoutineHasTheKeysOfAStory() {
    let routine = "set routine-break 1m; routine add m \"dress 5m, breakfast 15m\"; routine start"
    let step: [(ScreenKey, String?)] = [
      (.character("l"), "routine later"), (.up, "routine later"), (.down, "routine later"),
      (.character(" "), "timer pause"), (.enter, "timer done"), (.left, nil), (.right, nil), (.character("d"), nil),
      (.character("1"), nil), (.character("p"), nil), (.character("u"), "undo"),
    ]
    for (key, text) in step { #expect(command(key, routine) == text, "\(key)") }
    #expect(command(.character(" "), routine + "; timer pause") == "timer resume")
    let rest: [(ScreenKey, String?)] = [
      (.character("l"), nil), (.enter, "routine next"), (.character(" "), nil), (.character("g"), "rate good"),
    ]
    for (key, text) in rest { #expect(command(key, routine + "; timer done") == text, "\(key)") }
    let three = "set routine-break 1m; routine add m \"a 5m, b 15m, c 5m\"; routine start; timer done"
    for key in [ScreenKey.character("l"), .up, .down] { #expect(command(key, three) == "routine later", "\(key)") }
    // The last step cannot be postponed.
    for key in [ScreenKey.character("l"), .up] {
      #expect(command(key, "routine add m \"a 5m\"; routine start") == nil, "\(key)")
    }
    let over = routine + "; timer done; routine next; timer done"
    #expect(command(.character("a"), over) == "routine rate \"amazing\"")
    #expect(command(.character("a"), "pin set 1234; " + over) == "PIN, routine rate \"amazing\"")
    let story: [(ScreenKey, String?)] = [
      (.character("l"), "like"), (.up, "swipe right"), (.character(" "), "hold"), (.enter, "timer done"),
      (.character("t"), "timer pause"),
    ]
    for (key, text) in story { #expect(command(key, routine + "; story play 4") == text, "\(key)") }
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

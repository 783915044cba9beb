import Foundation
import StoryScript
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Settings that outlast a session.
@Suite final class PersistedSettingsTests {
  private let folder = "/tmp/storyline-settings-\(UInt64.random(in: 0 ... .max))"

  deinit {
    for path in [folder, folder + "-other", folder + "-shared"] { try? FileManager.default.removeItem(atPath: path) }
  }

  private func opened(_ kind: Session.Options.Kind = .real, _ suffix: String = "") throws -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    let run = ScriptRun(options)
    try run.session.openState(folder + suffix)
    return run
  }

  private func values(_ run: ScriptRun) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: Catalog.standard.settings.map { ($0.name, ValueWriter().text($0.read(run.session.world))) })
  }

  /// Gives a setting another value: the first accepted one of its own words, its example, and a few other values.
  /// - Returns: the line that reports the new value.
  private func change(_ setting: Setting, in run: ScriptRun) throws -> String {
    let before = values(run)[setting.name]
    let example = setting.suggestion.split(separator: " ").last.map(String.init) ?? ""
    for word in setting.words + [example, "350ms", "5s", "20%", "2", "'ready> '", "https://example.org"] {
      let result = run("set \(setting.name) \(word)")
      if result.error == nil, values(run)[setting.name] != before { return result.lines.last ?? "" }
    }
    throw NoOtherValue(setting: setting.name)
  }

  private struct NoOtherValue: Error { let setting: String }

  /// A user must not believe that no data is sent while everything is sent.
  @Test func practiceNetworksAreNotSavedForRealSessions() throws {
    let run = try opened()
    #expect(
      run("set network off").error
        == "'network' is for the simulated network of a practice session; this session uses the real network | try: practice"
    )
  }

  /// The declaration of a setting says whether the setting lasts, and the text in `settings` agrees with it.
  @Test func realSessionsSaveSavedSettings() throws {
    let run = try opened()
    let usual = values(run)
    let settings = Catalog.standard.settings.filter { !$0.isOfPractice }
    for setting in settings { _ = try change(setting, in: run) }
    let changed = values(run)
    let again = try opened()
    #expect(again.session.output.drainLines().isEmpty)
    for setting in settings {
      #expect(values(again)[setting.name] == (setting.isKept ? changed : usual)[setting.name], "\(setting.name)")
      let said = again("expect (settings | where name == \"\(setting.name)\" | first).kept == \(setting.isKept)")
      #expect(said.error == nil, "\(setting.name)")
    }
  }

  @Test func undoIsKeptAsWell() throws {
    let run = try opened()
    #expect(run("set end dismiss; set length 5s; set end loop; undo; undo").error == nil)
    #expect(values(try opened()) == values(run))
    #expect(values(run)["end"] == "dismiss" && values(run)["length"] == "15s")
    #expect(run("redo; redo").error == nil)
    #expect(values(try opened())["end"] == "loop")
  }

  @Test func twoSessionsSetDifferentThings() throws {
    let (one, other) = (try opened(), try opened())
    _ = (one("set sound off"), other("set tick on"))
    for run in [one, other] {
      run.session.pollOtherSessions()
      #expect(values(run)["sound"] == "off" && values(run)["tick"] == "on")
    }
    _ = other("set sound bell")
    one.session.pollOtherSessions()
    #expect(values(one)["sound"] == "bell")
    #expect(values(try opened()) == values(one))
  }

  /// A timer that another session started also ticks here, if the setting is on.
  @Test func aTimerOfAnotherSessionTicksAsSet() throws {
    let (one, other) = (try opened(), try opened())
    _ = one("set tick on; timer start reading 20")
    other.session.pollOtherSessions()
    #expect(other.session.world.timers.countdown.ticks)
    #expect(try opened().session.world.timers.countdown.ticks)
  }

  /// The settings belong to the device alone.
  @Test func settingsDoNotCrossDevices() throws {
    let (one, other) = (try opened(), try opened(.real, "-other"))
    _ = (one("set sound off; set length 5s"), other("set length 7s"))
    for run in [one, other, one] { #expect(run("sync \"\(folder)-shared\"").error == nil) }
    #expect(values(one)["length"] == "5s")
    #expect(values(other)["length"] == "7s" && values(other)["sound"] == "bell")
    #expect(values(try opened(.real, "-other"))["sound"] == "bell")
  }

  @Test func practiceAndScriptsBeginAsUsual() throws {
    let run = try opened(.practice)
    let usual = values(run)
    _ = run("set sound off; set end dismiss")
    #expect(run("expect (settings | where kept | count) == 0").error == nil)
    #expect(values(try opened(.practice)) == usual)
  }

  /// A setting that ends with the session says so when it is set; a session that saves nothing says nothing.
  @Test func unsavedSettingsSaySo() throws {
    let run = try opened()
    for setting in Catalog.standard.settings where !setting.isOfPractice {
      let said = try change(setting, in: run)
      #expect(said.hasSuffix(", for this session") != setting.isKept, "\(said)")
    }
    #expect(run("set keys usual; set keys vi").error == nil)
    let explained = Explanations(run.session).text()
    #expect(explained.hasPrefix("`keys` is now vi (previously usual), also in later sessions: "), "\(explained)")
    #expect(explained.hasSuffix(". `settings` lists the allowed values, and `undo` restores the previous value."))
    #expect(run("set gestures toggle; set gestures toggle").error == nil)
    #expect(
      Explanations(run.session).text().hasPrefix(
        "`set gestures toggle` changed nothing: `gestures` was already toggle."))
    let practice = try opened(.practice, "-other")
    #expect(practice("set gestures toggle").lines.last?.hasSuffix("· gestures is toggle") == true)
  }
}

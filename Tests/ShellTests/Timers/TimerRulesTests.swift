import Foundation
import Testing

@testable import SessionState
@testable import ShellCore

/// Each row of the sheet about activity timers, as a script that would fail if the row did not hold.
@Suite struct TimerRulesTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    var testDescription: String { name }

    init(_ name: String, _ script: String) {
      self.name = name
      self.script = script
    }
  }

  static let presets = [
    Row(
      "presets",
      """
      let minutes = {iPad: 30, reading: 20, shower: 10, homework: 15, custom: 5}
      for activity in (activities) { expect $activity.minutes == (get $minutes $activity.name) }
      """),
    Row(
      "custom 1 to 60",
      """
      for minutes in [1, 60] { timer start custom $minutes; expect timer.total == $minutes * 1m; timer stop }
      expect error { timer start custom 61 }
      expect error { timer start custom 60m1s }
      """),
    Row(
      "each preset 5 to 120 in steps of 5",
      """
      for name in ["iPad", "reading", "shower", "homework"] {
        for step in (range 1 24) {
          activity edit $name for ($step * 5)
          timer start $name; expect timer.total == $step * 5m; timer stop
        }
        for minutes in [1, 4, 6, 119] { expect error { activity edit $name for $minutes } }
        expect error { activity edit $name name "mine" }
      }
      """),
    Row(
      "own activities with an icon",
      """
      activity add violin icon 🎻 for 17
      expect (activities)[4] == {name: "violin", icon: "🎻", minutes: 17, kind: "own"}
      timer start v; wait 17m; expect timer.state == completed
      activity edit violin for 1; activity edit violin for 119; activity edit violin for 120
      activity edit violin name cello
      timer start cello; timer done
      activity remove cello
      expect error { timer start cello }
      """),
    Row(
      "unique beginnings",
      """
      timer start R; expect timer.activity == "reading"; timer stop
      activity add rest
      expect error { timer start re }
      timer start res; expect timer.activity == "rest"; timer stop
      activity add re
      timer start re; expect timer.activity == "re"
      """),
  ]

  static let runs = [
    Row(
      "one timer at a time",
      """
      timer start reading; wait 5m
      expect error { timer start shower }
      timer pause
      expect error { timer start shower }
      expect timer.activity == "reading" and timer.remaining == 15m
      """),
    Row(
      "start, pause, resume, done, stop",
      """
      timer start reading 20; wait 5m; timer pause; wait 1h
      expect timer.state == paused and timer.remaining == 15m
      timer resume; wait 5m
      expect timer.elapsed == 10m and timer.progress == 50%
      timer done
      expect timer.state == completed and rewards.sessions == 1
      timer start reading 20; wait 5m; timer stop
      expect timer.state == idle and rewards.sessions == 1
      """),
    Row(
      "ring colours at their borders",
      """
      expect timer.colour == purpleBlue
      let seen = []
      when timer.colour { seen = $seen + [[$colour, timer.elapsed]] }
      timer start reading 20
      expect timer.colour == periwinkle
      wait 4m59s; wait 999999us; expect timer.colour == periwinkle
      wait 1us; expect timer.colour == turquoise
      wait 4m59s; wait 999999us; expect timer.colour == turquoise
      wait 1us; expect timer.colour == orange
      wait 4m59s; wait 999999us; expect timer.colour == orange
      wait 1us; expect timer.colour == coral
      wait 3m; expect timer.remaining == 2m and timer.colour == coral
      wait 1us; expect timer.colour == magenta
      expect $seen == [["turquoise", 5m], ["orange", 10m], ["coral", 15m], ["magenta", 18m + 1us]]
      """),
    Row(
      "messages at their borders",
      """
      let seen = []
      when timer.message { seen = $seen + [[$text, $remaining]] }
      timer start custom 10
      expect timer.message == "Let's do this!"
      wait 59999999us; expect timer.message == "Let's do this!"
      wait 1us; expect timer.message == "Great start!"
      wait 9m
      expect $seen == [
        ["Great start!", 9m], ["You're doing great!", 7m], ["Halfway there!", 5m30s], ["Keep going!", 4m30s],
        ["Almost done!", 2m30s], ["Final stretch!", 1m],
      ]
      """),
    Row(
      "sounds as events with their patterns",
      """
      let heard = []
      when timer.halfway { heard = $heard + [["halfway", clock.elapsed, $strikes, (length $haptic)]] }
      when timer.minute { heard = $heard + [["minute", clock.elapsed, $strikes, (length $haptic)]] }
      when timer.completed { heard = $heard + [["done", clock.elapsed, $strikes, $haptic[1].after]] }
      timer start reading 20; wait 20m
      expect $heard == [
        ["halfway", 10m, [0s], 1], ["minute", 19m, [0s], 2], ["done", 20m, [0s, 300ms], 300ms],
      ]
      """),
    Row(
      "no warning in a timer of a minute",
      """
      let warned = false
      when timer.minute { warned = true }
      timer start custom 1; wait 1m
      expect not $warned
      """),
    Row(
      "ticks when they are wanted, events whatever is heard",
      """
      let ticks = []
      when timer.tick { ticks = $ticks + [$remaining] }
      timer start custom 1; wait 2s; expect $ticks == []
      set tick on; set sound off; set sound-halfway off
      let halfway = false
      when timer.halfway { halfway = true }
      wait 2s; expect $ticks == [57s, 56s]
      set tick off; wait 2m
      expect (length $ticks) == 2 and $halfway
      """),
  ]

  static let rewards = [
    Row(
      "finish: allocated, actual, saved",
      """
      let session = none
      when timer.completed { session = [$activity, $allocated, $actual, $saved, $ending] }
      timer start homework 15; wait 5m; timer pause; wait 3m; timer resume; wait 5m; timer done
      expect $session == ["homework", 15m, 10m, 5m, "early"]
      timer start homework 15; wait 15m
      expect $session == ["homework", 15m, 15m, 0s, "timeUp"]
      """),
    Row(
      "rating: the newest that waits; 15, 10 and 5",
      """
      for name in ["reading", "shower", "iPad"] { timer start $name; timer done }
      expect rewards.unrated == 3
      expect (rate amazing).activity == "iPad"
      expect (rate good).activity == "shower"
      expect (rate "needs work").activity == "reading"
      expect rewards.stars == 30
      expect error { rate good }
      """),
    Row(
      "streak: half more from 3 days, twice from 7, rounded down",
      """
      let stars = []
      repeat 7 {
        timer start reading; timer done
        stars = $stars + [(rate "needs work").stars]
        wait 1d
      }
      expect $stars == [5, 5, 7, 7, 7, 7, 10]
      timer start reading; timer done
      expect rewards.streak == 8
      wait 2d
      expect rewards.streak == 0
      """),
    Row(
      "history: every session kept",
      """
      repeat 25 { timer start shower; wait 1m; timer done }
      timer start reading; wait 12m; timer done
      expect rewards.sessions == 26
      expect (history | count) == 20 and (history all | count) == 26
      expect (history)[0].activity == "reading" and (history)[0].saved == 8m
      expect (stats).total.actual == 37m
      expect ((stats).activities | where activity == "reading")[0].saved == 8m
      expect ((stats).activities | where activity == "shower")[0].saved == 225m
      """),
    Row(
      "PIN: asked before a rating, waits after wrong ones, declined for good",
      """
      pin skip
      expect not pin.set
      pin set 2580
      timer start shower; timer done
      expect rewards.asks == pin
      expect error { rate good }
      repeat 4 { expect error { rate good pin 1111 } }
      expect error { rate good pin 2580 }
      wait 30s
      rate good pin 2580
      expect rewards.stars == 10
      for text in ["123", "12345", "12a4", "", "١٢٣٤"] { expect error { pin change 2580 $text } }
      pin change 2580 9876
      expect error { pin remove 2580 }
      pin remove 9876
      timer start shower; timer done
      rate good
      """),
    Row(
      "profile",
      """
      expect profile.name == none
      profile name "  Mia  "
      expect profile.name == "Mia" and (profile).welcome == "done"
      profile name Ben; undo
      expect profile.name == "Mia"
      profile forget
      expect profile.name == none
      """),
  ]

  /// Syncing and timers that run in the background need folders: two sessions of this family, and then a third.
  @Test func theLastRowsOutliveASession() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "storyline-rows-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: root) }
    func run(_ device: String, _ script: String) throws {
      let run = ScriptRun()
      try run.session.openState(root.appending(path: device).path)
      #expect(run(script).error == nil, "\(device): \(script)")
    }
    let shared = root.appending(path: "shared").path
    try run("kitchen", "timer start reading; timer done; rate amazing; sync \"\(shared)\"")
    try run("tablet", "timer start shower; timer done; rate good; sync \"\(shared)\"; sync \"\(shared)\"")
    try run("kitchen", "sync \"\(shared)\"; expect rewards.stars == 25; expect rewards.streak == 1")
    // Practice sessions have their own clocks; only a real timer continues, as RewardTests shows.
    try run("tablet", "timer start reading 20")
    try run("tablet", "expect timer.state == idle and rewards.sessions == 2")
  }

  @Test(arguments: presets) func activities(_ row: Row) { ScriptRun.passes(row.script) }
  @Test(arguments: runs) func aRun(_ row: Row) { ScriptRun.passes(row.script) }
  @Test(arguments: rewards) func completionsOfTheNextWord(_ row: Row) { ScriptRun.passes(row.script) }

  @Test(arguments: [
    ("timer start reading 0", "'timer start' expects a duration from 1m to 2h, not 0m"),
    ("timer start reading -5", "'timer start' expects a duration from 1m to 2h, not -5m"),
    ("timer start reading 1000000", "'timer start' expects a duration from 1m to 2h, not 1000000m"),
    ("timer start reading 3h", "'timer start' expects a duration from 1m to 2h, not 3h"),
    ("timer start reading soon", "'timer start' expects a number of minutes or a duration such as 20m, not 'soon'"),
    ("timer start custom 61", "a timer of this kind can last 1 to 60 minutes, not 61 | choose 60 minutes"),
    ("timer start 10", "the activity comes before the minutes | try: timer start iPad 10"),
    ("timer start raeding", "there is no activity 'raeding' | did you mean 'reading'?"),
    (
      "timer start jogging",
      "there is no activity 'jogging' | try: activity add jogging, or for this run only: timer start custom name jogging"
    ),
    ("activity add rest; timer start re", "'re' could be reading or rest | type more letters of the name"),
    ("timer pause", "no timer is running | try: timer start reading 20"),
    (
      "activity add \"tidy up\"; timer start tidy; timer done; timer done",
      "no timer is running: tidy up is already done | try: timer start \"tidy up\""
    ),
    (
      "activity add \"tidy up\"; timer start tidy; timer done; rate good; rate good",
      "every session is already rated; the last one was tidy up | try: timer start \"tidy up\""
    ),
    (
      "activity add x; timer start x; timer done; rate good; activity remove x; rate good",
      "every session is already rated; the last one was x | try: timer start reading 20"
    ),
    ("activity add violin 25", "'activity add' does not accept '25'"),
    (
      "rate need work",
      "'rate' expects 'amazing', 'good', 'needs work' or 'later', not 'need'"
    ),
    (
      "timer start lego 10",
      "there is no activity 'lego' | try: activity add lego for 10, or for this run only: timer start custom 10 name lego"
    ),
    (
      "timer start reading 10 name lego",
      "'reading' already has a name; only a custom timer accepts another name | try: timer start custom 10 name lego"
    ),
    ("timer start custom name Reading", "the activity 'reading' already exists | try: timer start reading"),
    ("timer start custom 61 name lego", "a timer of this kind can last 1 to 60 minutes, not 61 | choose 60 minutes"),
    (
      "timer start custom name 5",
      "'5' cannot be an activity's name | use one line of at most 30 characters, with at least one letter"
    ),
    (
      "timer start custom name lego; timer done; timer done",
      "no timer is running: lego is already done | try: timer start custom name lego"
    ),
    (
      "timer start reading; timer done; rate good; rate good of reading",
      "every session of reading is already rated | to change the newest session's rating, try: rate good of reading again"
    ),
    ("timer start reading; timer done; rate good of shower", "there is no session of shower | try: history"),
    (
      "timer start reading; timer done; rate good; rate good of (history)[0].session",
      "this session of reading is already rated: good | to change that, try: rate good of practice/1767603600000000 again"
    ),
    (
      "timer start reading; timer done; rate good of violin",
      "there is no activity 'violin' | the activities are iPad, reading, shower, homework, custom"
    ),
    ("activity add tidy up", "'activity add' expects one word or text in quotes, so 'up' is one word too many"),
    ("activity add violin for 0", "'for' expects a duration from 1m to 2h, not 0m"),
    ("activity add violin for -1", "'for' expects a duration from 1m to 2h, not -1m"),
    ("activity add violin for 1e6", "'for' expects a duration from 1m to 2h, not 1000000m"),
    (
      "activity add violin for 2.5",
      "an activity must last a whole number of minutes, not 2 min 30 s | choose 2 or 3 minutes"
    ),
    (
      "activity add 7",
      "'7' cannot be an activity's name | use one line of at most 30 characters, with at least one letter"
    ),
    (
      "activity add \"a\\u(202E)b\"",
      "'a\u{202E}b' cannot be an activity's name | use one line of at most 30 characters, with at least one letter"
    ),
    ("activity add reading", "the activity 'reading' already exists | to change it, try: activity edit reading for 25"),
    ("activity add x icon \"\"", "'' cannot be an icon: an icon is one visible character | try: icon 🎻"),
    ("activity add x icon ab", "'ab' cannot be an icon: an icon is one visible character | try: icon 🎻"),
    (
      "activity add x icon \"\\u(200B)\"",
      "'\u{200B}' cannot be an icon: an icon is one visible character | try: icon 🎻"
    ),
    (
      "activity edit reading for 17",
      "the length of a preset must be a multiple of 5 minutes, not 17 | choose 15 or 20 minutes"
    ),
    ("activity edit reading for 3", "a timer of this kind can last 5 to 120 minutes, not 3 | choose 5 minutes"),
    (
      "activity edit reading name X",
      "'reading' is a preset and cannot be renamed | for an activity of your own, try: activity add"
    ),
    (
      "activity edit reading",
      "say what to change: the length, the icon or the name | try: activity edit reading for 25"
    ),
    ("activity edit custom for 9", "you choose the length of 'custom' when you start it | try: timer start custom 5"),
    (
      "activity remove shower",
      "'shower' is built in and cannot be removed | `activity remove` removes only your own activities"
    ),
    ("profile name \" \"", "a name needs at least one character | try: profile name Mia"),
    ("profile name \"a\\e[2J\"", "a name can contain only visible characters | try: profile name Mia"),
    (
      "profile name \"0123456789012345678901234567890\"",
      "a name can have at most 30 characters, not 31 | a first name is enough"
    ),
    ("profile forget", "there is no name to remove | try: profile name Mia"),
  ])
  func badInputIsClear(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }
}

import Testing
import Timers

@Suite struct ActivityCatalogTests {
  @Test func beginningsFindInAnyCase() throws {
    let catalog = ActivityCatalog()
    #expect(try catalog.activity("IPAD").name == "iPad")
    #expect(try catalog.activity("r").name == "reading")
    #expect(try catalog.activity("Cus").kind == .custom)
    #expect(catalog.match("x") == .unknown(catalog.activities))
    #expect(catalog.match("") == .unknown(catalog.activities))
    #expect(catalog.match("readings") == .unknown(catalog.activities))
  }

  @Test func ambiguousNamesCarryTheirCandidates() throws {
    var catalog = ActivityCatalog()
    let read = try catalog.add(name: "Read", icon: "📚")
    let rest = try catalog.add(name: "rest", icon: "🛏", minutes: 90)
    #expect(catalog.match("re") == .ambiguous([reading, read, rest]))
    #expect(catalog.match("READ") == .found(read), "a whole name beats a beginning")
    #expect(throws: ActivityProblem.ambiguous("re", candidates: [reading, read, rest])) { try catalog.activity("re") }
    #expect(catalog.activities.last == .custom)
  }

  @Test(arguments: [
    (5, nil), (120, nil), (0, .minutesOutOfRange(0, allowed: 5...120)),
    (125, .minutesOutOfRange(125, allowed: 5...120)), (17, ActivityProblem.minutesNotInSteps(17, step: 5)),
  ])
  func presetsChangeInStepsOfFive(minutes: Int, problem: ActivityProblem?) throws {
    var catalog = ActivityCatalog()
    if let problem {
      #expect(throws: problem) { try catalog.edit("read", minutes: minutes) }
      #expect(catalog == ActivityCatalog())
    } else {
      #expect(try catalog.edit("read", minutes: minutes).after.minutes == minutes)
      #expect(try catalog.activity("reading").minutes == minutes)
    }
  }

  @Test func ownActivitiesComeAndGo() throws {
    var catalog = ActivityCatalog()
    let violin = try catalog.add(name: "violin", icon: "🎻")
    #expect(violin.minutes == 5)
    #expect(try catalog.edit("vio", minutes: 17).after.minutes == 17)
    #expect(throws: ActivityProblem.minutesOutOfRange(121, allowed: 1...120)) {
      try catalog.edit("violin", minutes: 121)
    }
    #expect(try catalog.remove("v").name == "violin")
    #expect(catalog == ActivityCatalog())
  }

  @Test func refusesWhatWouldConfuse() throws {
    var catalog = ActivityCatalog()
    for name in ["", "  ", "123", "a\nb"] {
      #expect(throws: ActivityProblem.badName(name)) { try catalog.add(name: name, icon: "?") }
    }
    #expect(throws: ActivityProblem.nameTaken(reading)) { try catalog.add(name: "READING", icon: "?") }
    #expect(throws: ActivityProblem.nameTaken(.custom)) { try catalog.add(name: "Custom", icon: "?") }
    #expect(throws: ActivityProblem.stays(reading)) { try catalog.remove("reading") }
    #expect(throws: ActivityProblem.stays(.custom)) { try catalog.remove("custom") }
    #expect(throws: ActivityProblem.notEditable(.custom)) { try catalog.edit("custom", minutes: 10) }
    #expect(throws: ActivityProblem.unknown("x", all: catalog.activities)) { try catalog.remove("x") }
    #expect(throws: ActivityProblem.minutesOutOfRange(121, allowed: 1...120)) {
      try catalog.add(name: "x", icon: "?", minutes: 121)
    }
    #expect(catalog == ActivityCatalog())
  }

  @Test func anEditChangesAllOrNothing() throws {
    var catalog = ActivityCatalog()
    try catalog.add(name: " violin ", icon: "🎻", minutes: 25)
    try catalog.add(name: "chess", icon: "♟")
    let (before, after) = try catalog.edit("vio", minutes: 30, icon: "🎼", name: "cello")
    #expect(before == Activity(name: "violin", icon: "🎻", minutes: 25, kind: .own))
    #expect(after == Activity(name: "cello", icon: "🎼", minutes: 30, kind: .own))
    #expect(catalog.activities[4] == after, "it keeps its place")
    #expect(try catalog.edit("cello", name: "Cello").after.name == "Cello", "its own name is not taken")
    #expect(try catalog.edit("reading", icon: "📚").after.icon == "📚")
    let kept = catalog
    #expect(throws: ActivityProblem.nameTaken(catalog.activities[5])) {
      try catalog.edit("cello", minutes: 7, name: "CHESS")
    }
    #expect(throws: ActivityProblem.badIcon(" ")) { try catalog.edit("cello", minutes: 7, icon: " ") }
    #expect(throws: ActivityProblem.keepsName(catalog.activities[1])) {
      try catalog.edit("reading", minutes: 25, name: "books")
    }
    #expect(throws: ActivityProblem.minutesNotInSteps(17, step: 5)) {
      try catalog.edit("reading", minutes: 17, icon: "x")
    }
    #expect(throws: ActivityProblem.notEditable(.custom)) { try catalog.edit("custom", icon: "x") }
    #expect(catalog == kept)
  }

  @Test func namesAndIconsCanBePrinted() {
    var catalog = ActivityCatalog()
    for name in ["a\u{202E}b", "a\u{1B}[2J", String(repeating: "x", count: 31), "a\tb"] {
      #expect(throws: ActivityProblem.badName(name)) { try catalog.add(name: name, icon: "x") }
      #expect(throws: ActivityProblem.badName(name)) {
        try catalog.put(Activity(name: name, icon: "x", minutes: 5, kind: .own))
      }
    }
    #expect(throws: ActivityProblem.badIcon("\u{1B}")) { try catalog.add(name: "x", icon: "\u{1B}") }
    #expect(throws: ActivityProblem.badIcon("\u{1B}")) {
      try catalog.put(Activity(name: "reading", icon: "\u{1B}", minutes: 20, kind: .preset))
    }
    #expect(catalog == ActivityCatalog())
  }
}

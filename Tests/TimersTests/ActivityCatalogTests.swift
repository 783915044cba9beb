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
      #expect(throws: problem) { try catalog.setMinutes(minutes, for: "read") }
      #expect(catalog == ActivityCatalog())
    } else {
      #expect(try catalog.setMinutes(minutes, for: "read").minutes == minutes)
      #expect(try catalog.activity("reading").minutes == minutes)
    }
  }

  @Test func ownActivitiesComeAndGo() throws {
    var catalog = ActivityCatalog()
    let violin = try catalog.add(name: "violin", icon: "🎻")
    #expect(violin.minutes == 5)
    #expect(try catalog.setMinutes(17, for: "vio").minutes == 17)
    #expect(throws: ActivityProblem.minutesOutOfRange(121, allowed: 1...120)) {
      try catalog.setMinutes(121, for: "violin")
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
    #expect(throws: ActivityProblem.notEditable(.custom)) { try catalog.setMinutes(10, for: "custom") }
    #expect(throws: ActivityProblem.unknown("x", all: catalog.activities)) { try catalog.remove("x") }
    #expect(throws: ActivityProblem.minutesOutOfRange(121, allowed: 1...120)) {
      try catalog.add(name: "x", icon: "?", minutes: 121)
    }
    #expect(catalog == ActivityCatalog())
  }
}

import Testing
import Timeline

@testable import Timers

@Suite struct RoutineTextTests {
  @Test(arguments: [
    ("dress 5m, breakfast 15m, teeth 3m", "⭐ dress 5m, ⭐ breakfast 15m, ⭐ teeth 3m"),
    ("👕 dress for 5m; 🥣 breakfast for 15 min; teeth for 3m", "👕 dress 5m, 🥣 breakfast 15m, ⭐ teeth 3m"),
    ("dress 5\n\n wash hands 30s ,", "⭐ dress 5m, ⭐ wash hands 30s"),
    ("teeth 1m30s, walk 1h30m, nap 2 hours", "⭐ teeth 1m30s, ⭐ walk 90m, ⭐ nap 120m"),
    ("reading, Shower 4m, iPad", "📖 reading 20m, 🚿 shower 4m, 📱 iPad 30m"),
    ("\"wash, then dry\" 5m; 'play 5m' for 3m\n“a  b” 2", "⭐ \"wash, then dry\" 5m, ⭐ \"play 5m\" 3m, ⭐ \"a  b\" 2m"),
    ("👕 \"get up\" for 5m, Mum's tea 1m, \"30\" steps 2m", "👕 get up 5m, ⭐ Mum's tea 1m, ⭐ 30 steps 2m"),
    ("\"reading\", \"a for\" 1m, '\"x, y\"' 1m", "📖 reading 20m, ⭐ \"a for\" 1m, ⭐ '\"x, y\"' 1m"),
    ("read for fun 5m", "⭐ read for fun 5m"), ("A b 1", "⭐ A b 1m"), ("7up drink 1m", "⭐ 7up drink 1m"),
  ])
  func stepsAreRead(_ text: String, _ expected: String) throws {
    let steps = try Routine.steps(text, ActivityCatalog())
    #expect(Routine.text(of: steps) == expected)
    #expect(try Routine.steps(Routine.text(of: steps), ActivityCatalog()) == steps)
    #expect(Routine(name: "r", steps: steps).isValid)
  }

  static let bad: [(String, RoutineProblem)] = [
    ("", .stepCount(0)), (" , ;", .stepCount(0)),
    (Array(repeating: "a 1m", count: 21).joined(separator: ","), .stepCount(21)),
    ("dress", .noLength("dress", number: 1)), ("dress 5m, custom", .noLength("custom", number: 2)),
    ("dress 5m, teeth 3x", .badLength("3x", step: "teeth", number: 2)),
    ("dress -5m", .badLength("-5m", step: "dress", number: 1)),
    ("wash hands +30", .badLength("+30", step: "wash hands", number: 1)),
    ("dress 99999", .badLength("99999", step: "dress", number: 1)),
    ("dress 1s", .lengthOutOfRange(.seconds(1), step: "dress", number: 1)),
    ("dress 3h", .lengthOutOfRange(.hours(3), step: "dress", number: 1)),
    ("dress 5m teeth 3m", .lengthInName("dress 5m teeth 3m", length: "5m", number: 1)),
    ("dress 5m, 👕 5m", .noLength("5m", number: 2)), ("5m", .noLength("5m", number: 1)),
    ("\"dress 5m\"", .noLength("dress 5m", number: 1)), ("\" \" 5m", .badStep("  5m", number: 1)),
    ("\u{1b}[31m red 5m", .badStep("\u{1b}[31m red 5m", number: 1)),
  ]

  @Test(arguments: bad.indices)
  func problemsNameTheirStep(_ index: Int) {
    let (text, problem) = Self.bad[index]
    #expect(throws: problem) { try Routine.steps(text, ActivityCatalog()) }
  }

  @Test func stepsHavePlaces() {
    let text = " dress 5m ,\n🥣 \"a, b\" 3x;; teeth"
    let places = (0...4).map {
      Routine.place(ofStep: $0, in: text).map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(places == [nil, "dress 5m", "🥣 \"a, b\" 3x", "teeth", nil])
  }

  @Test func namesAreUnique() throws {
    var catalog = RoutineCatalog()
    try catalog.add(Routine(name: " morning ", steps: RoutinePlay.morning.steps))
    try catalog.add(Routine(name: "more", steps: RoutinePlay.morning.steps))
    #expect(try catalog.routine("MORNING").name == "morning" && catalog.routine("morn").name == "morning")
    #expect(throws: RoutineProblem.ambiguous("mor", candidates: catalog.routines)) { try catalog.routine("mor") }
    #expect(throws: RoutineProblem.unknown("", all: catalog.routines)) { try catalog.routine("") }
    #expect(throws: RoutineProblem.nameTaken(catalog.routines[0])) {
      try catalog.add(Routine(name: "Morning", steps: []))
    }
    #expect(throws: RoutineProblem.badName("12")) { try catalog.edit("more", name: "12") }
    let edited = try catalog.edit("morning", name: "Morning")
    #expect(edited.before.name == "morning" && edited.after.name == "Morning")
    #expect(throws: RoutineProblem.nameTaken(catalog.routines[1])) { try catalog.edit("Morning", name: "MORE") }
    try catalog.remove("more")
    #expect(catalog.routines.map(\.name) == ["Morning"])
    let isPut = catalog.put(Routine(name: "x", steps: []))
    #expect(!isPut)
  }
}

import Foundation
import StoryScript
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore

/// The reasons of `explain` for timers, routines, lists and posts in random sessions, each claim compared with a model
/// that knows only which event happened when: it adds up times itself.
@Suite struct FamilyReasonsModelTests {
  @Test func everyReasonIsTrue() {
    var (claims, faults): ([String: Int], Int) = ([:], 0)
    for seed in ReasonsModelTests.seeds where faults < 25 {
      var walk = FamilyWalk(seed: seed)
      walk.run(inputs: 16)
      claims.merge(walk.claims, uniquingKeysWith: +)
      for fault in walk.faults.prefix(1) {
        faults += 1
        Issue.record("seed \(seed): \(fault)")
      }
    }
    // A walk that meets few kinds of reasons would prove little.
    #expect(ReasonsModelTests.seeds.count < 100 || claims.count >= 40, "only \(claims.count) kinds of reasons")
  }
}

/// The timer, the routine, the list and the posts of a session, derived from the instants of events and the commands.
struct FamilyModel {
  struct Timer {
    var name: String
    var total: Duration
    var spent = Duration.zero
    var since: Instant
    var pausedSince: Instant?
    /// `true` once it was paused: what `at` then leaves is for other tests.
    var wasPaused = false
    var child = ""

    func spent(at instant: Instant) -> Duration { pausedSince == nil ? spent + (instant - since) : spent }
    func left(at instant: Instant) -> Duration { total - spent(at: instant) }
  }

  struct Run {
    var name: String
    var waiting: [(name: String, timer: Timer?)]
    var past: [(name: String, isFinished: Bool)] = []
    let started: Instant
    var child: String
    var count: Int { waiting.count + past.count }
  }

  /// A finished session, as the commands made it.
  struct Session {
    let id: String
    var name: String
    let total: Duration
    var spent: Duration
    var rating: String?
    var child: String
    var isRemoved = false
    static let stars = ["amazing": 15, "good": 10, "needs work": 5]
    var stars: Int { isRemoved ? 0 : rating.flatMap { Self.stars[$0] } ?? 0 }
  }

  struct State {
    var timer: Timer?
    /// The sessions, in the order of their ends.
    var sessions: [Session] = []
    /// The sessions of the active child that wait for a rating, by their activities.
    var unrated: [String] {
      sessions.filter { $0.rating == nil && !$0.isRemoved && $0.child == child }.map(\.name)
    }
    /// The newest session of the active child.
    var newest: Session? { sessions.last { !$0.isRemoved && $0.child == child } }
    func session(_ id: String) -> Session? { sessions.last { $0.id == id } }
    func stars(of child: String) -> Int { sessions.filter { $0.child == child }.reduce(0) { $0 + $1.stars } }
    /// The active child.
    var child = ""
    /// The values of settings and the like, by their names.
    var values = ["minutes": "20", "icon": "📖", "reminder": "none"]
    var run: Run?
    var routineBreak = Duration.zero
    var request: (at: Instant, delay: Duration)?
    var isListLoaded: Bool?
    var feedDelay = Duration.milliseconds(500)
    var feedFailures = 0.0
    var posts: [Int: String] = [:]
    var isOnline = true
    var account = false
  }

  struct Happened {
    let at: Instant
    let name: String
    /// The command that caused it at its instant; `nil` if time did.
    let command: String?
    let before: State
    let after: State
    /// The names in the event, such as an activity; no amounts.
    let names: [String]
    /// The session's permanent id, if the event is about one.
    let id: String
  }

  static let steps: [(name: String, length: Duration)] = [
    ("dress", .minutes(5)), ("breakfast", .minutes(2)), ("teeth", .minutes(3)),
  ]
  static let presets: [String: Duration] = [
    "reading": .minutes(20), "iPad": .minutes(30), "shower": .minutes(10), "homework": .minutes(15),
  ]

  private(set) var state = State()
  /// The settings before the last `set`.
  private(set) var before = State()
  private(set) var past: [Happened] = []
  /// The timer that ended last, with the time spent.
  private var ended: (timer: Timer, spent: Duration)?

  mutating func set(_ command: String) {
    before = state
    let name = command.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let value = command.split(separator: " ").last.map(String.init) ?? ""
    func length() -> Duration {
      let number = Int64(value.prefix { $0.isNumber }) ?? 0
      return value.hasSuffix("ms") ? .milliseconds(number) : value.hasSuffix("m") ? .minutes(number) : .seconds(number)
    }
    state.values[name] = value
    if command.hasPrefix("set routine-break") { state.routineBreak = length() }
    if command.hasPrefix("set feed-delay") { state.feedDelay = length() }
    if command.hasPrefix("set feed-failures") { state.feedFailures = Double(value.dropLast()) ?? 0 }
    if command.hasPrefix("set network") { state.isOnline = value == "on" }
  }

  mutating func add(_ name: String, _ names: [String], _ id: String, at now: Instant, by command: String?) {
    let before = state
    apply(name, names, id, now, command)
    past.append(Happened(at: now, name: name, command: command, before: before, after: state, names: names, id: id))
  }

  /// The minutes after `at` in a command.
  static func ago(_ command: String?) -> Duration {
    command?.firstMatch(of: #/ at (\d+)m$/#).flatMap { Int64($0.1) }.map { .minutes($0) } ?? .zero
  }

  private mutating func change(_ id: String, _ body: (inout Session) -> Void) {
    if let place = state.sessions.lastIndex(where: { $0.id == id }) { body(&state.sessions[place]) }
  }

  private mutating func apply(
    _ name: String, _ names: [String], _ id: String, _ now: Instant, _ command: String?
  ) {
    switch name {
    case "timer.started":
      let activity = names.first ?? ""
      var total = Self.presets[activity] ?? .minutes(5)
      if let minutes = command?.firstMatch(of: #/^timer start .*?(\d+)/#).flatMap({ Int64($0.1) }) {
        total = .minutes(minutes)
      }
      if state.run != nil, let step = Self.steps.first(where: { $0.name == activity }) { total = step.length }
      if activity == "reading", command == "timer start reading", let minutes = Int64(state.values["minutes"] ?? "") {
        total = .minutes(minutes)
      }
      let ago = command?.hasPrefix("timer start") == true ? Self.ago(command) : .zero
      state.timer = Timer(name: activity, total: total, since: now - ago, child: state.child)
      // A step belongs to the child for whom its routine was started.
      if let run = state.run, run.waiting.first?.name == activity { state.timer?.child = run.child }
    case "timer.paused":
      guard var timer = state.timer else { return }
      timer.spent = timer.spent(at: now)
      timer.pausedSince = now
      timer.wasPaused = true
      state.timer = timer
    case "timer.resumed":
      state.timer?.since = now
      state.timer?.pausedSince = nil
    case "timer.extended":
      let minutes = command?.split(separator: " ").last.flatMap { Int64($0) } ?? 0
      guard var timer = state.timer else { return }
      timer.total += .minutes(minutes)
      state.timer = timer
    case "timer.completed":
      if var run = state.run, !run.waiting.isEmpty, run.waiting[0].name == state.timer?.name {
        run.past.append((run.waiting.removeFirst().name, true))
        state.run = run
      }
      if let timer = state.timer { ended = (timer, timer.spent(at: now) - Self.ago(command)) }
      state.timer = nil
    case "timer.saved":
      guard let (timer, spent) = ended else { return }
      state.sessions.append(
        Session(id: id, name: timer.name, total: timer.total, spent: spent, rating: nil, child: timer.child))
    case "timer.rated":
      let rating = command.flatMap { command in Session.stars.keys.first { command.contains($0) } }
      change(id) { $0.rating = rating }
    case "timer.removed": change(id) { $0.isRemoved = true }
    case "timer.edited":
      let words = command?.split(separator: " ").map(String.init) ?? []
      change(id) { session in
        if words.contains("spent") { session.spent = .minutes(Int64(words.last ?? "") ?? 0) }
        if words.contains("activity") { session.name = words.last ?? "" }
      }
    case "child.added", "child.chosen": state.child = names.last ?? ""
    case "profile.changed":
      for place in state.sessions.indices where state.sessions[place].child == state.child {
        state.sessions[place].child = names.last ?? ""
      }
      if state.timer?.child == state.child { state.timer?.child = names.last ?? "" }
      if state.run?.child == state.child { state.run?.child = names.last ?? "" }
      state.child = names.last ?? ""
    case "activity.edited":
      let words = command?.split(separator: " ").map(String.init) ?? []
      if words.contains("for") { state.values["minutes"] = words.last }
      if words.contains("icon") { state.values["icon"] = words.last }
    case "routine.reminded":
      state.values["reminder"] = command.flatMap { $0.split(separator: " ").last.map(String.init) }
    case "timer.stopped": state.timer = nil
    case "routine.started":
      state.run = Run(
        name: names.first ?? "", waiting: Self.steps.map { ($0.name, nil) }, started: now, child: state.child)
    case "routine.later":
      guard var run = state.run, run.waiting.count > 1 else { return }
      var step = run.waiting.removeFirst()
      if var timer = state.timer, timer.name == step.name {
        timer.spent = timer.spent(at: now)
        timer.pausedSince = timer.pausedSince ?? now
        step.timer = timer
        state.timer = nil
      }
      run.waiting.append(step)
      state.run = run
    case "routine.step":
      // A postponed step goes on where it stopped, once its timer resumes.
      if let timer = state.run?.waiting.first?.timer {
        state.timer = timer
        state.run?.waiting[0].timer = nil
      }
    case "routine.skipped":
      guard var run = state.run, !run.waiting.isEmpty else { return }
      run.past.append((run.waiting.removeFirst().name, false))
      state.run = run
      state.timer = nil
    case "routine.finished": break
    case "routine.stopped": (state.run, state.timer) = (nil, nil)
    case "feed.loading": state.request = (now, state.feedDelay)
    case "feed.loaded": state.isListLoaded = true
    case "feed.failed": state.isListLoaded = false
    case "post.queued": state.posts[Int(names.first ?? "") ?? 0] = names.last ?? ""
    case "post.sent", "post.removed": state.posts[Int(names.first ?? "") ?? 0] = nil
    default: break
    }
  }

  func events(at instant: Instant) -> [Happened] { past.reversed().filter { $0.at == instant } }
}

/// A random day that explains each of its inputs, at once and after some time.
struct FamilyWalk {
  private(set) var faults: [String] = []
  private(set) var claims: [String: Int] = [:]
  private var chance: SeededGenerator
  private var model = FamilyModel()
  private let run: ScriptRun
  private var script: [String] = []
  private var read = 0

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
    var options = Session.Options()
    options.seed = seed
    run = ScriptRun(options)
  }

  private var session: Session { run.session }

  mutating func run(inputs: Int) {
    _ = run("routine add m \"👕 dress 5m, 🥣 breakfast 2m, 🪥 teeth 3m\"")
    follow(by: nil)
    for _ in 0..<inputs where faults.isEmpty {
      let command = pick(0...7) == 0 ? script.last { !$0.hasPrefix("wait") } ?? command() : command()
      if command.hasPrefix("set ") { model.set(command) }
      script.append(command)
      let number = session.past.log.lastInput
      let began = session.now
      let error = run(command).error
      follow(by: command)
      guard session.past.log.lastInput != number else { continue }
      explain(command, refused: error, at: began)
      guard faults.isEmpty, pick(0...1) == 0 else { continue }
      let pause = "wait \(pick(1...400))s"
      script.append(pause)
      _ = run(pause)
      follow(by: nil)
      explain(command, refused: error, at: began)
    }
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  private mutating func command() -> String {
    switch pick(0...47) {
    case 32: return "timer start \(["reading 20", "shower 9", "custom 8 name lego"][pick(0...2)]) at \(pick(1...7))m"
    case 33, 34: return "timer done at \(pick(1...6))m"
    case 35, 36: return "rate \(["amazing", "good", "needs work"][pick(0...2)]) again"
    case 37: return "history edit 1 spent \(pick(1...9))"
    case 38: return "history edit 1 activity \(["homework", "shower"][pick(0...1)])"
    case 39: return "history remove 1"
    case 40, 41: return "routine rate \(["amazing", "good", "\"needs work\""][pick(0...2)])"
    case 42: return ["child add Ben", "profile name Mia"][pick(0...1)]
    case 43: return "child \(["Mia", "Ben"][pick(0...1)])"
    case 44: return "routine at \(["07:30", "08:00", "none"][pick(0...2)])"
    case 45: return "activity edit reading for \([20, 25, 30][pick(0...2)])"
    case 46: return "activity edit reading icon \(["📖", "📚"][pick(0...1)])"
    case 47: return "rate \(["amazing", "good"][pick(0...1)])"
    case 0: return "timer start \(["reading", "iPad", "shower", "homework"][pick(0...3)])"
    case 1: return "timer start reading \(pick(1...9))"
    case 2: return "timer start custom \(pick(1...9)) name lego"
    case 3, 4: return "timer pause"
    case 5, 6: return "timer resume"
    case 7, 8, 9: return "timer done"
    case 10: return "timer stop"
    case 11, 12: return "timer extend \(pick(1...9))"
    case 13: return "rate \(["amazing", "good", "needs work", "later"][pick(0...3)])"
    case 14, 15, 16: return "routine start m"
    case 17: return "routine later"
    case 18: return "routine next"
    case 19: return "routine skip"
    case 20: return pick(0...2) == 0 ? "routine end" : "routine later"
    case 21: return "set routine-break \(["0s", "30s", "2m"][pick(0...2)])"
    case 22, 23: return "stories"
    case 24: return "feed retry"
    case 25: return "set feed-failures \([0, 50, 100][pick(0...2)])%"
    case 26: return "set feed-delay \(["0s", "500ms", "3s"][pick(0...2)])"
    case 27: return "login bob.test"
    case 28, 29: return "post \"\(String(repeating: "x", count: pick(1...9)))\""
    case 30: return "set network off"
    default: return "set network on"
    }
  }

  /// Feeds the model with what the log has recorded since.
  private mutating func follow(by command: String?) {
    let entries = session.past.log.entries
    for number in max(read, entries.first)..<max(read, entries.end) {
      guard case .event(let row, let fields) = entries[number].what else { continue }
      let names = ["activity", "routine", "step", "post", "text", "name"].compactMap { name in
        fields[name]?.text ?? fields[name]?.number.map { "\(Int($0))" }
      }
      model.add(
        row.kind.name, names, fields["session"]?.text ?? "", at: entries[number].at,
        by: entries[number].cause == nil ? nil : command)
    }
    read = entries.end
  }

  // MARK: Claims

  private mutating func explain(_ command: String, refused: String?, at began: Instant) {
    let text = Explanations(session).text()
    var rest = text[...]
    if let refused {
      let words = refused.split(separator: " | ")[0]
      guard let range = rest.range(of: "was refused: \(words)") else { return fail("a refusal is not explained", text) }
      // A command that waits for a list is refused by a later event.
      guard let at = rest[range.upperBound...].range(of: " At ") else { return }
      rest = rest[rest.index(after: at.lowerBound)...]
    }
    while !rest.isEmpty, faults.isEmpty {
      var at: Set<Instant>?
      if let clock = rest.prefixMatch(of: #/At (\S+) (?!every day, an open prompt)/#) {
        // Several instants may be written alike.
        let instants = Set(model.past.map(\.at).filter { session.printer.clockText($0) == clock.1 })
        guard !instants.isEmpty else { return fail("nothing happened then", rest) }
        (at, rest) = (instants, rest[clock.range.upperBound...])
      }
      guard
        let (claim, match) = (Self.claims + Self.familyClaims).lazy.compactMap({ claim in
          (try? claim.pattern.prefixMatch(in: rest)).map { (claim, $0) }
        }).first
      else { return fail("no claim that the model knows", rest) }
      let words = (1..<match.output.count).map { match.output[$0].substring.map(String.init) ?? "" }
      claims[claim.name, default: 0] += 1
      let context = Context(model: model, command: command, at: at, began: began)
      if !claim.isTrue(context, words) { return fail("not so: \(claim.name)", rest) }
      rest = rest[match.range.upperBound...].drop { $0 == " " }
    }
  }

  private mutating func fail(_ what: String, _ text: some StringProtocol) {
    faults.append("\(what)\n  \(text)\n  after: \(script.joined(separator: "; "))")
  }

  struct Context {
    let model: FamilyModel
    let command: String
    /// The instants that the claim may name; `nil` for the input's own.
    let at: Set<Instant>?
    let began: Instant

    /// Returns whether an event that the claim can be about fulfils a condition: one of its instant that time caused,
    /// or one that the input caused.
    func happened(_ name: String, _ isMeant: (FamilyModel.Happened) -> Bool = { _ in true }) -> Bool {
      model.past.contains { event in
        guard event.name == name, isMeant(event) else { return false }
        if let at { return at.contains(event.at) && event.command == nil }
        return event.command == command && event.at >= began
      }
    }

    static func left(_ length: Duration) -> String { TimeText.left(length) }
  }

  struct Claim {
    let name: String
    let pattern: Regex<AnyRegexOutput>
    let isTrue: (Context, [String]) -> Bool

    init(_ pattern: String, _ isTrue: @escaping (Context, [String]) -> Bool) {
      name = pattern
      self.pattern = (try? Regex(pattern)) ?? Regex<AnyRegexOutput>(/never/)
      self.isTrue = isTrue
    }
  }

  /// The share of the time left at which a colour begins.
  private static func isColour(_ colour: String, _ left: Duration, of total: Duration) -> Bool {
    let share = Double(left.microseconds) / Double(max(1, total.microseconds))
    return switch colour {
    case "purpleBlue": share <= 0
    case "periwinkle": share > 0.75
    case "turquoise": share <= 0.75 && share > 0.5
    case "orange": share <= 0.5 && share > 0.25
    case "coral": share <= 0.25 && share >= 0.1
    default: share <= 0.1 + 1e-6
    }
  }

  nonisolated(unsafe) fileprivate static let claims: [Claim] = [
    // Timers.
    Claim("The message became \"(.*?)\", because (.*?) of the time is left\\.") { context, words in
      context.happened("timer.message") { event in
        guard let timer = event.after.timer else { return false }
        let share = Double(timer.left(at: event.at).microseconds) / Double(timer.total.microseconds) * 100
        let bounds: [(String, Double)] = [
          ("Let's do this!", 90), ("Great start!", 70), ("You're doing great!", 55), ("Halfway there!", 45),
          ("Keep going!", 25), ("Almost done!", 10),
        ]
        guard let bound = bounds.first(where: { $0.0 == words[0] }) else {
          return words[1] == "10% or less" && share <= 10
        }
        return words[1] == "more than \(Int(bound.1))%" && share > bound.1
      }
    },
    Claim(
      "(\\w+) lasts (.*?): halfway is after (.*?), and the ring's colour changes when 75, 50, 25 and 10% of the time is left\\."
    ) {
      context, words in
      context.happened("timer.started") { event in
        guard let timer = event.after.timer, timer.name == words[0] else { return false }
        return TimeText.length(timer.total) == words[1]
          && TimeText.length(Duration(microseconds: timer.total.microseconds / 2)) == words[2]
      }
    },
    Claim("Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early\\.") {
      context, _ in context.happened("timer.started")
    },
    Claim("The timer (is|was) paused with (.*?) left: a pause never costs time, no matter how long it is\\.") {
      context, words in
      let isPaused = context.model.state.timer?.pausedSince != nil
      return (words[0] == "is") == isPaused
        && context.happened("timer.paused") { event in
          event.before.timer.map { Context.left($0.left(at: event.at)) } == words[1]
        }
    },
    Claim("The pause of (.*?) does not count: (.*?) left, as before\\.") { context, words in
      context.happened("timer.resumed") { event in
        guard let timer = event.before.timer, let since = timer.pausedSince else { return false }
        return TimeText.length(event.at - since) == words[0] && Context.left(timer.left(at: event.at)) == words[1]
      }
    },
    Claim("(\\w+) was extended by (.*?), so it lasts (.*?); the time already spent counts as before\\.") {
      context, words in
      context.happened("timer.extended") { event in
        guard let before = event.before.timer, let after = event.after.timer, after.name == words[0] else {
          return false
        }
        return TimeText.length(after.total - before.total) == words[1] && TimeText.length(after.total) == words[2]
          && before.spent(at: event.at) == after.spent(at: event.at)
      }
    },
    Claim("Colours and messages depend on the share of the whole time that is left, so they may change back\\.") {
      context, _ in context.happened("timer.extended")
    },
    Claim("The ring became (\\w+), because .*? of the time is left\\.") { context, words in
      context.happened("timer.colour") { event in
        event.after.timer.map { isColour(words[0], $0.left(at: event.at), of: $0.total) } ?? (words[0] == "purpleBlue")
      }
    },
    Claim("the ring became (\\w+), because .*? of the time was left\\.") { context, words in
      context.happened("timer.colour") { event in
        event.after.timer.map { isColour(words[0], $0.left(at: event.at), of: $0.total) } ?? (words[0] == "purpleBlue")
      }
    },
    Claim("(\\w+) was done early: it took (.*?) of (.*?), not counting pauses, so (.*?) was saved\\.") {
      context, words in
      context.happened("timer.completed") { event in
        guard let timer = event.before.timer, timer.name == words[0] else { return false }
        if timer.wasPaused, context.command.contains(" at ") { return true }
        let spent = timer.spent(at: event.at) - FamilyModel.ago(context.command)
        let shown = ShownTime(actual: spent, saved: timer.total - spent)
        return TimeText.shown(shown.spent) == words[1] && TimeText.length(timer.total) == words[2]
          && TimeText.shown(shown.saved) == words[3] && spent < timer.total
      }
    },
    Claim("(\\w+) reached its full length of (.*?)(?:, so the session counts and can be rated with `rate`)?\\.") {
      context, words in
      context.happened("timer.completed") { event in
        guard let timer = event.before.timer, timer.name == words[0] else { return false }
        return timer.left(at: event.at) == .zero && TimeText.length(timer.total) == words[1]
      }
    },
    Claim("The session counts for (\\S+), the local day on which it ended\\.") { context, words in
      context.happened("timer.saved") { CivilTime(utc: $0.at).description.hasPrefix(words[0]) }
    },
    Claim("Rate the session to get its stars: `rate`\\.") { context, _ in
      context.happened("timer.saved") { $0.after.session($0.id).map { $0.rating == nil } ?? false }
    },
    Claim("(\\w+) was stopped with (.*?) left, so it does not count: no session, no stars, no streak day\\.") {
      context, words in
      context.happened("timer.stopped") { event in
        event.before.timer.map { $0.name == words[0] && Context.left($0.left(at: event.at)) == words[1] } ?? false
      }
    },
    Claim("To finish early, use `timer done`\\.") { context, _ in context.happened("timer.stopped") },
    Claim("`timer resume` had no effect: the timer is already running\\.") { context, _ in
      context.command == "timer resume" && context.happened("timer.ignored") { $0.before.timer?.pausedSince == nil }
    },
    Claim("`timer pause` had no effect: the timer is already paused\\.") { context, _ in
      context.command == "timer pause" && context.happened("timer.ignored") { $0.before.timer?.pausedSince != nil }
    },
    Claim("`timer resume` resumes it; `timer done` finishes it\\.") { context, _ in
      context.model.state.timer?.pausedSince != nil
    },
    Claim("`timer pause` pauses it; `timer done` finishes it\\.") { context, _ in
      context.model.state.timer.map { $0.pausedSince == nil } ?? false
    },
    Claim("`timer start reading 20` starts a timer\\.") { context, _ in context.model.state.timer == nil },
    // Stars.
    Claim("(amazing|good|needs work) is worth (\\d+) stars\\.") { context, words in
      context.command.contains(words[0]) && FamilyModel.Session.stars[words[0]].map(String.init) == words[1]
        && context.happened("timer.rated") { $0.before.session($0.id)?.rating == nil }
    },
    Claim("(amazing|good|needs work) replaces (amazing|good|needs work): it is worth (\\d+) stars, not (\\d+)\\.") {
      context, words in
      context.command.contains(words[0])
        && FamilyModel.Session.stars[words[0]].map(String.init) == words[2]
        && FamilyModel.Session.stars[words[1]].map(String.init) == words[3]
        && context.happened("timer.rated") { $0.before.session($0.id)?.rating == words[1] }
    },
    Claim(
      "([\\w ,]+?) (earns|each earn) (\\d+): (its|their) day was the first in a row, and stars count more only from the third day in a row\\."
    ) {
      context, words in
      let rated = context.model.past.filter {
        $0.name == "timer.rated" && $0.command == context.command && $0.at >= context.began
      }
      let names = rated.suffix(words[0].split(separator: #/, | and /#).count).compactMap {
        $0.after.session($0.id)?.name
      }
      return names.listed("and") == words[0] && (words[1] == "earns") == (names.count == 1)
        && rated.last?.after.session(rated.last?.id ?? "").map { "\($0.stars)" } == words[2]
    },
    Claim("(\\w+) earns no stars until you rate it, but there is no hurry\\.") { context, words in
      context.happened("timer.postponed") {
        $0.before.session($0.id).map { $0.name == words[0] && $0.rating == nil } ?? false
      }
    },
    Claim("`rate good` rates the newest unrated session; `rate good of (\\w+)` rates this session\\.") {
      context, words in context.happened("timer.postponed") { $0.before.session($0.id)?.name == words[0] }
    },
    Claim("`rate later` had no effect: there is no session to rate(?:, and the .+? timer is (?:running|paused))?\\.") {
      context, _ in
      context.happened("timer.ignored") { $0.before.unrated.isEmpty }
    },
    Claim(
      "`rate later` had no effect: the unrated sessions are already waiting(?:, and the .+? timer is (?:running|paused))?\\."
    ) { context, _ in
      context.happened("timer.ignored") { !$0.before.unrated.isEmpty }
    },
    // Routines.
    Claim("m plays its 3 steps one after another: each is a timer, and each finished step is a session\\.") {
      context, _ in context.happened("routine.started") { $0.after.run?.count == 3 }
    },
    Claim(
      "`timer done` goes to the next step, `routine later` moves a step to the end, and `timer pause` pauses the step\\."
    ) {
      context, _ in context.happened("routine.started")
    },
    Claim("(\\w+) is step (\\d) of 3 in m, the first unfinished step\\.") { context, words in
      context.happened("routine.step") { event in
        event.after.run.map { $0.waiting.first?.name == words[0] && "\($0.past.count + 1)" == words[1] } ?? false
      }
    },
    Claim("(\\w+) began: step (\\d) of 3 in m\\.") { context, words in
      context.happened("routine.step") { event in
        event.after.run.map { $0.waiting.first?.name == words[0] && "\($0.past.count + 1)" == words[1] } ?? false
      }
    },
    Claim("(\\w+) now comes after the other steps of m\\. When its turn comes, it still has (.*?)\\.") {
      context, words in
      context.happened("routine.later") { event in
        guard let last = event.after.run?.waiting.last, last.name == words[0] else { return false }
        let full = FamilyModel.steps.first { $0.name == last.name }?.length ?? .zero
        return Context.left(last.timer?.left(at: event.at) ?? full) == words[1]
      }
    },
    Claim("`set routine-break` puts (.*?) between two steps: (\\w+) is next\\. `routine next` ends the break\\.") {
      context, words in
      context.happened("routine.break") { event in
        Context.left(event.before.routineBreak) == words[0] && event.after.run?.waiting.first?.name == words[1]
      }
    },
    Claim("a break began before (\\w+) \\(`set routine-break`\\)\\.") { context, words in
      context.happened("routine.break") {
        $0.before.routineBreak > .zero && $0.after.run?.waiting.first?.name == words[0]
      }
    },
    Claim("(\\w+) was skipped, so it is not a session and earns no stars(; m continues)?\\.") { context, words in
      context.happened("routine.skipped") { event in
        event.before.run?.waiting.first?.name == words[0]
          && (event.after.run?.waiting.isEmpty == true) == words[1].isEmpty
      }
    },
    Claim(
      "No step of m is left, so the routine is over\\. It took (.*?) from start to end, including breaks and pauses\\."
    ) {
      context, words in
      context.happened("routine.finished") { event in
        event.after.run.map { $0.waiting.isEmpty && TimeText.length(event.at - $0.started) == words[0] } ?? false
      }
    },
    Claim("Each finished step is a session \\((\\d) of 3\\); `routine rate` gives all of them their stars\\.") {
      context, words in
      context.happened("routine.finished") { event in
        event.after.run.map { "\($0.past.count { $0.isFinished })" == words[0] } ?? false
      }
    },
    Claim("No step was finished, so there is nothing to rate\\.") { context, _ in
      context.happened("routine.finished") { $0.after.run.map { !$0.past.contains { $0.isFinished } } ?? false }
    },
    Claim("m was over, because no step was left\\.") { context, _ in
      context.happened("routine.finished") { $0.after.run?.waiting.isEmpty == true }
    },
    Claim("m was stopped\\. Finished steps stay in the history \\((\\d) of 3\\); the other steps do not count\\.") {
      context, words in
      context.happened("routine.stopped") { event in
        event.before.run.map { "\($0.past.count { $0.isFinished })" == words[0] } ?? false
      }
    },
    // The feed.
    Claim("Loading a list of stories takes (.*?), as it would over a network \\(`set feed-delay`\\)\\.") {
      context, words in
      context.happened("feed.loading") { TimeText.length($0.before.feedDelay) == words[0] }
    },
    Claim("Stories keep playing while the list loads\\.") { context, _ in context.happened("feed.loading") },
    Claim("the list was loaded: \\d+ stor(?:y|ies)\\.") { context, _ in
      context.happened("feed.loaded") { event in
        event.before.request.map { $0.at + $0.delay == event.at } ?? false && event.before.feedFailures < 100
      }
    },
    Claim(
      "[Tt]he list could not be loaded: the network is simulated, and (.*?)% of all requests fail \\(`set feed-failures`\\)\\. `feed retry` repeats the request\\."
    ) {
      context, words in
      context.happened("feed.failed") { event in
        event.before.request.map { $0.at + $0.delay == event.at } ?? false
      } && Double(words[0]) == context.model.state.feedFailures
    },
    Claim("`feed retry` had no effect: the last list was loaded\\. It repeats only a request that failed\\.") {
      context, _ in context.happened("feed.ignored") { $0.before.isListLoaded == true }
    },
    // Posts and the network.
    Claim(
      "The post (is waiting in|was put into) the outbox, with (\\d+) of 300 characters and ([\\d,]+) of 3,000 UTF-8 bytes\\."
    ) {
      context, words in
      context.happened("post.queued") { event in
        guard let number = event.names.first.flatMap({ Int($0) }), let text = event.after.posts[number] else {
          return false
        }
        return "\(text.count)" == words[1] && TimeText.grouped(text.utf8.count) == words[2]
          && (words[0] == "is waiting in") == (context.model.state.posts[number] != nil)
      }
    },
    Claim("It has no mention, tag or link\\.") { context, _ in context.happened("post.queued") },
    Claim("post (\\d+) was published\\.") { context, words in
      context.happened("post.sent") { $0.before.posts[Int(words[0]) ?? 0] != nil && $0.before.isOnline }
    },
    Claim("post (\\d+) could not be sent: there is no network\\.") { context, words in
      context.happened("post.failed") { $0.before.posts[Int(words[0]) ?? 0] != nil && !$0.before.isOnline }
    },
    Claim("no server could be reached, so unsent posts wait in the outbox\\.") { context, _ in
      context.happened("network.offline") { !$0.before.isOnline }
    },
    Claim("a server was reached again\\.") { context, _ in context.happened("network.online") { $0.before.isOnline } },
    Claim("`post` now publishes with this account\\.") { context, _ in context.command == "login bob.test" },
    // Settings: the values have been said already.
    Claim(
      "`[a-z-]+` is now .*? `settings` lists the allowed values, and `undo` restores the previous value\\."
    ) {
      context, _ in
      let words = context.command.split(separator: " ").map(String.init)
      return words.count == 3 && words[0] == "set" && context.model.before.values[words[1]] != words[2]
    },
  ]
}

import Foundation
import Stories
import StoryScript
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// The reasons of `explain` in random sessions, each claim compared with a model of causes: a planned fault, chance, a
/// pause, a gesture, the deck's end.
@Suite struct ReasonsModelTests {
  /// The seeds: `REASONS=20000` runs that many sessions, `REASONS=17-17` a single one.
  static let seeds: [UInt64] = {
    let numbers = (ProcessInfo.processInfo.environment["REASONS"] ?? "150").split(separator: "-")
      .compactMap { UInt64($0) }
    return numbers.count == 2 ? Array(numbers[0]...numbers[1]) : Array(0..<(numbers.first ?? 0))
  }()

  @Test func everyReasonIsTrue() {
    var (claims, faults): ([String: Int], Int) = ([:], 0)
    for seed in Self.seeds where faults < 25 {
      var walk = ReasonWalk(seed: seed)
      walk.run(inputs: 14)
      claims.merge(walk.claims, uniquingKeysWith: +)
      for fault in walk.faults.prefix(1) {
        faults += 1
        Issue.record("seed \(seed): \(fault)")
      }
    }
    if let path = ProcessInfo.processInfo.environment["REASONS_COUNTS"] {
      let lines = claims.sorted { $0.value > $1.value }.map { "\($0.value)\t\($0.key)" }
      try? lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
    // A walk that meets few kinds of reasons would prove little.
    #expect(Self.seeds.count < 100 || claims.count >= 25, "only \(claims.count) kinds of reasons")
  }
}

/// A random session of stories that explains each of its inputs, at once and after some time.
struct ReasonWalk {
  private(set) var faults: [String] = []
  /// The number of claims of each kind that were compared.
  private(set) var claims: [String: Int] = [:]
  private var chance: SeededGenerator
  private var model = CauseModel()
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
    for number in 0..<inputs where faults.isEmpty {
      let command = number == 0 ? "story play \(pick(1...10))" : command()
      let began = session.now
      if command.hasPrefix("set ") { note(command) } else { model.touch(command, at: began) }
      script.append(command)
      let error = run(command).error
      if command.hasPrefix("story play"), error == nil {
        let seconds = command.firstMatch(of: #/for (\d+)s/#).flatMap { Int64($0.1) }
        model.settings.length = .seconds(seconds ?? 15)
      }
      follow(by: command, at: began)
      guard !command.hasPrefix("set ") else { continue }
      explain(command, refused: error, at: began)
      guard faults.isEmpty, pick(0...1) == 0 else { continue }
      let pause = "wait \(pick(1...40) * 500)ms"
      script.append(pause)
      _ = run(pause)
      follow(by: nil, at: began)
      explain(command, refused: error, at: began)
    }
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  private mutating func command() -> String {
    switch pick(0...26) {
    case 0: return "story play \(pick(1...10))" + (pick(0...1) == 0 ? " for \(pick(1...8))s" : "")
    case 1: return "story play @\(["ana", "ben", "cleo"][pick(0...2)])"
    case 2: return "pause"
    case 3: return "resume"
    case 4: return "hold"
    case 5: return "hold \(pick(1...20) * 100)ms"
    case 6: return "release"
    case 7: return "tap \(["left", "right"][pick(0...1)])"
    case 8: return "next"
    case 9: return "previous"
    case 10: return "jump \(pick(1...10))"
    case 11, 12: return "story fail at \(pick(1...14))s"
    case 13: return "story fail"
    case 14: return "story retry"
    case 15: return "story buffer"
    case 16: return "story buffer \(pick(1...6))s at \(pick(1...14))s"
    case 17: return "swipe \(["left", "right", "up", "down 40%"][pick(0...3)])"
    case 18: return pick(0...4) == 0 ? "swipe down" : "doubletap"
    case 19: return "like"
    case 20: return "set story-failures \([0, 20, 50][pick(0...2)])%"
    case 21: return "set end \(["loop", "dismiss", "next", "endless"][pick(0...3)])"
    case 23, 24: return "set gestures \(["exclusive", "longpress", "sequence", "toggle", "hold"][pick(0...4)])"
    case 25: return ["unlike", "like", "doubletap"][pick(0...2)]
    case 26: return script.last { !$0.hasPrefix("wait") } ?? "hold 400ms"
    case 22: return "set press \([0, 350, 1_000][pick(0...2)])ms"
    default: return "story stop"
    }
  }

  private mutating func note(_ command: String) {
    let value = command.split(separator: " ").last.map(String.init) ?? ""
    if command.hasPrefix("set end") { model.settings.end = value }
    if command.hasPrefix("set story-failures") { model.settings.failureRate = Double(value.dropLast()) ?? 0 }
    if command.hasPrefix("set gestures") { model.set(gestures: value, at: session.now) }
    if command.hasPrefix("set press") { model.settings.press = .milliseconds(Int64(value.dropLast(2)) ?? 0) }
  }

  /// Feeds the model with what the log has recorded since.
  private mutating func follow(by command: String?, at began: Instant) {
    let entries = session.past.log.entries
    for number in max(read, entries.first)..<max(read, entries.end) {
      guard case .domain(.story(let kind, _)) = entries[number].what else { continue }
      model.add(kind, at: entries[number].at, by: entries[number].cause == nil ? nil : command)
    }
    read = entries.end
  }

  // MARK: Claims

  private mutating func explain(_ command: String, refused: String?, at began: Instant) {
    let text = Explanations(session).text()
    if let refused {
      let words = refused.split(separator: " | ")[0]
      if !text.contains("was refused: \(words)") { fail("a refusal is not explained", text) }
      return
    }
    var rest = text[...]
    // What follows a sentence with an instant is about that instant, too.
    var at = began
    while !rest.isEmpty, faults.isEmpty {
      if let clock = rest.prefixMatch(of: #/At (\S+) /#) {
        let instants = model.past.map(\.at) + model.finger.instants
        guard let instant = instants.last(where: { session.printer.clockText($0) == clock.1 }) else {
          return fail("nothing happened then", rest)
        }
        (at, rest) = (instant, rest[clock.range.upperBound...])
      }
      guard
        let (claim, match) = (Self.claims + Self.gestureClaims).lazy.compactMap({ claim in
          (try? claim.pattern.prefixMatch(in: rest)).map { (claim, $0) }
        }).first
      else { return fail("no claim that the model knows", rest) }
      let words = (1..<match.output.count).map { match.output[$0].substring.map(String.init) ?? "" }
      claims[claim.name, default: 0] += 1
      if !claim.isTrue(Context(model: model, session: session, at: at, command: command), words) {
        return fail("not so: \(claim.name)", rest)
      }
      rest = rest[match.range.upperBound...].drop { $0 == " " }
    }
  }

  private mutating func fail(_ what: String, _ text: some StringProtocol) {
    faults.append("\(what)\n  \(text)\n  after: \(script.joined(separator: "; "))")
  }

  /// The facts that a claim is compared with.
  struct Context {
    let model: CauseModel
    let session: Session
    /// The instant that the claim is about.
    let at: Instant
    /// The input that is explained.
    let command: String

    /// Returns whether an event of that instant fulfils a condition.
    func happened(_ isMeant: (CauseModel.Happened) -> Bool) -> Bool { model.events(at: at).contains(where: isMeant) }

    func position(_ event: CauseModel.Happened) -> String { TimeText.position(event.before.position(at: event.at)) }

    func isClock(_ instant: Instant?, _ text: String) -> Bool {
      instant.map { session.printer.clockText($0) == text } ?? false
    }

    /// Returns whether a story that stopped for one reason does what the text says.
    func continues(_ event: CauseModel.Happened, without: WritableKeyPath<CauseModel.State, Instant?>, _ text: String)
      -> Bool
    {
      var state = event.before
      state.settle(at: event.at)
      state[keyPath: without] = nil
      let place = TimeText.position(state.own)
      let words =
        if state.holdStart != nil {
          "but the story is still held at \(place)"
        } else if state.failedSince != nil {
          "but the story's picture has failed, so it is still stopped at \(place)"
        } else if state.pauseStart != nil {
          "but the story is still paused at \(place)"
        } else if state.waitStart != nil {
          "but the story is still waiting for its picture, at \(place)"
        } else {
          "so the story resumes at \(place), exactly where it stopped"
        }
      return words == text
    }
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

  private static let words = "(so the story resumes at .*?, exactly where it stopped|but the story.*?)"

  nonisolated(unsafe) fileprivate static let claims: [Claim] = [
    // Faults.
    Claim("`story fail` made the story's picture fail\\.") { context, _ in
      context.happened { if case .failed = $0.kind { $0.command == "story fail" } else { false } }
    },
    Claim("`story fail at (.*?)` made the story's picture fail\\.") { context, words in
      context.happened { event in
        guard case .failed = event.kind, let planned = event.before.plannedFailure else { return false }
        return planned.literal == words[0] && event.before.position(at: event.at) == planned
      }
    },
    Claim("[Tt]he story's picture failed at random, as (.*?)% of all pictures do \\(`set story-failures`\\)\\.") {
      context, words in
      context.happened { event in
        guard case .failed = event.kind else { return false }
        // Chance decides when a story starts, or is tried again.
        return event.settings.failureRate == Double(words[0]) && event.settings.failureRate > 0
          && (event.before.position(at: event.at) == .zero || event.command == "story retry")
          && event.command?.hasPrefix("story fail") != true
      }
    },
    Claim("[Tt]he story's picture failed at random \\(`set story-failures`\\)\\.") { context, _ in
      context.happened { if case .failed = $0.kind { $0.settings.failureRate > 0 } else { false } }
    },
    Claim("`story retry` tries again; `next` skips the story\\.") { context, _ in
      context.happened { if case .failed = $0.kind { true } else { false } } || context.model.state.failedSince != nil
    },
    Claim("When the story reaches (.*?), its picture fails; going to another story cancels the fault\\.") {
      context, words in
      context.command == "story fail at \(words[0].replacing(".0 s", with: "s"))"
    },
    Claim("When the story reaches (.*?), it waits for its picture; going to another story cancels the fault\\.") {
      context, words in context.command.hasSuffix(" at \(words[0].replacing(".0 s", with: "s"))")
    },
    Claim("The picture is loaded again, and the story continues at (.*?), where the picture failed\\.") {
      context, words in
      context.happened { event in
        guard case .retried = event.kind else { return false }
        return event.before.failedSince != nil && context.position(event) == words[0]
      }
    },
    // Waiting for the picture.
    Claim(
      "`(story buffer.*?)` stops the story at (.*?) until its picture is loaded; then the story continues from there\\."
    ) {
      context, words in
      context.command == words[0]
        && context.happened { event in
          if case .bufferingStarted = event.kind { context.position(event) == words[1] } else { false }
        }
    },
    Claim(
      "The story's picture is not in the cache, so the story waits at (.*?) until the picture is loaded .*? Nothing is lost\\."
    ) {
      context, words in
      context.happened { event in
        guard case .bufferingStarted = event.kind else { return false }
        return context.position(event) == words[0] && event.command?.hasPrefix("story buffer") != true
      }
    },
    Claim("the story had to wait for its picture at (.*?)\\.(?= |$)") { context, words in
      context.happened { if case .bufferingStarted = $0.kind { context.position($0) == words[0] } else { false } }
    },
    Claim("`story buffer` ended the wait for the picture after (.*?), \(words)\\.(?= |$)") { context, words in
      context.command == "story buffer"
        && context.happened { event in
          guard case .bufferingEnded = event.kind, let start = event.before.waitStart else { return false }
          return TimeText.length(event.at - start) == words[0]
            && context.continues(event, without: \.waitStart, words[1])
        }
    },
    Claim("[Tt]he picture was loaded after (.*?), \(words)\\.(?= |$)") { context, words in
      context.happened { event in
        guard case .bufferingEnded = event.kind, let start = event.before.waitStart else { return false }
        return TimeText.length(event.at - start) == words[0] && context.continues(event, without: \.waitStart, words[1])
      }
    },
    // The finger.
    Claim(
      "A finger went down on the story at (.*?); the story stays there as long as the finger is down, and nothing is lost\\."
    ) {
      context, words in
      context.happened { if case .held = $0.kind { context.position($0) == words[0] } else { false } }
    },
    Claim("[Tt]he finger was lifted after (.*?), \(words)\\.(?= |$)") { context, words in
      context.happened { event in
        guard case .released = event.kind, let start = event.before.holdStart else { return false }
        return TimeText.length(event.at - start) == words[0] && context.continues(event, without: \.holdStart, words[1])
      }
    },
    Claim("[Tt]he press of (.*?) was shorter than a hold, which needs (.*?), so it was a tap\\.") { context, words in
      context.happened { event in
        guard case .shortPress = event.kind, let start = event.before.holdStart else { return false }
        let press = event.at - start
        return press < event.settings.press && TimeText.length(press) == words[0]
          && TimeText.length(event.settings.press) == words[1]
      }
    },
    Claim("The story (has been|had been) held since (\\S+?)\\.(?= |$)") { context, words in
      context.happened { event in
        context.isClock(event.before.holdStart, words[1])
          && (words[0] == "has been") == (context.model.state.holdStart == event.before.holdStart)
      }
    },
    Claim("The story (has been|had been) held since (\\S+?), and only one finger can hold it\\.") { context, words in
      context.happened { context.isClock($0.before.holdStart, words[1]) }
    },
    Claim("While a story is held, taps, jumps and swipes have no effect, so a resting thumb cannot skip it\\.") {
      context, _ in context.happened { $0.before.holdStart != nil }
    },
    Claim("`release` lets go\\.") { context, _ in context.happened { $0.before.holdStart != nil } },
    Claim("Nothing is lost, no matter how long it is held\\. `release` lets go\\.") { context, _ in
      context.happened { $0.before.holdStart != nil }
    },
    Claim("No finger is on the story, so there is nothing to release\\. `hold` or `hold 2s` puts a finger down\\.") {
      context, _ in context.happened { $0.before.holdStart == nil }
    },
    // Pauses.
    Claim("The story stays at (.*?) until `resume`; releasing a hold does not end the pause\\.") { context, words in
      context.happened { if case .paused = $0.kind { context.position($0) == words[0] } else { false } }
    },
    Claim("The pause of (.*?) is over, \(words)\\.(?= |$)") { context, words in
      context.happened { event in
        guard case .resumed = event.kind, let start = event.before.pauseStart else { return false }
        return TimeText.length(event.at - start) == words[0]
          && context.continues(event, without: \.pauseStart, words[1])
      }
    },
    Claim(
      "The story has been paused since (\\S+), and a second `pause` changes nothing\\.(?: `resume` ends the pause\\.)?"
    ) {
      context, words in context.happened { context.isClock($0.before.pauseStart, words[0]) }
    },
    Claim("The story was not paused, so there was nothing to resume\\. A held story resumes with `release`\\.") {
      context, _ in context.happened { $0.before.pauseStart == nil }
    },
    // What has no effect.
    Claim(
      "The story has been waiting for its picture since (\\S+?)\\. `story buffer` ends the wait, and nothing is lost\\."
    ) {
      context, words in context.happened { context.isClock($0.before.waitStart, words[0]) }
    },
    Claim("The story's picture could not be shown at (\\S+?), so there is nothing to pause or play\\.") {
      context, words in context.happened { context.isClock($0.before.failedSince, words[0]) }
    },
    Claim("The story was not waiting for its picture\\. `story buffer 2s` makes it wait\\.") { context, _ in
      context.happened { $0.before.waitStart == nil }
    },
    Claim("The story has not failed, so there is nothing to retry\\. `story fail` makes it fail\\.") { context, _ in
      context.happened { $0.before.failedSince == nil }
    },
    Claim("A swipe up has no effect in stories\\. A swipe down ends viewing; left and right go to another user\\.") {
      context, _ in context.command == "swipe up"
    },
    Claim(
      "The finger went up before the halfway point, so the swipe was cancelled: the story is unchanged\\. A swipe counts from 50% of the full distance\\."
    ) {
      context, _ in context.command == "swipe down 40%"
    },
    Claim(
      "A swipe to the side goes to another user, but .*?(?:goes the other way; |with stories; )`next` goes to the next story[^.]*\\."
    ) {
      context, _ in
      context.command.hasPrefix("swipe ")
        && context.happened { if case .ignored(_, .noDeck) = $0.kind { true } else { false } }
    },
    // Stories that start.
    Claim("`(.*?)` opened a deck, and story (\\d+) by @\\S+ started\\.") { context, words in
      context.command == words[0] && context.starts(words[1], [.opened])
    },
    Claim(
      "A tap in the left 33% of the width goes back(?:; any other tap goes forward)?: story (\\d+) by @\\S+ started\\."
    ) {
      context, words in
      ["tap left", "tap right", "release"].contains(context.command)
        && context.starts(words[0], [.tapped, .tappedBack])
    },
    Claim("`previous` goes back: story (\\d+) by @\\S+ started\\.") { context, words in
      context.starts(words[0], [.previous]) && ["previous", "tap left"].contains(context.command)
    },
    Claim("No story comes before the deck's first one, so it starts again: story (\\d+) by @\\S+ started\\.") {
      context, words in context.starts(words[0], [.restartedFirst])
    },
    Claim("`(jump \\d+)` went to that place in the deck: story (\\d+) by @\\S+ started\\.") { context, words in
      context.command == words[0] && context.starts(words[1], [.jumped])
    },
    Claim("The next user's deck followed: story (\\d+) by @\\S+ started\\.") { context, words in
      context.starts(words[0], [.nextDeck])
    },
    Claim("`(.*?)` went back to the previous user's deck: story (\\d+) by @\\S+ started\\.") { context, words in
      context.command == words[0] && context.starts(words[1], [.previousDeck])
    },
    Claim("`next` goes forward: story (\\d+) by @\\S+ started\\.") { context, words in
      context.command == "next" && context.starts(words[0], [.next])
    },
    Claim(
      "(?:The previous story ended|After the deck's last story, its first one follows|After the round's last story, the feed's next round follows|The feed has no end in either direction \\(`set end endless`\\), so the last story of the previous round comes before this round's first story|The whole feed had expired, so it was loaded again): story (\\d+) by @\\S+ started\\."
    ) {
      context, words in
      context.starts(words[0], [.advanced, .looped, .nextRound, .roundBefore, .reloaded])
    },
    Claim("story (\\d+) started by itself, because the previous story ended\\.") { context, words in
      context.starts(words[0], [.advanced]) && context.hasEnded()
    },
    Claim(
      "story (\\d+) started because of that tap: it was (the deck's|this user's|the round's) last story, (?:so the deck starts again|so the next user follows|and the feed has no end) \\(`set end(?: endless)?`\\)\\."
    ) {
      context, words in
      let causes: [String: Player.Cause] = [
        "the deck's": .looped, "this user's": .nextDeck, "the round's": .nextRound,
      ]
      return context.starts(words[0], [causes[words[1]] ?? .opened])
        && context.isTap()
    },
    Claim("story (\\d+) started by itself: the deck's last story ended, and the deck starts again \\(`set end`\\)\\.") {
      context, words in context.starts(words[0], [.looped]) && context.hasEnded()
    },
    Claim(
      "story (\\d+) started by itself: this user's last story ended, and the next user follows \\(`set end`\\)\\."
    ) {
      context, words in
      context.starts(words[0], [.nextDeck]) && context.hasEnded() && (context.isEnd("next") || context.isEnd("endless"))
    },
    Claim(
      "story (\\d+) started by itself: the previous story ended, and the feed has no end \\(`set end endless`\\)\\."
    ) {
      context, words in
      context.starts(words[0], [.nextRound]) && context.hasEnded() && context.isEnd("endless")
    },
    Claim("story (\\d+) started because of that tap\\.") { context, words in
      context.starts(words[0], [.tapped, .tappedBack])
        && context.isTap()
    },
    Claim("story (\\d+) started again because of that tap: it is the deck's first story\\.") { context, words in
      context.starts(words[0], [.restartedFirst])
        && context.isTap()
    },
    // The end of a deck.
    Claim(
      "That was (?:the last story of the deck, so the deck starts again|the last story of the deck, so viewing ends|this user's last story, so the next user follows|the last story of the deck, so the feed continues) \\(`set end (\\w+)`\\)\\."
    ) {
      context, words in
      context.isEnd(words[0])
        && context.happened { if case .deckFinished = $0.kind { true } else { false } }
    },
    Claim(
      "viewing ended, because the last story of the deck ended(?: \\(`set end (\\w+)`\\)| and there is no next user \\(`set end (next)`\\))?\\."
    ) {
      context, words in
      let end = words.first { !$0.isEmpty } ?? ""
      return (end.isEmpty ? context.isEnd("loop") : context.isEnd(end))
        && context.happened { if case .dismissed(.deckEnded) = $0.kind { true } else { false } }
    },
    Claim("Viewing has ended; `story play 4` starts it again\\.") { context, _ in
      context.happened { if case .dismissed = $0.kind { true } else { false } }
    },
    Claim("A swipe down ends viewing\\. `story play 4` starts it again\\.") { context, _ in
      context.command == "swipe down" && context.happened { if case .dismissed = $0.kind { true } else { false } }
    },
    Claim("Story (\\d+) was stopped at (.*?)\\.(?= |$)") { context, words in
      context.happened { if case .stopped = $0.kind { context.position($0) == words[1] } else { false } }
    },
    // Likes.
    Claim("Story (\\d+) is liked; a double tap never removes a like, but `unlike` does\\.") { context, words in
      context.happened { event in
        guard case .liked(_, let id) = event.kind else { return false }
        return "\(id)" == words[0] && !event.liked.contains(id)
      }
    },
    Claim("Story (\\d+) is no longer liked\\.") { context, words in
      context.happened { event in
        guard case .unliked(_, let id) = event.kind else { return false }
        return "\(id)" == words[0] && event.liked.contains(id)
      }
    },
    Claim(
      "`(.*?)` changed nothing: story (\\d+) was (already|not) liked\\.(?: A double tap never removes a like, but `unlike` does\\.)?"
    ) { context, words in
      context.command == words[0]
        && context.happened { event in
          switch event.kind {
          case .liked(_, let id): "\(id)" == words[1] && words[2] == "already" && event.liked.contains(id)
          case .unliked(_, let id): "\(id)" == words[1] && words[2] == "not" && !event.liked.contains(id)
          default: false
          }
        }
    },
  ]
}

extension ReasonWalk.Context {
  /// `true` if a press was a tap then.
  fileprivate func isTap() -> Bool {
    model.finger.isTap(at: at) || happened { if case .shortPress = $0.kind { true } else { false } }
  }

  fileprivate func starts(_ number: String, _ causes: [Player.Cause]) -> Bool {
    happened { event in
      guard case .storyStarted(_, let id, let cause) = event.kind else { return false }
      return "\(id)" == number && causes.contains(cause)
    }
  }

  /// `true` if a story had moved for its whole length then, and nothing else ended it.
  fileprivate func hasEnded() -> Bool {
    happened { event in
      guard case .storyStarted = event.kind else { return false }
      return event.before.isMoving && event.command == nil
        && event.before.position(at: event.at) == event.settings.length
    }
  }

  fileprivate func isEnd(_ word: String) -> Bool { happened { $0.settings.end == word } }
}

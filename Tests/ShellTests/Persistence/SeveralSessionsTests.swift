import Bluesky
import Foundation
import StoryScript
import System
import Terminal
import Testing
import Timeline
import Timers

@testable import PostsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// Several sessions on one state folder at the same time.
@Suite final class SeveralSessionsTests {
  private let folder = "/tmp/storyline-several-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func open(_ kind: Session.Options.Kind) throws -> (runner: PromptRunner, session: Session) {
    var options = Session.Options()
    options.kind = kind
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    try session.openState(folder)
    return (PromptRunner(session: session), session)
  }

  @Test func sessionsSeeEachOthersSaves() throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("timer start reading; timer done; rate amazing; story play 4; like; post \"hi\"")
    other.runner.run("expect rewards.stars == 15; expect (story show 4).liked; expect outbox.count == 1")
    #expect(!other.session.output.drainLines().contains { $0.contains("error") })
    #expect(other.session.ledger.timerSessions.stars == 15)
    other.runner.run("timer start shower; timer done; rate good")
    one.runner.run("undo")
    other.runner.run("print 1")
    #expect(one.session.ledger.timerSessions.stars == 25)
    #expect(other.session.ledger.timerSessions.stars == 25)
    #expect(other.session.world.posts.outbox.count == one.session.world.posts.outbox.count)
  }

  /// A session that another session brings back counts, whatever its timer's start was in between.
  @Test(arguments: [("redo", "finished reading"), ("timer stop", "stopped reading, so it does not count")])
  func whatHappenedToTheTimerIsSaid(line: String, said: String) throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("timer start reading; timer done")
    Thread.sleep(forTimeInterval: 1.1)
    one.runner.run("undo")
    other.runner.run("timer")
    Thread.sleep(forTimeInterval: 1.1)
    one.runner.run(line)
    _ = other.session.output.drainLines()
    other.runner.run("history")
    let lines = other.session.output.drainLines()
    #expect(lines.contains { $0.contains("another Storyline session \(said)") }, "\(lines)")
  }

  /// A session can undo its changes whatever other sessions did meanwhile, unless another session has changed the
  /// same things.
  @Test func othersLeaveWhatOneCanUndo() throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("post \"mine\"")
    other.runner.run("story play 4; like; timer start shower; timer done; rate good")
    one.runner.run("undo")
    #expect(one.session.world.posts.outbox.count == 0)
    #expect(one.session.ledger.timerSessions.stars == 10)
    #expect(one.session.world.stories.player.story == nil)
    one.runner.run("redo")
    other.runner.run("print 1")
    #expect(other.session.world.posts.outbox.count == 1)
    let lines = one.session.output.drainLines()
    #expect(!lines.contains { $0.contains("changed the same data") || $0.contains("error") }, "\(lines)")
    other.runner.run("post \"theirs\"")
    one.runner.run("undo")
    #expect(
      one.session.output.drainLines().contains {
        $0.contains("changed the same data: earlier commands")
      })
    #expect(one.session.world.posts.outbox.count == 2)
  }

  /// Two shells started together sometimes write in the same microsecond: each of their posts has its own id.
  @Test func theSameWordsAtOneInstantAreTwoPosts() throws {
    let (one, other) = (try open(.real), try open(.real))
    let places = [one, other].compactMap { $0.session.persistence?.place }
    let post = try Post("one of two", created: .practiceStart)
    let ids = places.map { place in
      var outbox = Outbox()
      return PostPart.id(outbox.add(post).identity, place.session)
    }
    #expect(ids.count == 2 && ids[0] != ids[1])
  }

  /// Tokens are in a file and not in the journal; other sessions still notice a login.
  @Test func sessionsNoticeEachOthersLogins() throws {
    let (one, other) = (try open(.real), try open(.real))
    other.runner.run("when account.changed { print \"heard {$left} {$handle}\" }")
    _ = other.session.output.drainLines()
    let host = try Host("pds.example", isLoopback: { _ in false })
    try AccountAccess(one.session).changeAccounts(isChoice: true) { (accounts) throws(Failure) in
      accounts.add(Account(did: "did:plc:b", handle: "bob.test", host: host, access: "A", refresh: "R"))
    }
    #expect(other.runner.secondsToNext != nil)
    #expect(other.runner.wake().lines.contains("heard none bob.test"))
    try AccountAccess(one.session).changeAccounts(isChoice: true) { (accounts) throws(Failure) in
      accounts.remove("did:plc:b")
    }
    #expect(other.runner.wake().lines.contains("heard bob.test none"))
    #expect(other.runner.wake().lines == [])
  }

  /// Another session's choice of account must not publish this session's posts under that account.
  @Test func eachSessionKeepsItsAccount() throws {
    let one = try open(.real)
    let host = try Host("pds.example", isLoopback: { _ in false })
    func add(_ name: String) throws {
      try AccountAccess(one.session).changeAccounts(isChoice: true) { (accounts) throws(Failure) in
        accounts.add(Account(did: "did:plc:\(name)", handle: "\(name).test", host: host, access: "A", refresh: "R"))
      }
    }
    try add("ana")
    try add("bob")
    let other = try open(.real)
    func publisher(_ session: Session) -> String? { AccountAccess(session).account?.handle }
    #expect(publisher(other.session) == "bob.test")
    one.runner.run("account use ana.test")
    #expect(publisher(one.session) == "ana.test" && publisher(other.session) == "bob.test")
    #expect(other.runner.wake().lines == [])
    // A new session begins with the last choice. New tokens of another account change nothing.
    let third = try open(.real)
    #expect(publisher(third.session) == "ana.test")
    try AccountAccess(other.session).changeAccounts(isChoice: false) { (accounts) throws(Failure) in
      accounts.update(Account(did: "did:plc:bob", handle: "bob.test", host: host, access: "A2", refresh: "R2"))
    }
    #expect(publisher(try open(.real).session) == "ana.test" && publisher(other.session) == "bob.test")
    // Logged out elsewhere, it is nobody, and not the next account.
    one.runner.run("account use bob.test")
    try AccountAccess(one.session).changeAccounts(isChoice: true) { (accounts) throws(Failure) in
      accounts.remove("did:plc:bob")
    }
    #expect(publisher(one.session) == "ana.test" && publisher(other.session) == nil)
    other.runner.run("whoami")
    let lines = other.session.output.drainLines()
    #expect(lines.contains { $0.contains("logged out by another session") }, "\(lines)")
    other.runner.run("account use ana.test")
    #expect(publisher(other.session) == "ana.test")
  }

  /// The virtual clocks of practice sessions begin at the same instant, so all of them start the same timers at the
  /// same instants.
  @Test func practiceSessionsOnOneFolderKeepAllOfTheirs() throws {
    let sessions = try (0..<5).map { _ in try open(.practice) }
    for session in sessions {
      for _ in 0..<3 { session.runner.run("timer start reading 20; timer done; rate good; post \"hi\"") }
      session.runner.run("story play 4; like")
    }
    let after = try open(.practice).session
    #expect(
      after.ledger.timerSessions.count == 15 && after.ledger.timerSessions.stars == 150,
      "\(after.ledger.timerSessions.count)")
    #expect(after.world.posts.outbox.count == 15)
  }

  /// `rate` is about the session that this prompt has asked about, whatever ended elsewhere since.
  @Test func aQuestionStaysAboutItsSession() throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("timer start reading; timer done")
    other.runner.run("timer start homework; timer done")
    one.runner.run("rate amazing")
    #expect(one.session.ledger.timerSessions.timerSessions().first { $0.activity == "reading" }?.rating == .amazing)
    #expect(one.session.ledger.timerSessions.timerSessions().first { $0.activity == "homework" }?.rating == nil)
    other.runner.run("rate good")
    #expect(other.session.ledger.timerSessions.timerSessions().map(\.rating) == [.amazing, .good])
    one.runner.run("rate amazing")
    #expect(
      one.session.ledger.timerSessions.timerSessions().map(\.rating) == [.amazing, .good], "nothing is waiting now")
    // A prompt that has asked about nothing rates what ended last.
    other.runner.run("timer start homework; timer done")
    one.runner.run("rate needs work")
    #expect(other.runner.session.ledger.timerSessions.timerSessions().count == 3)
    #expect(one.session.ledger.timerSessions.timerSessions().map(\.rating) == [.amazing, .good, .needsWork])
  }

  /// A timer that another session stopped does not continue here, whatever this session was about to do.
  @Test func anIdlePromptChangesNothing() throws {
    let (one, other) = try nearTheEnd()
    other.runner.run("timer stop; timer start shower 3")
    #expect(other.session.world.timers.countdown.activity?.name == "shower")
    SystemClock.sleep(.milliseconds(1_200))
    _ = one.runner.wake().lines
    #expect(one.session.ledger.timerSessions.count == 0)
    #expect(one.session.world.timers.countdown.activity?.name == "shower")
  }

  /// A prompt without input reports that another session stopped the timer.
  @Test func anIdlePromptSaysThatAnotherSessionStoppedIt() throws {
    let (one, other) = try nearTheEnd()
    other.runner.run("timer stop")
    _ = one.session.output.drainLines()
    #expect(one.runner.wake().lines == ["note: another Storyline session stopped custom, so it does not count"])
    #expect(one.runner.wake().lines == [])
    #expect(one.runner.secondsToNext.map { $0 > 1 && $0 <= 2 } == true, "others may write a post at any time")
  }

  /// Another session's change of the timer is reported as what it was, and soon: the next check comes nearer while
  /// there is no input, no matter how often the prompt asks for the time.
  @Test func anIdlePromptSaysWhatAnotherSessionDid() throws {
    let (one, other) = try nearTheEnd()
    let deeds = [
      ("timer pause", ["note: another Storyline session paused custom, "]),
      ("timer resume", ["note: another Storyline session resumed custom, "]),
      (
        "timer stop; timer start shower 3",
        [
          "note: another Storyline session stopped custom, so it does not count",
          "note: another Storyline session started shower, 3 min left",
        ]
      ),
      ("timer done", ["note: another Storyline session finished shower"]),
    ]
    _ = one.runner.wake().lines
    for (line, words) in deeds {
      other.runner.run(line)
      let said = one.runner.wake().lines
      #expect(said.count == words.count && zip(said, words).allSatisfy { $0.hasPrefix($1) }, "\(line): \(said)")
    }
    one.runner.run("timer start reading 20; timer pause")
    let first = try #require(one.runner.secondsToNext)
    SystemClock.sleep(.milliseconds(30))
    #expect(try #require(one.runner.secondsToNext) <= first - 0.03)
  }

  /// Returns two sessions, one of which runs a timer with a second left.
  private func nearTheEnd() throws -> (
    one: (runner: PromptRunner, session: Session), other: (runner: PromptRunner, session: Session)
  ) {
    let (one, other) = (try open(.real), try open(.real))
    let start = SystemClock.now - .seconds(59)
    one.session.change { world in
      world.timers.countdown = Countdown(at: start)
      _ = try? world.timers.countdown.handle(.start(.custom, length: .minutes(1)), at: start)
    }
    one.runner.run("print 1")
    return (one, other)
  }

  /// A line that waits does not overrule another session either: the other session's earlier changes come first.
  @Test func aWaitingLineChangesNothing() throws {
    let (one, other) = try nearTheEnd()
    let folder = folder
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var options = Session.Options()
      options.kind = .real
      let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
      try? session.openState(folder)
      SystemClock.sleep(.milliseconds(100))
      PromptRunner(session: session).run("timer stop; timer start shower 3")
      isOver.signal()
    }
    one.runner.run("wait 1500ms")
    isOver.wait()
    #expect(one.session.ledger.timerSessions.count == 0)
    #expect(one.session.world.timers.countdown.activity?.name == "shower")
    other.runner.run("print 1")
    #expect(other.session.world.timers.countdown.activity?.name == "shower")
    #expect(other.session.ledger.timerSessions.count == 0)
  }

  /// A prompt whose timer another session paused also notices that the timer resumes.
  @Test func anIdlePromptFollowsAPauseAndItsEnd() throws {
    let (one, other) = try nearTheEnd()
    other.runner.run("timer pause")
    _ = one.runner.wake().lines
    #expect(one.session.world.timers.countdown.state == .paused)
    #expect(one.runner.secondsToNext.map { $0 <= 2 } == true, "it looks again by itself")
    other.runner.run("timer resume")
    _ = one.runner.wake().lines
    #expect(one.session.world.timers.countdown.state == .running)
    SystemClock.sleep(.milliseconds(1_200))
    #expect(one.runner.wake().lines.contains { $0.contains("done, 1 min: well done!") })
    #expect(one.session.ledger.timerSessions.count == 1)
  }

  /// The answer to `stop reading?` applies only to reading.
  @Test func anAnswerStopsNoOtherTimer() throws {
    let (one, other) = try nearTheEnd()
    let prompt = PromptState(history: History())
    prompt.ask { _, _ in
      other.runner.run("timer stop; timer start shower 3")
      return .text("y")
    }
    one.session.questions.attach(prompt)
    prompt.typing("timer stop") { one.runner.run("timer stop") }
    #expect(
      one.session.output.drainLines().contains { $0.contains("custom has ended: another Storyline session ended it") })
    #expect(one.session.world.timers.countdown.activity?.name == "shower")
    other.runner.run("print 1")
    #expect(other.session.world.timers.countdown.activity?.name == "shower")
  }

  /// `rate` without a name is about the session that this prompt asked about: if another prompt has rated that
  /// session, before the line or during the question, no older session is rated instead.
  @Test(arguments: [("rate good", false), ("rate", false), ("rate", true)])
  func noOlderSessionIsRatedForOneThatWasRatedElsewhere(_ line: String, _ asks: Bool) throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("timer start shower; timer done; timer start reading; timer done")
    let prompt = PromptState(history: History())
    prompt.ask { _, _ in
      if asks { other.runner.run("rate amazing") }
      return .text("a")
    }
    one.session.questions.attach(prompt)
    if !asks { other.runner.run("rate amazing") }
    _ = one.session.output.drainLines()
    prompt.typing(line) { one.runner.run(line) }
    let lines = one.session.output.drainLines()
    #expect(
      lines.contains { $0.contains("reading has already been rated in another Storyline session: amazing") }, "\(lines)"
    )
    #expect(lines.contains { $0.contains("rate good of shower") }, "\(lines)")
    #expect(one.session.ledger.timerSessions.unratedCount == 1 && one.session.ledger.timerSessions.stars == 15)
    // A user who has read the note and repeats the line means the older session.
    prompt.typing("rate good") { one.runner.run("rate good") }
    #expect(one.session.ledger.timerSessions.unratedCount == 0 && one.session.ledger.timerSessions.stars == 25)
  }

  @Test func theyShareTheTimerThatRuns() throws {
    let (one, other) = (try open(.real), try open(.real))
    one.runner.run("timer start reading 20")
    other.runner.run("timer start shower")
    #expect(
      other.session.world.timers.countdown.activity?.name == "reading", "one timer at a time, also across sessions")
    other.runner.run("timer pause")
    one.runner.run("timer status")
    #expect(one.session.world.timers.countdown.state == .paused)
    one.runner.run("timer resume; timer done")
    other.runner.run("timer status")
    #expect(other.session.world.timers.countdown.state == .idle)
    #expect(one.session.ledger.timerSessions.count == 1 && other.session.ledger.timerSessions.count == 1)
    let again = try open(.real)
    #expect(again.session.ledger.timerSessions.count == 1)
  }

  /// Both prompts reach the end of the timer and save the same session: it counts once.
  @Test func theSameSessionSavedTwiceCountsOnce() throws {
    let (one, other) = (try open(.real), try open(.real))
    let start = SystemClock.now - .minutes(30)
    for session in [one.session, other.session] {
      var countdown = Countdown(at: start)
      _ = try countdown.handle(.start(Activity.presets[1], length: .minutes(20)), at: start)
      session.change { $0.timers.countdown = countdown }
    }
    one.runner.run("timer status")
    other.runner.run("timer status")
    one.runner.run("rate good")
    other.runner.run("stars")
    #expect(one.session.ledger.timerSessions.count == 1 && other.session.ledger.timerSessions.count == 1)
    #expect(other.session.ledger.timerSessions.stars == 10)
  }
}

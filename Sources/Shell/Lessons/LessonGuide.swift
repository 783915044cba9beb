import StoryScript
import System
import Terminal
import Timeline

/// The walk through a lesson: it begins steps and answers tries, and only the session's state decides.
///
/// It takes place in a separate practice session on top of the prompt's present one.
public struct LessonGuide {
  let session: Session

  public init(_ session: Session) { self.session = session }

  /// Begins or continues a lesson once the line is over.
  /// - Parameter anew: `true` to delete the progress first.
  func learn(_ name: String, anew: Bool = false) throws(Failure) {
    guard let prompt = session.questions.prompt else {
      throw .refused("lessons run at a prompt", "try: storyline lesson check FILE, which plays a lesson")
    }
    if let run = session.resources.lessons.run, run.parsedLesson.name == name {
      if anew { return session.resources.lessons.ask(for: .resetAll) }
      if let parsedLesson = try edited(run.parsedLesson) {
        session.notice("the lesson has changed: continuing with the new version")
        return walk(parsedLesson, anew: false, at: prompt)
      }
      if !run.walk.isOver { return showStep(run) }
    }
    walk(try readLesson(name), anew: anew, at: prompt)
  }

  /// Returns a lesson as its file is now, if the file has changed since it was read.
  private func edited(_ parsedLesson: ParsedLesson) throws(Failure) -> ParsedLesson? {
    guard parsedLesson.isForeign, session.resources.lessons.graded == nil,
      let source = try? SourceFile.read(parsedLesson.name),
      source.bytes != parsedLesson.script.source.bytes
    else { return nil }
    return try readLesson(parsedLesson.name)
  }

  /// Asks the prompt for a separate session in which the lesson is walked.
  private func walk(_ parsedLesson: ParsedLesson, anew: Bool, at prompt: PromptState) {
    let folder = session.resources.lessons.folder
    let isInLesson = session.resources.lessons.run != nil
    leave()
    prompt.ask(
      for: .practice(isSaid: false, replaces: isInLesson) { session in
        session.resources.lessons.folder = folder
        LessonGuide(session).begin(parsedLesson, anew: anew)
      })
  }

  private func readLesson(_ name: String) throws(Failure) -> ParsedLesson {
    do {
      if let graded = session.resources.lessons.graded, name != graded,
        !BuiltInLessons.all.contains(where: { $0.name == name })
      {
        throw Failure.refused("only the lesson being graded can run here")
      }
      if session.resources.lessons.graded == nil, BuiltInLessons.isFile(name) { try session.refuseFiles(of: "learn") }
      if session.resources.lessons.graded == nil {
        _ = try BuiltInLessons.parsedLesson(name, in: ParsedLesson.confinedSession(session.catalog))
      }
      let parsedLesson = try BuiltInLessons.parsedLesson(name, in: session)
      let faults = parsedLesson.faults
      guard faults.isEmpty else { throw Diagnostics(faults) }
      try askAbout(parsedLesson)
      return parsedLesson
    } catch let failure as Failure {
      throw failure
    } catch {
      session.report((error as? Diagnostics)?.all ?? (error as? Diagnostic).map { [$0] } ?? [])
      throw .refused("the lesson '\(name)' cannot be started", "try: storyline lesson check \(name)").about(0)
    }
  }

  /// Asks for the user's consent if another author's lesson uses files or has effects outside the session.
  private func askAbout(_ parsedLesson: ParsedLesson) throws {
    guard parsedLesson.isForeign, parsedLesson.name != session.resources.lessons.graded else { return }
    let (program, known) = (session.runtime.program, session.runtime.program.callCount)
    defer { session.runtime.program = program }
    _ = try session.compile(parsedLesson.script)
    let reach = ParsedLesson.reach(of: session.runtime.program.commands(behind: known), session.catalog)
    guard !reach.isEmpty else { return }
    let words = reach.map { "`\($0)`" }.joined(separator: ", ")
    guard session.questions.canAsk,
      session.confirms("This lesson uses \(words), which can access your files. Start it?")
    else {
      throw Failure.refused(
        "the lesson uses \(words), which you have not allowed",
        "try: open \"\(parsedLesson.name)\", which shows the lesson's text")
    }
  }

  // MARK: Start

  /// Saves the progress of each lesson in a folder from now on.
  public func keepProgress(in folder: String?) { session.resources.lessons.folder = folder }

  private func begin(_ parsedLesson: ParsedLesson, anew: Bool) {
    // Each lesson begins in the world that its author saw, whatever came before.
    var fresh = World(at: session.clock.now, seed: session.options.seed, zone: session.options.zone)
    fresh.prompt = session.world.prompt
    session.become(fresh)
    session.past.restart(session.world, at: session.clock.now)
    var (record, age) = openRecord(of: parsedLesson)
    if anew, keepsCopy(of: record) {
      record.restart(in: session)
      // The replayed lines of an earlier day are in no recording, and are gone with this.
      session.questions.prompt?.recorder?.goAnew(with: parsedLesson.line, in: session)
    }
    let run: LessonRun
    do {
      try session.runtime.run(try session.compile(parsedLesson.script.outsideLessons))
      run = try LessonRun(parsedLesson, record: record, in: session)
    } catch {
      record.close()
      return session.report((error as? Diagnostics)?.all ?? (error as? Diagnostic).map { [$0] } ?? [])
    }
    session.resources.lessons.run = run
    let minutes = parsedLesson.lesson.length.map { ", about \(TimeText.length($0))" } ?? ""
    let head =
      StyledText(sanitized(parsedLesson.title), .heading)
      + StyledText(": \(TimeText.count(parsedLesson.steps.count, "step"))\(minutes)")
    for line in head.wrapped(to: session.output.width) { session.printer.writeLine(line) }
    tellLines(
      "`learn hint` helps, `learn solution` types a solution, `learn` lists the lessons, and `practice end` leaves.",
      .dim)
    if record.isEmpty { enter(run) } else { resume(run, after: age) }
    session.flush()
  }

  private func openRecord(of parsedLesson: ParsedLesson) -> (LessonRecord, age: Duration?) {
    // A recording must not depend on an earlier day.
    let isPrivate = session.questions.prompt.map { $0.history.isPrivate || $0.recorder?.isKept == true } ?? true
    guard !isPrivate, let folder = session.resources.lessons.folder else {
      return (LessonRecord(parsedLesson, in: session), nil)
    }
    do throws(SystemError) { return try LessonRecord.open(parsedLesson, in: folder, session) } catch {
      session.notice(
        error.code == EWOULDBLOCK || error.code == ETIMEDOUT
          ? "another shell is running this lesson: your progress here is not saved"
          : "your progress is not saved: \(error)")
      return (LessonRecord(parsedLesson, in: session), nil)
    }
  }

  /// Replays the lines of an earlier day, then lets the time since pass.
  private func resume(_ run: LessonRun, after age: Duration?) {
    session.questions.prompt?.recorder?.hinder(
      "this lesson continues from an earlier session", "try: learn export to FILE for all of it, or learn reset all",
      untilAnew: true)
    let record = run.record
    // Pending output is not part of the invisible replay.
    session.flush()
    session.output.showPlaceholder(" replaying what you typed\(session.output.glyphs.ellipsis)")
    guard relive(record.items, run) else {
      session.output.removePlaceholder()
      leave()
      session.questions.prompt?.ask(for: .leave)
      return tellLines("Interrupted; nothing is lost. To continue later, try: learn \(run.parsedLesson.name)")
    }
    // If the lesson has changed since, or a line had another result, finished steps stay finished.
    let titles = Set(record.ended.map(\.title))
    while !run.walk.isOver, titles.contains(run.walk.titles[run.walk.current]) {
      let isSkipped = record.ended.last { $0.title == run.walk.titles[run.walk.current] }?.isSkipped == true
      if isSkipped { run.walk.skip() } else { run.walk.solve() }
    }
    let passed = age.map { letPass($0) } ?? .zero
    session.output.removePlaceholder()
    run.record.goOn(in: session)
    guard !run.walk.isOver else { return finish(run) }
    tellLines(
      "You continue at step \(run.walk.current + 1) of \(run.walk.titles.count)\(meanwhile(age, passed)). "
        + "`learn reset all` starts over.")
    if run.beginnings[run.walk.current] == nil { return enter(run) }
    session.emit(LessonEvents.step, run.place, at: session.clock.now)
    showStep(run)
  }

  /// Describes the time since the last line, of which a part may have passed.
  private func meanwhile(_ age: Duration?, _ passed: Duration) -> String {
    guard let age, age >= .minutes(1) else { return "" }
    func text(_ length: Duration) -> String { TimeText.length(.seconds(length.microseconds / 60_000_000 * 60)) }
    if passed >= min(age, Self.mostAway) { return "; \(text(passed)) have passed since then" }
    return "; the lesson's clock advanced only \(text(passed)) of the \(text(age)) since then: too many events were due"
  }

  /// Replays items as if they were typed, invisibly.
  /// - Returns: `false` if ^C was pressed.
  private func relive(_ items: [Recording.Item], _ run: LessonRun) -> Bool {
    let runner = PromptRunner(session: session)
    var isWhole = true
    session.resources.lessons.isReplaying = true
    Interruption.clear()
    unseen {
      enter(run)
      for item in items where isWhole {
        isWhole = runner.replay(item) { text in
          guard case .failed(_, let code) = runner.run(text) else { return ExitCode.success }
          return code
        }
      }
    }
    session.resources.lessons.isReplaying = false
    // The program ended during a watch.
    runner.endWholes { end in
      run.record.goOn(in: session)
      run.record.recorder.note(end, in: session)
    }
    return isWhole
  }

  /// Replays something without any output.
  private func unseen(_ body: () -> Void) {
    // Earlier output stays.
    let said = session.output.drainLines()
    session.output.hold()
    session.replaying(body)
    _ = session.output.drainLines()
    session.output.release()
    for line in said { session.output.write(line + "\n") }
  }

  /// The maximum time that passes for an absent learner.
  private static let mostAway = Duration.days(366)
  /// The maximum work for that time, in microseconds of processor time: blocks that run every second do so for a
  /// while, not for a year.
  private static let mostWork: Int64 = 2_000_000

  /// Lets the time of the learner's absence pass at once, without output.
  /// - Returns: the time that has passed: less if too much happens in it, or ^C was pressed.
  private func letPass(_ age: Duration) -> Duration {
    let began = session.clock.now
    unseen { _ = session.hasten(to: began + min(age, Self.mostAway), work: Self.mostWork) }
    Interruption.clear()
    return session.clock.now - began
  }

  /// Ends the walk; the progress stays in its file.
  func leave() {
    guard let run = session.resources.lessons.run else { return }
    session.runtime.watchCondition(for: nil)
    run.record.close()
    session.resources.lessons.run = nil
  }

  // MARK: Steps

  /// Begins the open step. A step whose goals are reached at once is finished, and the next one begins.
  private func enter(_ run: LessonRun) {
    repeat {
      guard let step = run.step else { return finish(run) }
      session.emit(LessonEvents.step, run.place, at: session.clock.now)
      session.runtime.watchCondition(for: nil)
      (run.isSolved, run.isPlaying) = (false, false)
      run.forgetWay()
      if !start(run) { startAnew(run) }
      skipWait(run)
      forgetLast()
      hearCommands()
      tellSentences(step.texts(.say).map(\.text))
      session.settle()
      run.beginnings[run.walk.current] = .init(
        world: session.world, at: session.clock.now, pace: session.clock.pace, made: session.runtime.madeCount)
      watchCondition(run)
      if run.isSolved { leaveStep(run) }
    } while !run.walk.isOver && run.beginnings[run.walk.current] == nil
  }

  /// Records no wait for the time that a lesson lets pass by itself, since it passes again in a replay.
  private func skipWait(_ run: LessonRun) {
    run.record.goOn(in: session)
    session.questions.prompt?.recorder?.goOn(in: session)
  }

  private func forgetLast() { session.runtime.define(Session.lastName, .none) }

  private func watchCondition(_ run: LessonRun) {
    session.runtime.watchCondition(for: run.code[run.walk.current].goals) { [unowned session, unowned run] in
      run.isSolved = true
      session.emit(LessonEvents.solved, run.place, at: session.clock.now)
    }
    try? session.runtime.proceed(to: session.clock.now)
  }

  /// Runs the beginning of a step.
  /// - Returns: `false` if that failed in the present state.
  private func start(_ run: LessonRun) -> Bool {
    do throws(Diagnostic) {
      try atOnce { () throws(Diagnostic) in try session.runtime.run(run.code[run.walk.current].start) }
      return true
    } catch {
      return false
    }
  }

  /// Runs something for the lesson without waiting and without questions to the learner.
  private func atOnce<Problem: Error>(_ body: () throws(Problem) -> Void) throws(Problem) {
    let pace = session.clock.pace
    try? session.setPace(.instant)
    defer { try? session.setPace(pace) }
    if let prompt = session.questions.prompt { try prompt.untyped(body) } else { try body() }
  }

  /// Begins a step in the world that the solutions of the earlier steps lead to, if the learner's own way does not
  /// fit.
  private func startAnew(_ run: LessonRun) {
    let player = LessonPlayer(run.parsedLesson, catalog: session.catalog, options: session.options)
    player.play(before: run.walk.current)
    let now = session.clock.now
    session.become(player.session.world.shifted(by: now - player.session.now))
    session.past.restart(session.world, at: now)
    session.notice("this step starts as if you had typed the solutions of the earlier steps")
    do throws(Diagnostic) {
      try atOnce { () throws(Diagnostic) in try session.runtime.run(run.code[run.walk.current].start) }
    } catch {
      session.report([error])
    }
  }

  /// Finishes the step: its time is over once the typed line has run.
  private func leaveStep(_ run: LessonRun) {
    keep(.init(title: run.walk.titles[run.walk.current], isSkipped: false), run)
    run.walk.solve()
    run.isSolved = false
  }

  private func keep(_ step: LessonRecord.Ended, _ run: LessonRun) {
    guard !session.resources.lessons.isReplaying else { return }
    run.record.end(step, in: session)
    tellTrouble(run)
  }

  private func tellTrouble(_ run: LessonRun) {
    if let trouble = run.record.consumeTrouble() { session.notice("your progress is no longer saved: \(trouble)") }
  }

  private func finish(_ run: LessonRun) {
    session.runtime.watchCondition(for: nil)
    let walk = run.walk
    session.emit(
      LessonEvents.finished, (run.parsedLesson.title, walk.solvedCount, walk.titles.count), at: session.clock.now)
    tellLines(
      "`learn export to \"mine.story\"` saves what you typed, to hand in or to render. `learn` lists the other "
        + "lessons, `learn reset all` restarts this lesson, and `practice end` leaves.")
  }

  /// Continues with the next step if the goals of this one are reached.
  func passed() {
    guard let run = session.resources.lessons.run, run.isSolved, !run.isPlaying, !run.walk.isOver else { return }
    leaveStep(run)
    enter(run)
  }

  // MARK: Lines

  /// Answers a typed line after it has run.
  func answer(_ line: TypedLine) {
    let request = session.resources.lessons.consumeRequest()
    guard let run = session.resources.lessons.run else { return }
    tellTrouble(run)
    defer { session.flush() }
    if let request { return run.walk.isOver && !request.isForTheEnd ? () : does(request, run) }
    if run.walk.isOver || run.isPlaying { return }
    if run.isSolved { return passed() }
    if line.isFine, isTry(line, run) { answerMiss(line, run) }
  }

  /// The recorder of lines typed in a lesson; `nil` without a lesson, or during a replay.
  var lessonRecorder: Recorder? {
    session.resources.lessons.isReplaying ? nil : session.resources.lessons.run?.record.recorder
  }

  /// `true` if the open step asks for a prediction.
  var isForetelling: Bool {
    guard let run = session.resources.lessons.run, let step = run.step else { return false }
    return step.goals.contains(where: run.parsedLesson.isPrediction)
  }

  /// Returns whether a line may be a try to reach the goals: it has done something, or predicted something.
  private func isTry(_ line: TypedLine, _ run: LessonRun) -> Bool {
    if !line.hasValue, !line.commands.isEmpty, line.commands.isSubset(of: Self.ofTheClock) { return false }
    // A learner who declines a question has tried nothing.
    if let answer = line.answers.last, ["", "n", "no"].contains(answer?.lowercased() ?? "") { return false }
    guard let step = run.step, step.goals.contains(where: run.parsedLesson.asksValue) else { return line.inputs > 0 }
    // If a command states the value, that command is a try.
    return line.hasValue || step.solution.contains { !$0.isValue } && !line.commands.isDisjoint(with: run.way)
  }

  /// Commands that only change how time passes, which are not tries.
  private static let ofTheClock: Set = ["speed", "skip", "rewind"]

  /// Reports the missing goal, then the next hint; no hint if the line is a part of the solution.
  private func answerMiss(_ line: TypedLine, _ run: LessonRun) {
    guard let step = run.step else { return }
    if let meant = step.goals.lazy.compactMap({ run.parsedLesson.unit(of: $0, for: self.lastValue) }).first {
      return tellLines("Add the unit: `\(meant)`.", .held)
    }
    let isGettingThere = run.goes(line.commands)
    let expectations = run.code[run.walk.current].expectations
    for (goal, expectation) in zip(step.goals, expectations) {
      guard let problem = failure(of: expectation) else { continue }
      tellLines("Not yet: \(missing(goal, problem, run))", .held)
      if run.parsedLesson.isPrediction(goal), let otherwise = goal.otherwise { tellLines(otherwise.text) }
      break
    }
    if isGettingThere { return }
    run.walk.miss()
    showHint(run)
  }

  /// Returns the teacher's words for a missed goal. Without them it returns the check itself, with both sides as
  /// `expect` shows them, except for internal counters, which mean nothing to the learner. It does not reveal a value
  /// to be predicted.
  private func missing(_ goal: Lesson.Goal, _ problem: Problem, _ run: LessonRun) -> String {
    if run.parsedLesson.isPrediction(goal) { return "\(session.runtime.writer.text(lastValue)) is not right" }
    if let otherwise = goal.otherwise { return otherwise.text }
    if run.parsedLesson.isInward(goal) { return "this is not what the step asks for" }
    guard case .expectationFailed(_, _?, _, _?, _) = problem, let sides = problem.suggestion else {
      return problem.message
    }
    return "\(problem.message), but \(sides)"
  }

  private var lastValue: Value { session.runtime.variable(Session.lastName) ?? .none }

  private func failure(of expectation: Int) -> Problem? {
    do throws(Diagnostic) {
      try session.runtime.run(expectation)
      return nil
    } catch {
      return error.problem
    }
  }

  /// Shows the next hint, or the way to the solution.
  private func showHint(_ run: LessonRun) {
    guard let step = run.step else { return }
    let hints = step.texts(.hint)
    guard let next = run.walk.nextHint(of: hints.count) else {
      return tellLines("`learn solution` types a solution at the prompt.", .dim)
    }
    tellLines("Hint \(next + 1) of \(hints.count): \(hints[next].text)")
  }

  /// Shows the next hint; once all were shown, all of them again.
  func showHints(_ run: LessonRun) {
    if let step = run.step, run.walk.hints == step.texts(.hint).count { repeatHints(run) }
    showHint(run)
  }

  private func repeatHints(_ run: LessonRun) {
    let hints = run.step?.texts(.hint) ?? []
    for (number, hint) in hints.prefix(run.walk.hints).enumerated() {
      tellLines("Hint \(number + 1) of \(hints.count): \(hint.text)")
    }
  }

  /// Shows the step's sentences again, and the hints that were shown.
  func showStep(_ run: LessonRun) {
    guard let step = run.step else {
      return tellLines(
        "This lesson is over: `learn export to FILE` saves what you typed; `learn reset all` restarts the lesson.")
    }
    tellSentences(step.texts(.say).map(\.text))
    // Internal counters are described in the goal's own words already.
    for goal in step.goals where !run.parsedLesson.isInward(goal) || goal.otherwise == nil {
      tellLines(
        run.parsedLesson.isPrediction(goal)
          ? "Goal: type the value that you predict" : "Goal: \(run.parsedLesson.text(of: goal))", .dim)
    }
    repeatHints(run)
  }

  /// Writes a step's sentences: line by line as they are written, or, if those do not fit, each sentence wrapped.
  private func tellSentences(_ lines: [String]) {
    let room = max(20, session.output.width - 3)
    let isNarrow = lines.contains { DisplayWidth.of($0) > room }
    for line in isNarrow ? ParsedLesson.sentences(lines) : lines { tellLines(line) }
  }

  func tellLines(_ text: String, _ style: Style = .plain) {
    guard session.output.format == .text else { return session.notice(text) }
    for line in sanitized(text, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false) {
      for row in StyledText(String(line), style).wrapped(to: max(20, session.output.width - 3)) {
        session.printer.writeLine(StyledText("   ") + row)
      }
    }
  }

  // MARK: Requests

  private func does(_ request: LessonResources.Request, _ run: LessonRun) {
    switch request {
    case .skip: skip(run)
    case .goBack:
      guard run.walk.goBack() else { return session.notice("this is the first step") }
      if !session.resources.lessons.isReplaying { run.record.reopen(run.walk.titles[run.walk.current], in: session) }
      tellTrouble(run)
      session.emit(LessonEvents.step, run.place, at: session.clock.now)
      restore(run)
    case .reset: restore(run)
    case .resetAll:
      guard let prompt = session.questions.prompt, keepsCopy(of: run.record) else { return }
      run.record.restart(in: session)
      tellTrouble(run)
      walk((try? edited(run.parsedLesson)) ?? run.parsedLesson, anew: true, at: prompt)
    }
  }

  /// Saves the typed lines under another name, before the lesson begins again.
  /// - Returns: `false` if lines would be lost.
  private func keepsCopy(of record: LessonRecord) -> Bool {
    if !record.isKept, !record.isEmpty, session.questions.canAsk {
      return session.confirms("What you typed is not saved and will be lost. Restart the lesson?")
    }
    do throws(SystemError) {
      if let path = try record.keepCopy() {
        session.notice("your earlier lines are saved in \(path); to grade them, try: storyline lesson grade")
      }
      return true
    } catch {
      session.notice(
        "the lesson was not restarted, because what you typed cannot be saved: \(error); try: learn export to FILE"
      )
      return false
    }
  }

  private func skip(_ run: LessonRun) {
    guard let step = run.step else { return }
    session.runtime.watchCondition(for: nil)
    let solution = run.parsedLesson.solution(of: step)
    tellLines("A solution: \(solution)")
    session.emit(LessonEvents.skipped, run.place, at: session.clock.now)
    // The next steps depend on it.
    do {
      let solution = try session.compile(
        run.parsedLesson.script.part(step.solution.filter { !$0.isValue }), echoes: false)
      try atOnce { try session.runtime.run(solution) }
    } catch {
      restoreWorld(run)
    }
    skipWait(run)
    keep(.init(title: run.walk.titles[run.walk.current], isSkipped: true), run)
    run.walk.skip()
    enter(run)
  }

  /// Restores the state at the beginning of the step.
  private func restore(_ run: LessonRun) {
    guard restoreWorld(run) else { return enter(run) }
    (run.isSolved, run.isPlaying) = (false, false)
    hearCommands()
    run.forgetWay()
    forgetLast()
    session.notice("step \(run.walk.current + 1) starts again")
    showStep(run)
    watchCondition(run)
  }

  @discardableResult
  private func restoreWorld(_ run: LessonRun) -> Bool {
    guard let beginning = run.beginnings[run.walk.current] else { return false }
    while session.past.isForked { do throws(Failure) { try ForkCommands(session).dropFork() } catch { break } }
    session.become(beginning.world.shifted(by: session.clock.now - beginning.at))
    if session.clock.pace != beginning.pace { try? session.setPace(beginning.pace) }
    session.runtime.cancel(Set(session.runtime.upcoming.map(\.serial).filter { $0 >= beginning.made }))
    session.past.restart(session.world, at: session.clock.now)
    return true
  }

  /// Begins a trial, which `learn done` undoes.
  func play(_ run: LessonRun) throws(Failure) {
    guard !run.isPlaying else { throw .refused("you are already in play mode", "try: learn done") }
    try ForkCommands(session).fork(at: nil, isSaid: false)
    session.notice("play mode: try anything; `learn done` returns to the step")
    run.isPlaying = true
    session.runtime.watchCondition(for: nil)
  }

  func endPlay(_ run: LessonRun) throws(Failure) {
    guard run.isPlaying else { throw .refused("you are not in play mode", "try: learn play") }
    if session.past.isForked { try ForkCommands(session).dropFork(isSaid: false) }
    session.notice("back at step \(run.walk.current + 1), as it was before `learn play`")
    run.isPlaying = false
    watchCondition(run)
  }
}

extension Statement {
  /// `true` if the statement is only a value.
  fileprivate var isValue: Bool {
    guard case .expression(let expression) = kind else { return false }
    if case .call = expression { return false }
    return !expression.endsInSideEffects
  }
}

extension LessonResources.Request {
  /// `true` if the request makes sense when all steps are over.
  var isForTheEnd: Bool {
    switch self {
    case .goBack, .resetAll: true
    case .skip, .reset: false
    }
  }
}

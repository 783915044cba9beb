import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The steps of a walk: how each begins and ends, and the requests that move between them.
extension LessonGuide {
  // MARK: Steps

  /// Begins the open step. A step whose goals are reached at once is finished, and the next one begins.
  func enter(_ run: LessonRun) {
    repeat {
      guard let step = run.step else { return finish(run) }
      session.runtime.watchCondition(for: nil)
      (run.isSolved, run.isPlaying) = (false, false)
      // The step is announced when its beginning has run, so that its line and its state have one instant.
      let isElsewhere = begin(step, run)
      skipWait(run)
      session.emit(LessonEvents.step, run.place, at: session.clock.now)
      if isElsewhere { session.notice("this step starts as if you had typed the solutions of the earlier steps") }
      forgetLast()
      session.resources.lessons.listen(to: session)
      writeSentences(step.texts(.say).map { $0.text })
      session.settle()
      // Without a beginning of its own, a step continues what the learner did before.
      if !step.start.isEmpty { session.past.bind(session.world, at: session.clock.now) }
      run.forgetWay(met: metConditions(run))
      run.beginnings[run.walk.current] = .init(
        world: session.world, at: session.clock.now, pace: session.clock.pace, made: session.runtime.createdCount,
        variables: session.runtime.program.variableNames.compactMap { name in
          session.runtime.variable(name).map { (name, $0) }
        })
      // The clock waits while the learner reads: the first line that is typed starts it.
      session.holdClock()
      watchCondition(run)
      if run.isSolved { leaveStep(run) }
    } while !run.walk.isOver && run.beginnings[run.walk.current] == nil
  }

  /// Records no wait for the time that a lesson lets pass by itself, since it passes again in a replay.
  func skipWait(_ run: LessonRun) {
    run.record.resumeCounting(in: session)
    session.questions.prompt?.recorder?.resumeCounting(in: session)
  }

  private func forgetLast() { session.runtime.define(Session.lastName, .none) }

  func watchCondition(_ run: LessonRun) {
    // The runtime, which keeps this, belongs to the session.
    session.runtime.watchCondition(for: run.code[run.walk.current].goals) { [unowned(unsafe) session] in
      run.isSolved = true
      session.emit(LessonEvents.solved, run.place, at: session.clock.now)
      // The full screen has no room for the next task.
      session.watch?.showAnswer(
        StyledText("step \(run.place.number) of \(run.place.count) done: q shows what comes next", .heading))
    }
    try? session.runtime.proceed(to: session.clock.now)
  }

  /// Runs the beginning of a step, and computes the answer to its prediction in a fork.
  /// - Returns: `true` if the step begins in the world of the earlier solutions, not in the learner's.
  private func begin(_ step: Lesson.Step, _ run: LessonRun) -> Bool {
    let goal = step.goals.first { run.parsedLesson.isPrediction($0) }
    var fork = goal?.prediction == nil ? nil : LessonPrediction(in: session)
    let isElsewhere = !start(run)
    if isElsewhere { fork = restartStep(run, forks: fork != nil) }
    guard let goal else { return isElsewhere }
    do throws(Diagnostic) {
      let answer = try fork?.answer(to: goal, of: step, in: run.parsedLesson.script)
      run.answers[run.walk.current] = answer ?? run.parsedLesson.writtenAnswer(of: goal)
    } catch {
      session.report([error])
    }
    return isElsewhere
  }

  /// Runs the beginning of a step. Its events write no lines; the lesson's own sentences describe it.
  /// - Returns: `false` if that failed in the present state.
  private func start(_ run: LessonRun) -> Bool {
    do throws(Diagnostic) {
      try silently { () throws(Diagnostic) in
        try atOnce { () throws(Diagnostic) in try session.runtime.run(run.code[run.walk.current].start) }
      }
      return true
    } catch {
      return false
    }
  }

  private func silently<Problem: Error>(_ body: () throws(Problem) -> Void) throws(Problem) {
    session.isSilent = true
    defer { session.isSilent = false }
    try body()
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
  /// - Returns: a fork of that world before the step begins, if the step needs one.
  private func restartStep(_ run: LessonRun, forks: Bool) -> LessonPrediction? {
    let player = LessonPlayer(run.parsedLesson, catalog: session.catalog, options: session.options)
    player.play(before: run.walk.current)
    let now = session.clock.now
    session.become(player.session.world.shifted(by: now - player.session.now))
    session.past.restart(session.world, at: now)
    let fork = forks ? LessonPrediction(in: session) : nil
    do throws(Diagnostic) {
      try silently { () throws(Diagnostic) in
        try atOnce { () throws(Diagnostic) in try session.runtime.run(run.code[run.walk.current].start) }
      }
    } catch {
      session.report([error])
    }
    return fork
  }

  /// Finishes the step: its time is over once the typed line has run.
  private func leaveStep(_ run: LessonRun) {
    reportReason(run)
    keep(.init(title: run.walk.titles[run.walk.current], isSkipped: false), run)
    run.walk.solve()
    run.isSolved = false
  }

  private func keep(_ step: LessonRecord.Ended, _ run: LessonRun) {
    guard !session.resources.lessons.isReplaying else { return }
    run.record.end(step, in: session)
    reportTrouble(run)
  }

  /// Says why the step's result is as it is.
  private func reportReason(_ run: LessonRun) {
    writeSentences(run.step?.texts(.because).map { $0.text } ?? [])
  }

  func reportTrouble(_ run: LessonRun) {
    if let trouble = run.record.consumeTrouble() { session.notice("your progress is no longer saved: \(trouble)") }
  }

  func finish(_ run: LessonRun) {
    session.runtime.watchCondition(for: nil)
    let walk = run.walk
    session.emit(
      LessonEvents.finished, (run.parsedLesson.title, walk.solvedCount, walk.titles.count), at: session.clock.now)
    writeLines(
      "`learn export to \"mine.story\"` saves what you typed, so that you can hand it in or render it. `learn` lists the other "
        + "lessons, `learn reset all` restarts this lesson, and `practice end` leaves it.")
    for line in LessonSummary(run).lines { writeLines(line) }
  }

  /// Continues with the next step if the goals of this one are reached.
  func timePassed() {
    guard let run = session.resources.lessons.run, run.isSolved, !run.isPlaying, !run.walk.isOver else { return }
    leaveStep(run)
    enter(run)
  }

  // MARK: Requests

  func handleRequest(_ request: LessonResources.Request, _ run: LessonRun) {
    switch request {
    case .skip: skip(run)
    case .goBack:
      guard run.walk.goBack() else { return session.notice("this is the first step") }
      if !session.resources.lessons.isReplaying { run.record.reopen(run.walk.titles[run.walk.current], in: session) }
      reportTrouble(run)
      session.emit(LessonEvents.step, run.place, at: session.clock.now)
      restore(run)
    case .reset: restore(run)
    case .resetAll:
      guard let prompt = session.questions.prompt, savesCopy(of: run.record, for: run.parsedLesson) else { return }
      run.record.restart(in: session)
      reportTrouble(run)
      walk((try? edited(run.parsedLesson)) ?? run.parsedLesson, fromStart: true, at: prompt)
    }
  }

  /// Saves the typed lines under another name, before the lesson begins again.
  /// - Returns: `false` if lines would be lost.
  func savesCopy(of record: LessonRecord, for parsedLesson: ParsedLesson) -> Bool {
    if !record.isKept, !record.isEmpty, session.questions.canAsk {
      return session.confirms("What you typed is not saved and will be lost. Restart the lesson?")
    }
    do throws(SystemError) {
      if let path = try record.saveCopy() {
        let files = (parsedLesson.isForeign ? [parsedLesson.name, path] : [path]).map { ShellWord.quoted($0) }
        session.notice(
          "your earlier lines are saved in \(path); to grade them, type in your system's shell: storyline lesson grade \(files.joined(separator: " "))"
        )
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
    let solution = run.solution(of: step)
    writeLines("A solution: \(solution)")
    reportReason(run)
    session.emit(LessonEvents.skipped, run.place, at: session.clock.now)
    // The next steps depend on it.
    do throws(ScriptFailure) {
      let solution = try ScriptFailure.compiling(
        session.compile(run.parsedLesson.script.part(step.solution.filter { !$0.isValue }), echoes: false))
      try ScriptFailure.running(atOnce { () throws(Diagnostic) in try session.runtime.run(solution) })
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
    for (name, value) in run.beginnings[run.walk.current]?.variables ?? [] { session.runtime.define(name, value) }
    (run.isSolved, run.isPlaying) = (false, false)
    session.resources.lessons.listen(to: session)
    forgetLast()
    run.forgetWay(met: metConditions(run))
    session.notice("step \(run.walk.current + 1) starts again")
    showStep(run)
    session.holdClock()
    watchCondition(run)
  }

  @discardableResult
  private func restoreWorld(_ run: LessonRun) -> Bool {
    guard let beginning = run.beginnings[run.walk.current] else { return false }
    while session.past.isForked { do throws(Failure) { try ForkCommands(session).discardFork() } catch { break } }
    session.become(beginning.world.shifted(by: session.clock.now - beginning.at))
    if session.clock.pace != beginning.pace { try? session.setPace(beginning.pace) }
    session.runtime.cancel(Set(session.runtime.upcoming.map { $0.serial }.filter { $0 >= beginning.made }))
    session.past.restart(session.world, at: session.clock.now)
    session.past.bind(session.world, at: session.clock.now)
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
    if session.past.isForked { try ForkCommands(session).discardFork(isSaid: false) }
    session.notice("back at step \(run.walk.current + 1), as it was before `learn play`")
    run.isPlaying = false
    watchCondition(run)
  }
}

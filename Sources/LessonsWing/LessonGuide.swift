import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The walk through a lesson: it begins steps and answers tries, and only the session's state decides.
///
/// It takes place in a separate practice session on top of the prompt's present one.
public struct LessonGuide {
  let session: Session

  public init(_ session: Session) { self.session = session }

  /// Begins or continues a lesson once the line is over.
  /// - Parameter fromStart: `true` to delete the progress first.
  func learn(_ name: String, fromStart: Bool = false) throws(Failure) {
    guard let prompt = session.questions.prompt else {
      // A trial has no prompt, but the line that is tried is at one.
      if session.options.isTrial { throw Failure(.interrupted) }
      throw .refused("lessons run at a prompt", "try: storyline lesson check FILE, which plays a lesson")
    }
    if let run = session.resources.lessons.run, run.parsedLesson.name == name {
      if fromStart { return session.resources.lessons.ask(for: .resetAll) }
      if let parsedLesson = try edited(run.parsedLesson) {
        session.notice("the lesson has changed: continuing with the new version")
        return walk(parsedLesson, fromStart: false, at: prompt)
      }
      if !run.walk.isOver { return showStep(run) }
    }
    walk(try readLesson(name), fromStart: fromStart, at: prompt)
  }

  /// Returns a lesson as its file is now, if the file has changed since it was read.
  func edited(_ parsedLesson: ParsedLesson) throws(Failure) -> ParsedLesson? {
    guard parsedLesson.isForeign, session.resources.lessons.graded == nil,
      let source = try? SourceFile.read(parsedLesson.name),
      source.bytes != parsedLesson.script.source.bytes
    else { return nil }
    return try readLesson(parsedLesson.name)
  }

  /// Asks the prompt for a separate session in which the lesson is walked.
  func walk(_ parsedLesson: ParsedLesson, fromStart: Bool, at prompt: PromptState) {
    let folder = session.resources.lessons.folder
    let isInLesson = session.resources.lessons.run != nil
    leave()
    // The earlier lines are replayed with the same chance and in the same zone, however the program was started now.
    let setup = savesProgress(at: prompt) ? folder.flatMap { LessonRecord.savedSetup(of: parsedLesson, in: $0) } : nil
    prompt.ask(
      for: .practice(isSaid: false, replaces: isInLesson, setup: setup) { session in
        session.resources.lessons.folder = folder
        LessonGuide(session).begin(parsedLesson, fromStart: fromStart)
      })
  }

  private func readLesson(_ name: String) throws(Failure) -> ParsedLesson {
    do throws(ScriptFailure) {
      if let graded = session.resources.lessons.graded, name != graded,
        !BuiltInLessons.all.contains(where: { $0.name == name })
      {
        throw .refused(.refused("only the lesson being graded can run here"))
      }
      if session.resources.lessons.graded == nil, BuiltInLessons.isFile(name) {
        do throws(Failure) { try session.refuseFiles(of: "learn") } catch { throw .refused(error) }
      }
      if session.resources.lessons.graded == nil {
        _ = try BuiltInLessons.parsedLesson(name, in: ParsedLesson.confinedSession(session.catalog))
      }
      if BuiltInLessons.isFile(name) { session.confinedSources.insert(name) }
      let parsedLesson = try BuiltInLessons.parsedLesson(name, in: session)
      let faults = parsedLesson.faults
      guard faults.isEmpty else { throw .invalid(Diagnostics(faults)) }
      try askAbout(parsedLesson)
      return parsedLesson
    } catch {
      if case .refused(let failure) = error { throw failure }
      session.report(error.diagnostics)
      throw .refused("the lesson '\(name)' cannot be started", "try: storyline lesson check \(name)").about(0)
    }
  }

  /// Asks for the user's consent if another author's lesson uses files or has effects outside the session.
  private func askAbout(_ parsedLesson: ParsedLesson) throws(ScriptFailure) {
    guard parsedLesson.isForeign, parsedLesson.name != session.resources.lessons.graded else { return }
    let (program, known) = (session.runtime.program, session.runtime.program.callCount)
    defer { session.runtime.program = program }
    _ = try ScriptFailure.compiling(session.compile(parsedLesson.script))
    let reach = ParsedLesson.reach(of: session.runtime.program.commands(behind: known), session.catalog)
    guard !reach.isEmpty else { return }
    let words = reach.map { "`\($0)`" }.joined(separator: ", ")
    guard session.questions.canAsk,
      session.confirms("This lesson uses \(words), which can access your files. Start it?")
    else {
      throw .refused(
        .refused(
          "the lesson uses \(words), which you have not allowed",
          "try: open \"\(parsedLesson.name)\", which shows the lesson's text"))
    }
  }

  // MARK: Start

  /// Saves the progress of each lesson in a folder from now on.
  public func saveProgress(in folder: String?) { session.resources.lessons.folder = folder }

  private func begin(_ parsedLesson: ParsedLesson, fromStart: Bool) {
    if parsedLesson.isConfined { session.confinedSources.insert(parsedLesson.script.source.name) }
    // Each lesson begins in the world that its author saw, whatever came before.
    var fresh = World(at: session.clock.now, seed: session.options.seed, zone: session.options.zone)
    fresh.prompt = session.world.prompt
    session.become(fresh)
    session.past.restart(session.world, at: session.clock.now)
    var (record, age) = openRecord(of: parsedLesson)
    if fromStart, savesCopy(of: record, for: parsedLesson) {
      record.restart(in: session)
      // The replayed lines of an earlier day are in no recording, and are gone with this.
      session.questions.prompt?.recorder?.restartRecording(with: parsedLesson.line, in: session)
    }
    let run: LessonRun
    do throws(ScriptFailure) {
      let outside = try ScriptFailure.compiling(session.compile(parsedLesson.script.outsideLessons))
      try ScriptFailure.running(session.runtime.run(outside))
      run = try ScriptFailure.compiling(LessonRun(parsedLesson, record: record, in: session))
    } catch {
      record.close()
      return session.report(error.diagnostics)
    }
    session.resources.lessons.run = run
    let minutes = ", about \(TimeText.length(LessonTime.whole(parsedLesson)))"
    let head =
      StyledText(sanitized(parsedLesson.title), .heading)
      + StyledText(": \(TimeText.count(parsedLesson.steps.count, "step"))\(minutes)")
    for line in head.wrapped(to: session.output.width) { session.printer.writeLine(line) }
    writeLines(
      "`learn hint` helps, `learn solution` types a solution, `learn` lists the lessons, and `practice end` leaves the lesson.",
      .dim)
    if record.isEmpty { enter(run) } else { resume(run, after: age) }
    session.flush()
  }

  private func openRecord(of parsedLesson: ParsedLesson) -> (LessonRecord, age: Duration?) {
    guard let prompt = session.questions.prompt, savesProgress(at: prompt),
      let folder = session.resources.lessons.folder
    else {
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

  /// Returns `true` if a lesson at a prompt continues from an earlier day, and is saved for another one.
  private func savesProgress(at prompt: PromptState) -> Bool {
    // A recording must not depend on an earlier day.
    !prompt.history.isPrivate && prompt.recorder?.isKept != true
  }

  /// Replays the lines of an earlier day, then lets the time since pass.
  private func resume(_ run: LessonRun, after age: Duration?) {
    session.questions.prompt?.recorder?.preventRecording(
      "this lesson continues from an earlier session", "try: learn export to FILE for all of it, or learn reset all",
      untilRestart: true)
    let record = run.record
    // Pending output is not part of the invisible replay.
    session.flush()
    session.output.showPlaceholder(" replaying what you typed\(session.output.glyphs.ellipsis)")
    guard replay(record.items, run) else {
      session.output.removePlaceholder()
      // The clock stands in the middle of the replay, which is no part of the record.
      leave(notesTime: false)
      session.questions.prompt?.ask(for: .leave)
      return writeLines("Interrupted; nothing is lost. To continue later, try: learn \(run.parsedLesson.name)")
    }
    // If the lesson has changed since, or a line had another result, finished steps stay finished.
    let titles = Set(record.ended.map { $0.title })
    while !run.walk.isOver, titles.contains(run.walk.titles[run.walk.current]) {
      let isSkipped = record.ended.last { $0.title == run.walk.titles[run.walk.current] }?.isSkipped == true
      if isSkipped { run.walk.skip() } else { run.walk.solve() }
    }
    // No time passes in a step whose task was still being read.
    let age = session.clock.isHeld ? nil : age
    run.record.resumeCounting(in: session)
    let passed = age.map { advanceAbsence($0) } ?? .zero
    session.output.removePlaceholder()
    // A later replay, also of an exported file, lets the same time pass.
    run.record.noteTime(.returned, in: session)
    guard !run.walk.isOver else { return finish(run) }
    writeLines(
      "You continue at step \(run.walk.current + 1) of \(run.walk.titles.count)\(meanwhile(age, passed)). "
        + "`learn reset all` starts over.")
    if run.beginnings[run.walk.current] == nil { return enter(run) }
    if run.isSolved {
      session.notice("step \(run.place.number) was done while you were away: \(run.place.title)")
      return timePassed()
    }
    session.emit(LessonEvents.step, run.place, at: session.clock.now)
    showStep(run)
  }

  /// Describes the time since the last line, of which a part may have passed.
  private func meanwhile(_ age: Duration?, _ passed: Duration) -> String {
    guard let age, age >= .minutes(1) else { return "" }
    func text(_ length: Duration) -> String { TimeText.length(.seconds(length.microseconds / 60_000_000 * 60)) }
    if passed >= min(age, Self.absenceLimit) {
      return "; the lesson's clock advanced by \(text(passed)) while you were away"
    }
    return
      "; the lesson's clock advanced by only \(text(passed)) of the \(text(age)) that you were away: too many events were due"
  }

  /// Replays items as if they were typed, invisibly.
  /// - Returns: `false` if ^C was pressed.
  private func replay(_ items: [Recording.Item], _ run: LessonRun) -> Bool {
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
    runner.endUnfinishedLines { end in
      run.record.resumeCounting(in: session)
      run.record.recorder.note(end, in: session)
    }
    return isWhole
  }

  /// Replays something without any output.
  func unseen(_ body: () -> Void) {
    // Earlier output stays.
    let said = session.output.drainLines()
    session.output.hold()
    session.replaying(body)
    _ = session.output.drainLines()
    session.output.release()
    for line in said { session.output.write(line + "\n") }
  }

  /// The maximum time that passes for an absent learner.
  private static let absenceLimit = Duration.days(366)
  /// The maximum work for that time, in microseconds of processor time: blocks that run every second do so for a
  /// while, not for a year.
  private static let workLimit: Int64 = 2_000_000

  /// Lets the time of the learner's absence pass at once, without output.
  /// - Returns: the time that has passed: less if too much happens in it, or ^C was pressed.
  private func advanceAbsence(_ age: Duration) -> Duration {
    let began = session.clock.now
    unseen { _ = session.performUntil(to: began + min(age, Self.absenceLimit), work: Self.workLimit) }
    Interruption.clear()
    return session.clock.now - began
  }

  /// Ends the walk; the progress stays in its file.
  /// - Parameter notesTime: `true` if the time since the last line, which the learner saw pass, belongs to the record.
  func leave(notesTime: Bool = true) {
    guard let run = session.resources.lessons.run else { return }
    session.runtime.watchCondition(for: nil)
    if notesTime, !session.resources.lessons.isReplaying { run.record.noteTime(.left, in: session) }
    run.record.close()
    if let file = run.record.file { session.output.secrets.closedRecordings.insert(file) }
    session.resources.lessons.run = nil
  }
}

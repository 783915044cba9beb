import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// `learn`: the list of lessons, and the walk through one.
struct LearnCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "learn",
      [
        Parameter(
          "NAME", .either([.name(of: NameKind.lesson.rawValue), .path]), optional: true, "a lesson, or a lesson's file")
      ],
      summary: "lists the lessons, or starts one",
      details: """
        A lesson runs in a practice session, so none of your data changes. Any way to reach a step's goal counts. If \
        an attempt falls short, the lesson says what is missing and shows the next hint. Your progress is saved: \
        `learn NAME` continues where you left off. `help lesson` explains how to write a lesson.
        """,
      examples: [
        .init("expect (learn | count) == \(BuiltInLessons.all.count)", "the lessons that come with the program")
      ],
      searchWords: ["lesson", "teach", "workshop", "course", "class", "tutorial", "exercise"], in: .practice,
      shows: .drawn { LearnCommands($0).showLessons($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      guard let name = arguments.text(0) else { return .value(.list(try LearnCommands(session).lessons())) }
      try LessonGuide(session).learn(name)
      return .value(.none)
    },
    CommandEntry(
      "tutorial",
      [
        Parameter(
          "HOW", .choice(["start", "resume", "restart", "skip", "leave"], orNumber: nil), optional: true,
          "`restart` begins again with the first step")
      ],
      summary: "teaches the timers in nine steps, as `learn tutorial` does",
      details:
        "The tutorial continues where you left off. `learn hint`, `learn skip` and the other `learn` commands work here, too.",
      examples: [.init("expect error { tutorial }", "lessons run at a prompt")],
      searchWords: ["learn", "introduction", "walk", "guide", "lesson", "beginner"], in: .practice, role: .looks
    ) { (session, arguments) throws(Failure) in
      switch arguments.text(0) {
      case "skip":
        _ = try LearnCommands(session).walked()
        throw .refused("the tutorial is a lesson", "try: learn skip")
      case "leave":
        throw .refused("the tutorial is a lesson, and saves your progress automatically", "try: practice end")
      case "restart": try LessonGuide(session).learn(BuiltInLessons.tutorial, fromStart: true)
      default: try LessonGuide(session).learn(BuiltInLessons.tutorial)
      }
    },
    CommandEntry(
      "learn status", summary: "lists the lesson's steps and shows which are done",
      examples: [.init("expect (learn status | count) == 0", "no steps outside a lesson")],
      searchWords: ["progress", "steps", "how far"], in: .practice,
      shows: .list(orElse: "no lesson is running"), role: .looks, needsPast: true
    ) { (session, _) in .value(.list(session.resources.lessons.run.map(LearnCommands(session).steps(of:)) ?? [])) },
    looks("goal", "repeats the step's task and the hints so far", ["task", "again"]) { LessonGuide($0).showStep($1) },
    looks("hint", "shows the next hint; after the last hint, shows all hints again", ["help", "stuck"]) {
      (session, run) throws(Failure) in
      _ = try LearnCommands(session).open(run)
      LessonGuide(session).showHints(run)
    },
    looks("solution", "types a solution at the prompt, without running it", ["answer", "show"]) {
      (session, run) throws(Failure) in
      let step = try LearnCommands(session).open(run)
      let solution = run.solution(of: step)
      run.walk.revealSolution()
      // In a replay the solution is not inserted into the line.
      if !session.resources.lessons.isReplaying { session.questions.prompt?.type(solution) }
      LessonGuide(session).writeLines("The solution is at the prompt: press Enter to run it.", .dim)
    },
    asks("skip", "skips the step and shows a solution", .skip),
    asks("back", "goes back to the previous step", .goBack),
    asks("reset", "restarts the step", .reset),
    asks("reset all", "restarts the lesson, and saves your lines under another name", .resetAll),
    CommandEntry(
      "learn play", summary: "lets you try anything; `learn done` returns to the step",
      examples: refusal("learn play"), searchWords: ["try", "sandbox", "fork"], in: .practice, role: .looks,
      needsPast: true
    ) { (session, _) throws(Failure) in try LessonGuide(session).play(try LearnCommands(session).walked()) },
    CommandEntry(
      "learn done", summary: "returns to the step as it was before `learn play`",
      examples: refusal("learn done"), searchWords: ["back", "drop"], in: .practice, role: .looks, needsPast: true
    ) { (session, _) throws(Failure) in try LessonGuide(session).endPlay(try LearnCommands(session).walked()) },
    CommandEntry(
      "learn export",
      [
        Parameter(
          "LESSON", .either([.name(of: NameKind.lesson.rawValue), .path]), optional: true,
          "a lesson, or a lesson's file (default: the lesson that is running)"),
        Parameter("FILE", after: "to", .path, "the file to write: a script with the lines you typed"),
        .flag("replace", "overwrites an existing file"),
        Parameter(
          "NAME", after: "as", .text, optional: true,
          "your name for the teacher (default: the answer to a question)"),
      ],
      summary: "saves what you typed in a lesson to a file",
      details: """
        `learn export NAME to FILE` also works after you have left the lesson, even on another day. Each export asks \
        for the learner's name, because several learners may use this account. In a lesson, Enter keeps the name of \
        its last export; `learn reset all` forgets it.
        """,
      examples: [
        .init("expect error { learn export to \"mine.story\" }", "no lesson is running"),
        .init("expect error { learn export tutorial to \"mine.story\" }", "the lesson was never begun"),
      ], searchWords: ["save", "hand in", "record"], effect: .outside,
      in: .practice, role: .looks
    ) { (session, arguments) throws(Failure) in
      let record = try LearnCommands(session).record(of: arguments.text(0))
      let path = arguments.text(1) ?? ""
      let name = try LearnCommands(session).learner(given: arguments.text(3), of: record)
      let day = CivilTime(utc: Instant(secondsSince1970: SystemClock.wall / 1_000_000)).description.prefix(10)
      let signature = RecordingSignature(name: name, date: String(day)).text
      try FileAccess(session).write(to: path, replacing: arguments.flag(2)) { _ in (record.text + signature).utf8 }
      LearnCommands(session).remember(name, of: record)
      session.output.secrets.closedRecordings.insert(FilePath.expanded(path))
      let page = (path.hasSuffix(".story") ? String(path.dropLast(6)) : path) + ".html"
      session.notice(
        "saved what you typed in this lesson to \(path): hand it in; to make a page of it, try: storyline render \(path) to \(page)"
      )
    },
  ]

  private static func refusal(_ line: String) -> [Command.Example] {
    [.init("expect error { \(line) }", "only in a lesson, at a prompt")]
  }

  private static func looks(
    _ word: String, _ summary: String, _ words: [String],
    _ body: @escaping @Sendable (Session, LessonRun) throws(Failure) -> Void
  ) -> CommandEntry {
    CommandEntry(
      "learn " + word, summary: summary, examples: refusal("learn " + word), searchWords: words, in: .practice,
      role: .looks, needsPast: true
    ) { (session, _) throws(Failure) in try body(session, try LearnCommands(session).walked()) }
  }

  private static func asks(_ word: String, _ summary: String, _ request: LessonResources.Request) -> CommandEntry {
    CommandEntry(
      "learn " + word, summary: summary, examples: refusal("learn " + word), searchWords: ["lesson", "step"],
      in: .practice,
      role: .looks, needsPast: true
    ) { (session, _) throws(Failure) in
      let run = try LearnCommands(session).walked()
      if !request.isForTheEnd { _ = try LearnCommands(session).open(run) }
      session.resources.lessons.ask(for: request)
    }
  }

  static let states: [StateEntry] = [
    StateEntry("learn", "step", "the number of the current step; 0 outside a lesson") {
      $0.resources.lessons.run.map { $0.walk.current + 1 } ?? 0
    },
    StateEntry("learn", "commands", "the commands that have run since the step began") {
      ($0.resources.lessons.heard?.commands ?? []).map { Value.text($0) }
    },
    StateEntry("learn", "words", "the words of the language typed since the step began, such as `when` and `wait`") {
      ($0.resources.lessons.heard?.words ?? []).map { Value.text($0) }
    },
    StateEntry("learn", "events", "the events since the step began; `goal happened EVENT` looks here") {
      ($0.resources.lessons.heard?.events ?? []).map { Value.text($0) }
    },
    StateEntry(
      "learn", "happened",
      "the events since the step began, in order: records with the name as `event`, and the event's fields"
    ) {
      ($0.resources.lessons.heard?.happened ?? []).map { Value.record($0) }
    },
    StateEntry("learn", "predicted", "`true` once the step's value has been predicted correctly") {
      $0.resources.lessons.heard?.isPredicted ?? false
    },
    StateEntry("clock", "step", "the time since the lesson's step began; 0 s outside a lesson", neverRepeats: true) {
      (session, instant) in session.resources.lessons.heard.map { instant - $0.began } ?? .zero
    },
  ]
}

extension LearnCommands {
  /// Returns the present lesson.
  fileprivate func walked() throws(Failure) -> LessonRun {
    guard let run = session.resources.lessons.run else { throw .refused("no lesson is running", "try: learn") }
    return run
  }

  /// The lines typed in a lesson, as a script.
  fileprivate struct Lines {
    let text: String
    /// The name under which they were exported last; `nil` if there is none.
    var name: String?
    /// `true` if the lesson is running.
    let isRunning: Bool
  }

  /// Returns the lines typed in a lesson: in the running one, or in one that was left.
  fileprivate func record(of name: String?) throws(Failure) -> Lines {
    let lessons = session.resources.lessons
    func running(_ run: LessonRun) -> Lines {
      Lines(text: run.record.text, name: run.record.exportedName, isRunning: true)
    }
    guard let name else {
      if let run = lessons.run { return running(run) }
      let begun = try begunLessons().map { Word.quotedIfNeeded($0) }
      throw .refused(
        "no lesson is running", begun.isEmpty ? "try: learn" : "try: learn export \(begun[0]) to mine.story")
    }
    let parsedLesson: ParsedLesson
    do throws(ScriptFailure) {
      parsedLesson = try BuiltInLessons.parsedLesson(name, in: ParsedLesson.confinedSession(session.catalog))
    } catch {
      if case .refused(let failure) = error { throw failure.about(0) }
      let problem = error.diagnostics.first?.problem
      throw .refused(problem?.message ?? "'\(name)' is not a lesson", problem?.suggestion ?? "try: learn").about(0)
    }
    if let run = lessons.run, run.parsedLesson.name == parsedLesson.name { return running(run) }
    guard let folder = lessons.folder, let text = LessonRecord.savedText(of: parsedLesson, in: folder) else {
      throw .refused(
        "no lines of this lesson have been saved here", "try: learn \(Word.quotedIfNeeded(name))"
      ).about(0)
    }
    return Lines(text: text, isRunning: false)
  }

  /// Returns the names of the lessons with saved lines.
  private func begunLessons() throws(Failure) -> [String] {
    try lessons().compactMap { $0.record }.compactMap { $0["done"]?.text == "" ? nil : $0["lesson"]?.text }
  }

  /// Returns the open step.
  fileprivate func open(_ run: LessonRun) throws(Failure) -> Lesson.Step {
    guard let step = run.step else { throw .refused("this lesson is over", "try: learn reset all") }
    return step
  }

  /// Returns the learner's name: as given, or the answer to a question; `nil` if there is none.
  ///
  /// The question comes with every export, since another learner may sit at the same account. Enter keeps the name of
  /// the last export of the same lines.
  fileprivate func learner(given: String?, of lines: Lines) throws(Failure) -> String? {
    var name = given
    if name == nil, session.questions.canAsk, !session.resources.lessons.isReplaying {
      let usual = lines.name.map { "Enter for \($0)" } ?? "optional"
      name = try session.questions.ask(
        "Your name, for the teacher (\(usual)):", hidden: false, "try: learn export to FILE as NAME", session.output)
    }
    let plain = RecordingSignature.name(typed: name ?? "")
    return plain.isEmpty ? lines.name : plain
  }

  /// Remembers the name of an export with the lines of the running lesson, for the next export.
  fileprivate func remember(_ name: String?, of lines: Lines) {
    guard let name, name != lines.name, lines.isRunning else { return }
    session.resources.lessons.run?.record.remember(exportedName: name, in: session)
  }

  fileprivate func lessons() throws(Failure) -> [Value] {
    var lessons: [Value] = []
    let own = session.resources.lessons.folder.map { LessonRecord.ownLessons(in: $0) } ?? []
    for name in BuiltInLessons.all.map({ $0.name }) + own {
      guard let parsedLesson = try? BuiltInLessons.parsedLesson(name, in: ParsedLesson.confinedSession(session.catalog))
      else { continue }
      lessons.append(
        .record([
          "lesson": .text(name), "done": .text(progress(of: parsedLesson)), "about": .text(parsedLesson.title),
          "steps": .number(Double(parsedLesson.steps.count)),
          "time": .duration(LessonTime.whole(parsedLesson)),
        ]))
    }
    return lessons
  }

  /// Writes the lessons as a table, and how to begin one; a narrow window has room for their subjects, but not for
  /// numbers.
  fileprivate func showLessons(_ value: Value) {
    guard let lessons = value.list?.compactMap({ $0.record }) else { return }
    let isWide = session.output.width >= 76
    // A newcomer has begun none; the lessons build on each other in this order.
    let isNew = lessons.allSatisfy { $0["done"]?.text == "" }
    let first = isNew ? lessons.first?["lesson"]?.text : nil
    func cell(_ record: Record, _ name: String) -> StyledText {
      guard let value = record[name], !value.isNone else { return "" }
      return StyledText(sanitized(session.runtime.writer.text(value), glyphs: session.output.glyphs))
    }
    session.printer.writeTable(
      lessons,
      [
        .init("lesson") { cell($0, "lesson") },
        .init("about", overflow: .wrap) {
          let done = cell($0, "done")
          return isWide || done.isEmpty ? cell($0, "about") : cell($0, "about") + ": " + done
        },
        .init("done", if: isWide) { $0["lesson"]?.text == first ? "start here" : cell($0, "done") },
        .init("steps", .right, if: isWide) { cell($0, "steps") },
        .init("time", .right, if: isWide) { cell($0, "time") },
      ])
    session.printer.writeWrapped(
      first.map { "start here: `learn \($0)`; the others build on each other in this order" }
        ?? "`learn NAME` starts a lesson, or continues where you left off")
  }

  /// Returns the progress of a lesson; empty for a lesson that was never begun.
  private func progress(of parsedLesson: ParsedLesson) -> String {
    var ended = session.resources.lessons.folder.flatMap { LessonRecord.progress(of: parsedLesson, in: $0) }
    if let run = session.resources.lessons.run, run.parsedLesson.name == parsedLesson.name {
      ended = (run.walk.solvedCount, run.walk.marks.count { $0 == .skipped })
    }
    guard let (solved, skipped) = ended else { return "" }
    return "\(solved) of \(parsedLesson.steps.count)" + (skipped > 0 ? ", \(skipped) skipped" : "")
  }

  fileprivate func steps(of run: LessonRun) -> [Value] {
    run.walk.titles.enumerated().map { index, title in
      let state =
        if index == run.walk.current {
          "now"
        } else {
          switch run.walk.marks[index] {
          case .open: ""
          case .solved: "done"
          case .skipped: "skipped"
          case .late: "done after a skip"
          }
        }
      return .record([
        "step": .number(Double(index + 1)), "about": .text(title),
        "time": .duration(LessonTime.of(run.parsedLesson.steps[index], in: run.parsedLesson)), "state": .text(state),
      ])
    }
  }
}

import JSON
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// `storyline lesson grade`: replays the learners' exported recordings and checks each goal again. A step counts if
/// its goal is reached in the replay, whatever the file says.
public struct LessonGrader {
  private let catalog: CommandCatalog
  /// `true` if the learners' lines may read files.
  private let trusts: Bool

  /// The maximum processor time of a recording, in microseconds: one that was written by hand may never end.
  private let timeout: Int64

  public init(_ catalog: CommandCatalog, trusts: Bool = false) {
    self.init(catalog, trusts: trusts, timeout: 30_000_000)
  }

  init(_ catalog: CommandCatalog, trusts: Bool, timeout: Int64) {
    (self.catalog, self.trusts, self.timeout) = (catalog, trusts, timeout)
  }

  /// The result of a learner's recording.
  struct Result {
    let file: String
    let parsedLesson: ParsedLesson
    let walk: LessonProgress
    /// The numbers of typed lines, of requests for a hint, and of requests for a solution.
    let lines, hints, solutions: Int
    /// The time from the first line to the last, without the learner's absences.
    let time: Duration
    /// The learner's name and the day of the export, as the file claims.
    var learner, date: String?
    /// The fingerprint of a recording: its lines and the times between them.
    var print: [Recording.Item] = []

    /// The numbers of the steps that the learner skipped.
    var skipped: [Int] { numbers { $0 == .skipped } }
    /// The numbers of the steps that the learner neither solved nor skipped, most of them not reached.
    var open: [Int] { numbers { $0 == .open } }
    /// The numbers of the steps that were solved only after they had been skipped.
    var late: [Int] { numbers { $0 == .late } }

    /// The number of steps that were solved without a skip.
    var solvedCount: Int { walk.solvedCount - late.count }
    /// The numbers of failed attempts and of wrong predictions.
    var missCount: Int { walk.tallies.reduce(0) { $0 + $1.missed.count } }
    var wrongCount: Int { walk.tallies.reduce(0) { $0 + $1.mispredicted.count } }

    private func numbers(_ isMeant: (LessonProgress.Mark) -> Bool) -> [Int] {
      walk.marks.indices.filter { isMeant(walk.marks[$0]) }.map { $0 + 1 }
    }
  }

  /// Replays recordings and writes a table of the results, or one JSON object for each recording.
  /// - Parameter paths: recordings, and among them the files of lessons that did not come with the program.
  /// - Returns: 0; 1 if one of them cannot be graded, 2 if there is nothing to grade.
  public func run(_ paths: [String], output: Output) -> Int32 {
    let renderer = DiagnosticRenderer(catalog.schema.vocabulary)
    var results: [Result] = []
    var faults = 0
    func report(_ error: Diagnostic, _ path: String) {
      faults += 1
      DiagnosticRenderer.writeToStandardError("\(sanitized(path)):\n\(renderer.render(error))\n")
    }
    var (lessons, recordings): ([String], [(path: String, source: Source)]) = ([], [])
    for path in paths {
      do throws(Diagnostic) {
        let source = try SourceFile.read(path)
        if RecordingPlayer.plays(source) {
          recordings.append((path, source))
        } else if source.text(SourceRange(0, source.bytes.count)).contains("lesson ") {
          lessons.append(path)
        } else {
          throw problem("this is not a recording", "try: learn export to FILE")
        }
      } catch {
        report(error, path)
      }
    }
    for (path, source) in recordings {
      do throws(Diagnostic) {
        // Reading the recording counts as well.
        let bounds = Bounds(timeout: timeout)
        let recording = try Recording(source)
        let lesson = try Self.lesson(of: recording, among: lessons)
        results.append(try grade(recording, named: path, lesson: lesson, within: bounds))
      } catch {
        report(error, path)
      }
    }
    if results.isEmpty, faults == 0 {
      DiagnosticRenderer.writeToStandardError("error: there is no recording to grade\n  try: learn export to FILE\n")
      return ExitCode.usage
    }
    if !results.isEmpty {
      let grades = LessonGrades(results)
      if output.format == .text {
        grades.write(to: Session(output: output, catalog: catalog).printer)
      } else {
        for row in grades.json { output.write(row.text + "\n") }
      }
    }
    let code = output.end()
    return code == ExitCode.success && faults > 0 ? ExitCode.failure : code
  }

  /// Returns the file of the lesson that a recording names, wherever it was; if only one file was given, that one.
  /// `nil` for a lesson that comes with the program.
  private static func lesson(of recording: Recording, among lessons: [String]) throws(Diagnostic) -> String? {
    let lines = recording.items.lazy.compactMap { item in
      if case .line(let line) = item.content { line.text } else { nil }
    }
    guard let first = lines.first(where: { $0.hasPrefix("learn ") || $0 == BuiltInLessons.tutorial }),
      let name = ParsedLesson.name(inLine: first)
    else { return isOfTheShelf(lines.first) ? nil : lessons.first }
    func base(_ path: String) -> Substring { path.split(separator: "/").last ?? path[...] }
    let named = lessons.filter { base($0) == base(name) }
    if let lesson = named.count == 1 || lessons.count > 1 ? named.first : lessons.first { return lesson }
    guard lessons.isEmpty else {
      throw Diagnostic(
        .refused(
          "this is a recording of the lesson '\(sanitized(name))', which is not among the files",
          suggestion: "try: storyline lesson grade \(ShellWord.quoted(sanitized(String(base(name))))) FILE…"),
        SourceRange(0, 0), in: nil)
    }
    return nil
  }

  /// Returns the file of the lesson that a recording begins; `nil` for one that comes with the program.
  private static func foreignName(in recording: Recording) -> String? {
    recording.items.lazy.compactMap { item in
      if case .line(let line) = item.content { ParsedLesson.name(inLine: line.text) } else { nil }
    }.first
  }

  private static func isOfTheShelf(_ line: String?) -> Bool {
    line == BuiltInLessons.tutorial || BuiltInLessons.all.contains { line == "learn \($0.name)" }
  }

  /// - Parameter bounds: the limits, which began before the recording was read (default: those that begin now).
  func grade(
    _ recording: Recording, named path: String, lesson: String?, within bounds: Bounds? = nil
  ) throws(Diagnostic) -> Result {
    let bounds = bounds ?? Bounds(timeout: timeout)
    let replay = Replay(recording.head, isSealed: !trusts, bounds: bounds, catalog: catalog)
    replay.prompt.session.resources.lessons.graded = lesson ?? ""
    var found: (parsedLesson: ParsedLesson, walk: LessonProgress)?
    var (hints, solutions, time, away) = (0, 0, Duration.zero, Duration.zero)
    for (number, item) in recording.items.enumerated() {
      var item = item
      // The learner's file of the lesson had another path.
      if number == 0, let lesson, case .line(var line) = item.content, line.text.hasPrefix("learn "),
        !Self.isOfTheShelf(line.text)
      {
        line.text = "learn " + ValueWriter().literal(.text(lesson))
        item.content = .line(line)
      }
      let moment = replay.run(item)
      if case .note(LessonRecord.Visit.returned.rawValue) = item.content { away = away + item.wait }
      if case .line(let line) = item.content {
        if line.text.hasPrefix("learn hint") { hints += 1 }
        if line.text.hasPrefix("learn solution") { solutions += 1 }
      }
      if let run = replay.prompt.session.resources.lessons.run {
        found = (run.parsedLesson, run.walk)
        time = moment.ended - away
      }
    }
    if replay.isInterrupted || bounds.exceeded != nil {
      throw problem("this recording \(bounds.words), so it was not graded", "was it written by hand?")
    }
    if found == nil, lesson == nil, let named = Self.foreignName(in: recording) {
      let base = sanitized(String(named.split(separator: "/").last ?? ""))
      throw problem(
        "its lesson '\(base)' is not among the files", "try: storyline lesson grade \(ShellWord.quoted(base)) FILE…")
    }
    guard let found else {
      throw problem(
        "this recording contains no lesson",
        lesson == nil ? "try: storyline lesson grade LESSON.story FILE…" : nil)
    }
    if let lesson, found.parsedLesson.name != lesson {
      throw problem(
        "this is a recording of another lesson: '\(found.parsedLesson.name)'",
        "for a lesson that comes with the program, try: storyline lesson grade FILE…")
    }
    if let lesson {
      // The notes prove nothing, but show which lesson was walked.
      let titles = recording.items.compactMap { item in
        if case .note(let note) = item.content { LessonRecord.title(inNote: note) } else { nil }
      }
      if let other = titles.first, Set(titles).isDisjoint(with: found.walk.titles) {
        throw problem(
          "this is a recording of another lesson: '\(sanitized(lesson))' has no step '\(sanitized(other))'",
          "did you name the right lesson?")
      }
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let signature = RecordingSignature(of: recording)
    return Result(
      file: name, parsedLesson: found.parsedLesson, walk: found.walk, lines: max(0, recording.typedCount - 1),
      hints: hints, solutions: solutions, time: time,
      learner: signature.name, date: signature.date,
      print: recording.items.filter { if case .line = $0.content { true } else { false } })
  }

  private func problem(_ message: String, _ suggestion: String?) -> Diagnostic {
    Diagnostic(.refused(message, suggestion: suggestion), SourceRange(0, 0), in: nil)
  }
}

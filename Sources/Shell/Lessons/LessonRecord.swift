import StoryScript
import System
import Terminal
import Timeline

/// What somebody has typed in a lesson, and which of its steps are over: a recording, written as it happens, so that
/// whatever ends the program loses nothing. Its first line begins the lesson.
struct LessonRecord {
  /// A step that is over.
  struct Ended: Hashable {
    let title: String
    let isSkipped: Bool
  }

  private(set) var ended: [Ended] = []
  let recorder: Recorder
  private let begin: String
  /// Where it is kept; `nil` for one that nobody keeps.
  private var path: String?

  /// Commands that belong to the terminal, or to the walk as a whole: a line with one of them is not lived again.
  private static let notLivedAgain: Set = [
    "exit", "quit", "tutorial", "practice", "practice end", "explore", "clear", "learn", "learn reset all",
    "learn export", "record", "record end",
  ]

  private static let (solved, skipped, reopened) = ("done: ", "skipped: ", "again: ")

  /// One that nobody keeps.
  init(_ course: Course, in session: Session) {
    let head = Recording.Head(seed: session.options.seed, zone: session.options.zone, start: session.start)
    self.init(Recorder(head, leavingOut: Self.notLivedAgain), course)
    recorder.begin(with: begin, in: session)
  }

  private init(_ recorder: Recorder, _ course: Course) {
    (self.recorder, begin) = (recorder, course.line)
  }

  /// The lines that were typed, with what was noted between them.
  var items: [Recording.Item] { Array(recorder.recording.items.dropFirst()) }
  var lines: [Recording.Line] {
    items.compactMap { if case .line(let line) = $0.content { line } else { nil } }
  }
  var text: String { recorder.recording.text }
  var isEmpty: Bool { items.isEmpty }
  /// Whether it is in a file.
  var isKept: Bool { path != nil }

  // MARK: Files

  /// Opens what is kept of a lesson in a folder, for this program alone, and reads it.
  /// - Returns: how long ago the last line was written, for one that has lines.
  static func open(
    _ course: Course, in folder: String, _ session: Session
  ) throws(SystemError) -> (record: LessonRecord, age: Duration?) {
    if !File.exists(folder) { try Folder.make(folder) }
    let path = folder + "/" + fileName(of: course)
    let file = try File.openLocked(path, O_RDWR | O_CREAT | O_APPEND, patience: 0)
    let fresh = LessonRecord(course, in: session)
    do throws(SystemError) {
      let modified = try FileStatus(file).modified
      let old = try file.readAll(atMost: Source.sizeLimit)
      guard let known = recording(in: old), !known.items.dropFirst().isEmpty else {
        // Whatever else it is, it is no walk: it stays, under another name.
        if !old.isEmpty, recording(in: old) == nil { _ = try? File.replace(path + ".old", with: old) }
        try file.truncate(to: 0)
        try file.writeAll(fresh.text)
        var record = LessonRecord(recorder(fresh.recorder.recording, in: file), course)
        record.path = path
        return (record, nil)
      }
      // What was torn off in the middle of a line must not run into the next one.
      if known.isTorn, let end = old.lastIndex(of: UInt8(ascii: "\n")) { try file.truncate(to: Int64(end) + 1) }
      var record = LessonRecord(recorder(known, in: file), course)
      record.path = path
      for case .note(let note) in known.items.map(\.content) { record.take(note) }
      return (record, Duration(microseconds: max(0, SystemClock.wall - modified)))
    } catch {
      file.close()
      throw error
    }
  }

  private static func recorder(_ recording: Recording, in file: Descriptor) -> Recorder {
    Recorder(recording, in: file, leavingOut: notLivedAgain)
  }

  private static func recording(in bytes: [UInt8]) -> Recording? {
    (try? Source(name: "", bytes: RecordingTitle.whole(bytes))).flatMap { try? Recording($0) }
  }

  /// The files of lessons that did not come with the program and were begun, as a folder says, as far as they are still
  /// found where they were.
  static func ownLessons(in folder: String) -> [String] {
    let files = ((try? Folder.names(in: folder)) ?? []).sorted()
    return files.compactMap { file in
      guard let bytes = try? File.read(folder + "/" + file, atMost: Source.sizeLimit),
        case .line(let line)? = recording(in: bytes)?.items.first?.content, let name = Course.name(inLine: line.text),
        fileName(ofForeign: name) == file, File.exists(name)
      else { return nil }
      return name
    }
  }

  /// How many steps of a lesson are solved and skipped, as a folder says; `nil` for a lesson that nobody has begun.
  static func progress(of course: Course, in folder: String) -> (solved: Int, skipped: Int)? {
    guard let bytes = try? File.read(folder + "/" + fileName(of: course), atMost: Source.sizeLimit),
      let known = recording(in: bytes), !known.items.dropFirst().isEmpty
    else { return nil }
    var record = LessonRecord(Recorder(known.head), course)
    for case .note(let note) in known.items.map(\.content) { record.take(note) }
    let titles = Set(course.steps.map { sanitized($0.title.text) })
    let solved = titles.intersection(record.ended.filter { !$0.isSkipped }.map(\.title))
    return (solved.count, titles.intersection(record.ended.map(\.title)).count - solved.count)
  }

  func close() { recorder.stop() }
  func takeTrouble() -> String? { recorder.takeTrouble() }

  // MARK: Writing

  /// Counts from the present on.
  func goOn(in session: Session) { recorder.goOn(in: session) }

  mutating func end(_ step: Ended, in session: Session) {
    ended.append(step)
    note((step.isSkipped ? Self.skipped : Self.solved) + step.title, in: session)
  }

  /// A step is gone back to: it is over only when it is done again.
  mutating func reopen(_ title: String, in session: Session) {
    ended.removeAll { $0.title == title }
    note(Self.reopened + title, in: session)
  }

  private func note(_ text: String, in session: Session) {
    recorder.note(text, in: session)
    session.questions.prompt?.recorder?.note(text, in: session)
  }

  /// Keeps a copy of what was typed beside it, under the next free name: `countdown.1.story`.
  /// - Returns: the path of the copy; `nil` where there is nothing to lose, or nothing is kept at all.
  func keepCopy() throws(SystemError) -> String? {
    guard let path, !isEmpty else { return nil }
    let base = path.hasSuffix(".story") ? String(path.dropLast(".story".count)) : path
    var number = 1
    while true {
      let copy = "\(base).\(number).story"
      do throws(SystemError) {
        _ = try File.create(copy, with: text.utf8)
        return copy
      } catch {
        guard error.code == EEXIST, number < 10_000 else { throw error }
        number += 1
      }
    }
  }

  /// Forgets it all.
  mutating func restart(in session: Session) {
    ended = []
    recorder.restart()
    recorder.begin(with: begin, in: session)
  }

  /// The title of the step that a note says to be over.
  static func title(inNote note: String) -> String? { note.after(solved) ?? note.after(skipped) }

  private mutating func take(_ note: String) {
    if let title = note.after(Self.solved) { ended.append(Ended(title: title, isSkipped: false)) }
    if let title = note.after(Self.skipped) { ended.append(Ended(title: title, isSkipped: true)) }
    if let title = note.after(Self.reopened) { ended.removeAll { $0.title == title } }
  }

  /// The name of a lesson's file: a lesson of another folder has another one, though it may be called the same.
  private static func fileName(of course: Course) -> String {
    course.isForeign ? fileName(ofForeign: course.name) : course.name + ".story"
  }

  private static func fileName(ofForeign name: String) -> String {
    let path = (try? FilePath.resolved(name)) ?? name
    let base = path.split(separator: "/").last.map(String.init) ?? "lesson"
    return
      "\(base.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })-\(String(path.fingerprint, radix: 36)).story"
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The typed lines of a lesson, and its finished steps: a recording, written as it happens, so that nothing is lost
/// when the program ends. Its first line begins the lesson.
struct LessonRecord {
  /// A finished step.
  struct Ended: Hashable {
    let title: String
    let isSkipped: Bool
  }

  private(set) var ended: [Ended] = []
  let recorder: Recorder
  private let begin: String
  /// The path of its file; `nil` for a record in memory.
  private var path: String?

  /// The commands that belong to the terminal, or to the walk as a whole: lines with them are not replayed.
  private static let notReplayed: Set = [
    "exit", "quit", "tutorial", "practice", "practice end", "explore", "clear", "learn", "learn reset all",
    "learn export", "record", "record end",
  ]

  private static let (solved, skipped, reopened) = ("done: ", "skipped: ", "again: ")

  /// A moment at which time has passed without a typed line.
  enum Visit: String {
    /// The learner leaves the lesson.
    case left = "the lesson is left"
    /// The learner is back; the time since the lesson was left has just passed.
    case returned = "the lesson is continued"
  }

  /// Creates a record in memory.
  init(_ parsedLesson: ParsedLesson, in session: Session) {
    let head = Recording.Header(seed: session.options.seed, zone: session.options.zone, start: session.start)
    self.init(Recorder(head, leavingOut: Self.notReplayed), parsedLesson)
    recorder.begin(with: begin, in: session)
  }

  private init(_ recorder: Recorder, _ parsedLesson: ParsedLesson) {
    (self.recorder, begin) = (recorder, parsedLesson.line)
  }

  /// The typed lines, with the notes between them.
  var items: [Recording.Item] { Array(recorder.recording.items.dropFirst()) }
  var lines: [Recording.Line] {
    items.compactMap { if case .line(let line) = $0.content { line } else { nil } }
  }
  var text: String { recorder.recording.text }
  var isEmpty: Bool { items.isEmpty }
  /// The path of its file; `nil` for a record in memory.
  var file: String? { path }
  /// `true` if the record is in a file.
  var isKept: Bool { path != nil }

  // MARK: Files

  /// Opens and reads the record of a lesson in a folder, with exclusive access for this program.
  /// - Returns: the record, and the time since its last line; `nil` for a record without lines.
  static func open(
    _ parsedLesson: ParsedLesson, in folder: String, _ session: Session
  ) throws(SystemError) -> (record: LessonRecord, age: Duration?) {
    if !File.exists(folder) { try Folder.make(folder) }
    let path = folder + "/" + fileName(of: parsedLesson)
    var file = try File.openOwnLocked(path, O_APPEND, timeout: 0)
    let fresh = LessonRecord(parsedLesson, in: session)
    do throws(SystemError) {
      let modified = try FileStatus(file).modified
      let old = try file.readAll(atMost: Source.sizeLimit)
      guard let known = recording(in: old), !known.items.dropFirst().isEmpty else {
        // Any other content is not a walk: its file gets another name. It is not written to, since it may have other
        // names already.
        if !old.isEmpty, recording(in: old) == nil {
          try File.rename(path, to: path + ".old")
          let other = file
          file = try File.openOwnLocked(path, O_APPEND, timeout: 0)
          other.close()
        }
        try file.truncate(to: 0)
        try file.writeAll(fresh.text)
        var record = LessonRecord(recorder(fresh.recorder.recording, in: file), parsedLesson)
        record.path = path
        return (record, nil)
      }
      // An incomplete last line must not run into the next one.
      if known.isTorn, let end = old.lastIndex(of: UInt8(ascii: "\n")) { try file.truncate(to: Int64(end) + 1) }
      var record = LessonRecord(recorder(known, in: file), parsedLesson)
      record.path = path
      for case .note(let note) in known.items.map({ $0.content }) { record.fold(note) }
      return (record, Duration(microseconds: max(0, SystemClock.wall - modified)))
    } catch {
      file.close()
      throw error
    }
  }

  private static func recorder(_ recording: Recording, in file: Descriptor) -> Recorder {
    Recorder(recording, in: file, leavingOut: notReplayed)
  }

  private static func recording(in bytes: [UInt8]) -> Recording? {
    (try? Source(name: "", bytes: RecordingTitle.whole(bytes))).flatMap { try? Recording($0) }
  }

  /// Returns the files of lessons that did not come with the program and were begun, according to a folder, if they
  /// still exist.
  static func ownLessons(in folder: String) -> [String] {
    let files = ((try? Folder.names(in: folder)) ?? []).sorted()
    return files.compactMap { file in
      guard let bytes = try? File.read(folder + "/" + file, atMost: Source.sizeLimit),
        case .line(let line)? = recording(in: bytes)?.items.first?.content,
        let name = ParsedLesson.name(inLine: line.text),
        fileName(ofForeign: name) == file, File.exists(name)
      else { return nil }
      return name
    }
  }

  /// Returns the numbers of solved and skipped steps of a lesson, according to a folder; `nil` for a lesson that was
  /// never begun.
  static func progress(of parsedLesson: ParsedLesson, in folder: String) -> (solved: Int, skipped: Int)? {
    guard let bytes = try? File.read(folder + "/" + fileName(of: parsedLesson), atMost: Source.sizeLimit),
      let known = recording(in: bytes), !known.items.dropFirst().isEmpty
    else { return nil }
    var record = LessonRecord(Recorder(known.head), parsedLesson)
    for case .note(let note) in known.items.map({ $0.content }) { record.fold(note) }
    let titles = Set(parsedLesson.steps.map { sanitized($0.title.text) })
    let solved = titles.intersection(record.ended.filter { !$0.isSkipped }.map { $0.title })
    return (solved.count, titles.intersection(record.ended.map { $0.title }).count - solved.count)
  }

  /// Returns the typed lines of a lesson that a folder keeps, as a script; `nil` for a lesson that was never begun.
  static func savedText(of parsedLesson: ParsedLesson, in folder: String) -> String? {
    guard let bytes = try? File.read(folder + "/" + fileName(of: parsedLesson), atMost: Source.sizeLimit),
      let known = recording(in: bytes), !known.items.dropFirst().isEmpty
    else { return nil }
    return known.text
  }

  /// Returns the setup of the session in which a lesson's saved lines were typed; `nil` for a lesson that was never
  /// begun.
  static func savedSetup(of parsedLesson: ParsedLesson, in folder: String) -> Recording.Header? {
    guard let bytes = try? File.read(folder + "/" + fileName(of: parsedLesson), atMost: Source.sizeLimit),
      let known = recording(in: bytes), !known.items.dropFirst().isEmpty
    else { return nil }
    return known.head
  }

  func close() { recorder.stop() }
  func consumeTrouble() -> String? { recorder.consumeTrouble() }

  // MARK: Writing

  /// Counts from the present on.
  func resumeCounting(in session: Session) { recorder.resumeCounting(in: session) }

  private static let exported = "exported by "

  /// The name under which these lines were exported last; `nil` if there is none.
  var exportedName: String? {
    recorder.recording.items.lazy.reversed().compactMap { item in
      if case .note(let note) = item.content { note.after(Self.exported) } else { nil }
    }.first
  }

  /// Notes the name under which the lines were exported; an empty record has nothing to export.
  func remember(exportedName name: String, in session: Session) {
    if !isEmpty { recorder.note(Self.exported + name, in: session) }
  }

  /// Writes the time that has passed since the last item, if any, so that a replay lets it pass at the same place.
  func noteTime(_ visit: Visit, in session: Session) {
    guard !isEmpty, recorder.hasTimePassed(in: session) else { return }
    recorder.note(visit.rawValue, in: session)
  }

  mutating func end(_ step: Ended, in session: Session) {
    ended.append(step)
    note((step.isSkipped ? Self.skipped : Self.solved) + step.title, in: session)
  }

  /// Reopens a step: it is over only when it is done again.
  mutating func reopen(_ title: String, in session: Session) {
    ended.removeAll { $0.title == title }
    note(Self.reopened + title, in: session)
  }

  private func note(_ text: String, in session: Session) {
    recorder.note(text, in: session)
    session.questions.prompt?.recorder?.note(text, in: session)
  }

  /// Saves a copy of the record under the next free name: `countdown.1.story`.
  /// - Returns: the path of the copy; `nil` if there is nothing to lose, or the record is in memory.
  func saveCopy() throws(SystemError) -> String? {
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

  /// Deletes all lines and steps, and begins again.
  mutating func restart(in session: Session) {
    ended = []
    recorder.restart()
    recorder.begin(with: begin, in: session)
  }

  /// Returns the title of the step that a note marks as finished.
  static func title(inNote note: String) -> String? { note.after(solved) ?? note.after(skipped) }

  private mutating func fold(_ note: String) {
    if let title = note.after(Self.solved) { ended.append(Ended(title: title, isSkipped: false)) }
    if let title = note.after(Self.skipped) { ended.append(Ended(title: title, isSkipped: true)) }
    if let title = note.after(Self.reopened) { ended.removeAll { $0.title == title } }
  }

  /// Returns the file name of a lesson's record, which differs between lessons of the same name in different folders.
  private static func fileName(of parsedLesson: ParsedLesson) -> String {
    parsedLesson.isForeign ? fileName(ofForeign: parsedLesson.name) : parsedLesson.name + ".story"
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

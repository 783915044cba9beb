import StoryScript
import System
import Timeline

/// What somebody has typed in a lesson, as a script: each line after the `wait` that lies between it and the one before,
/// and a comment for each step that is over. It is written as it happens, so that whatever ends the program loses nothing.
struct LessonRecord {
  /// A line as it was typed.
  struct Entry: Hashable {
    let wait: Duration
    let line: String
  }

  /// A step that is over.
  struct Ended: Hashable {
    let title: String
    let isSkipped: Bool
  }

  private(set) var entries: [Entry] = []
  private(set) var ended: [Ended] = []
  private(set) var text: String
  private var file: Descriptor?
  /// Why nothing more is written.
  private var trouble: String?
  private var isTroubleTold = false

  private static let limit = 4 << 20
  private static func head(_ course: Course) -> String {
    "# \(Self.first)\"\(course.title)\": `learn \(course.name)` goes on with it.\n"
  }
  private static let first = "A walk through "
  private static let (solved, skipped, reopened) = ("# done: ", "# skipped: ", "# again: ")

  /// One that nobody keeps.
  init(_ course: Course) { text = Self.head(course) }

  /// Opens what is kept of a lesson in a folder, for this program alone, and reads it.
  /// - Returns: how long ago the last line was written, for one that has lines.
  static func open(
    _ course: Course, in folder: String
  ) throws(SystemError) -> (record: LessonRecord, age: Duration?) {
    if !File.exists(folder) { try Folder.make(folder) }
    let path = folder + "/" + fileName(of: course)
    let file = try File.openLocked(path, O_RDWR | O_CREAT | O_APPEND, patience: 0)
    var record = LessonRecord(course)
    do throws(SystemError) {
      let modified = try FileStatus(file).modified
      let old = try file.readAll(atMost: limit)
      record.file = file
      record.read(String(decoding: old, as: UTF8.self))
      // What was torn off in the middle of a line must not run into the next one.
      if let end = old.lastIndex(of: UInt8(ascii: "\n")), end + 1 < old.count { try file.truncate(to: Int64(end) + 1) }
      if record.entries.isEmpty, record.ended.isEmpty {
        if !old.isEmpty {
          // Whatever it is, it is no walk: it stays, under another name.
          _ = try? File.replace(path + ".old", with: old)
          try file.truncate(to: 0)
        }
        try file.writeAll(record.text)
        return (record, nil)
      }
      return (record, Duration(microseconds: max(0, SystemClock.wall - modified)))
    } catch {
      file.close()
      throw error
    }
  }

  func close() { file?.close() }

  /// Why nothing more is written, said once.
  mutating func takeTrouble() -> String? {
    guard !isTroubleTold, let trouble else { return nil }
    isTroubleTold = true
    return trouble
  }

  // MARK: Writing

  /// Adds a line; of several, all but the first are indented. A line that could be taken for one of the record's own is
  /// indented, too, so that a `wait` or a comment at the margin is always one of these.
  mutating func add(_ entry: Entry) {
    entries.append(entry)
    let line = entry.line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + Self.indent)
    let isLikeOwn = ["wait ", "# ", Self.indent].contains { line.hasPrefix($0) }
    write("wait \(entry.wait.literal)\n\(isLikeOwn ? Self.indent : "")\(line)\n")
  }

  private static let indent = "  "

  mutating func end(_ step: Ended) {
    ended.append(step)
    write((step.isSkipped ? Self.skipped : Self.solved) + step.title + "\n")
  }

  /// A step is gone back to: it is over only when it is done again.
  mutating func reopen(_ title: String) {
    ended.removeAll { $0.title == title }
    write(Self.reopened + title + "\n")
  }

  /// Forgets it all.
  mutating func restart(_ course: Course) {
    (entries, ended, text) = ([], [], Self.head(course))
    guard let file else { return }
    do throws(SystemError) {
      try file.truncate(to: 0)
      try file.writeAll(text)
    } catch {
      trouble = "\(error)"
    }
  }

  private mutating func write(_ new: String) {
    text += new
    guard let file, trouble == nil else { return }
    do throws(SystemError) { try file.writeAll(new) } catch { trouble = "\(error)" }
  }

  // MARK: Reading

  /// Takes in what was written once, as far as it can be understood; the end may be torn.
  private mutating func read(_ old: String) {
    let lines = old.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard lines.first?.hasPrefix("# " + Self.first) == true else { return }
    var wait: Duration?
    var typed: [Substring] = []
    func finish() -> Entry? {
      wait.flatMap { typed.isEmpty ? nil : Entry(wait: $0, line: typed.joined(separator: "\n")) }
    }
    for line in lines.dropFirst() {
      let next = Self.wait(line)
      if next != nil || line.hasPrefix("# ") {
        if let entry = finish() { entries.append(entry) }
        (wait, typed) = (next, [])
        if let title = line.after(Self.solved) { ended.append(Ended(title: title, isSkipped: false)) }
        if let title = line.after(Self.skipped) { ended.append(Ended(title: title, isSkipped: true)) }
        if let title = line.after(Self.reopened) { ended.removeAll { $0.title == title } }
      } else if wait != nil {
        typed.append(line.hasPrefix(Self.indent) ? line.dropFirst(Self.indent.count) : line)
      }
    }
    if let entry = finish() { entries.append(entry) }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func wait(_ line: Substring) -> Duration? {
    line.hasPrefix("wait ") ? Duration(literal: line.dropFirst(5)) : nil
  }

  /// The name of a lesson's file: a lesson of another folder has another one, though it may be called the same.
  private static func fileName(of course: Course) -> String {
    guard course.isForeign else { return course.name + ".story" }
    let path = (try? FilePath.resolved(course.name)) ?? course.name
    let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let base = path.split(separator: "/").last.map(String.init) ?? "lesson"
    return "\(base.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })-\(String(hash, radix: 36)).story"
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

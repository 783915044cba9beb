import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The lines typed at a practice prompt, as a script: each follows a `wait` for the time since the line before.
///
///     # Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns
///     wait 2.5s
///     story play 4 for 15s
///     wait 1s
///     wait 1h
///     # stopped after 3s
///     wait 1s
///     jump 99
///     # failed: there is no story 99
///
/// All lines but the first of a longer text are indented, and so is a line that looks like one of the recording's
/// own. A line with a syntax error is a comment, so that the rest is a valid script.
package struct Recording: Hashable {
  /// The session's setup, which makes replays identical.
  package struct Header: Hashable {
    package var seed: UInt64 = 0
    package var zone = Zone.utc
    /// The start of the session's clock.
    package var start = Instant.practiceStart
    /// The width of the window.
    package var columns = 80

    package init(seed: UInt64 = 0, zone: Zone = .utc, start: Instant = .practiceStart, columns: Int = 80) {
      (self.seed, self.zone, self.start, self.columns) = (seed, zone, start, columns)
    }
  }

  /// A line as it was typed.
  package struct Line: Hashable {
    package var text: String
    /// `true` if the line could be parsed, and so has run.
    var isRead = true
    /// The time after which ^C stopped the line; `nil` if it ended by itself.
    var stopped: Duration?
    /// The answers to its questions; `nil` for an unanswered question.
    var answers: [String?] = []
    /// The error of the run, in one line; `nil` if it succeeded.
    var failure: String?

    /// `true` if the line could not be parsed or did not run to its end when it was typed.
    var hasFailed: Bool { !isRead || failure != nil }
  }

  package struct Item: Hashable {
    /// The time between the end of the previous item and the beginning of this one, on its session's clock.
    package let wait: Duration
    package var content: Content
  }

  package enum Content: Hashable {
    case line(Line)
    /// A note of the recorder, such as a finished step, in one line.
    case note(String)
  }

  package var head: Header
  package var items: [Item] = []
  /// `true` if its last line was cut off, and left out.
  package private(set) var isTorn = false

  /// The version of the format that this program writes, and the last that it reads.
  static let version = 1
  /// The replacement for a secret in a replay: secrets are not recorded.
  static let secretPlaceholder = "0000"

  /// The notes around the effects of the keys of `watch`, all at its line: a lesson answers all of them once, when
  /// the watch ends.
  static let (keysBegin, keysEnd) = ("keys pressed in watch:", "watch is left")
  /// The first of these notes in recordings of earlier versions.
  private static let oldKeysBegin = "by the keys of watch:"
  /// The notes around the parts of a line that was typed as one, `watch` among them: it is also answered once.
  static let (partsBegin, partsEnd) = ("typed as one line:", "that line is over")

  init(head: Header) { self.head = head }

  /// Returns the recording without secrets, which a user may have written into it, or an older program.
  /// - Parameter variables: the variables that hold a secret because of lines that are not in the recording.
  func masked(_ vocabulary: Vocabulary, variables: Set<String> = []) -> Recording {
    var recording = self
    let variables = items.reduce(into: variables) { names, item in
      guard case .line(let line) = item.content else { return }
      names.formUnion(SecretText.secretVariables(in: line.text, vocabulary))
    }
    recording.items = items.map { item in
      switch item.content {
      case .note(let note): return Item(wait: item.wait, content: .note(SecretText.withoutTokens(note)))
      case .line(var line):
        let text = SecretText.masked(line.text, vocabulary, variables: variables)
        line.failure = line.failure.map { text == line.text ? SecretText.withoutTokens($0) : SecretText.mask }
        line.text = text
        return Item(wait: item.wait, content: .line(line))
      }
    }
    return recording
  }

  /// The number of typed lines: the effects of the keys of `watch` do not count, and the parts of one line count
  /// once.
  package var typedCount: Int {
    var (count, ends): (Int, [String]) = (0, [])
    for item in items {
      switch item.content {
      case .line: if ends.isEmpty { count += 1 }
      case .note(Self.keysBegin): ends.append(Self.keysEnd)
      case .note(Self.partsBegin):
        if ends.isEmpty { count += 1 }
        ends.append(Self.partsEnd)
      case .note(let note): if note == ends.last { ends.removeLast() }
      }
    }
    return count
  }
}

// MARK: - Writing

extension Recording {
  private static let (stopped, unread, answered, unanswered, failed) = (
    "# stopped after ", "# not read: ", "# answered: ", "# not answered", "# failed: "
  )
  private static let indent = "  "
  private static let unreadIndent = "#   "

  package var text: String { items.reduce(into: head.text) { $0 += Self.text(of: $1) } }

  /// Returns an item as it is appended to a file.
  static func text(of item: Item) -> String {
    let wait = "wait \(item.wait.literal)\n"
    switch item.content {
    case .note(let note): return (item.wait > .zero ? wait : "") + "# \(oneLine(note))\n"
    case .line(let line): return wait + text(of: line)
    }
  }

  private static func text(of line: Line) -> String {
    let rows = line.text.split(separator: "\n", omittingEmptySubsequences: false)
    var text: String
    if line.isRead {
      let isLikeOwn = ["wait ", "#", indent].contains { line.text.hasPrefix($0) }
      text = (isLikeOwn ? indent : "") + rows.joined(separator: "\n" + indent)
    } else {
      text = unread + rows.joined(separator: "\n" + unreadIndent)
    }
    for answer in line.answers { text += "\n" + (answer.map { answered + oneLine($0) } ?? unanswered) }
    if let failure = line.failure { text += "\n" + failed + oneLine(failure) }
    if let length = line.stopped { text += "\n" + stopped + length.literal }
    return text + "\n"
  }

  private static func oneLine(_ text: String) -> String { sanitized(text) }
}

extension Recording.Header {
  /// The first line of a recording.
  fileprivate var text: String { "# Recording \(Recording.version): \(setup)\n" }

  /// The setup as written in the first line.
  var setup: String {
    "seed \(seed), zone \(zone.identifier ?? "UTC"), from \(CivilTime(utc: start).dateTimeText), \(columns) columns"
  }

  /// Returns the time zone of a first line if the zone is the only error in it.
  fileprivate static func unknownZone(_ line: Substring) -> String? {
    let parts = line.split(separator: ", ", omittingEmptySubsequences: false)
    guard parts.count == 4, let name = parts[1].after("zone "), !name.isEmpty, Zone(String(name)) == nil else {
      return nil
    }
    return String(name)
  }

  /// - Returns: `nil` for invalid text.
  init?(_ text: Substring) {
    let parts = text.split(separator: ", ", omittingEmptySubsequences: false)
    guard parts.count == 4, let seed = parts[0].after("seed ").flatMap({ UInt64($0) }),
      let zone = parts[1].after("zone ").flatMap({ Zone(String($0)) }),
      let start = parts[2].after("from ").flatMap({ CivilTime(parsing: $0.utf8) }),
      StartYears.all.contains(start.year),
      parts[3].hasSuffix(" columns"), let columns = Int(parts[3].dropLast(8)), (20...1_000).contains(columns)
    else { return nil }
    self.init(seed: seed, zone: zone, start: start.instant(), columns: columns)
  }
}

// MARK: - Reading

extension Recording {
  /// - Throws: the error, with its place.
  static func read(_ path: String) throws(Diagnostic) -> Recording {
    let source = try SourceFile.read(path)
    return try Recording(source)
  }

  /// Returns the place of an item's own first line in the source of a recording.
  static func place(ofItem item: Int, in source: Source) -> SourceRange {
    let text = source.text(SourceRange(0, source.bytes.count))
    var (reader, offset) = (Reader(), 0)
    var place = SourceRange(0, 0)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let range = SourceRange(offset, offset + line.utf8.count)
      offset += line.utf8.count + 1
      if number == 0 { continue }
      let before = reader.count
      _ = reader.parse(line)
      if before <= item, reader.count > item {
        place = range
        break
      }
    }
    return place
  }

  package init(_ source: Source) throws(Diagnostic) {
    let text = source.text(SourceRange(0, source.bytes.count))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var offset = 0
    func problem(_ message: String, _ suggestion: String?, _ length: Int) -> Diagnostic {
      Diagnostic(.refused(message, suggestion: suggestion), SourceRange(offset, offset + length), in: source)
    }
    // Swift treats CR LF as one character, so that no line would end.
    if text.utf8.prefix(while: { $0 != UInt8(ascii: "\n") }).last == UInt8(ascii: "\r") {
      throw problem(
        "the lines of this recording end in CR LF: another program has changed it", "try: tr -d '\\r' <FILE >NEW.story",
        0)
    }
    guard let first = lines.popFirst(), let version = first.after(RecordingTitle.text) else {
      throw problem("this is not a recording", "try: record FILE, at a practice prompt", 0)
    }
    let number = Int(version.prefix { $0 != ":" }) ?? 0
    guard number <= Self.version else {
      throw problem(
        "this recording has version \(number), but this program reads only up to version \(Self.version)",
        "it was written by a newer version of storyline", first.utf8.count)
    }
    if let zone = Header.unknownZone(version) {
      throw problem(
        "the recording's time zone '\(sanitized(zone))' is not available on this machine",
        "install the tzdata package (for old names such as US/Pacific, also tzdata-legacy)", first.utf8.count)
    }
    guard number == Self.version, let head = version.after("\(number): ").flatMap({ Header($0) }) else {
      throw problem(
        "the first line of this recording is damaged", "try: \(Header().text.dropLast())", first.utf8.count)
    }
    self.init(head: head)
    offset = first.utf8.count + 1
    // After the last line end there is nothing, or an incomplete line.
    isTorn = lines.popLast().map { !$0.isEmpty } ?? true
    var reader = Reader()
    for line in lines {
      if let fault = reader.parse(line) { throw problem(fault.message, fault.suggestion, line.utf8.count) }
      offset += line.utf8.count + 1
    }
    items = reader.finished
  }

  /// Reads the lines after the first one, each once.
  private struct Reader {
    private var items: [Item] = []
    private var wait: Duration?
    private var typed: [Substring] = []

    /// The number of items so far, including the incomplete one.
    var count: Int { items.count + (typed.contains { !$0.isEmpty } ? 1 : 0) }

    var finished: [Item] {
      var whole = self
      whole.finish()
      return whole.items
    }

    mutating func parse(_ line: Substring) -> (message: String, suggestion: String)? {
      if let length = line.after("wait ") {
        finish()
        guard let wait = Duration(literal: length), wait >= .zero else {
          return ("'\(sanitized(String(line)))' is not a valid wait", "try: wait 2.5s")
        }
        self.wait = wait
      } else if let more = line.after(Recording.unreadIndent), typed.isEmpty, lastLine?.isRead == false {
        changeLast { $0.text += "\n" + more }
      } else if let text = line.after(Recording.unread) {
        finish()
        add(.line(Line(text: String(text), isRead: false)))
      } else if let answer = line.after(Recording.answered) {
        finish()
        changeLast { $0.answers.append(String(answer)) }
      } else if line == Recording.unanswered {
        finish()
        changeLast { $0.answers.append(nil) }
      } else if let length = line.after(Recording.stopped) {
        finish()
        guard let stopped = Duration(literal: length), stopped >= .zero else {
          return ("'\(sanitized(String(length)))' is not a duration", "try: \(Recording.stopped)3s")
        }
        changeLast { $0.stopped = stopped }
      } else if let failure = line.after(Recording.failed), lastLine != nil || wait != nil {
        finish()
        changeLast { $0.failure = String(failure) }
      } else if line.hasPrefix("#") {
        finish()
        let note = String(line.dropFirst().drop { $0 == " " })
        add(.note(note == Recording.oldKeysBegin ? Recording.keysBegin : note))
      } else if wait != nil {
        typed.append(line.after(Recording.indent) ?? line)
      } else if !line.allSatisfy({ $0.isWhitespace }) {
        return ("this line has no wait before it", "add `wait 0s` before it")
      }
      return nil
    }

    private var lastLine: Line? {
      guard case .line(let line)? = items.last?.content else { return nil }
      return line
    }

    private mutating func finish() {
      while typed.last?.isEmpty == true { typed.removeLast() }
      guard !typed.isEmpty else { return }
      add(.line(Line(text: typed.joined(separator: "\n"))))
      typed = []
    }

    private mutating func add(_ content: Content) {
      items.append(Item(wait: wait ?? .zero, content: content))
      wait = nil
    }

    private mutating func changeLast(_ change: (inout Line) -> Void) {
      guard let index = items.indices.last, case .line(var line) = items[index].content else { return }
      change(&line)
      items[index].content = .line(line)
    }
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}

/// The beginning of a recording, which distinguishes it from other scripts.
package enum RecordingTitle {
  static let text = "# Recording "

  /// Returns whether a text begins like a recording of any version.
  package static func begins(_ script: String) -> Bool { script.hasPrefix(text) }

  /// Completes a recording that was cut off inside a character, in the line that is left out anyway.
  package static func whole(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: text.utf8),
      let lead = bytes.indices.suffix(3).last(where: { bytes[$0] & 0xC0 != 0x80 }), bytes[lead] >= 0xC0
    else { return bytes }
    let length = bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
    return lead + length > bytes.count ? bytes[..<lead] + [UInt8(ascii: "?")] : bytes
  }
}

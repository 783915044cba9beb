/// The lines that were typed, newest first: each text once, blocks of several lines as one entry.
///
/// With a file, concurrent shells share it: each entry is appended with one write under a lock, and `refresh` brings in
/// what the others added. Not for use from several threads at once.
public final class History {
  /// Where entries are kept over restarts; nil keeps them in memory only.
  public let path: String?
  /// While true nothing goes to the file; entries stay in memory until the process ends.
  public var isPrivate = false
  private var log: EntryLog
  private let isSecret: (String) -> Bool
  private let file: HistoryFile?
  /// What must never reach the file.
  private var unstored: Set<String> = []
  /// The entries that failed when they were last entered.
  private var failed: Set<String> = []

  /// Reads nothing yet: `refresh` does, and the editor calls it.
  /// - Parameters:
  ///   - path: made with its folders when the first entry is stored, readable by its owner only.
  ///   - limit: entries kept; the file is shortened when it holds many more.
  ///   - isSecret: entries that are not to be kept at all, in the file or in memory.
  public init(path: String? = nil, limit: Int = 10_000, isSecret: @escaping (String) -> Bool = { _ in false }) {
    self.path = path
    self.isSecret = isSecret
    log = EntryLog(limit: max(1, limit))
    file = path.map { HistoryFile(path: $0) }
  }

  /// All entries, newest first. Linear.
  public var entries: [String] { log.newestFirst() }
  public var count: Int { log.count }

  /// Keeps an entry and makes it the newest. Not kept: empty ones, ones that begin with a space, and secrets.
  /// - Returns: whether it is in the file now (or in memory, without a file).
  @discardableResult
  public func add(_ entry: String) -> Bool {
    let isBlank = entry.allSatisfy { $0.isWhitespace }
    if isBlank || entry.first == " " || entry.utf8.contains(0) || isSecret(entry) { return false }
    log.add(entry)
    failed.remove(entry)
    if isPrivate {
      unstored.insert(entry)
      return false
    }
    unstored.remove(entry)
    guard let file else { return true }
    let isStored = file.append(entry)
    // Several times the limit: worth writing anew.
    if file.recordCount > 4 * log.limit { rewrite() }
    return isStored
  }

  /// Says of an entry that it failed: it stays where people look for it, and is not suggested.
  public func markFailed(_ entry: String) {
    guard log.contains(entry) else { return }
    failed.insert(entry)
    if !isPrivate, !unstored.contains(entry) { file?.append(entry, hasFailed: true) }
  }

  /// Brings in what other shells have stored since. Cheap when there is nothing new.
  public func refresh() {
    guard let file else { return }
    take(file.readNew())
  }

  private func take(_ records: [HistoryFile.Entry]) {
    for record in records {
      if record.hasFailed {
        failed.insert(record.text)
      } else {
        log.add(record.text)
        failed.remove(record.text)
      }
    }
  }

  /// The newest entries that begin with the text, go on after it and did not fail: what follows, as suggestions.
  public func continuations(of prefix: String, most: Int = 1) -> [String] {
    if prefix.isEmpty || most < 1 { return [] }
    var found: [String] = []
    log.newest(beginningWith: prefix) { entry in
      if entry.utf8.count > prefix.utf8.count, !failed.contains(entry) {
        found.append(String(entry.utf8.dropFirst(prefix.utf8.count))!)
      }
      return found.count < most
    }
    return found
  }

  /// The entries that contain the text, newest first; letters match in either case unless the text has a capital.
  public func search(_ text: String, limit: Int = .max) -> [String] {
    var found: [String] = []
    var cursor = log.end
    while found.count < limit, let (index, entry) = search(text, before: cursor) {
      found.append(entry)
      cursor = index
    }
    return found
  }

  /// Forgets an entry, in the file too.
  public func remove(_ entry: String) { rewrite(without: entry) }

  /// Forgets everything, in the file too.
  public func removeAll() {
    log = EntryLog(limit: log.limit)
    file?.replace { _ in [] }
  }

  private func rewrite(without entry: String? = nil) {
    if let entry { log.remove(entry) }
    file?.replace { unseen in
      take(unseen.filter { $0.text != entry })
      return log.newestFirst().reversed().filter { !unstored.contains($0) }
        .map { HistoryFile.Entry(text: $0, hasFailed: failed.contains($0)) }
    }
  }

  var end: Int { log.end }
  func previous(before position: Int) -> (position: Int, entry: String)? { log.previous(before: position) }
  func next(after position: Int) -> (position: Int, entry: String)? { log.next(after: position) }

  func search(_ text: String, before position: Int) -> (position: Int, entry: String)? {
    let isExact = text.contains { $0.isUppercase }
    let wanted = isExact ? text : text.lowercased()
    var cursor = position
    while let (index, entry) = log.previous(before: cursor) {
      if (isExact ? entry : entry.lowercased()).firstRange(ofBytes: wanted) != nil { return (index, entry) }
      cursor = index
    }
    return nil
  }
}

extension String {
  /// The first place, in bytes, where the text occurs byte by byte.
  func firstRange(ofBytes text: String) -> Range<Int>? {
    let (here, wanted) = (Array(utf8), Array(text.utf8))
    if wanted.isEmpty { return 0..<0 }
    let start = here.indices.first { here[$0] == wanted[0] && here[$0...].starts(with: wanted) }
    return start.map { $0..<$0 + wanted.count }
  }
}

/// The place of Up and Down in the history: entries that have what was typed before the cursor, anywhere in them.
struct HistoryRecall {
  private var part = ""
  private var typed = UndoStack.Snapshot(text: [], cursor: 0)
  private var shown: UndoStack.Snapshot?
  private var position = 0
  /// Whether the line is still what the last step showed.
  func isGoingOn(_ line: UndoStack.Snapshot) -> Bool { shown?.text == line.text }

  /// The next older entry; nil when there is none.
  mutating func older(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    if !isGoingOn(line) {
      part = String(line.text[..<line.cursor])
      typed = line
      position = history.end
      shown = nil
    }
    return find { history.previous(before: $0) }
  }

  /// The next newer entry, behind the newest what was typed; nil when nothing was recalled.
  mutating func newer(_ line: UndoStack.Snapshot, in history: History) -> UndoStack.Snapshot? {
    guard isGoingOn(line) else { return nil }
    if let found = find({ history.next(after: $0) }) { return found }
    shown = nil
    return typed
  }

  /// Goes on to the next entry that has what was typed, in the direction in which `step` goes.
  private mutating func find(_ step: (Int) -> (position: Int, entry: String)?) -> UndoStack.Snapshot? {
    var candidate = position
    while let (found, entry) = step(candidate) {
      candidate = found
      let text = Array(entry.unicodeScalars)
      guard text != typed.text, entry.firstRange(ofBytes: part) != nil else { continue }
      position = found
      shown = UndoStack.Snapshot(text: text, cursor: text.count)
      return shown
    }
    return nil
  }
}

/// The typed lines, newest first: each text once, and a block of several lines as one entry.
///
/// If there is a file, concurrent shells share it: each entry is appended with one write under a lock, and `refresh`
/// reads the entries that other shells added. Not for use from several threads at once.
public final class History {
  /// The file that keeps the entries across restarts; `nil` keeps them in memory only.
  public let path: String?
  /// `true` to write nothing to the file; entries then stay in memory until the process ends.
  public var isPrivate = false
  /// `true` to find only the entries that were added by this process.
  public var findsOwnOnly = false
  private var log: EntryLog
  private let isSecret: (String) -> Bool
  private let file: HistoryFile?
  /// The entries that must never be written to the file.
  private var unstored: Set<String> = []
  /// The entries that could not be written to the file.
  private var unwritten: Set<String> = []
  /// The entries that were removed or replaced here, but are still in the file, because it could not be changed.
  private var stale: Set<String> = []
  /// The entries that failed when they were last entered.
  private var failed: Set<String> = []
  /// The entries that were added here, and not by another shell or earlier.
  private var own: Set<String> = []

  /// Creates a history without reading the file; the editor calls `refresh`, which reads it.
  /// - Parameters:
  ///   - path: the file, created with its folders when the first entry is stored, readable by its owner only.
  ///   - limit: the maximum number of entries; the file is shortened if it holds many more.
  ///   - isSecret: returns `true` for entries that must not be kept at all, in the file or in memory.
  public init(path: String? = nil, limit: Int = 10_000, isSecret: @escaping (String) -> Bool = { _ in false }) {
    self.path = path
    self.isSecret = isSecret
    log = EntryLog(limit: max(1, limit))
    file = path.map { HistoryFile(path: $0) }
  }

  /// All entries, newest first. Complexity: linear.
  public var entries: [String] { log.newestFirst() }
  public var count: Int { log.count }

  /// Adds an entry as the newest. Empty entries, entries that begin with a space, and secrets are not kept.
  /// - Returns: `true` if the entry is now in the file (or in memory, without a file).
  @discardableResult
  public func add(_ entry: String) -> Bool {
    let isBlank = entry.allSatisfy { $0.isWhitespace }
    if isBlank || entry.first == " " || entry.utf8.contains(0) || isSecret(entry) { return false }
    log.add(entry)
    own.insert(entry)
    failed.remove(entry)
    if isPrivate {
      unstored.insert(entry)
      return false
    }
    unstored.remove(entry)
    guard let file else { return true }
    catchUp()
    stale.remove(entry)
    let isStored = file.append(entry)
    if isStored { unwritten.remove(entry) } else { unwritten.insert(entry) }
    // Several times the limit: the file is worth rewriting.
    if file.recordCount > 4 * log.limit { rewrite() }
    return isStored
  }

  /// Marks an entry as failed: it can still be found, but is not suggested.
  public func markFailed(_ entry: String) {
    guard log.contains(entry) else { return }
    failed.insert(entry)
    if !isPrivate, !unstored.contains(entry) { file?.append(entry, hasFailed: true) }
  }

  /// `true` if the file still contains entries that were removed or replaced here: it could not be changed. This is
  /// tried again with each entry.
  public var isBehind: Bool { !stale.isEmpty }

  /// Reads the entries that other shells have stored since. Cheap if there are none.
  public func refresh() {
    guard let file else { return }
    merge(file.readNew())
    catchUp()
  }

  private func catchUp() { if isBehind { rewrite() } }

  private func merge(_ news: HistoryFile.News) {
    if news.isWhole {
      // Entries that another shell has removed or masked must not come back from this shell's memory.
      let rest = log.newestFirst().reversed().filter { unstored.contains($0) || unwritten.contains($0) }
      log = EntryLog(limit: log.limit)
      append(news.entries)
      for entry in rest where !log.contains(entry) { log.add(entry) }
    } else {
      append(news.entries)
    }
  }

  private func append(_ records: [HistoryFile.Entry]) {
    for record in records where !stale.contains(record.text) {
      if record.hasFailed {
        failed.insert(record.text)
      } else {
        log.add(record.text)
        failed.remove(record.text)
      }
    }
  }

  /// Returns suggestions: the rest of the newest entries that begin with the text, are longer, and did not fail.
  public func continuations(of prefix: String, most: Int = 1) -> [String] {
    if prefix.isEmpty || most < 1 { return [] }
    var found: [String] = []
    log.newest(beginningWith: prefix) { entry in
      if entry.utf8.count > prefix.utf8.count, !failed.contains(entry), isFound(entry) {
        found.append(String(entry.utf8.dropFirst(prefix.utf8.count))!)
      }
      return found.count < most
    }
    return found
  }

  /// Returns the entries that contain the text, newest first; case is ignored unless the text has a capital letter.
  public func search(_ text: String, limit: Int = .max) -> [String] {
    var found: [String] = []
    var cursor = log.end
    while found.count < limit, let (index, entry) = search(text, before: cursor) {
      found.append(entry)
      cursor = index
    }
    return found
  }

  /// Removes an entry, from the file too.
  /// - Returns: `false` if the file could not be changed yet; see `isBehind`.
  @discardableResult
  public func remove(_ entry: String) -> Bool {
    refresh()
    log.remove(entry)
    stale.insert(entry)
    return rewrite()
  }

  /// Replaces entries where they are, in the file too, such as those that contain a secret.
  /// - Parameter change: returns an entry's new text, or the same one.
  /// - Returns: `false` if the file could not be changed yet; see `isBehind`.
  @discardableResult
  public func replace(_ change: (_ entry: String, _ isOwn: Bool) -> String) -> Bool {
    refresh()
    var isChanged = false
    var changed = EntryLog(limit: log.limit)
    for entry in log.newestFirst().reversed() {
      let text = change(entry, own.contains(entry))
      changed.add(text)
      guard text != entry else { continue }
      isChanged = true
      stale.insert(entry)
      move(entry, to: text, in: &failed)
      move(entry, to: text, in: &own)
      move(entry, to: text, in: &unstored)
      move(entry, to: text, in: &unwritten)
    }
    guard isChanged else { return !isBehind }
    log = changed
    return rewrite()
  }

  private func move(_ entry: String, to text: String, in entries: inout Set<String>) {
    if entries.remove(entry) != nil { entries.insert(text) }
  }

  /// Removes all entries, from the file too.
  /// - Returns: `false` if the file could not be changed yet; see `isBehind`.
  @discardableResult
  public func removeAll() -> Bool {
    refresh()
    stale.formUnion(log.newestFirst())
    own = []
    unwritten = []
    log = EntryLog(limit: log.limit)
    return rewrite()
  }

  /// Writes the entries to a new file, with those that other shells have stored meanwhile.
  @discardableResult
  private func rewrite() -> Bool {
    guard let file else {
      stale = []
      return true
    }
    let isDone = file.replace { unseen in
      merge(unseen)
      return log.newestFirst().reversed().filter { !unstored.contains($0) }
        .map { HistoryFile.Entry(text: $0, hasFailed: failed.contains($0)) }
    }
    if isDone {
      stale = []
      unwritten = []
    }
    return isDone
  }

  package var end: Int { log.end }

  /// Returns `true` if an entry is among those that can be found at present.
  private func isFound(_ entry: String) -> Bool { !findsOwnOnly || own.contains(entry) }

  package func previous(before position: Int) -> (position: Int, entry: String)? {
    var found = log.previous(before: position)
    while let (place, entry) = found, !isFound(entry) { found = log.previous(before: place) }
    return found
  }

  package func next(after position: Int) -> (position: Int, entry: String)? {
    var found = log.next(after: position)
    while let (place, entry) = found, !isFound(entry) { found = log.next(after: place) }
    return found
  }

  package func search(_ text: String, before position: Int) -> (position: Int, entry: String)? {
    let isExact = text.contains { $0.isUppercase }
    let wanted = isExact ? text : text.lowercased()
    var cursor = position
    while let (index, entry) = previous(before: cursor) {
      if (isExact ? entry : entry.lowercased()).firstRange(ofBytes: wanted) != nil { return (index, entry) }
      cursor = index
    }
    return nil
  }
}

extension String {
  /// Returns the first range, in bytes, in which the text occurs byte by byte.
  package func firstRange(ofBytes text: String) -> Range<Int>? {
    let (here, wanted) = (Array(utf8), Array(text.utf8))
    if wanted.isEmpty { return 0..<0 }
    let start = here.indices.first { here[$0] == wanted[0] && here[$0...].starts(with: wanted) }
    return start.map { $0..<$0 + wanted.count }
  }
}

import JSON
import ShellCore
import System
import Timeline

/// The numbers by which users name the drafts and the outbox posts of a state folder: each has one number for ever,
/// in every session of the folder, and no number is given twice.
///
/// The numbers belong to this folder, in a file beside the journal. Posts and drafts from another device get the next
/// numbers, in the order in which they were written, as do those of a folder that is older than the file. If nothing
/// can be kept, and in a session that keeps nothing, each session counts for itself.
final class FolderNumbers {
  enum Kind: String, CaseIterable { case posts, drafts }

  private struct Table {
    /// The greatest number that was ever given.
    var last = 0
    /// The numbers by the fingerprints of the names under which posts and drafts are kept, because those names
    /// contain texts.
    private(set) var numbers: [String: Int] = [:]
    /// The existing posts or drafts that this session knows: they keep their numbers, regardless of the limit.
    private var present: Set<String> = []
    /// The names whose numbers are not in the file yet, because it could not be written.
    var unsaved: Set<String> = []

    subscript(name: String) -> Int? {
      get { numbers[Self.short(name)] }
      set {
        numbers[Self.short(name)] = newValue
        present.insert(Self.short(name))
        unsaved.insert(Self.short(name))
      }
    }

    /// Updates the set of existing posts or drafts.
    mutating func updatePresent(_ names: [String]) { present = Set(names.map(Self.short)) }

    private static func short(_ name: String) -> String { String(name.fingerprint, radix: 36) }

    /// Gives the next number to a name without one, unless the table is full: its file must stay one that is read.
    mutating func give(_ name: String) {
      if self[name] != nil || numbers.count >= FolderNumbers.most { return }
      last += 1
      self[name] = last
    }

    /// Adds the numbers in the file. Another session may have given a number that could not be written here: then the
    /// name here gets the next one.
    /// - Returns: the names whose number has changed, with the number before.
    mutating func merge(_ rows: [(String, Int)], last: Int) -> [String: Int] {
      var moved: [String: Int] = [:]
      let before = numbers
      numbers.merge(rows) { $1 }
      let known = Set(rows.lazy.map { $0.0 })
      for name in unsaved.sorted(by: { (before[$0] ?? 0, $0) < (before[$1] ?? 0, $1) }) {
        guard let number = before[name] else { continue }
        if known.contains(name) {
          unsaved.remove(name)
        } else if number <= last {
          self.last = max(self.last, last) + 1
          numbers[name] = self.last
        }
        if numbers[name] != number { moved[name] = number }
      }
      self.last = max(self.last, last)
      return moved
    }

    func hasMoved(_ name: String, since moved: [String: Int]) -> (from: Int, to: Int)? {
      let short = Self.short(name)
      guard let before = moved[short], let now = numbers[short] else { return nil }
      return (before, now)
    }

    /// Forgets the names with the smallest numbers.
    mutating func trim(to limit: Int) {
      guard numbers.count > limit else { return }
      let newest = Set(numbers.sorted { $0.value > $1.value }.prefix(limit).map { $0.key })
      numbers = numbers.filter { newest.contains($0.key) || present.contains($0.key) }
    }
  }

  private var path: String?
  /// The names whose numbers have changed, with the first number of each, until `drainMoved`.
  private var moved: [Kind: [String: Int]] = [:]
  /// The tables as they were last read, or as they could not be written.
  private var tables: [Kind: Table] = [:]
  private static let version: Int64 = 1
  private static let byteLimit = 1 << 24
  /// The number of names of a kind that are remembered besides the existing ones; those with the smallest numbers are
  /// removed first.
  static let limit = 4_096
  /// The number of names of a kind that get a number: more than anyone looks at, and a file of a few megabytes.
  private static let most = 100_000
  /// The longest wait for another session's lock, in milliseconds; a session holds the lock for less than one.
  private static let timeout = 2_000

  private var note: (String) -> Void = { _ in }
  /// `true` if the file was understood when it was last read, or has no content.
  private var isSound = true
  /// The kinds without numbers in the file when it was first read.
  private var missing: [Kind]?
  /// The kinds in `missing` that have posts or drafts.
  private var lost: [Kind] = []
  /// `true` until the posts and drafts that were there when the folder was opened have their numbers.
  private var isOpening = false

  /// Keeps the numbers in a state folder from now on.
  /// - Parameter note: receives findings in the file.
  func open(_ folder: String, note: @escaping (String) -> Void = { _ in }) {
    path = folder + (folder.hasSuffix("/") ? "numbers" : "/numbers")
    self.note = note
    isOpening = true
  }

  /// Reports that existing posts or drafts have new numbers, after all of them were numbered.
  func reportLoss() {
    defer { (lost, isOpening) = ([], false) }
    guard isOpening, let path, !lost.isEmpty else { return }
    let things = lost.map { $0 == .posts ? "the posts in the outbox" : "the drafts" }.joined(separator: " and ")
    let list = lost.map { $0 == .posts ? "`outbox`" : "`drafts`" }.joined(separator: " and ")
    note(
      "the file '\(path)' was missing or damaged, so \(things) may have new numbers: look at \(list) "
        + "before you use a number")
  }

  /// Returns the numbers of posts or drafts; those without a number get the next one. Beyond 100,000 names of a kind
  /// they get none, and each session counts them for itself.
  /// - Parameter names: the names, in the order in which the posts or drafts were written.
  /// - Returns: nothing if each session counts for itself.
  func numbers(of names: [String], _ kind: Kind) -> [String: Int] {
    guard let path, !names.isEmpty else { return [:] }
    read(path)
    if isOpening {
      let missing = missing ?? Kind.allCases.filter { tables[$0] == nil }
      self.missing = missing
      if missing.contains(kind) { lost.append(kind) }
    }
    tables[kind, default: Table()].updatePresent(names)
    let isFull = (tables[kind]?.numbers.count ?? 0) >= Self.most
    if !isFull, !names.allSatisfy({ tables[kind]?[$0] != nil }) || tables[kind]?.unsaved.isEmpty == false {
      exclusively(path) { for name in names { tables[kind, default: Table()].give(name) } }
    }
    let table = tables[kind] ?? Table()
    return Dictionary(names.compactMap { name in table[name].map { (name, $0) } }) { $1 }
  }

  /// Gives numbers to new posts or drafts.
  /// - Parameters:
  ///   - last: the greatest number that this session has given to something else.
  ///   - body: writes the posts or drafts, numbered from the given number, or from the session's next number if that is
  ///     `nil`, and returns the numbered posts or drafts.
  func give<Result>(
    _ kind: Kind, above last: Int, _ body: (_ first: Int?) -> (result: Result, numbered: [(name: String, number: Int)])
  ) -> Result {
    guard let path else { return body(nil).result }
    return exclusively(path) {
      var table = tables[kind] ?? Table()
      let (result, numbered) = body(max(table.last, last) + 1)
      for (name, number) in numbered {
        table[name] = number
        table.last = max(table.last, number)
      }
      tables[kind] = table
      return result
    }
  }

  /// Returns, once, the posts or drafts whose numbers have changed, because another session has given the same numbers
  /// while the file could not be written.
  func drainMoved(among names: [String], _ kind: Kind) -> [String: (from: Int, to: Int)] {
    guard let changed = moved.removeValue(forKey: kind), !changed.isEmpty, let table = tables[kind] else { return [:] }
    return Dictionary(names.compactMap { name in table.hasMoved(name, since: changed).map { (name, $0) } }) { $1 }
  }

  private func exclusively<Result>(_ path: String, _ body: () -> Result) -> Result {
    let lock = try? File.openOwnLocked(path + ".lock", timeout: Self.timeout)
    defer { lock?.close() }
    read(path)
    let result = body()
    for kind in Kind.allCases { tables[kind]?.trim(to: Self.limit) }
    do {
      try File.replaceOwn(path, with: json.text.utf8, lasts: false, isSound: isSound, note: note)
      for kind in Kind.allCases { tables[kind]?.unsaved = [] }
    } catch {}
    return result
  }

  private var json: JSON {
    let fields = Kind.allCases.map { kind -> JSON.Field in
      let table = tables[kind] ?? Table()
      let rows = table.numbers.sorted { $0.value < $1.value }.map { JSON.Field($0.key, .integer(Int64($0.value))) }
      return JSON.Field(kind.rawValue, ["last": .integer(Int64(table.last)), "of": .object(rows)])
    }
    return .object([JSON.Field("version", .integer(Self.version))] + fields)
  }

  /// Reads the numbers that other sessions have given. A damaged file is ignored; this session's numbers stay.
  private func read(_ path: String) {
    isSound = true
    guard let bytes = try? File.read(path, atMost: Self.byteLimit), !File.isBlank(bytes) else { return }
    isSound = false
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == Self.version else { return }
    isSound = true
    for kind in Kind.allCases {
      guard let row = json[kind.rawValue], let last = row["last"]?.integerValue, case .object(let names)? = row["of"],
        (0...1 << 40).contains(last)
      else {
        isSound = false
        continue
      }
      var table = tables[kind] ?? Table()
      let changed = table.merge(
        names.compactMap { row in
          row.value.integerValue.flatMap { (1...max(1, last)).contains($0) ? (row.name, Int($0)) : nil }
        }, last: Int(last))
      moved[kind, default: [:]].merge(changed) { first, _ in first }
      tables[kind] = table
    }
  }
}

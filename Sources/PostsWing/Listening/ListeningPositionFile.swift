import Bluesky
import JSON
import ShellCore
import System

/// The positions up to which lists were heard, in a file of the state folder, so that after a restart nothing arrives
/// twice and nothing is missed.
///
/// The file is not part of the journal, which only ever grows: something may arrive every half minute, for months.
/// Each change replaces the file by a new one. If the file is damaged or cannot be written, lists are heard from the
/// beginning of the session.
final class ListeningPositionFile {
  private var path: String?
  private var note: (String) -> Void = { _ in }
  /// `true` if the file was understood when it was last read, or has no content.
  private var isSound = true
  /// The known content of the file.
  private var kept: [String: ReadMark] = [:]
  /// The number of lists that are kept; the list that was heard longest ago is removed first.
  static let limit = 64
  private static let byteLimit = 1 << 20
  private static let version: Int64 = 1

  /// Keeps the positions in a state folder from now on.
  /// - Parameter note: receives findings in the file.
  func open(_ folder: String, note: @escaping (String) -> Void = { _ in }) {
    path = folder + (folder.hasSuffix("/") ? "heard" : "/heard")
    self.note = note
  }

  /// Returns the positions by the names of the lists.
  func read() -> [String: ReadMark] {
    isSound = true
    guard let path, let bytes = try? File.read(path, atMost: Self.byteLimit), !File.isBlank(bytes) else { return [:] }
    isSound = false
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == Self.version,
      case .object(let rows)? = json["lists"]
    else { return [:] }
    isSound = true
    kept = Dictionary(rows.compactMap { row in ReadMark(row.value).map { (row.name, $0) } }) { $1 }
    return kept
  }

  /// Saves the positions that were reached since; the positions that another session has reached in other lists stay.
  func save(_ heard: [String: ReadMark]) {
    guard let path, heard != kept else { return }
    let before = kept
    var all = read()
    for (list, mark) in heard where mark != before[list] {
      if let there = all[list], there.newest > mark.newest { continue }
      all[list] = mark
    }
    let newest = all.sorted { ($1.value.newest, $0.key) < ($0.value.newest, $1.key) }.prefix(Self.limit)
    let lists = newest.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) }
    let json: JSON = ["version": .integer(Self.version), "lists": .object(lists)]
    do throws(SystemError) {
      try File.replaceOwn(path, with: json.text.utf8, isSound: isSound, note: note)
      kept = heard
    } catch {
      // The next change tries to write again.
      kept = before
    }
  }
}

import Bluesky
import JSON
import ShellCore
import StoryScript
import System
import Timeline

/// The times of the last requests for news to each server, in a file of the state folder. All shells of a folder
/// together ask a server no more often than one shell may.
///
/// No shell keeps count for the others. A shell that is about to ask locks the file, reads it and writes down the
/// time of its request. If the file is damaged or cannot be locked or written, each shell keeps its own count.
final class RequestTimeFile {
  private var path: String?
  private var note: (String) -> Void = { _ in }
  /// The number of servers that are remembered; the server that was asked longest ago is removed first.
  static let limit = 16
  private static let byteLimit = 1 << 16
  private static let version: Int64 = 1
  /// The longest wait for another shell's lock, in milliseconds; a shell holds the lock for less than one.
  private static let timeout = 100

  /// Keeps the times in a state folder from now on.
  /// - Parameter note: receives findings in the file.
  func open(_ folder: String, note: @escaping (String) -> Void = { _ in }) {
    path = folder + (folder.hasSuffix("/") ? "asked" : "/asked")
    self.note = note
  }

  /// Notes that a server is asked now, unless the last request was too recent.
  /// - Parameter now: the time on the wall clock, which all shells share. It is read after the file is locked: a time
  ///   from before the wait would be earlier than the request of a shell that asked meanwhile. Requests with a time
  ///   later than `now` were made before the clock was set back, and are ignored.
  /// - Returns: how long to wait before asking; zero if the server may be asked now.
  func claim(_ host: Host, at now: @autoclosure () -> Instant) -> Duration {
    guard let path, let lock = try? File.openOwnLocked(path, timeout: Self.timeout) else {
      return .zero
    }
    defer { lock.close() }
    let now = now()
    let bytes = (try? lock.readAll(atMost: Self.byteLimit)) ?? []
    let known = Self.instants(bytes)
    var asked = known ?? [:]
    asked = asked.filter { $0.value <= now && $0.value.microseconds >= 0 }
    if let last = asked[host.address], now - last < Listening.minimumInterval {
      return Listening.minimumInterval - (now - last)
    }
    asked[host.address] = now
    let newest = asked.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.limit)
    let hosts = newest.map { JSON.Field($0.key, .integer($0.value.microseconds)) }
    let json: JSON = ["version": .integer(Self.version), "asked": .object(hosts)]
    try? File.replaceOwn(
      path, with: json.text.utf8, lasts: false, isSound: known != nil || File.isBlank(bytes), note: note)
    return .zero
  }

  /// - Returns: `nil` for a text that this class does not write.
  private static func instants(_ bytes: [UInt8]) -> [String: Instant]? {
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == version,
      case .object(let rows)? = json["asked"]
    else { return nil }
    let instants = rows.compactMap { row in row.value.integerValue.map { (row.name, Instant(microseconds: $0)) } }
    return Dictionary(instants) { max($0, $1) }
  }
}

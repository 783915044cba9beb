import Bluesky
import JSON
import StoryScript
import System
import Timeline

/// When servers were asked last what is new, in a file of the state folder: all shells of a folder together ask a server no
/// more often than one of them may.
///
/// Nobody keeps count for the others. Whoever wants to ask locks the file, looks, and writes down that it asks now. Where it
/// is damaged or cannot be locked or written, each shell keeps to its own count.
final class AskedFile {
  private var path: String?
  /// How many servers are remembered; the one that was asked longest ago goes first.
  static let limit = 16
  private static let byteLimit = 1 << 16
  private static let version: Int64 = 1
  /// How long another shell may be at the file, in milliseconds: it takes less than one.
  private static let patience = 100

  /// Keeps it in a state folder, from now on.
  func open(_ folder: String) { path = folder + (folder.hasSuffix("/") ? "asked" : "/asked") }

  /// Notes that a server is asked now, unless that is too soon after the last time.
  /// - Parameter now: on the wall clock, which all shells see; read once the file is ours, or another shell that asked while
  ///   this one waited would seem to have asked in the future. What was asked later than now was before the clock was set
  ///   back, and counts no more.
  /// - Returns: how long it is too soon for; no time at all where it may be asked.
  func claim(_ host: Host, at now: @autoclosure () -> Instant) -> Duration {
    guard let path, let lock = try? File.openLocked(path, O_RDWR | O_CREAT, patience: Self.patience) else {
      return .zero
    }
    defer { lock.close() }
    let now = now()
    var asked = (try? lock.readAll(atMost: Self.byteLimit)).map { Self.instants($0) } ?? [:]
    asked = asked.filter { $0.value <= now && $0.value.microseconds >= 0 }
    if let last = asked[host.address], now - last < Listening.rest { return Listening.rest - (now - last) }
    asked[host.address] = now
    let newest = asked.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.limit)
    let hosts = newest.map { JSON.Field($0.key, .integer($0.value.microseconds)) }
    let json: JSON = ["version": .integer(Self.version), "asked": .object(hosts)]
    _ = try? File.replace(path, with: json.text.utf8, mode: 0o600, lasts: false)
    return .zero
  }

  private static func instants(_ bytes: [UInt8]) -> [String: Instant] {
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == version,
      case .object(let rows)? = json["asked"]
    else { return [:] }
    let instants = rows.compactMap { row in row.value.integerValue.map { (row.name, Instant(microseconds: $0)) } }
    return Dictionary(instants) { max($0, $1) }
  }
}

import JSON
import ShellCore
import System
import Timeline

/// Lets only one session of a state folder send posts at a time, and tells the other sessions when a failed post is
/// tried again. The first session that has time takes the turn.
///
/// The turn is the lock of a file: it ends with the process that holds it, in whatever way the process ends. The
/// attempts are recorded in a second file beside the lock. A new session tries everything once, whatever that file
/// says. If the files cannot be locked or written, each session keeps its own count: a post has one key on its
/// server, so even then it is published only once.
final class SendingTurn {
  enum Claim: Equatable {
    case mine
    /// Another session is sending now, or tries this post again automatically.
    case later(Duration)
  }

  /// The planned next attempt at a post.
  private struct Try {
    let due: Instant
    /// The instant at which the attempt was written down.
    let at: Instant
    let session: String
  }

  private var path: String?
  private var note: (String) -> Void = { _ in }
  /// `true` if the file was understood when it was last read, or has no content.
  private var isSound = true
  private let session = String(UInt64.random(in: 0 ... .max), radix: 36)
  private var opened = Instant.distantPast
  private var lock: Descriptor?
  /// The number of this session's attempts that are under way.
  private var depth = 0
  /// The instant since which another session has held the turn, at every request of this session.
  private var blocked: Instant?
  private static let rest = Duration.seconds(1)
  /// Longer than an attempt takes: a session that holds the turn for longer is suspended, perhaps for a year.
  static let turnLimit = Duration.seconds(60)
  private static let planningLimit = Duration.hours(25)
  private static let version: Int64 = 1
  private static let byteLimit = 1 << 20

  deinit { lock?.close() }

  /// Keeps both files in a state folder from now on.
  /// - Parameter note: receives findings in the files.
  func open(
    _ folder: String, at instant: Instant = Instant(microseconds: SystemClock.wall),
    note: @escaping (String) -> Void = { _ in }
  ) {
    self.note = note
    path = folder + (folder.hasSuffix("/") ? "sending" : "/sending")
    opened = instant
  }

  /// Takes the turn to try a post.
  /// - Parameters:
  ///   - name: the name under which the post is kept.
  ///   - isByHand: `true` if the user asked for the attempt, which then does not wait for the next planned one.
  ///   - timeout: how long to wait for another session.
  ///   - now: the time on the wall clock, which all sessions share.
  /// - Throws: only if ^C was pressed meanwhile.
  func claim(
    _ name: String, isByHand: Bool, timeout: Duration = .zero,
    at now: @autoclosure () -> Instant = Instant(microseconds: SystemClock.wall)
  ) throws(SystemError) -> Claim {
    guard let path else { return .mine }
    if depth == 0 {
      do throws(SystemError) {
        let milliseconds = Int(timeout.microseconds / 1_000)
        lock = try File.openOwnLocked(path + ".lock", timeout: milliseconds)
      } catch {
        if error.code == EINTR { throw error }
        // If the folder does not support locks, no session can hold the turn.
        let since = blocked ?? now()
        if case .locked = error, timeout == .zero, now() - since < Self.turnLimit, now() >= since {
          blocked = since
          return .later(Self.rest)
        }
      }
    }
    blocked = nil
    if !isByHand, let other = tries(path)[name], other.session != session, other.at >= opened {
      let wait = other.due - now()
      if wait > .zero, wait < Self.planningLimit {
        close()
        return .later(wait)
      }
    }
    depth += 1
    return .mine
  }

  /// Ends an attempt.
  /// - Parameter wait: the time until this session tries the post again automatically; `nil` for never.
  func release(
    _ name: String, after wait: Duration?,
    at now: @autoclosure () -> Instant = Instant(microseconds: SystemClock.wall)
  ) {
    guard let path, depth > 0 else { return }
    depth -= 1
    defer { close() }
    let now = now()
    var all = tries(path)
    guard wait != nil || all[name] != nil else { return }
    all[name] = wait.map { Try(due: now + $0, at: now, session: session) }
    all = all.filter { $0.value.due > now && $0.value.due - now < Self.planningLimit }
    let rows = all.sorted { $0.key < $1.key }.map { name, row in
      JSON.Field(
        name,
        ["due": .integer(row.due.microseconds), "at": .integer(row.at.microseconds), "by": .string(row.session)])
    }
    let json: JSON = ["version": .integer(Self.version), "tries": .object(rows)]
    try? File.replaceOwn(path, with: json.text.utf8, lasts: false, isSound: isSound, note: note)
  }

  private func close() {
    guard depth == 0 else { return }
    lock?.close()
    lock = nil
  }

  private func tries(_ path: String) -> [String: Try] {
    isSound = true
    guard let bytes = try? File.read(path, atMost: Self.byteLimit), !File.isBlank(bytes) else { return [:] }
    isSound = false
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == Self.version,
      case .object(let rows)? = json["tries"]
    else { return [:] }
    isSound = true
    let tries = rows.compactMap { row -> (String, Try)? in
      guard let due = row.value["due"]?.integerValue, let at = row.value["at"]?.integerValue,
        let session = row.value["by"]?.stringValue
      else { return nil }
      return (row.name, Try(due: Instant(microseconds: due), at: Instant(microseconds: at), session: session))
    }
    return Dictionary(tries) { $1 }
  }
}

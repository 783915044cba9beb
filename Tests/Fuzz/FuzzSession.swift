// Sessions for the fuzzers of the shell.

import Bluesky
import Glibc
import Stories
import StoryScript
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TerminalText
@testable import TimersWing

/// The folder for a run's files; in memory, so that syncs cost nothing.
let fuzzFolder =
  getenv("STORYLINE_FUZZ_FOLDER").map { String(cString: $0) } ?? "/dev/shm/storyline-fuzz-\(getpid())"

/// Removes all files of a folder, or creates it.
func empty(_ folder: String) {
  mkdir(fuzzFolder, 0o700)
  mkdir(folder, 0o700)
  guard let entries = opendir(folder) else { return }
  defer { closedir(entries) }
  while let entry = readdir(entries) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    unlink("\(folder)/\(name)")
  }
}

/// Returns a session whose output is collected in memory.
/// - Parameter folder: the session's state folder; `nil` for a private session.
func session(
  _ options: Session.Options = Session.Options(), in folder: String? = nil, format: Output.Format = .text,
  isTerminal: Bool = true
) -> Session {
  let session = Session(
    options: options, output: Output(format: format, to: .memory, width: 60, isTerminal: isTerminal),
    catalog: Catalog.standard)
  do {
    if let folder { try session.openState(folder) }
  } catch {
    preconditionFailure("the state cannot be opened: \(error.problem.message)")
  }
  return session
}

/// Runs a command, which may be refused.
/// - Returns: the reason for the refusal; `nil` if there is none.
@discardableResult
func attempt(_ command: String, in session: Session) -> String? {
  do {
    try session.runtime.run(try session.load(try Source(name: "fuzz", text: command)))
    return nil
  } catch let error as Diagnostic {
    precondition(!error.problem.message.isEmpty)
    return error.problem.message
  } catch let errors as Diagnostics {
    // A missing block to cancel is reported before a line runs.
    if let first = errors.all.first, case .unknownBlock = first.problem { return first.problem.message }
    preconditionFailure("'\(command)' is no command: \(errors.all.first?.problem.message ?? "")")
  } catch {
    preconditionFailure("'\(command)': \(error)")
  }
}

func checkPrintable(_ text: String) {
  precondition(sanitized(text) == text, "this would command the terminal: \(text.debugDescription)")
}

/// All of a session's persistent state, so that two sessions can be compared.
struct PersistentState: Equatable {
  var posts: [Post]
  var timerSessions: Set<TimerSessionRecord>
  var stars: Int
  var activities: Set<Activity>
  var profile: Profile
  var interactions: Interactions

  init(of session: Session) {
    let (world, ledger) = (session.world, session.ledger.timerSessions)
    posts = world.posts.outbox.entries.map(\.post)
    // A session of the device's first child names no child where it was lived, and that child once it is read.
    timerSessions = Set(
      ledger.timerSessions().map { record in
        var record = record
        if record.child?.isFirst == true { record.child = nil }
        return record
      })
    stars = ledger.stars
    activities = Set(world.timers.activities.activities)
    profile = world.timers.profile
    interactions = world.stories.interactions
  }

  /// Returns the parts in which two states differ, for the message of a crash.
  func difference(from other: PersistentState) -> String {
    var parts: [String] = []
    if posts != other.posts { parts.append("posts \(posts) and \(other.posts)") }
    if timerSessions != other.timerSessions { parts.append("sessions \(timerSessions) and \(other.timerSessions)") }
    if stars != other.stars { parts.append("stars \(stars) and \(other.stars)") }
    if activities != other.activities { parts.append("activities \(activities) and \(other.activities)") }
    if profile != other.profile { parts.append("profiles \(profile) and \(other.profile)") }
    if interactions != other.interactions { parts.append("stories \(interactions) and \(other.interactions)") }
    return parts.joined(separator: "\n")
  }
}

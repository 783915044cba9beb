import JSON
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// The script that a client wants to debug, and the settings of its session.
struct DebugLaunch {
  let program: String
  let arguments: [String]
  let stopsOnEntry: Bool
  /// `true` if the script runs without breakpoints.
  let runsFreely: Bool
  /// The working folder; `nil` to keep the adapter's.
  let folder: String?
  let options: Session.Options

  /// Reads the arguments of `launch`; unknown ones belong to the client.
  init(_ json: JSON) throws(DebugRefusal) {
    guard let program = json["program"]?.stringValue, !program.isEmpty else {
      throw DebugRefusal(message: "'launch' expects 'program', the path of a script")
    }
    for name in ["state", "real"] where !(json[name] ?? .null).isAbsent {
      throw DebugRefusal(
        message: "'\(name)' is not allowed: a debugged script runs in a practice session and saves nothing; "
          + "remove '\(name)'")
    }
    self.program = program
    arguments = try Self.texts(json["args"], "args")
    stopsOnEntry = try Self.flag(json, "stopOnEntry")
    runsFreely = try Self.flag(json, "noDebug")
    folder = try Self.text(json, "cwd")
    var options = Session.Options()
    options.traces = true
    if let zone = try Self.text(json, "zone") {
      guard let zone = Zone(zone) else { throw DebugRefusal(message: "there is no time zone '\(zone)'") }
      options.zone = zone
    }
    if let seed = json["seed"], seed != .null {
      guard let number = seed.integerValue, number >= 0 else {
        throw DebugRefusal(message: "'seed' expects a whole number from 0")
      }
      options.seed = UInt64(number)
    }
    if let now = try Self.text(json, "now") {
      guard let civil = CivilTime(parsing: now.utf8), StartYears.all.contains(civil.year) else {
        throw DebugRefusal(message: "'now' expects a date such as 2026-01-05T09:00")
      }
      options.start = civil.instant(offset: options.zone.offset(atLocal: civil))
    }
    self.options = options
  }

  private static func text(_ json: JSON, _ name: String) throws(DebugRefusal) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.stringValue else { throw DebugRefusal(message: "'\(name)' expects text") }
    return text
  }

  private static func flag(_ json: JSON, _ name: String) throws(DebugRefusal) -> Bool {
    guard let value = json[name], value != .null else { return false }
    guard let flag = value.boolValue else { throw DebugRefusal(message: "'\(name)' expects true or false") }
    return flag
  }

  private static func texts(_ json: JSON?, _ name: String) throws(DebugRefusal) -> [String] {
    guard let json, json != .null else { return [] }
    let texts = json.arrayValue?.compactMap { $0.stringValue }
    guard let texts, texts.count == json.arrayValue?.count else {
      throw DebugRefusal(message: "'\(name)' expects a list of texts")
    }
    return texts
  }

  /// Reads the script.
  func source() throws(DebugRefusal) -> Source {
    do throws(Diagnostic) {
      let source = try SourceFile.read(program)
      guard !RecordingPlayer.plays(source) else {
        throw Diagnostic(
          .refused(
            "'\(program)' is a recording, which cannot be debugged", suggestion: "run it with `storyline FILE`"),
          SourceRange(0, 0), in: nil)
      }
      return source
    } catch {
      let hint = error.problem.suggestion.map { ": \($0)" } ?? ""
      throw DebugRefusal(message: error.problem.message + hint)
    }
  }
}

extension JSON {
  /// `true` for a value that asks for nothing.
  fileprivate var isAbsent: Bool { self == .null || self == .bool(false) || self == .string("") }
}

import StoryScript
import System

/// The paths of the user's files, according to the XDG base directory specification.
public enum UserFiles {
  /// The state folder of real sessions; `nil` if there is neither a home folder nor `XDG_DATA_HOME`.
  public static var state: String? { path("XDG_DATA_HOME", "/.local/share") }
  /// The lines typed at the prompt; `nil` without a home folder.
  public static var history: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/history" } }
  /// The list of all photo libraries that were ever read.
  public static var libraries: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/libraries" } }
  /// The folder with the progress of each lesson.
  public static var lessons: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/lessons" } }
  /// The script that runs when a prompt starts.
  public static var config: String? { path("XDG_CONFIG_HOME", "/.config").map { $0 + "/config.story" } }
  /// A folder for tones that can be made again.
  package static var sounds: String? { path("XDG_CACHE_HOME", "/.cache").map { $0 + "/sounds" } }

  private static func path(_ variable: String, _ usual: String) -> String? {
    // The specification says to ignore relative paths.
    if let folder = Environment.value(variable), folder.hasPrefix("/") { return folder + "/storyline" }
    return HomeFolder.flaw == nil ? HomeFolder.path.map { $0 + usual + "/storyline" } : nil
  }

  /// The reason why there is no folder for files.
  public static var noHome: String { HomeFolder.flaw ?? "there is no home folder" }

  /// Returns the error of a session that needs a folder for its files and has none.
  public static func noHome(_ suggestion: String) -> Failure {
    .refused(noHome, suggestion)
  }
}

/// The user's config script, piece by piece, so that an error affects only its own line.
struct ConfigScript {
  private let source: Source
  private let definitions: [SourceRange]
  private let others: [SourceRange]

  /// - Parameter statements: the statements that could be parsed.
  init(_ source: Source, _ statements: [Statement]) {
    self.source = source
    func isDefinition(_ statement: Statement) -> Bool { if case .def = statement.kind { true } else { false } }
    definitions = statements.filter(isDefinition).map { $0.range }
    others = statements.filter { !isDefinition($0) }.map { $0.range }
  }

  /// Runs all pieces: first the definitions together, since each may use any other, and then each other statement.
  /// - Parameters:
  ///   - faults: returns the places in a piece that cannot be compiled. Their definitions run alone, and report the
  ///     error.
  ///   - run: runs a piece, with the positions of the whole script, and its text alone.
  func run(without faults: (Source) -> [SourceRange], _ run: (Source, String) -> Void) {
    func runPiece(_ ranges: [SourceRange]) {
      guard !ranges.isEmpty, let piece = source(of: ranges) else { return }
      run(piece, ranges.map(source.text).joined(separator: "\n"))
    }
    var (sound, faulty): ([SourceRange], [SourceRange]) = (definitions, [])
    while let piece = source(of: sound) {
      let places = faults(piece)
      let wrong = sound.filter { range in places.contains { range.start <= $0.start && $0.start < range.end } }
      guard !wrong.isEmpty else { break }
      sound.removeAll { range in wrong.contains { $0.start == range.start } }
      faulty += wrong
    }
    runPiece(sound)
    for range in faulty + others { runPiece([range]) }
  }

  /// Returns the script with spaces in place of everything outside some ranges.
  private func source(of ranges: [SourceRange]) -> Source? {
    var bytes = source.bytes.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? $0 : UInt8(ascii: " ") }
    for range in ranges {
      let place = Int(range.start)..<Int(range.end)
      bytes.replaceSubrange(place, with: source.bytes[place])
    }
    return try? Source(name: source.name, bytes: bytes)
  }
}

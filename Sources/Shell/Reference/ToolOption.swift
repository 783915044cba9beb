/// An option of the program, declared once: for the parser of the command line, `--help`, the manual page and the
/// shells' completions.
public enum ToolOption: String, Hashable, Sendable, CaseIterable {
  case script = "-c"
  case json = "--json"
  case quiet = "--quiet"
  case speed = "--speed"
  case now = "--now"
  case zone = "--zone"
  case state = "--state"
  case seed = "--seed"
  case trace = "--trace"
  case practice = "--practice"
  case record = "--record"
  case isPrivate = "--private"
  case noConfig = "--no-config"
  case noSuggestions = "--no-suggestions"
  case noWelcome = "--no-welcome"
  case real = "--real"
  case version = "--version"
  case help = "--help"

  /// Compares one by one: for the look-up by raw value the runtime would build a table, which takes a tenth of the
  /// program's startup time.
  public init?(word: String) {
    guard let option = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
    self = option
  }

  /// The option as typed, without its value.
  public var word: String { rawValue }
  /// The option with its value: `--speed SPEED`.
  var name: String { value.map { "\(word) \($0)" } ?? word }
  /// The name of its value; `nil` if it has none.
  var value: String? { description.value }
  var summary: String { description.summary }

  /// Values for completion.
  var values: [String] {
    switch self {
    case .speed: ["instant", "1", "10"]
    case .zone: ["UTC", "Europe/Lisbon"]
    default: []
    }
  }

  /// `true` if its value is a folder, which shells complete.
  var takesFolder: Bool { self == .state }

  private var description: (value: String?, summary: String) {
    switch self {
    case .script: ("SCRIPT", "runs the text as a script")
    case .json: (nil, "one JSON object a line instead of sentences")
    case .quiet: (nil, "only what the script itself writes: no lines about what happens")
    case .speed: ("SPEED", "instant (scripts), 1 for real time, 10 for ten times as fast")
    case .now: ("DATE", "when a practice session begins: 2026-01-05T09:00, or where its folder's last event stood")
    case .zone: ("ZONE", "its time zone: UTC unless said")
    case .state: ("FOLDER", "keeps likes and posts there; real sessions keep them anyway")
    case .seed: ("N", "what chance starts from: 0 unless said")
    case .trace: (nil, "shows each statement as it runs, and what it gives")
    case .practice: (nil, "a prompt on a virtual clock")
    case .record: ("FILE", "writes what is typed in practice to a new file, as a script")
    case .isPrivate: (nil, "a prompt whose lines are not kept")
    case .noConfig: (nil, "a prompt that does not run your config.story")
    case .noSuggestions: (nil, "a prompt that shows no suggestions behind the line")
    case .noWelcome: (nil, "a prompt that does not ask whose timers these are")
    case .real: (nil, "the wall clock and the local time zone instead of practice")
    case .version: (nil, "prints the version")
    case .help: (nil, "prints this")
    }
  }
}

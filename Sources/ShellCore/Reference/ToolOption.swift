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
  case licenses = "--licenses"
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
  var values: [String] { self == .speed ? ["instant", "1", "10"] : [] }

  private var description: (value: String?, summary: String) {
    switch self {
    case .script: ("SCRIPT", "runs SCRIPT, given as text")
    case .json: (nil, "prints one JSON object per line")
    case .quiet: (nil, "prints only the script's own output, without event lines")
    case .speed: ("SPEED", "instant (default in scripts), 1 (real time), 10, …")
    case .now: ("DATE", "sets the start of a practice session, such as 2026-01-05T09:00")
    case .zone: ("ZONE", "sets the time zone of a practice session, such as Europe/Lisbon (default UTC)")
    case .state: ("FOLDER", "saves likes, timers, posts and photo choices in this folder")
    case .seed: ("N", "sets the seed of random values (default 0)")
    case .trace: (nil, "shows each statement as it runs, with its result")
    case .practice: (nil, "opens a prompt on a virtual clock")
    case .record: ("FILE", "saves the lines of a practice session as a script")
    case .isPrivate: (nil, "opens a prompt that forgets the typed lines")
    case .noConfig: (nil, "opens a prompt without running your config.story")
    case .noSuggestions: (nil, "opens a prompt without grey suggestions")
    case .noWelcome: (nil, "opens a prompt that does not ask for a child's name")
    case .real: (nil, "runs a script on the wall clock, with your saved data")
    case .version: (nil, "prints the version")
    case .licenses: (nil, "prints the licences of the included libraries and data")
    case .help: ("[all]", "prints the usage; --help all prints all options")
    }
  }
}

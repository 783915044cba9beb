/// Everything compiled so far; a prompt adds to it line by line.
///
/// A copy is cheap: compiling works on one, and leaves the original as it is when something is wrong.
public struct Program: Sendable {
  var functions: [FunctionCode] = []
  var commandSites: [CommandSite] = []
  var blockSites: [BlockSite] = []
  var conditionSites: [ConditionSite] = []
  var shapes: [Record.Shape] = []
  var sources: [Source] = []
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  var definitions: [String: Definition] = [:]
  var argumentSites: [ArgumentSite] = []
  /// By function.
  var traits: [Traits] = []

  struct Definition {
    var function: Int
    var parameters: [String]
    /// The values of those that may be left out, which are the last ones.
    var fallbacks: [Value] = []
    var line: Int
    /// The number of values that a call must give.
    var least: Int { parameters.count - fallbacks.count }
    /// As in `name [greeting]`, for messages.
    var usage: String {
      let words = parameters.enumerated().map { $0 < least ? $1 : "[\($1)]" }
      return words.isEmpty ? "nothing" : words.joined(separator: " ")
    }
    /// The command, or the definition called as one, in which it ends.
    var lastCommand: Int?
    var lastCall: String?
  }

  /// What is odd about the source that was compiled last, but does not keep it from running.
  public internal(set) var warnings: [Diagnostic] = []

  public init() {}
  /// The numbers of all commands that are called anywhere.
  public var usedCommands: Set<Int> { Set(commandSites.map(\.command)) }
  /// How many calls of commands there are.
  public var callCount: Int { commandSites.count }
  /// The commands of all calls but so many, the oldest.
  public func commands(behind count: Int) -> [Int] { commandSites[count...].map(\.command) }
  /// The names of definitions, for the parser of the next line.
  public var definitionNames: Set<String> { Set(definitions.keys) }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }
}

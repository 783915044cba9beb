/// Everything compiled so far; a prompt adds to it line by line.
///
/// A copy is cheap: compiling works on one, and leaves the original as it is when something is wrong.
public struct Program: Sendable {
  var functions: [FunctionCode] = []
  var commandSites: [CommandSite] = []
  var blockSites: [BlockSite] = []
  var conditionSites: [ConditionSite] = []
  var shapes: [[String]] = []
  var sources: [Source] = []
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  var definitions: [String: Definition] = [:]
  /// By function.
  var traits: [Traits] = []

  struct Definition {
    var function: Int
    var parameters: [String]
    var line: Int
  }

  /// What is odd about the source that was compiled last, but does not keep it from running.
  public internal(set) var warnings: [Diagnostic] = []

  public init() {}
  /// The numbers of all commands that are called anywhere.
  public var usedCommands: Set<Int> { Set(commandSites.map(\.command)) }
  /// The names of definitions, for the parser of the next line.
  public var definitionNames: Set<String> { Set(definitions.keys) }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }
}

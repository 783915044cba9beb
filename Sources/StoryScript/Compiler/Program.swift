/// Everything compiled so far; a prompt adds to it line by line.
///
/// A copy is cheap: compiling works on one, and leaves the original as it is when something is wrong.
public struct Program: Sendable {
  var functions = Grown<FunctionCode>()
  var commandSites = Grown<CommandSite>()
  var blockSites = Grown<BlockSite>()
  var conditionSites = Grown<ConditionSite>()
  var shapes = Grown<Record.Shape>()
  var sources = Grown<Source>()
  /// Top-level variables and their registers in the script's frame.
  var globals: [String: Int] = [:]
  /// The registers of those that no source has come to make: definitions that name them, and whoever makes them later,
  /// mean the same one.
  private var unmade: [String: Int] = [:]
  /// The registers of all top-level variables.
  var globalCount: Int { globals.count + unmade.count }
  /// Names of variables that stood in a step without their sign, where a word is a field: for the message when there is none.
  var variablesAsWords: Set<String> = []
  private(set) var definitions: [String: Definition] = [:]
  /// The names of definitions, for the parser of the next line.
  public private(set) var definitionNames: Set<String> = []
  var argumentSites = Grown<ArgumentSite>()
  /// By function.
  var traits = Grown<Traits>()

  /// Which version this is, and of which one it is a continuation: what stood there is unchanged in it.
  private(set) var version = Version()
  private var base: Version?

  final class Version: Sendable {}

  /// Whether all that stands in another one stands here in its place.
  func continues(_ other: Program) -> Bool { version === other.version || base === other.version }

  /// It has grown from another one.
  mutating func grow(from other: Program) { (base, version) = (other.version, Version()) }

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
  /// What a name stands for from now on.
  mutating func define(_ name: String, _ definition: Definition) {
    if definitions.updateValue(definition, forKey: name) == nil { definitionNames.insert(name) }
  }
  /// The names of top-level variables, in alphabetical order.
  public var variableNames: [String] { globals.keys.sorted() }

  // MARK: Names of the source that was compiled last

  /// A name that it gives, and where its code has given it.
  private struct Birth {
    let name: String
    let end: Int
    let kind: Kind

    enum Kind {
      case variable
      /// It may have stood for something else before.
      case definition(before: Definition?)
    }
  }
  private var births: [Birth] = []
  /// The function that gives them.
  private var givesNames: Int?

  /// A source begins, which has given no name yet.
  mutating func beginNames() { (births, givesNames) = ([], nil) }
  mutating func endNames(of function: Int) { givesNames = function }

  /// Gives a top-level variable a register, unless it has one.
  mutating func reserveGlobal(_ name: String) {
    guard globals[name] == nil else { return }
    globals[name] = unmade.removeValue(forKey: name) ?? globalCount
  }

  mutating func bear(variable name: String, at end: Int32) {
    births.append(Birth(name: name, end: Int(end), kind: .variable))
  }

  mutating func bear(definition name: String, before: Definition?, at end: Int32) {
    births.append(Birth(name: name, end: Int(end), kind: .definition(before: before)))
  }

  /// Takes back the names that a source which failed had not come to give: there is no such variable, and a definition
  /// stands for what it stood for before.
  /// - Parameters:
  ///   - function: the source as it was compiled; nothing is known of any but the last.
  ///   - next: the instruction behind the one that failed.
  mutating func forgetNames(of function: Int, from next: Int) {
    guard function == givesNames else { return }
    for birth in births where birth.end >= next {
      switch birth.kind {
      case .variable: unmade[birth.name] = globals.removeValue(forKey: birth.name)
      case .definition(let before):
        definitions[birth.name] = before
        if before == nil { definitionNames.remove(birth.name) }
      }
    }
    births = []
  }
}

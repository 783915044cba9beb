/// The words that the parser knows besides the language's own: commands, roots of state, functions.
public struct Vocabulary: Sendable {
  public var commands: CommandTable
  /// `story`, `timer`, `clock`: what state paths start with.
  public var roots: Set<String>
  public var functions: FunctionTable

  package init(commands: CommandTable, roots: Set<String>, functions: FunctionTable) {
    (self.commands, self.roots, self.functions) = (commands, roots, functions)
  }
}

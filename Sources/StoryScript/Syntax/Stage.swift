/// One step of a pipeline, after its `|`.
public struct Stage: Sendable {
  public enum Kind: Sendable {
    case whereTrue(Expression)
    case sort(by: Expression?, descending: Bool)
    case select([Name])
    case first(Expression?)
    case last(Expression?)
    case count
    case sum(Expression?)
    case group(by: Expression)
    case each(Block)
    /// A function or definition that takes the list as its first argument.
    case call(Name, [Expression])
    /// A command that takes what comes through the pipe as its first argument.
    case command(CommandCall)
  }

  public var kind: Kind
  public var range: SourceRange

  /// The expressions directly inside this one, but for those in a block.
  var parts: [Expression] {
    switch kind {
    case .whereTrue(let expression), .group(by: let expression): return [expression]
    case .sort(by: let key, _): return key.map { [$0] } ?? []
    case .first(let count), .last(let count), .sum(let count): return count.map { [$0] } ?? []
    case .call(_, let arguments): return arguments
    case .command(let call): return call.arguments.compactMap { $0 }
    case .select, .count, .each: return []
    }
  }
}

/// One step of a pipeline, after its `|`.
public struct Stage: Sendable {
  public enum Kind: Sendable {
    case whereTrue(Expression)
    /// By keys, of which the first one counts most; none for the items themselves.
    case sort(by: [SortKey], descending: Bool)
    case select([Name])
    case first(Expression?)
    case last(Expression?)
    case count
    case sum(Expression?)
    case group(by: Expression)
    case any(Expression)
    case all(Expression)
    case number
    /// The value to begin with; the block makes the next `$sum` of `$sum` and `$it`.
    case reduce(from: Expression, Block)
    /// The item is `$it`, and has this name as well.
    case each(Name?, Block)
    /// A function or definition that takes the list as its first argument.
    case call(Name, [Expression])
    /// A command that takes what comes through the pipe as its first argument.
    case command(CommandCall)
  }

  /// One key of `sort by city, age desc`.
  public struct SortKey: Sendable {
    public var value: Expression
    public var descending: Bool
  }

  public var kind: Kind
  public var range: SourceRange

  /// The expressions directly inside this one, but for those in a block.
  var parts: [Expression] {
    switch kind {
    case .whereTrue(let expression), .group(by: let expression), .any(let expression), .all(let expression),
      .reduce(from: let expression, _):
      return [expression]
    case .sort(by: let keys, _): return keys.map(\.value)
    case .first(let count), .last(let count), .sum(let count): return count.map { [$0] } ?? []
    case .call(_, let arguments): return arguments
    case .command(let call): return call.arguments.compactMap { $0 }
    case .select, .count, .number, .each: return []
    }
  }
}

/// What a script takes from whoever starts it, and where that goes.
struct ArgumentSite {
  var names: [String]
  /// The values of those that may be left out, which are the last ones. What is given must be of their kind.
  var fallbacks: [Value]
  /// The variables, by their places among the globals.
  var globals: [Int]

  var least: Int { names.count - fallbacks.count }
  /// As in `FILE [COUNT]`.
  var usage: String { names.enumerated().map { $0 < least ? $1 : "[\($1)]" }.joined(separator: " ") }
}

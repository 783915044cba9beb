/// A command in the code: which one, and which of its arguments must be checked while running.
struct CommandSite {
  var command: Int
  var unchecked: [Int]
  var argumentRanges: [SourceRange?]
  var place: Place
  /// The command's own words.
  var words: SourceRange
}

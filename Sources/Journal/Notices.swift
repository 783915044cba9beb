/// Findings in the files that the user should know, each once, in the order in which they were made.
struct Notices {
  private(set) var all: [Journal.Notice] = []
  private var known: Set<Journal.Notice> = []

  /// More than this many say nothing new, and a file of rubbish has millions of lines.
  private static let most = 20_000

  mutating func add(_ notice: Journal.Notice) {
    guard all.count < Self.most else { return }
    if known.insert(notice).inserted { all.append(notice) }
  }
}

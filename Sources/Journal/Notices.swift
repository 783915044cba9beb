/// Findings in the files that the user should know, each once, in the order in which they were made.
struct Notices {
  private(set) var all: [Journal.Notice] = []
  private var known: Set<Journal.Notice> = []

  mutating func add(_ notice: Journal.Notice) {
    if known.insert(notice).inserted { all.append(notice) }
  }
}

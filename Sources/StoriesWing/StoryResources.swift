import SessionState

/// The stories' resources outside the session's world.
package final class StoryResources {
  /// The authors of started stories; number 0 means none.
  private var authors = [""]
  private var numbers: [String: Int32] = [:]

  package init() {}

  func number(ofAuthor name: String) -> Int32 {
    if let known = numbers[name] { return known }
    authors.append(name)
    numbers[name] = Int32(authors.count - 1)
    return Int32(authors.count - 1)
  }

  func author(_ number: Int32) -> String { authors[Int(number)] }
}

extension World.Resources {
  var stories: StoryResources { resource { StoryResources() } }
}

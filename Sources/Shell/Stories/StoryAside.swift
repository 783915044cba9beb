import Stories
import StoryScript
import Timeline

/// The stories' knowledge of a session outside its world.
final class StoryAside {
  /// The authors of the stories that were started; nobody is number 0.
  private var authors = [""]
  private var numbers: [String: Int32] = [:]

  func number(ofAuthor name: String) -> Int32 {
    if let known = numbers[name] { return known }
    authors.append(name)
    numbers[name] = Int32(authors.count - 1)
    return Int32(authors.count - 1)
  }

  func author(_ number: Int32) -> String { authors[Int(number)] }
}

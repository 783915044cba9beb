/// One thing that could stand at the cursor.
struct Candidate: Equatable {
  var text: String
  var description: String
  /// Whether the word is whole: then a space follows it.
  var isWhole: Bool

  init(_ text: String, _ description: String = "", isWhole: Bool = true) {
    self.text = text
    self.description = description
    self.isWhole = isWhole
  }
}

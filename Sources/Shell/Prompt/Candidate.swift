/// One thing that could stand at the cursor.
struct Candidate: Equatable {
  var text: String
  var description: String
  /// Whether the word is whole: then a space follows it.
  var isWhole: Bool
  /// A sign that may stand before it, and is offered to whoever has typed it.
  var sign: Character?

  init(_ text: String, _ description: String = "", isWhole: Bool = true, sign: Character? = nil) {
    self.text = text
    self.sign = sign
    self.description = description
    self.isWhole = isWhole
  }
}

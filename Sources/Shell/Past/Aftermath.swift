/// What time has brought since an input, as `explain` tells it: the end of "At 0:17.000 …".
struct Aftermath {
  /// What it is about: of one topic only the last is told.
  enum Topic: Hashable { case finger, picture, clock, bar, story, timer, feed }

  let topic: Topic
  /// Made for the last of its topic only: a year of stories has two million.
  let sentence: () -> String

  init(_ topic: Topic, _ sentence: @autoclosure @escaping () -> String) {
    (self.topic, self.sentence) = (topic, sentence)
  }

  /// Sentences that can also stand alone; `nil` for none.
  init?(_ topic: Topic, _ sentences: [String]) {
    guard let first = sentences.first else { return nil }
    self.init(
      topic, ([first.prefix(1).lowercased() + first.dropFirst()] + sentences.dropFirst()).joined(separator: " "))
  }
}

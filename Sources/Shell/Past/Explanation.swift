import StoryScript
import Terminal
import Timeline

/// Why the last input did what it did, or nothing: what happened, why, and what to do.
extension Session {
  func explanation() -> String {
    guard let number = past.log.lastInput else {
      return "Nothing was done yet. Begin with `story play 4` or `timer start reading 20`."
    }
    guard let input = past.log.input(number) else {
      let long = "What was done last is no longer kept, so much has happened since (`events`)."
      return ([long] + sinceThen(number)).joined(separator: " ")
    }
    let entries = past.log.entries(causedBy: number)
    if let refusal = entries.lazy.compactMap(\.refusal).first {
      let suggestion = refusal.suggestion.map { " Try this: \($0)." } ?? ""
      let sentence = "`\(input.text)` could not be done: \(refusal.message).\(suggestion)"
      // Whatever waits for the feed is refused by what came of it.
      return catalog.roles[input.command] == .loads
        ? ([sentence] + sinceThen(number)).joined(separator: " ") : sentence
    }
    var sentences = entries.flatMap { self.sentences($0, input) }
    if sentences.isEmpty {
      let otherwise = catalog.entries[input.command].idle ?? "changed no story and no timer"
      sentences = ["`\(input.text)` \(otherwise)."]
    }
    // A deck that ends says more than one thing; the first ones are why.
    sentences = Array(sentences.prefix(3))
    return (sentences + sinceThen(number) + [catalog.first { $0.lag(self) }].compactMap(\.self)).joined(separator: " ")
  }

  private func sentences(_ entry: EventLog.Entry, _ input: EventLog.Input) -> [String] {
    let why = Reasoning(session: self, input: input)
    switch entry.what {
    case .input, .refusal: return []
    case .domain(let logged): return logged.reasons(why, at: entry.at)
    case .event(let row, let fields):
      return row.reason?(fields, why) ?? ["`\(input.text)`: \(row.kind.summary.replacing("`", with: ""))."]
    }
  }

  /// What has happened by itself since an input, in its order.
  private func sinceThen(_ input: Int) -> [String] {
    let entries = past.log.entries
    var (topics, sentences): (Set<Aftermath.Topic>, [String]) = ([], [])
    for number in (max(input + 1, entries.first)..<max(input + 1, entries.end)).reversed()
    where entries[number].cause == nil {
      guard let after = catalog.first({ $0.sinceThen(self, entries[number]) }), topics.insert(after.topic).inserted
      else {
        continue
      }
      sentences.append("At \(speaker.clockText(entries[number].at)) \(after.sentence())")
    }
    return sentences.reversed()
  }

  func showExplanation(_ value: Value) {
    let text = sanitized(value.text ?? "", glyphs: output.glyphs)
    let rows = StyledText(text).wrapped(to: max(20, min(output.width, 80) - 2) - 3)
    speaker.writeLines(rows.map { StyledText("   ") + $0 })
  }
}

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

/// What a reason can look at beside the event.
struct Reasoning {
  let session: Session
  /// What brought the event.
  let input: EventLog.Input
  /// The name of the command in it.
  var command: String { session.catalog.entries[input.command].command.name }
}

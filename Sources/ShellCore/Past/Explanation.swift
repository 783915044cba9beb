import StoryScript
import TerminalText
import Timeline

/// The explanation of the last input: its events, their reasons, and the next step.
struct Explanations {
  let session: Session

  init(_ session: Session) { self.session = session }

  func text() -> String {
    if let unread = session.past.log.unread {
      let suggestion = unread.problem.suggestion.map { " " + capitalized($0) } ?? ""
      return "`\(unread.text)` did not run: \(unread.problem.message).\(suggestion)"
    }
    guard let number = session.past.log.lastInput else {
      return "You have not done anything yet. Start with `story play 4` or `timer start reading 20`."
    }
    guard let input = session.past.log.input(number) else {
      let long =
        "The last input is no longer in the log: too much has happened since. `events` lists the events that the log still holds."
      return ([long] + sinceThen(number)).joined(separator: " ")
    }
    let entries = session.past.log.entries(causedBy: number)
    if let refusal = entries.lazy.compactMap({ $0.refusal }).first {
      let suggestion = refusal.suggestion.map { " " + capitalized($0) } ?? ""
      let sentence = "`\(input.text)` was refused: \(refusal.message).\(suggestion)"
      // A command that waits for the feed is refused by a later event.
      return session.catalog.roles[input.command] == .loads
        ? ([sentence] + sinceThen(number)).joined(separator: " ") : sentence
    }
    let isSame = session.past.log.hasChangedNothing
    if isSame, let already = entries.lazy.compactMap({ $0.already }).first {
      return (["`\(input.text)` changed nothing: \(already)."] + sinceThen(number)).joined(separator: " ")
    }
    var sentences: [String] = []
    for entry in entries {
      // The end of a deck causes several events; the first ones are the reason.
      for sentence in self.sentences(entry, input, isSame: isSame)
      where (sentences.count < 3 || entry.isAlwaysExplained) && !sentences.contains(sentence) {
        sentences.append(sentence)
      }
    }
    if sentences.isEmpty { sentences = [unchanged(by: input)] }
    return (sentences + sinceThen(number) + [session.catalog.first { $0.lag(session) }].compactMap { $0 }).joined(
      separator: " ")
  }

  /// Returns a suggestion as a sentence: "Try: story play 4.", or "Did you mean hold?"
  private func capitalized(_ suggestion: String) -> String {
    let ends = suggestion.last == "?" || suggestion.last == "."
    return suggestion.prefix(1).uppercased() + suggestion.dropFirst() + (ends ? "" : ".")
  }

  /// Explains an input without events: by the note that it printed, which says why it changed nothing.
  private func unchanged(by input: EventLog.Input) -> String {
    let idle = session.catalog.entries[input.command].idle
    guard idle == nil, let note = session.past.log.notes.last else {
      return "`\(input.text)` \(idle ?? "changed no story and no timer")."
    }
    let prefix = "nothing changed: "
    let reason = note.hasPrefix(prefix) ? String(note.dropFirst(prefix.count)) : note
    return "`\(input.text)` changed nothing: \(reason)\(reason.last == "." ? "" : ".")"
  }

  private func sentences(_ entry: EventLog.Entry, _ input: EventLog.Input, isSame: Bool) -> [String] {
    let why = Reasoning(session: session, input: input, at: entry.at, hasChangedNothing: isSame)
    switch entry.what {
    case .input, .refusal: return []
    case .domain(let logged): return session.catalog.dispatcher.reasons(for: logged, why, at: entry.at)
    case .event(let row, let fields):
      return row.reason?(fields, why) ?? ["`\(input.text)`: \(row.kind.summary.replacing("`", with: ""))."]
    }
  }

  /// Returns the events that time alone has caused since an input, in order.
  private func sinceThen(_ input: Int) -> [String] {
    let entries = session.past.log.entries
    var (topics, sentences): (Set<FollowUp.Topic>, [String]) = ([], [])
    for number in (max(input + 1, entries.first)..<max(input + 1, entries.end)).reversed()
    where entries[number].cause == nil {
      guard let after = session.catalog.first({ $0.sinceThen(session, entries[number]) }),
        topics.insert(after.topic).inserted
      else {
        continue
      }
      sentences.append("At \(session.printer.clockText(entries[number].at)) \(after.sentence())")
    }
    return sentences.reversed()
  }

  func show(_ value: Value) {
    let text = sanitized(value.text ?? "", glyphs: session.output.glyphs)
    let rows = StyledText(text).wrapped(to: max(20, min(session.output.width, 80) - 2) - 3)
    session.printer.writeLines(rows.map { StyledText("   ") + $0 })
  }
}

/// An event caused by time since an input, as `explain` tells it: the end of "At 0:17.000 …".
package struct FollowUp {
  /// The event's topic: only the last event of each topic is reported.
  package enum Topic: Hashable { case finger, picture, clock, bar, story, timer, routine, feed, post, network }

  let topic: Topic
  /// Created only for the last event of each topic: a year of stories has two million events.
  let sentence: () -> String

  package init(_ topic: Topic, _ sentence: @autoclosure @escaping () -> String) {
    (self.topic, self.sentence) = (topic, sentence)
  }

  /// Creates a follow-up from sentences that can also be used alone; `nil` for none.
  package init?(_ topic: Topic, _ sentences: [String]) {
    guard let first = sentences.first else { return nil }
    self.init(
      topic, ([first.prefix(1).lowercased() + first.dropFirst()] + sentences.dropFirst()).joined(separator: " "))
  }
}

/// The context that a reason can use besides the event.
package struct Reasoning {
  package let session: Session
  /// The input that caused the event.
  package let input: EventLog.Input
  /// The event's instant.
  package let at: Instant
  /// `true` if the input left everything as it was.
  package let hasChangedNothing: Bool
  /// Returns the events that the input has caused, of a kind.
  package func events(_ row: EventRow) -> [Record] {
    guard let number = session.past.log.lastInput else { return [] }
    return session.past.log.entries(causedBy: number).compactMap { entry in
      guard case .event(row, let fields) = entry.what else { return nil }
      return fields
    }
  }

  /// The name of the input's command.
  package var command: String { session.catalog.entries[input.command].command.name }
}

extension EventLog.Entry {
  /// Why the entry's input changed nothing; `nil` if the entry does not say so.
  fileprivate var already: String? {
    guard case .event(let row, let fields) = what else { return nil }
    return row.already?(fields)
  }

  /// `true` if `explain` describes the entry however many others there are.
  fileprivate var isAlwaysExplained: Bool {
    guard case .event(let row, _) = what else { return false }
    return row.isAlwaysExplained
  }
}

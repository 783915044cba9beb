import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The lessons' resources outside the session's world: `undo`, `rewind` and forks do not change them.
final class LessonResources {
  /// A command's request, carried out when its line is over.
  enum Request {
    case skip, goBack
    case reset
    case resetAll
  }

  var run: LessonRun?
  private var request: Request?
  /// The folder with the progress of each lesson; `nil` if it is not saved.
  var folder: String?
  /// The only lesson that may come from a file during grading; `nil` outside grading.
  var graded: String?
  /// `true` while lines of an earlier day are replayed.
  var isReplaying = false

  /// The events since the step began; `nil` without a lesson.
  private(set) var heard: Heard?

  /// The facts, besides the session's state, that a step's goals can ask about.
  struct Heard {
    /// The instant at which the step began.
    var began: Instant
    /// The commands that have run, in order.
    var commands: [String] = []
    /// The words of the language in the typed lines, each once.
    var words: [String] = []
    /// The events that have happened, each once.
    var events: [String] = []
    /// The same events with their fields, each as often as it happened; if there are very many, only the newest.
    var happened: [Record] = []
    /// `true` once the step's value has been predicted correctly.
    var isPredicted = false

    fileprivate static let most = 1_000
  }

  /// Starts a new record of a session's events, for the goals of a step.
  /// - Parameter other: the resources whose record continues in this one; `nil` for an empty one.
  func listen(to session: Session, like other: LessonResources? = nil) {
    heard = other?.heard ?? Heard(began: session.now)
    session.commandObserver = { [self] in record(command: $0) }
    session.hearsEvent = { [self] in record(event: $0, $1) }
  }

  /// Records that a command has run.
  func record(command: String) {
    if let count = heard?.commands.count, count < Heard.most { heard?.commands.append(command) }
  }

  /// Records that an event has happened.
  func record(event: String, _ fields: () -> [(name: String, value: Value)]) {
    guard heard != nil else { return }
    if heard?.events.contains(event) == false { heard?.events.append(event) }
    var record: Record = ["event": .text(event)]
    for (name, value) in fields() { record[name] = value }
    heard?.happened.append(record)
    if let count = heard?.happened.count, count >= 2 * Heard.most { heard?.happened.removeFirst(count - Heard.most) }
  }

  /// Records the words of the language in a line.
  func record(line: String, _ vocabulary: Vocabulary) {
    for span in SyntaxColouring.spans(in: line, vocabulary: vocabulary) where span.kind == .keyword {
      let word = String(decoding: line.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count), as: UTF8.self)
      if heard?.words.contains(word) == false { heard?.words.append(word) }
    }
  }

  /// Records that the step's prediction was right.
  func predicted() { heard?.isPredicted = true }

  func ask(for request: Request) { self.request = request }

  /// Returns the request, once.
  func consumeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}

extension LessonResources.Request {
  /// `true` if the request makes sense when all steps are over.
  var isForTheEnd: Bool {
    switch self {
    case .goBack, .resetAll: true
    case .skip, .reset: false
    }
  }
}

extension World.Resources {
  var lessons: LessonResources { resource { LessonResources() } }
}

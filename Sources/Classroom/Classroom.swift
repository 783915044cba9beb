import JSON
import Timeline

/// A class that works with pages in browsers: who is there, what each learner reports, and what the teacher sees.
///
///     var room = Classroom(code: "4711", key: "…", lesson: "hold-to-pause")
///     let token = try room.join("Ada", code: "4711", from: "10.0.0.7", at: .zero)
///     try room.report(.init(step: 2, count: 8, title: "Hold"), of: token, at: .seconds(60))
///     room.board.text                // {"lesson":"hold-to-pause","learners":[{"name":"Ada","step":2,…}],…}
///
/// A plain value without clock, files or sockets: `at` is a steady time, and what is to be written is returned.
package struct Classroom: Sendable {
  package enum Problem: Error, Hashable {
    case wrongCode, tooManyTries, full, noName, unknown, tooMuch

    /// What the learner reads.
    package var message: String {
      switch self {
      case .wrongCode: "this is not the class's code: it is on the teacher's screen"
      case .tooManyTries: "too many wrong codes: wait a minute and try again"
      case .full: "the class is full"
      case .noName: "please give a name"
      case .unknown: "the class no longer knows this page: reload it"
      case .tooMuch: "that is too much for the class"
      }
    }

    package var status: Int {
      switch self {
      case .wrongCode, .unknown: 403
      case .tooManyTries: 429
      case .full: 503
      case .noName: 400
      case .tooMuch: 413
      }
    }
  }

  /// The maximum numbers of learners, of characters in a name and in a text, of texts of one learner, and of bytes of a
  /// recording.
  package static let (learnerLimit, nameLimit, textLimit, textCountLimit, workLimit) = (300, 40, 400, 50, 256 << 10)
  /// The number of wrong codes from one address in a minute.
  private static let tryLimit = 10

  /// Where a learner is in the lesson.
  package struct Place: Hashable, Sendable {
    package var lesson = ""
    /// The index of the step, the number of steps, and the step's title.
    package var step = 0
    package var count = 0
    package var title = ""
    /// The failed tries in this step.
    package var tries = 0

    package init(lesson: String = "", step: Int = 0, count: Int = 0, title: String = "", tries: Int = 0) {
      (self.lesson, self.step, self.count, self.title, self.tries) = (lesson, step, count, title, tries)
    }
  }

  package struct Learner: Hashable, Sendable {
    package let name: String
    package fileprivate(set) var place = Place()
    /// What the learner predicted last, with the step's index.
    package fileprivate(set) var prediction: (step: Int, text: String)?
    package fileprivate(set) var questions: [String] = []
    /// The time of the last report.
    package fileprivate(set) var seen: Duration
    /// `true` once a recording was handed in.
    package fileprivate(set) var hasWork = false
    fileprivate let token: String

    package static func == (a: Learner, b: Learner) -> Bool { a.token == b.token }
    package func hash(into hasher: inout Hasher) { hasher.combine(token) }
  }

  package let code: String
  package let key: String
  package let lesson: String?
  package private(set) var learners: [Learner] = []
  private var places: [String: Int] = [:]
  private var wrong: [String: (count: Int, since: Duration)] = [:]
  /// `true` while everyone may see the predictions.
  package private(set) var isOpen = false
  /// A number that changes whenever the board does.
  package private(set) var version = 0

  /// - Parameters:
  ///   - code: what learners type at the door.
  ///   - key: what opens the teacher's board.
  ///   - lesson: the name of the lesson with which pages begin; `nil` for none.
  package init(code: String, key: String, lesson: String?) { (self.code, self.key, self.lesson) = (code, key, lesson) }

  // MARK: Learners

  /// Lets a learner in. A name that is taken gets a number.
  /// - Parameters:
  ///   - token: a new secret for the learner.
  ///   - address: where the request comes from: wrong codes are counted by address.
  /// - Returns: the name by which the class knows the learner.
  package mutating func join(
    _ name: String, code given: String, token: String, from address: String, at now: Duration
  ) throws(Problem) -> String {
    var tries = wrong[address] ?? (0, now)
    if now - tries.since >= .minutes(1) { tries = (0, now) }
    guard tries.count < Self.tryLimit else { throw .tooManyTries }
    guard given.filter({ !$0.isWhitespace }) == code else {
      // Nobody may fill the memory with addresses.
      if wrong.count > 1_000 { wrong = wrong.filter { now - $0.value.since < .minutes(1) } }
      if wrong.count > 10_000 { throw .tooManyTries }
      wrong[address] = (tries.count + 1, tries.since)
      throw .wrongCode
    }
    guard learners.count < Self.learnerLimit else { throw .full }
    let plain = Self.line(name, limit: Self.nameLimit)
    guard !plain.isEmpty else { throw .noName }
    var unique = plain
    var number = 2
    while learners.contains(where: { Self.fileName($0.name) == Self.fileName(unique) }) {
      unique = "\(plain) \(number)"
      number += 1
    }
    places[token] = learners.count
    learners.append(Learner(name: unique, seen: now, token: token))
    version += 1
    return unique
  }

  private func place(_ token: String) throws(Problem) -> Int {
    guard let place = places[token] else { throw .unknown }
    return place
  }

  /// Notes where a learner is.
  package mutating func report(_ place: Place, of token: String, at now: Duration) throws(Problem) {
    let index = try self.place(token)
    var place = place
    place.lesson = Self.line(place.lesson, limit: Self.textLimit)
    place.title = Self.line(place.title, limit: Self.textLimit)
    place.count = min(max(0, place.count), 1_000)
    place.step = min(max(0, place.step), place.count)
    place.tries = min(max(0, place.tries), 1_000_000)
    learners[index].seen = now
    guard learners[index].place != place else { return }
    learners[index].place = place
    version += 1
  }

  /// Notes a prediction, which stays hidden until the teacher opens all.
  package mutating func predict(_ text: String, step: Int, of token: String, at now: Duration) throws(Problem) {
    let index = try place(token)
    learners[index].seen = now
    learners[index].prediction = (min(max(0, step), 1_000), Self.line(text, limit: Self.textLimit))
    version += 1
  }

  /// Notes a question to the teacher.
  package mutating func ask(_ text: String, of token: String, at now: Duration) throws(Problem) {
    let index = try place(token)
    let plain = Self.line(text, limit: Self.textLimit)
    guard !plain.isEmpty else { return }
    guard learners[index].questions.count < Self.textCountLimit else { throw .tooMuch }
    learners[index].seen = now
    learners[index].questions.append(plain)
    version += 1
  }

  /// Takes a learner's recording.
  /// - Returns: the name of its file in the class folder, which is always the same one for a learner and a lesson.
  package mutating func handIn(_ work: [UInt8], lesson: String, of token: String, at now: Duration) throws(Problem)
    -> String
  {
    let index = try place(token)
    guard work.count <= Self.workLimit else { throw .tooMuch }
    learners[index].seen = now
    if !learners[index].hasWork { version += 1 }
    learners[index].hasWork = true
    return "\(Self.fileName(learners[index].name))-\(Self.fileName(String(lesson.prefix(60)))).story"
  }

  // MARK: The teacher

  /// Shows the predictions to all, or hides them.
  package mutating func open(_ isOpen: Bool) {
    self.isOpen = isOpen
    version += 1
  }

  /// Removes a question that was answered.
  package mutating func answer(_ learner: Int, question: Int) {
    guard learners.indices.contains(learner), learners[learner].questions.indices.contains(question) else { return }
    learners[learner].questions.remove(at: question)
    version += 1
  }

  /// What the teacher's board shows.
  package func board(at now: Duration) -> JSON {
    let rows = learners.map { learner in
      var fields: [JSON.Field] = [
        .init("name", .string(learner.name)), .init("lesson", .string(learner.place.lesson)),
        .init("step", .integer(Int64(learner.place.step))), .init("count", .integer(Int64(learner.place.count))),
        .init("title", .string(learner.place.title)), .init("tries", .integer(Int64(learner.place.tries))),
        .init("quiet", .integer(max(0, (now - learner.seen).microseconds / 1_000_000))),
        .init("hasWork", .bool(learner.hasWork)), .init("hasPredicted", .bool(learner.prediction != nil)),
        .init("questions", .array(learner.questions.map { .string($0) })),
      ]
      if isOpen, let prediction = learner.prediction { fields.append(.init("prediction", .string(prediction.text))) }
      return JSON.object(fields)
    }
    return .object([
      .init("code", .string(code)), .init("isOpen", .bool(isOpen)), .init("learners", .array(rows)),
    ])
  }

  /// What all learners see: how many are there, and the predictions once they are open.
  package var news: JSON {
    .object([
      .init("learners", .integer(Int64(learners.count))), .init("isOpen", .bool(isOpen)),
      .init(
        "predictions",
        .array(
          isOpen ? learners.compactMap { $0.prediction.map { .string($0.text) } }.sorted { $0.text < $1.text } : [])),
    ])
  }

  // MARK: Texts from outside

  /// Returns a text as one line without control characters and marks that change the direction of writing.
  private static func line(_ text: String, limit: Int) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(8 * limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: line += " "
      default: line.unicodeScalars.append(scalar)
      }
    }
    return String(line.split(separator: " ").joined(separator: " ").prefix(limit))
  }

  /// Returns a name that is safe as a file's: letters, digits and hyphens.
  static func fileName(_ name: String) -> String {
    let letters = name.lowercased().map { $0.isLetter && $0.utf8.count <= 4 || $0.isNumber && $0.isASCII ? $0 : "-" }
    let parts = letters.split(separator: "-").map { String($0) }
    let joined = parts.joined(separator: "-")
    return joined.isEmpty ? "learner" : String(joined.prefix(60))
  }
}

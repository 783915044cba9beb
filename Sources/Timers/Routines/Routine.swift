import Timeline

/// A child's routine: steps that follow one another, each with an icon and a time limit. It is played like a deck of
/// stories: `RoutineRun`.
public struct Routine: Hashable, Sendable {
  /// The allowed number of steps: as many as fit on one bar.
  public static let stepCounts = 1...20
  /// The allowed lengths of a step.
  public static let lengths = Duration.seconds(10)...Duration.hours(2)

  public struct Step: Hashable, Sendable {
    public var name: String
    /// The icon: one character, so that a row of steps is aligned.
    public var icon: Character
    public var length: Duration
    /// The name of a picture; `nil` if the icon is enough. Each device knows the files of its own pictures.
    public var picture: String?

    public init(name: String, icon: Character, length: Duration, picture: String? = nil) {
      (self.name, self.icon, self.length, self.picture) = (name, icon, length, picture)
    }

    /// The longest name of a picture, in bytes.
    public static let pictureLimit = 1_000

    static func isPicture(_ path: String) -> Bool {
      path.utf8.count <= pictureLimit && PrintableText.isPrintable(path)
    }
  }

  /// The time at which a routine asks to be started.
  public struct Reminder: Hashable, Sendable {
    /// The minute of the day, from 0.
    public let minute: Int
    /// The days: 1 is Monday, 7 is Sunday.
    public let weekdays: Set<Int>

    /// - Returns: `nil` for a minute outside the day, and without a day.
    public init?(minute: Int, weekdays: Set<Int>) {
      guard (0..<1_440).contains(minute), !weekdays.isEmpty, weekdays.isSubset(of: 1...7) else { return nil }
      (self.minute, self.weekdays) = (minute, weekdays)
    }
  }

  public var name: String
  public var steps: [Step]
  /// `nil` without a reminder.
  public var reminder: Reminder?

  public init(name: String, steps: [Step], reminder: Reminder? = nil) {
    (self.name, self.steps, self.reminder) = (name, steps, reminder)
  }

  /// The sum of all steps, without breaks.
  public var length: Duration { steps.reduce(.zero) { $0 + $1.length } }

  /// `true` if the routine can be played: its name and its steps are within the limits.
  public var isValid: Bool {
    (try? Routine.checked(name)) == name && Routine.stepCounts.contains(steps.count)
      && steps.allSatisfy { step in
        (try? ActivityCatalog.checked(step.name)) == step.name && PrintableText.isIcon(String(step.icon))
          && Routine.lengths.contains(step.length) && (step.picture.map(Step.isPicture) ?? true)
      }
  }

  /// Returns the name in the form in which it is stored.
  static func checked(_ name: String) throws(RoutineProblem) -> String {
    do throws(ActivityProblem) { return try ActivityCatalog.checked(name) } catch { throw .badName(name) }
  }
}

/// The reason why a routine could not be found, read or changed.
public enum RoutineProblem: Error, Hashable, Sendable {
  /// There is no routine of that name; `all` lists all routines.
  case unknown(String, all: [Routine])
  /// Several routines begin with this text.
  case ambiguous(String, candidates: [Routine])
  case badName(String)
  case nameTaken(Routine)
  /// The number of steps is outside the allowed range.
  case stepCount(Int)
  /// A step has no name that can be printed; the number counts from 1.
  case badStep(String, number: Int)
  /// A step of this name has no length, and no activity of this name has one.
  case noLength(String, number: Int)
  /// A length among the words of a name: probably a comma is missing behind it.
  case lengthInName(String, length: String, number: Int)
  /// A step's length is not a length of time.
  case badLength(String, step: String, number: Int)
  case lengthOutOfRange(Duration, step: String, number: Int)
  /// The routine has no step of this name or number.
  case unknownStep(String, of: Routine)
  /// The path of a picture is too long, or cannot be printed.
  case badPicture(String)
}

extension RoutineProblem {
  /// The number of the step at fault, from 1; `nil` if the problem is not about a step of a text.
  public var stepNumber: Int? {
    switch self {
    case .badStep(_, let number), .noLength(_, let number), .lengthInName(_, _, let number),
      .badLength(_, _, let number), .lengthOutOfRange(_, _, let number):
      number
    default: nil
    }
  }
}

/// The routines of a family. Names are unique regardless of case. Copies share their storage.
public struct RoutineCatalog: Hashable, Sendable {
  /// The routines in the order in which they were added.
  public private(set) var routines: [Routine] = []

  public init() {}

  /// Finds a routine by its name or the beginning of it, regardless of case; a complete name takes precedence.
  /// - Throws: `unknown` or `ambiguous`.
  public func routine(_ text: String) throws(RoutineProblem) -> Routine {
    let wanted = text.lowercased()
    if let whole = exact(text) { return whole }
    let beginning = wanted.isEmpty ? [] : routines.filter { $0.name.lowercased().hasPrefix(wanted) }
    switch beginning.count {
    case 0: throw .unknown(text, all: routines)
    case 1: return beginning[0]
    default: throw .ambiguous(text, candidates: beginning)
    }
  }

  /// Returns the routine with exactly this name, regardless of case.
  public func exact(_ name: String) -> Routine? {
    routines.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Adds a routine.
  /// - Throws: `badName` or `nameTaken`.
  /// - Returns: The routine with its name as it is stored.
  @discardableResult
  public mutating func add(_ routine: Routine) throws(RoutineProblem) -> Routine {
    var routine = routine
    routine.name = try Routine.checked(routine.name)
    if let known = exact(routine.name) { throw .nameTaken(known) }
    routines.append(routine)
    return routine
  }

  /// Changes a routine's steps or name; `nil` arguments leave theirs unchanged. Either all changes are made or none.
  /// - Throws: The errors of `routine(_:)` and `add`.
  /// - Returns: The routine before and after the change.
  @discardableResult
  public mutating func edit(
    _ text: String, steps: [Routine.Step]? = nil, name: String? = nil
  ) throws(RoutineProblem) -> (before: Routine, after: Routine) {
    let before = try routine(text)
    var after = before
    if let steps {
      // A step that keeps its name keeps its picture.
      after.steps = steps.map { step in
        var step = step
        step.picture = step.picture ?? before.steps.first { $0.name == step.name }?.picture
        return step
      }
    }
    if let name {
      after.name = try Routine.checked(name)
      if let known = exact(after.name), known != before { throw .nameTaken(known) }
    }
    if let place = routines.firstIndex(of: before) { routines[place] = after }
    return (before, after)
  }

  /// Sets the picture of a step, or removes it.
  /// - Parameter step: The step's number, from 1, its name, or the beginning of its name, regardless of case.
  /// - Throws: The errors of `routine(_:)`, `unknownStep` or `badPicture`.
  /// - Returns: The routine after the change, and the step's name.
  @discardableResult
  public mutating func show(
    _ picture: String?, at step: String, of text: String
  ) throws(RoutineProblem) -> (routine: Routine, step: String) {
    var routine = try routine(text)
    if let picture, !Routine.Step.isPicture(picture) { throw .badPicture(picture) }
    let wanted = step.lowercased()
    let names = routine.steps.map { $0.name.lowercased() }
    let beginning = names.indices.filter { !wanted.isEmpty && names[$0].hasPrefix(wanted) }
    guard let place = routines.firstIndex(of: routine),
      let found = names.firstIndex(of: wanted) ?? Int(step).flatMap({ names.indices.contains($0 - 1) ? $0 - 1 : nil })
        ?? (beginning.count == 1 ? beginning[0] : nil)
    else { throw .unknownStep(step, of: routine) }
    routine.steps[found].picture = picture
    routines[place] = routine
    return (routine, routine.steps[found].name)
  }

  /// Sets a routine's reminder, or removes it.
  /// - Throws: The errors of `routine(_:)`.
  /// - Returns: The routine after the change.
  @discardableResult
  public mutating func remind(_ text: String, _ reminder: Routine.Reminder?) throws(RoutineProblem) -> Routine {
    var routine = try routine(text)
    guard let place = routines.firstIndex(of: routine) else { return routine }
    routine.reminder = reminder
    routines[place] = routine
    return routine
  }

  /// Removes a routine.
  /// - Throws: The errors of `routine(_:)`.
  @discardableResult
  public mutating func remove(_ text: String) throws(RoutineProblem) -> Routine {
    let gone = try routine(text)
    routines.removeAll { $0 == gone }
    return gone
  }

  /// Inserts a stored routine, or replaces the routine of the same name.
  /// - Returns: `false` if the routine is not valid.
  public mutating func put(_ routine: Routine) -> Bool {
    guard routine.isValid else { return false }
    if let place = routines.firstIndex(where: { $0.name.lowercased() == routine.name.lowercased() }) {
      routines[place] = routine
    } else {
      routines.append(routine)
    }
    return true
  }

  /// Removes the routine with exactly this name, regardless of case, if there is one.
  public mutating func remove(exactly name: String) {
    routines.removeAll { $0.name.lowercased() == name.lowercased() }
  }
}

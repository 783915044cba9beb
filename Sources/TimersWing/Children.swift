import SessionState
import ShellCore
import StoryScript
import Timers

/// The children of a session's family, each with stars and a history of its own.
///
///     let children = Children(session)
///     children.ledger.stars                       // of the active child
///     children.ledger(of: record.child).streak(on: record.day)
struct Children {
  let session: Session

  init(_ session: Session) { self.session = session }

  private var whole: TimerLedger { session.ledger.timerSessions }

  /// All children; a first child without a name counts among others if it has sessions.
  var family: Family {
    let timers = session.world.timers
    let family = timers.family()
    // Only a first child without a name needs the question.
    guard family.first.id == nil, !family.has(nil) else { return family }
    return timers.family(hasFirst: ledger(of: family.first.ids).count > 0)
  }

  /// The child whose timers, stars and routines the commands are about.
  var active: Child { family.child(session.world.timers.activeChild) }

  /// `true` if there is more than one child.
  var areSeveral: Bool { session.world.timers.hasAddedChildren && family.children.count > 1 }

  /// The sessions of the active child.
  var ledger: TimerLedger { ledger(of: active.ids) }

  /// Returns the sessions of the child with an id, as in a session's record.
  func ledger(of child: ChildID?) -> TimerLedger { ledger(of: family.child(child).ids) }

  func ledger(of ids: Set<ChildID?>) -> TimerLedger {
    // A family with one child needs no ledger of a child.
    if whole.owners.isSubset(of: ids) { return whole }
    return session.resources.timers.ledger(of: ids, in: whole)
  }

  /// The name of the child with an id; `nil` unless there are several children.
  func nameIfSeveral(_ child: ChildID?) -> String? {
    let family = family
    guard areSeveral || !family.has(child) else { return nil }
    return Self.name(family.child(child))
  }

  /// The name of the active child, if there are several.
  var activeNameIfSeveral: String? { nameIfSeveral(session.world.timers.activeChild) }

  static func name(_ child: Child) -> String { child.name ?? firstNames[0] }
  /// The names for a first child that has none.
  static let firstNames = ["the first child", "first"]

  /// Returns the child with a name, or throws a refusal for the user.
  func named(_ text: String) throws(Failure) -> Child {
    do throws(ChildProblem) { return try find(text) } catch { throw ChildWords.failure(error) }
  }

  /// Returns the child with a name; `firstNames` find a first child without a name.
  func find(_ text: String) throws(ChildProblem) -> Child {
    if let first = family.children.first(where: { $0.name == nil }), Self.firstNames.contains(text.lowercased()) {
      return first
    }
    return try family.child(named: text)
  }
}

/// The messages for errors about children.
enum ChildWords {
  static func failure(_ problem: ChildProblem) -> Failure {
    switch problem {
    case .unknown(let name, let all):
      let names = all.compactMap { $0.name }
      guard closest(to: name, among: names) != nil else {
        return .refused("there is no child '\(name)'", "try: child add \(Word.quotedIfNeeded(name))")
      }
      return .refused(
        "there is no child '\(name)'", meant: closest(to: name, among: names), otherwise: "try: child")
    case .ambiguous(let name, let candidates):
      let names = candidates.compactMap { $0.name }
      let areAlike = Set(candidates.map { $0.plainName?.lowercased() }).count == 1
      return .refused(
        "'\(name)' could be \(names.listed("or"))",
        areAlike
          ? "give one of them another name: child \(Word.quotedIfNeeded(names[0])); profile name NAME"
          : "type more letters of the name")
    case .badName(_, let problem): return TimerWords.failure(problem)
    case .nameTaken(let name):
      return .refused("there is already a child called \(name)", "try: child \(Word.quotedIfNeeded(name))")
    case .isFirst(let child):
      let words = child.name.map { "\($0) is" } ?? "this is"
      return .refused(
        "\(words) the first child of this device and owns the device's first sessions: this child cannot be removed here",
        "to rename this child, try: profile name NAME")
    }
  }
}

import StoryScript
import Timeline
import Timers

/// The names that activities have, for completion.
enum TimerNames {
  /// - Returns: `nil` for names of another kind.
  static func candidates(_ kind: NameKind, in session: Session) -> [Candidate]? {
    let all = session.world.timers.activities.activities
    switch kind {
    case .activity: return all.map { candidate($0) }
    case .ownActivity: return all.filter { $0.kind == .own }.map { candidate($0) }
    case .pastActivity:
      let listed = Set(all.map { $0.name.lowercased() })
      let past = session.stints.activities.filter { !listed.contains($0.name.lowercased()) }
      return all.map { candidate($0) } + past.map { Candidate(Word.quotedIfNeeded($0.name), "from the history") }
    case .user, .post, .person, .feed, .source, .machinePart, .lesson, .abbreviation, .subject: return nil
    }
  }

  private static func candidate(_ activity: Activity) -> Candidate {
    Candidate(Word.quotedIfNeeded(activity.name), "\(activity.minutes) min")
  }
}

import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The settings of the timers' sounds. They belong to the world, so that `undo` reverts them.
///
/// Sounds are for people at a prompt: scripts, pipes and jumping clocks are silent whatever is set here.
enum TimerSettings {
  static let all: [Setting] = [
    Setting(
      name: "sound",
      summary: "the sounds of timers at a prompt: off, the terminal's bell, or an installed player",
      range: "off, bell or player", read: { .text($0.timers.sounds.source.rawValue) },
      change: { world, value in
        guard let source = value.text.flatMap({ SoundSettings.Source(rawValue: $0) }) else { return false }
        world.timers.sounds.source = source
        return true
      }, words: SoundSettings.Source.allCases.map { $0.rawValue }, suggestion: "set sound bell"
    ).kept,
    turn("sound-completion", "the sound (twice) when a timer ends", { $1(&$0.timers.sounds.completion) }),
    turn("sound-minute", "the sound when 5 min, 2 min, 1 min or 30 s are left", { $1(&$0.timers.sounds.minute) }),
    turn("sound-halfway", "the sound when half of the time has passed", { $1(&$0.timers.sounds.halfway) }),
    turn(
      "tick", "a tick every second while a timer runs, as a sound and as `timer.tick`", { $1(&$0.timers.sounds.ticks) }),
  ]

  /// The break between the steps of a routine.
  static let rest = Setting.time(
    "routine-break", "the break between two steps of a routine", RoutineState.rests, "a duration from 0s to 10m",
    { world, change in change(&world.timers.breakBetweenSteps) }, "set routine-break 30s"
  ).also("pause").kept

  /// The end of a family's day.
  static let dayEnds = Setting.time(
    "day-ends", "the end of the day, as a time after midnight: sessions that end before it count for the previous day",
    LocalDay.ends, "a duration from 0s to 6h", { world, change in change(&world.timers.dayEnd) }, "set day-ends 3h"
  ).also("midnight").kept

  private static func turn(_ name: String, _ summary: String, _ place: @escaping Setting.Place<Bool>) -> Setting {
    Setting(
      name: name, summary: summary, range: "on or off",
      read: { .text(Setting.value($0, place) == true ? "on" : "off") },
      change: { world, value in
        guard let word = value.text ?? value.bool.map({ $0 ? "on" : "off" }), ["on", "off"].contains(word) else {
          return false
        }
        place(&world) { $0 = word == "on" }
        return true
      }, words: ["on", "off"], suggestion: "set \(name) off"
    ).kept
  }
}

/// The names of activities, for completion.
enum TimerNames {
  /// - Returns: `nil` for names of another kind.
  static func candidates(_ kind: NameKind, in session: Session) -> [Candidate]? {
    let all = session.world.timers.activities.activities
    switch kind {
    case .activity: return all.map { candidate($0) }
    case .ownActivity: return all.filter { $0.kind == .own }.map { candidate($0) }
    case .pastActivity:
      let listed = Set(all.map { $0.name.lowercased() })
      let past = session.ledger.timerSessions.activities.filter { !listed.contains($0.name.lowercased()) }
      return all.map { candidate($0) } + past.map { Candidate(Word.quotedIfNeeded($0.name), "from the history") }
    case .routine:
      return session.world.timers.routineCatalog.routines.map {
        Candidate(Word.quotedIfNeeded($0.name), TimeText.length($0.length))
      }
    case .child:
      let children = Children(session)
      return children.family.children.compactMap { child in
        child.name.map {
          Candidate(Word.quotedIfNeeded($0), TimeText.count(children.ledger(of: child.ids).stars, "star"))
        }
      }
    case .reward:
      return session.world.timers.rewards.catalog.rewards.map {
        Candidate(Word.quotedIfNeeded($0.name), TimeText.count($0.stars, "star"))
      }
    case .user, .post, .person, .feed, .peopleList, .source, .machinePart, .lesson, .abbreviation, .subject: return nil
    }
  }

  private static func candidate(_ activity: Activity) -> Candidate {
    Candidate(Word.quotedIfNeeded(activity.name), "\(activity.minutes) min")
  }
}

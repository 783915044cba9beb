import StoryScript
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore

/// The claims about children, corrections and repeated inputs, compared with what the commands so far have made of them.
extension FamilyWalk {
  nonisolated(unsafe) static let familyClaims: [Claim] = [
    Claim("`(.*?)` changed nothing: (.*?)\\.(?= |$)") { context, words in
      let command = context.command.split(separator: " ").map(String.init)
      let last = command.last ?? ""
      switch command.first {
      case "set":
        // The defaults are unknown here, so a value that was never set only has to be the one that is named.
        let shares = ["0%": "0", "50%": "0.5", "100%": "1"]
        return words[1] == "`\(command[1])` was already \(shares[last] ?? last)"
          && context.model.before.values[command[1]].map { $0 == last } != false
      case "child": return context.happened("child.chosen") { $0.before.child == last && $0.after.child == last }
      case "profile": return context.happened("profile.changed") { $0.before.child == last }
      case "routine": return context.happened("routine.reminded") { $0.before.values["reminder"] == last }
      case "activity":
        return context.happened("activity.edited") { event in
          event.before.values["minutes"] == event.after.values["minutes"]
            && event.before.values["icon"] == event.after.values["icon"]
        }
      default: return false
      }
    },
    Claim(
      "From its next start, reading lasts (\\d+) min \\(previously (\\d+) min\\)\\. A running timer does not change\\."
    ) {
      context, words in
      context.happened("activity.edited") { event in
        words[0] != words[1] && event.before.values["minutes"] == words[1] && event.after.values["minutes"] == words[0]
      }
    },
    Claim("From its next start, reading has the icon (.) \\(previously (.)\\)\\. A running timer does not change\\.") {
      context, words in
      context.happened("activity.edited") { event in
        words[0] != words[1] && event.before.values["icon"] == words[1] && event.after.values["icon"] == words[0]
      }
    },
    Claim(
      "At (\\S+) every day, an open prompt asks you to start m, unless a routine is already active\\."
    ) { context, words in
      context.happened("routine.reminded") { event in
        event.after.values["reminder"] == words[0] && event.before.values["reminder"] != words[0]
      }
    },
    Claim("m no longer has a reminder\\.") { context, _ in
      context.happened("routine.reminded") { event in
        event.after.values["reminder"] == "none" && event.before.values["reminder"] != "none"
      }
    },
    Claim("From now on, encouragements use the name \"Mia\"\\.") { context, _ in
      context.happened("profile.changed") { $0.before.child != "Mia" && $0.after.child == "Mia" }
    },
    Claim(
      "Timers, stars, history and routines are now (\\w+)'s\\. A running timer stays with the child it was started for\\."
    ) { context, words in
      context.happened("child.chosen") { $0.before.child != words[0] && $0.after.child == words[0] }
    },
    Claim(
      "The stars, streak, history and routines of each child are separate\\. All commands now apply to (\\w+); `child` lists all children\\."
    ) { context, words in context.happened("child.added") { $0.after.child == words[0] } },
    // The past.
    Claim("`at` puts its start (.*?) back, so (.*?) of it was left\\.") { context, words in
      context.happened("timer.started") { event in
        let ago = FamilyModel.ago(context.command)
        guard let timer = event.after.timer, ago > .zero else { return false }
        return TimeText.length(ago) == words[0] && Context.left(timer.left(at: event.at)) == words[1]
      }
    },
    Claim("`at` puts its end (.*?) back: the time since then does not count\\.") { context, words in
      context.happened("timer.completed") { _ in TimeText.length(FamilyModel.ago(context.command)) == words[0] }
    },
    Claim("It can be rated with the whole routine, at its end\\.") { context, _ in
      context.happened("timer.saved") { $0.after.run.map { !$0.waiting.isEmpty } ?? false }
    },
    Claim("The session of (\\w+) was corrected: (.*?)\\. Its rating does not change\\.") { context, words in
      context.happened("timer.edited") { event in
        guard let before = event.before.session(event.id), let after = event.after.session(event.id),
          event.before.newest?.id == event.id, after.name == words[0], before.rating == after.rating
        else { return false }
        func shown(_ session: FamilyModel.Session) -> String {
          TimeText.shown(ShownTime(actual: session.spent, saved: session.total - session.spent).spent)
        }
        return words[1] == "it was \(before.name)" && before.name != after.name
          || words[1] == "it took \(shown(after)), not \(shown(before))"
      }
    },
    Claim(
      "The session of (\\w+) was removed from the history: it no longer counts for stars or streaks\\. `undo` restores it\\."
    ) { context, words in
      context.happened("timer.removed") { event in
        event.before.newest?.id == event.id && event.before.newest?.name == words[0]
      }
    },
    Claim("Streaks and multipliers were recalculated for all days; the total is (\\d+) stars?\\.") { context, words in
      ["timer.edited", "timer.removed"].contains { name in
        context.happened(name) { "\($0.after.stars(of: $0.after.child))" == words[0] }
      }
    },
  ]
}

/// The tutorial's words about its steps: the one place where they become sentences.
enum TutorialWords {
  static func title(_ step: Tutorial.Step) -> String {
    switch step {
    case .startTimer: "start a timer"
    case .clockBadge: "the clock badge"
    case .customTimer: "a timer for anything"
    case .stars: "stars"
    case .streak: "the streak"
    case .done: "done"
    case .history: "the history"
    case .settings: "settings"
    case .pin: "the PIN"
    }
  }

  static func sentence(_ step: Tutorial.Step) -> String {
    switch step {
    case .startTimer: "A timer says how long something lasts, so that nobody else has to."
    case .clockBadge:
      "What is left stands at the right of the prompt, and `timer status` draws it. The ring's colours say it too: periwinkle above 75 %, turquoise above 50, orange above 25, coral down to 10, then magenta. As in the app, the badge is also where a duration is changed."
    case .customTimer:
      "Whatever comes up: 1 to 60 minutes, 5 unless you say. One timer runs at a time, so the first one is done; `timer stop` would throw it away."
    case .stars: "What you finish is rated, and brings stars: 15 for amazing, 10 for good, 5 for needs work."
    case .streak:
      "Days in a row make stars worth more: half as much again from the third day, twice as much from the seventh."
    case .done: "Finished before the time is up? Say so: the minutes that are left are yours."
    case .history: "Everything that was finished is kept."
    case .settings: "Sounds are as you like them: the bell, a tick each second, or none. `settings` lists the rest."
    case .pin: "With a PIN only grown-ups give stars. Set four digits; left out, they are asked for and not shown."
    }
  }

  /// The line to type now, which does the step. One timer runs at a time, so it depends on what there is.
  static func line(_ step: Tutorial.Step, hasTimer runs: Bool) -> String {
    switch step {
    case .startTimer: (runs ? "timer done; " : "") + "timer start reading"
    case .customTimer: (runs ? "timer done; " : "") + "timer start custom 1"
    case .done: (runs ? "" : "timer start shower; ") + "timer done"
    case .clockBadge: "activity edit reading for 25"
    case .stars: (runs ? "" : "timer start reading; ") + "timer done; rate amazing"
    case .streak: "streak"
    case .history: "history"
    case .settings: "set tick on"
    case .pin: "pin set 2580"
    }
  }

  /// Whether a timer runs when a walk comes to a step in which nothing else was done.
  static func hasTimer(at step: Tutorial.Step) -> Bool { Tutorial.Step.startTimer < step && step < .streak }

  static func reason(_ ignored: Tutorial.Ignored, _ step: Tutorial.Step) -> (message: String, suggestion: String) {
    switch ignored {
    case .notStarted: ("the tutorial has not begun", "tutorial start")
    case .alreadyWalking, .otherStep: ("the tutorial is at step \(step.number) already", "tutorial skip goes on")
    case .alreadyLeft: ("the tutorial waits at step \(step.number)", "tutorial resume")
    case .alreadyFinished: ("the tutorial is over", "tutorial restart walks it again")
    }
  }
}

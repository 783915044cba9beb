import Stories
import StoryScript
import Testing
import Timeline

@testable import SessionState

/// The claims about gesture designs, compared with when the finger went down and up, and with the model's own account of
/// pauses and faults.
extension ReasonWalk {
  nonisolated(unsafe) static let gestureClaims: [Claim] = [
    Claim("A finger is down, and `(\\w+)` waits 350 ms to see whether it is a long press\\.") { context, words in
      context.presses { $0.design == words[0] && $0.down == context.at }
    },
    Claim("[Tt]he finger was up after (.*?), before the 350 ms of a long press had passed, so it was a tap\\.") {
      context, words in
      context.presses { press in
        press.design != "sequence" && press.up == context.at && press.isShort
          && TimeText.length(context.at - press.down) == words[0]
      }
    },
    Claim("[Tt]he finger was up before 350 ms had passed, so it was a tap\\.") { context, _ in
      context.presses { $0.down == context.at && $0.up == context.at && $0.design != "sequence" }
    },
    Claim(
      "The story kept playing under the finger, and lifting the finger counted as a tap\\. With `(\\w+)`, only a long press can hold a story\\. That is what went wrong\\. With `set gestures hold`, the story pauses at once\\."
    ) { context, words in
      context.presses { $0.design == words[0] && $0.up == context.at && $0.isShort }
        && context.happened { $0.before.isMoving }
    },
    Claim(
      "[Tt]he finger had been down for 350 ms, so it was a long press, which pauses\\. (With `set gestures hold`, the story would have paused at once|It had no effect.*?)\\."
    ) { context, words in
      context.presses { ["exclusive", "longpress"].contains($0.design) && $0.long == context.at }
        && (words[0].hasPrefix("With") ? context.hasPaused() : context.hadNoEffect(words[0]))
    },
    Claim(
      "[Tt]he finger had been down for 350 ms, so it was a long press, which turns the pause on or off\\. (The story was not paused, so now it is|The story was paused, so it resumes|It had no effect.*?)\\. Lifting the finger has no effect\\."
    ) { context, words in
      guard context.presses({ $0.design == "toggle" && $0.long == context.at }) else { return false }
      return words[0].hasSuffix("now it is")
        ? context.hasPaused()
        : words[0].hasSuffix("resumes") ? context.hasResumed() : context.hadNoEffect(words[0])
    },
    Claim(
      "[Bb]oth recognisers fired\\. The long press (paused the story at 350 ms|had no effect at 350 ms.*?)\\. When the finger went up, a drag of zero distance ended and counted as a tap in its zone\\. One touch had two meanings\\. That is what went wrong\\."
    ) { context, words in
      context.presses { press in
        guard press.design == "exclusive", press.up == context.at, let long = press.long else { return false }
        return words[0].hasPrefix("paused") ? context.hasPaused(at: long) : context.hadNoEffect(words[0], at: long)
      }
    },
    Claim(
      "[Tt]he long press had ended the pause when the finger had been down for 350 ms(, so the story played under the finger)?\\. Lifting the finger has no effect\\. So the design is not a hold\\. That is what went wrong\\."
    ) { context, words in
      context.lifts("toggle") { context.hasResumed(at: $0) && (words[0].isEmpty || context.state.isMoving) }
    },
    Claim(
      "[Tt]he finger went up, which has no effect: a toggle resumes only after a second long press\\. So the design is not a hold\\. That is what went wrong\\."
    ) { context, _ in context.lifts("toggle") { context.state.pauseStart == $0 } },
    Claim(
      "[Tt]he finger was lifted, but the release was not noticed: the gesture ends as soon as the long press is recognised\\. \"Not pressed\" is never reported, so the story stays paused\\. `resume` ends the pause, and so does moving to another story\\."
    ) { context, _ in context.lifts("longpress") { context.state.pauseStart == $0 } },
    Claim(
      "[Tt]he finger was lifted, but the release was not noticed\\. That made no difference here: (.*?)\\.(?: `resume` ends the pause, and so does moving to another story\\.)?(?= |$)"
    ) { context, words in
      let state = context.state
      func since(_ long: Instant, _ isMeant: (CauseModel.Happened) -> Bool) -> Bool {
        context.model.past.contains { $0.at > long && $0.at <= context.at && isMeant($0) }
      }
      return context.lifts(nil) { long in
        switch words[0] {
        case "the story was paused before the long press, which had no effect":
          state.pauseStart.map { $0 <= long } ?? false
            && context.hadNoEffect("because the story was already paused", at: long)
        case "the story is paused because of `pause`, not because of the long press":
          state.pauseStart.map { $0 > long } ?? false
        case "the story was already playing again, because of `resume`":
          state.isMoving && since(long) { if case .resumed = $0.kind { $0.command == "resume" } else { false } }
        case "another story had started since":
          since(long) { if case .storyStarted = $0.kind { true } else { false } }
        case "the story was already playing again, because of `story retry`":
          state.isMoving && since(long) { if case .retried = $0.kind { true } else { false } }
        case "the story was playing": state.isMoving
        case "the story's picture had failed, so the story was not paused": state.failedSince != nil
        case "another finger held the story": state.holdStart != nil
        case "the story was waiting for its picture, not paused": state.waitStart != nil && state.pauseStart == nil
        default: false
        }
      }
    },
    Claim(
      "[Ii]t was a long press, but the pause waits for a tap after it, so holding alone has no effect\\. That is what went wrong\\."
    ) { context, _ in
      context.presses { $0.design == "sequence" && $0.long != nil && [$0.long, $0.up].contains(context.at) }
    },
    Claim(
      "[Tt]he finger went up\\. With `sequence`, any touch may be the beginning of a long press followed by a tap, so a tap is held back until 350 ms after the finger went down\\. Taps come late, or not at all when another touch follows\\. That is what went wrong\\."
    ) { context, _ in
      context.presses {
        $0.design == "sequence" && $0.up == context.at && $0.isShort && !context.model.finger.completes($0)
      }
    },
    Claim("[Aa]nother touch came within 350 ms, so the tap before it was lost\\.") { context, _ in
      context.presses { press in
        guard press.design == "sequence", press.down == context.at else { return false }
        return context.model.finger.previous(press).map {
          $0.isShort && !context.model.finger.completes($0) && press.down <= $0.down + FingerModel.longPress
        } ?? false
      }
    },
    Claim("[Tt]he sequence held the tap back, so it came 350 ms after the finger went down\\.") { context, _ in
      context.presses { press in
        press.design == "sequence" && press.isShort && press.down + FingerModel.longPress == context.at
          && !context.model.finger.completes(press)
      }
    },
    Claim(
      "The tap after the long press completes the sequence(: the story pauses only now, when no finger holds it|, which pauses\\. It had no effect.*?)\\."
    ) { context, words in
      context.presses { context.model.finger.completes($0) && $0.up == context.at }
        && (words[0].hasPrefix(":") ? context.hasPaused() : context.hadNoEffect(words[0]))
    },
    Claim(
      "A finger went down at (\\S+) and was not lifted, so a second one has no effect\\. `release` lifts it\\."
    ) { context, words in
      context.presses { context.isClock($0.down, words[0]) && ($0.up.map { $0 > context.at } ?? true) }
    },
  ]
}

extension ReasonWalk.Context {
  /// The state of the story after the events of the claim's instant.
  var state: CauseModel.State {
    var state = model.past.first { $0.at > at }?.before ?? model.state
    state.settle(at: at)
    return state
  }

  func presses(_ isMeant: (FingerModel.Press) -> Bool) -> Bool { model.finger.presses.contains(where: isMeant) }

  /// Returns whether a finger went up at the claim's instant, after a long press for which a condition holds.
  func lifts(_ design: String?, _ isMeant: (_ long: Instant) -> Bool) -> Bool {
    presses { press in
      guard let long = press.long, press.up == at, ["longpress", "toggle"].contains(press.design) else { return false }
      return (design == nil || press.design == design) && isMeant(long)
    }
  }

  func hasPaused(at instant: Instant? = nil) -> Bool {
    model.events(at: instant ?? at).contains { event in
      guard case .paused = event.kind else { return false }
      return event.before.pauseStart == nil && event.before.failedSince == nil
    }
  }

  func hasResumed(at instant: Instant? = nil) -> Bool {
    model.events(at: instant ?? at).contains { event in
      if case .resumed = event.kind { event.before.pauseStart != nil } else { false }
    }
  }

  /// Returns whether a touch changed nothing, for the reason that the words give.
  func hadNoEffect(_ words: String, at instant: Instant? = nil) -> Bool {
    model.events(at: instant ?? at).contains { event in
      guard case .ignored = event.kind else { return false }
      return words.contains("already paused")
        ? event.before.pauseStart != nil : words.contains("failed") && event.before.failedSince != nil
    }
  }
}

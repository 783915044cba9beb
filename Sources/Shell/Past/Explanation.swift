import Stories
import StoryScript
import Terminal
import Timeline

/// Why the last input did what it did, or nothing: what happened, why, and what to do.
extension Session {
  func explanation() -> String {
    guard let number = log.lastInput, log.entries.indices.contains(number) else {
      return "Nothing was done yet. Begin with `story play 4` or `timer start reading 20`."
    }
    let text = log.text(ofInput: number) ?? ""
    let entries = log.entries(causedBy: number)
    var sentences: [String] = []
    for entry in entries {
      if case .refusal(let failure) = entry.what {
        sentences = ["`\(text)` could not be done: \(failure.problem.message)."]
        if let suggestion = failure.problem.suggestion { sentences.append("Try this: \(suggestion).") }
        return sentences.joined(separator: " ")
      }
    }
    for entry in entries { sentences += self.sentences(entry, text) }
    if sentences.isEmpty {
      sentences = [
        text.hasPrefix("skip ")
          ? "`\(text)` let time pass at once; what was due meanwhile came at its own instant."
          : "`\(text)` changed no story and no timer."
      ]
    }
    // A deck that ends says more than one thing; the first ones are why.
    sentences = Array(sentences.prefix(3))
    if let after = sinceThen(number) { sentences.append(after) }
    return sentences.joined(separator: " ")
  }

  /// An instant as the clock column shows it: `0:03.000`, or the time of day.
  func clockText(_ instant: Instant) -> String {
    if options.kind == .real { return options.zone.timeOfDay(instant) }
    var line = LineWriter()
    line.addClock(instant - clock.start)
    return String(decoding: line.bytes, as: UTF8.self).drop { $0 == " " }.description
  }

  private func sentences(_ entry: EventLog.Entry, _ text: String) -> [String] {
    switch entry.what {
    case .story(.ignored(_, let reason), _): return why(reason)
    case .story(let kind, let author): return why(kind, author, text)
    case .event(.timerIgnored, let fields):
      return ["`\(text)` had no effect: \(fields.last?.text ?? "")."] + timerAdvice
    case .event(.sessionUndone, let fields):
      return ["`\(fields.first?.text ?? "")` was taken back; what it had changed is as it was, counted from now."]
    case .event(.sessionRedone, let fields):
      return ["`\(fields.first?.text ?? "")` was done again, as if it had not been taken back."]
    case .event(.sessionRewound, _):
      return ["Clock and world went back; what had happened since has not happened.", "Scheduled blocks stay."]
    case .event(.feedFailed, _):
      return [
        "The list did not come: the network is simulated, and \(failureShare) of all requests fail (`settings`).",
        "`feed retry` asks again.",
      ]
    case .event(.feedIgnored, let fields):
      return [
        "`\(text)` had no effect: \(fields.last?.text ?? "").", "Only a list that did not come is asked for again.",
      ]
    case .event(.feedLoading, _):
      return [
        "A list of the feed takes \(TimeText.length(world.loader.settings.delay)), as over a network (`settings`).",
        "What plays goes on meanwhile.",
      ]
    case .event(.feedLoaded, _): return []
    case .event(.settingChanged, let fields):
      guard let setting = Setting.all.first(where: { $0.name == fields.first?.text }) else { return [] }
      return ["`\(text)` changed \(setting.summary).", "`settings` lists what each can be, and `undo` takes it back."]
    case .event(.cacheCleared, _):
      return ["The loaded pictures are forgotten, so each has to be loaded again.", "`cache` tells the figures."]
    case .event(.sessionForked, _):
      return ["A trial began.", "`fork drop` comes back to this instant, `fork keep` stays with what was tried."]
    case .event(.sessionKept, _): return ["What was tried belongs to the session now, and `undo` can take it back."]
    case .event(.sessionDropped, _):
      return ["Clock and world are as they were before the trial.", "Scheduled blocks stay."]
    case .event(let id, _): return ["`\(text)`: \(id.kind.summary.replacing("`", with: ""))."]
    case .input, .refusal: return []
    }
  }

  private var failureShare: String { TimeText.decimal(world.loader.settings.failureRate * 100) + " %" }

  private var timerAdvice: [String] {
    switch world.countdown.state {
    case .paused: ["`timer resume` lets it go on, `timer done` finishes it."]
    case .running: ["`timer pause` stops the time, `timer done` finishes it."]
    case .idle, .completed: ["`timer start reading 20` starts one."]
    }
  }

  /// Why an input had no effect on the story.
  private func why(_ reason: Player.Ignored) -> [String] {
    func since(_ instant: Instant, _ current: Instant?) -> String {
      "\(current == instant ? "is" : "was then") held since \(clockText(instant))"
    }
    switch reason {
    case .held(let instant):
      return [
        "The story \(since(instant, world.player.holdStart)).",
        "While held, taps, jumps and swipes do nothing, so that a resting thumb cannot skip.",
        "Let go with `release`.",
      ]
    case .alreadyHeld(let instant):
      return [
        "The story \(since(instant, world.player.holdStart)), and one finger is all it knows.",
        "Nothing is lost however long it is held. Let go with `release`.",
      ]
    case .notHeld:
      return ["No finger is on the story, so there is none to lift.", "`hold` or `hold 2s` puts one down."]
    case .alreadyPaused(let instant):
      return ["The story is paused since \(clockText(instant)), and twice is no more.", "`resume` lets it go on."]
    case .notPaused:
      return ["The story was not paused, so there was nothing to resume.", "A held story goes on with `release`."]
    case .alreadyBuffering(let instant):
      return [
        "The story waits for its picture since \(clockText(instant)) already.",
        "`story buffer` ends the wait, and nothing of the story is lost.",
      ]
    case .notBuffering: return ["The story did not wait for its picture.", "`story buffer 2s` lets it."]
    case .failed(let instant):
      return [
        "The story's picture could not be shown at \(clockText(instant)), so there is nothing to pause or play.",
        "`story retry` tries again, `next` goes on.",
      ]
    case .notFailed: return ["Nothing has failed, so there is nothing to try again.", "`story fail` lets it fail."]
    case .noDeck(let direction):
      return [
        "A swipe to the side goes to another user, and \(direction == .next ? "none comes after" : "none comes before") "
          + "@\(world.player.story?.author ?? "").",
        "`swipe \(direction == .next ? "right" : "left")` goes the other way, `next` stays with the deck.",
      ]
    case .noMeaning:
      return ["A swipe up means nothing in stories.", "Down ends viewing, left and right go to another user."]
    }
  }

  /// Why an input did what it did to the story.
  private func why(_ kind: Player.Event.Kind, _ author: String, _ text: String) -> [String] {
    switch kind {
    case .storyStarted(_, let id, let cause):
      return ["\(because(cause, text)) story \(id) by @\(author) started."]
    case .held(let offset):
      return [
        "A finger holds the story at \(TimeText.position(offset)); it stands as long as the finger stays, and nothing of it is lost."
      ]
    case .released(let length, let offset, _):
      return [
        "The finger was lifted after \(TimeText.length(length)), so the story goes on at \(TimeText.position(offset)), exactly where it stood."
      ]
    case .shortPress(let length):
      return [
        "The press of \(TimeText.length(length)) was shorter than a hold, which takes \(TimeText.length(world.player.settings.pressThreshold)), so it was a tap."
      ]
    case .paused(let offset):
      return [
        "The story stands at \(TimeText.position(offset)) until `resume`; letting go of a hold does not lift that."
      ]
    case .resumed(_, let offset, _): return ["The story goes on at \(TimeText.position(offset)), where it was paused."]
    case .bufferingStarted(let offset):
      return ["The story waits for its picture at \(TimeText.position(offset)) and loses nothing meanwhile."]
    case .bufferingEnded(let length, let offset, _):
      return ["The picture came after \(TimeText.length(length)); the story goes on at \(TimeText.position(offset))."]
    case .failed:
      return ["The story's picture could not be shown.", "`story retry` tries again, `next` goes on."]
    case .faultPlanned(let fault, let place):
      let what = fault == .failure ? "its picture fails" : "it waits for its picture"
      return [
        "When the story's own time comes to \(TimeText.position(place)), \(what); another story does away with that."
      ]
    case .retried(let offset, _): return ["The story was tried again and goes on at \(TimeText.position(offset))."]
    case .deckFinished(let then):
      switch then {
      case .loop: return ["That was the last story of the deck, which begins again (`settings`)."]
      case .dismiss: return ["That was the last story of the deck, and viewing ends there (`settings`)."]
      case .nextDeck: return ["That was this user's last story, so the next user follows (`settings`)."]
      }
    case .liked(_, let id): return ["Story \(id) is liked; a double tap never takes a like back, `unlike` does."]
    case .unliked(_, let id): return ["Story \(id) is not liked any more."]
    case .dismissed(.swipedDown): return ["A swipe down ends viewing.", "`story play 4` begins anew."]
    case .dismissed(.deckEnded): return []
    case .stopped(_, let id, let offset): return ["Story \(id) was stopped at \(TimeText.position(offset))."]
    case .entered, .ignored: return []
    }
  }

  private func because(_ cause: Player.Cause, _ text: String) -> String {
    let border = TimeText.decimal(world.player.settings.previousZone * 100)
    switch cause {
    case .opened: return "`\(text)` opened a deck, and"
    case .tapped where text.hasPrefix("tap left"): return "A tap left of \(border) % of the width goes back:"
    case .tapped: return "A tap left of \(border) % of the width goes back, any other goes on:"
    case .previous: return "`previous` goes back:"
    case .restartedFirst: return "Nothing comes before the deck's first story, so it starts again:"
    case .jumped: return "`\(text)` went to its place in the deck:"
    case .nextDeck: return "The next user's deck followed:"
    case .previousDeck: return "The deck of the user before followed:"
    case .next: return "`next` goes on:"
    case .advanced: return "The story before was over:"
    case .looped: return "After the deck's last story comes its first:"
    }
  }

  /// What the story has done by itself since an input.
  private func sinceThen(_ input: Int) -> String? {
    for number in (input + 1..<max(input + 1, log.entries.end)).reversed() {
      let entry = log.entries[number]
      guard entry.cause == nil, case .story(.storyStarted(_, let id, let cause), _) = entry.what else { continue }
      guard cause == .advanced || cause == .looped || cause == .nextDeck else { continue }
      return "Since then story \(id) has started by itself at \(clockText(entry.at)), because the one before was over."
    }
    return nil
  }

  func showExplanation(_ value: Value) {
    let words = (value.text ?? "").split(separator: " ")
    var line = " "
    for word in words {
      if line.count + word.count + 1 > max(20, min(output.width, 80) - 2), line != " " {
        writeLine(StyledText(line))
        line = " "
      }
      line += (line == " " ? "  " : " ") + word
    }
    writeLine(StyledText(line))
  }
}

import StoryScript
import Terminal
import Timeline
import Timers

/// What the countdown says, as events and sentences.
extension Session {
  func tell(_ event: TimerPart.Event) {
    switch event {
    case .countdown(let event): tell(event)
    case .flow(let event): tell(event)
    case .stored: break  // said once it is durable
    }
  }

  private func tell(_ event: Countdown.Event) {
    let name = world.timers.countdown.activity?.name ?? ""
    func about(_ values: [Value]) -> [Value] { [.text(name)] + values }
    switch event.kind {
    case .started(let activity, let total):
      emit(.timerStarted, at: event.at, [.text(activity.name), .duration(total)]) { line in
        line.mark(.starts)
        line.add(text: activity.name)
        line.add(" starts, ")
        line.add(total)
        line.add(": ")
        line.add(text: addressed(Encouragement.letsDoThis.sentence))
      }
    case .paused(let remaining):
      emit(.timerPaused, at: event.at, about([.duration(remaining)])) { line in
        line.mark(.held)
        line.add(text: name)
        line.add(" paused, ")
        line.add(remaining)
        line.add(" left")
      }
    case .resumed(let length, let remaining):
      emit(.timerResumed, at: event.at, about([.duration(length), .duration(remaining)])) { line in
        line.mark(.starts)
        line.add(text: name)
        line.add(" goes on after ")
        line.add(length)
        line.add(", ")
        line.add(remaining)
        line.add(" left")
      }
    case .stopped(let activity, _, let remaining):
      emit(.timerStopped, at: event.at, [.text(activity.name), .duration(remaining)]) { line in
        line.mark(.failed)
        line.add(text: activity.name)
        line.add(" stopped, ")
        line.add(remaining)
        line.add(" left: it does not count")
      }
    case .cleared: break
    case .ignored(let input, let reason):
      emit(.timerIgnored, at: event.at, [.text(input.name), .text(TimerWords.short(reason))]) { line in
        line.mark(.note)
        line.add("timer ")
        line.add(text: input.name)
        line.add(" ignored: ")
        line.add(text: TimerWords.short(reason))
      }
    case .colourChanged(let colour):
      // The ring shows it; as a line of its own it would say nothing that the message does not.
      emitSilently(.timerColour, at: event.at, about([.text(colour.rawValue)]))
    case .messageChanged(let message):
      let remaining = world.timers.countdown.remaining(at: event.at)
      emit(.timerMessage, at: event.at, about([.text(message.sentence), .duration(remaining)])) { line in
        line.mark(.note)
        line.add(text: name)
        line.add(", ")
        line.add(remaining)
        line.add(" left: ")
        line.add(text: message.sentence)
      }
    case .halfway(let cue):
      let remaining = world.timers.countdown.remaining(at: event.at)
      emit(.timerHalfway, at: event.at, about([.duration(remaining)] + feel(cue))) { line in
        line.mark(.halfway)
        line.add(text: name)
        line.add(", halfway")
      }
      sound(cue, at: event.at)
    case .oneMinuteLeft(let cue):
      emit(.timerMinute, at: event.at, about(feel(cue))) { line in
        line.mark(.warning)
        line.add(text: name)
        line.add(", one minute left")
      }
      sound(cue, at: event.at)
    case .tick(let remaining, let cue):
      emitSilently(.timerTick, at: event.at, about([.duration(remaining)] + feel(cue)))
      sound(cue, at: event.at)
    case .completed(let stint, let cue): completed(stint, cue, at: event.at)
    }
  }

  private func completed(_ stint: Stint, _ cue: Cue, at instant: Instant) {
    let fields: [Value] =
      [
        .text(stint.activity.name), .duration(stint.allocated), .duration(stint.actual),
        .duration(stint.saved), .text(stint.ending.rawValue),
      ] + feel(cue)
    emit(.timerCompleted, at: instant, fields) { line in
      line.mark(.done)
      line.add(text: stint.activity.name)
      line.add(" done")
      if stint.ending == .early {
        line.add(", ")
        if stint.minutesSaved > 0 {
          line.add(Int(stint.minutesSaved))
          line.add(" min early!")
        } else {
          line.add(stint.saved)
          line.add(" early!")
        }
        if world.timers.profile.name != nil { line.add(text: addressed(" Well done!")) }
      } else {
        line.add(", ")
        line.add(stint.actual)
        line.add(text: addressed(": well done!"))
      }
    }
    celebrate()
    sound(cue, at: instant)
  }

  /// A small picture for whoever looks: at a terminal only.
  private func celebrate() {
    guard output.isTerminal, output.format == .text else { return }
    var line = StyledText("           ")
    let signs = output.glyphs == .unicode ? ["✦", "★", "✦"] : ["+", "*", "+"]
    for (index, sign) in signs.enumerated() {
      if index > 0 { line.append("  ") }
      line.append(sign, index == 1 ? .held : RingColour.periwinkle.style)
    }
    speaker.writeLine(line)
  }

  /// A sentence that ends in "!", said to the child whose name is known: "Let's do this, Mia!".
  private func addressed(_ sentence: String) -> String {
    guard let name = world.timers.profile.name, sentence.last == "!" else { return sentence }
    return "\(sentence.dropLast()), \(name)!"
  }

  /// What is felt and heard: the last fields of an event with a cue.
  private func feel(_ cue: Cue) -> [Value] { Self.feelings[cue] ?? [] }

  /// Made once: with ticks there are thousands of events that share them.
  private static let feelings: [Cue: [Value]] = {
    let cues: [Cue] = [.completion, .oneMinuteLeft, .halfway, .tick]
    return Dictionary(
      uniqueKeysWithValues: cues.map { cue in
        let haptic = cue.haptic.map { pulse -> Value in
          .record([
            "after": .duration(pulse.after), "length": .duration(pulse.length), "strength": .number(pulse.strength),
          ])
        }
        return (cue, [.list(haptic), .list(cue.strikes.map { .duration($0) })])
      })
  }()
}

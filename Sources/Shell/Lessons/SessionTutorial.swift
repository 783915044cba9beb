import StoryScript
import Terminal

/// The walk through the timers: takes in what was done, and says what comes next.
///
/// It walks in practice sessions only, so that a child's own stars stay what they are. At a real prompt `tutorial start`
/// opens a practice session for it; how far it came is kept with the real one.
extension Session {
  /// Takes an input of a person's in.
  /// - Throws: why it has no effect.
  func walk(_ input: Tutorial.Input) throws(Failure) {
    _ = try present()
    var walked = world.lessons
    let events = walked.handle(input)
    if case .ignored(let why) = events.first {
      let (message, suggestion) = TutorialWords.reason(why, walked.tutorial.step)
      throw .refused(message, suggestion)
    }
    if options.kind == .real, walked.tutorial.state == .walking {
      guard let prompt = questions.prompt else {
        throw .refused("the tutorial walks in a practice session", "leave out --real")
      }
      prompt.ask(for: .practice { $0.walk(on: walked.tutorial) })
      return
    }
    change { $0.lessons = walked }
    for event in events { happen(.lessons(event)) }
  }

  /// Goes on with the tutorial where another session's stands.
  func walk(on tutorial: Tutorial) {
    change { $0.lessons.take(tutorial) }
    let begins = tutorial.done.isEmpty && tutorial.step == .startTimer
    if begins { happen(.lessons(.started)) }
    happen(.lessons(.step(tutorial.step, goesOn: !begins)))
  }

  /// Keeps how far the tutorial came in the practice session on top of this one.
  func keep(_ tutorial: Tutorial) {
    guard world.lessons.tutorial != tutorial else { return }
    change { $0.lessons.take(tutorial) }
    do throws(Failure) { try commit() } catch { notice(error.problem.message) }
  }

  /// Takes in that a command has run which shows something of the timers.
  func walk(past sign: CommandSign) {
    guard let sign = Tutorial.Sign(sign) else { return }
    for event in change({ $0.lessons.see(sign) }) { happen(.lessons(event)) }
  }

  /// A walk that nobody is on any more waits; whoever quit in its midst is told once.
  func interruptTutorial() {
    guard world.lessons.tutorial.state == .walking else { return }
    change { _ = $0.lessons.handle(.leave) }
    guard options.isPrompt else { return }
    notice("the tutorial waits at step \(world.lessons.tutorial.step.number) of 9: `tutorial resume` goes on")
  }

  // MARK: Telling

  func tell(_ event: Tutorial.Event) {
    let at = clock.now
    switch event {
    case .started: emit(TutorialEvents.started, (), at: at)
    case .ignored: break
    case .stepDone(let done): emit(TutorialEvents.done, (done, false), at: at)
    case .stepSkipped(let skipped): emit(TutorialEvents.done, (skipped, true), at: at)
    case .step(let next, let goesOn):
      let line = TutorialWords.line(next, hasTimer: world.hasTimer)
      emit(TutorialEvents.step, (next, line), at: at)
      speaker.say { [unowned self] in show(next, line, goesOn: goesOn) }
    case .left(let left): emit(TutorialEvents.left, left, at: at)
    case .finished(let done):
      emit(TutorialEvents.finished, done, at: at)
      speaker.say { [unowned self] in showEnd(done) }
    }
  }

  private func show(_ step: Tutorial.Step, _ command: String, goesOn: Bool) {
    let isFirst = step == .startTimer
    let isDone = Tutorial.Step.allCases.dropLast(9 - step.number + 1).last.map(world.lessons.tutorial.done.contains)
    speaker.writeEvent(at: clock.now) { line in
      line.mark(isFirst || goesOn ? .starts : isDone == true ? .done : .note)
      line.add(
        text: isFirst
          ? "The tutorial, step 1 of 9: " : "\(goesOn ? "The tutorial goes on, " : "")step \(step.number) of 9: ")
      line.add(Painted(TutorialWords.title(step), .heading))
    }
    explain(TutorialWords.sentence(step))
    speaker.writeLine(StyledText("   try  ", .dim) + StyledText(command, .command))
  }

  private func showEnd(_ done: Int) {
    speaker.writeEvent(at: clock.now) { line in
      line.say(.star, "that was the tutorial: \(done) of 9 steps done")
    }
    explain(
      questions.isNested
        ? "`practice end` returns to your own session; nothing of this one is kept."
        : "`tutorial restart` walks it again.")
  }

  private func explain(_ sentence: String) {
    for line in StyledText(sentence).wrapped(to: output.width - 4) { speaker.writeLine(StyledText("   ") + line) }
  }
}

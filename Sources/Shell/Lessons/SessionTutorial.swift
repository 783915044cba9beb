import StoryScript
import Terminal
import Timers

/// The walk through the timers: takes in what was done, and says what comes next.
///
/// It walks in practice sessions only, so that a child's own stars stay what they are. At a real prompt `tutorial start`
/// opens a practice session for it; how far it came is kept with the real one.
extension Session {
  /// Takes an input of a person's in.
  /// - Throws: why it has no effect.
  func walk(_ input: Tutorial.Input) throws(Failure) {
    _ = try present()
    var tutorial = world.household.tutorial
    let events = tutorial.handle(input)
    if case .ignored(_, let why) = events.first {
      let (message, suggestion) = TutorialWords.reason(why, tutorial.step)
      throw .refused(message, suggestion)
    }
    if options.kind == .real, tutorial.state == .walking {
      guard let prompt else {
        throw .refused("the tutorial walks in a practice session", "leave out --real")
      }
      prompt.request = .tutorial(tutorial)
      return
    }
    world.household.tutorial = tutorial
    let goesOn = events.contains { if case .resumed = $0 { true } else { false } }
    for event in events { tell(event, goesOn: goesOn) }
  }

  /// Goes on with the tutorial where another session's stands.
  func walk(on tutorial: Tutorial) {
    world.household.tutorial = tutorial
    let begins = tutorial.done.isEmpty && tutorial.step == .startTimer
    if begins { tell(.started) }
    tell(.step(tutorial.step), goesOn: !begins)
  }

  /// Takes in that something was done. Most of it the tutorial is not about.
  func did(_ sign: Tutorial.Sign) {
    guard world.household.tutorial.current?.isCompleted(by: sign) == true else { return }
    for event in world.household.tutorial.handle(.did(sign)) { tell(event) }
  }

  /// The same for a command: what it shows comes before what the tutorial says about it.
  func did(_ sign: Tutorial.Sign, of command: Int) {
    guard world.household.tutorial.current?.isCompleted(by: sign) == true else { return }
    if case .nothing = Catalog.entries[command].shows { return did(sign) }
    holdsWords = true
    did(sign)
    holdsWords = false
    guard remembers, Catalog.roles[command] == .looks else { return }
    // No step of its own, so nothing else keeps what it changed for `rewind`.
    world.settle(at: clock.now)
    steps.keep(world, at: clock.now)
  }

  /// Says what has waited for a command to show what it shows.
  func tellWaiting() {
    if waitingWords.isEmpty { return }
    let words = waitingWords
    waitingWords = []
    for word in words { word() }
  }

  /// Keeps how far the tutorial came in the practice session on top of this one.
  func keep(_ tutorial: Tutorial) {
    guard world.household.tutorial != tutorial else { return }
    world.household.tutorial = tutorial
    do throws(Failure) { try commit() } catch { notice(error.problem.message) }
  }

  /// A walk that nobody is on any more waits; whoever quit in its midst is told once.
  func interruptTutorial() {
    guard world.household.tutorial.state == .walking else { return }
    world.household.tutorial.handle(.leave)
    guard options.isPrompt else { return }
    notice("the tutorial waits at step \(world.household.tutorial.step.number) of 9: `tutorial resume` goes on")
  }

  // MARK: Telling

  /// - Parameter goesOn: whether the walk was left before and goes on now.
  private func tell(_ event: Tutorial.Event, goesOn: Bool = false) {
    let at = clock.now
    func step(_ step: Tutorial.Step) -> [Value] { [.text(step.rawValue), .number(Double(step.number))] }
    switch event {
    case .started: emitSilently(.tutorialStarted, at: at, [])
    case .resumed, .ignored: break
    case .stepDone(let done): emitSilently(.tutorialDone, at: at, step(done) + [.bool(false)])
    case .stepSkipped(let skipped): emitSilently(.tutorialDone, at: at, step(skipped) + [.bool(true)])
    case .step(let next):
      let commands = TutorialWords.commands(next, world.countdown.state)
      emitSilently(.tutorialStep, at: at, step(next) + [.text(commands.joined(separator: "; "))])
      say { session in session.show(next, commands, goesOn: goesOn) }
    case .left(let left):
      emit(.tutorialLeft, at: at, step(left)) { line in
        line.mark(.note)
        line.add("the tutorial waits at step ")
        line.add(left.number)
        line.add(" of 9: `tutorial resume` goes on")
      }
    case .finished(let done):
      emitSilently(.tutorialFinished, at: at, [.number(Double(done))])
      say { session in session.showEnd(done) }
    }
  }

  /// Says something now, or after what a command is about to show.
  private func say(_ words: @escaping (Session) -> Void) {
    guard output.format == .text else { return }
    if holdsWords { waitingWords.append { [unowned self] in words(self) } } else { words(self) }
  }

  private func show(_ step: Tutorial.Step, _ commands: [String], goesOn: Bool) {
    let isFirst = step == .startTimer
    let isDone = Tutorial.Step.allCases.dropLast(9 - step.number + 1).last.map(world.household.tutorial.done.contains)
    writeEvent(at: clock.now) { line in
      line.mark(isFirst || goesOn ? .starts : isDone == true ? .done : .note)
      line.add(
        text: isFirst
          ? "The tutorial, step 1 of 9: " : "\(goesOn ? "The tutorial goes on, " : "")step \(step.number) of 9: ")
      line.add(text: TutorialWords.title(step), .heading)
    }
    explain(TutorialWords.sentence(step))
    for (index, command) in commands.enumerated() {
      writeLine(StyledText(index == 0 ? "   try   " : "   then  ", .dim) + StyledText(command, .command))
    }
  }

  private func showEnd(_ done: Int) {
    writeEvent(at: clock.now) { line in
      line.mark(.star)
      line.add(text: "that was the tutorial: \(done) of 9 steps done")
    }
    explain(
      isNested
        ? "`practice end` returns to your own session; nothing of this one is kept."
        : "`tutorial restart` walks it again.")
  }

  private func explain(_ sentence: String) {
    for line in StyledText(sentence).wrapped(to: output.width - 4) { writeLine(StyledText("   ") + line) }
  }
}

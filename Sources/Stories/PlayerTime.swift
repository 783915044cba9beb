import Timeline

extension Player {
  /// When the player next does something by itself, always after `now`; `nil` when nothing is pending.
  ///
  /// One deadline at most: the end of the entering part, of the story, of a press or of a wait for the picture, or what
  /// was planned to go wrong, whichever comes first.
  public var nextDeadline: Instant? {
    let due = deadline
    return due == .distantFuture ? nil : due
  }

  /// Moves on to `instant` and delivers everything that happens until then, that instant included, in order.
  ///
  /// In how many steps one goes makes no difference. An earlier instant than `now` changes nothing.
  /// - Complexity: O(events); a looping deck has no end, so neither has the way to `distantFuture`.
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    var due = deadline
    while due <= instant, due != .distantFuture {
      now = due
      meetDeadline(deliver)
      due = deadline
    }
    if instant > now { now = instant }
  }

  /// As `advance(to:_:)`, with the events in an array.
  @discardableResult
  public mutating func advance(to instant: Instant) -> [Event] {
    var events: [Event] = []
    advance(to: instant) { events.append($0) }
    return events
  }

  /// `distantFuture` for none: one comparison in the loop above instead of two.
  private var deadline: Instant {
    switch situation {
    case .entering:
      let end = length > Player.enteringLength ? Player.enteringLength : length
      return origin + (faultAt < end ? faultAt : end)
    case .playing: return origin + (faultAt < length ? faultAt : length)
    case .heldPlaying, .heldPaused, .heldFailed: return pressEnd
    case .buffering, .pausedBuffering: return stallEnd
    case .heldBuffering, .heldPausedBuffering: return Swift.min(pressEnd, stallEnd)
    case .idle, .dismissed, .paused, .failed: return .distantFuture
    }
  }

  private mutating func meetDeadline(_ deliver: (Event) -> Void) {
    if situation.isMoving {
      if faultAt <= now - origin { return meetFault(deliver) }
    } else if stallEnd <= now {
      return endStall(deliver)
    }
    if situation == .entering, length > Player.enteringLength {
      assert(TransitionTable.cell(situation, .entered) == .accepted(.to(.playing)))
      situation = .playing
      deliver(Event(at: now, kind: .entered(index: index, id: deck.id(at: index))))
    } else if situation.isMoving {
      assert(TransitionTable.cell(situation, .ended) == .accepted(.storyOrEnd))
      goOn(cause: .advanced, deliver)
    } else if case .accepted(.letGo(let below)) = TransitionTable.cell(situation, .pressOver) {
      letGo(to: below, deliver)
    }
  }

  /// What was planned to go wrong in the story does.
  private mutating func meetFault(_ deliver: (Event) -> Void) {
    assert(TransitionTable.cell(situation, .faultDue) == .accepted(.fault))
    freeze()
    stalledSince = now
    if faultLength >= .zero {
      situation = .buffering
      stallEnd = now + faultLength
      deliver(Event(at: now, kind: .bufferingStarted(offset: frozen)))
    } else {
      situation = .failed
      deliver(Event(at: now, kind: .failed(offset: frozen)))
    }
    faultAt = .max
  }

  /// The picture comes by itself.
  private mutating func endStall(_ deliver: (Event) -> Void) {
    stallEnd = .distantFuture
    guard case .accepted(let next) = TransitionTable.cell(situation, .bufferOver) else { return }
    if case .to(let situation) = next { self.situation = situation } else { thaw() }
    deliver(Event(at: now, kind: .bufferingEnded(waited: now - stalledSince, offset: frozen, into: state)))
  }

  /// Whether chance lets the story's picture fail.
  mutating func failsByChance() -> Bool {
    settings.faults.failureRate > 0 && chance.unit() < settings.faults.failureRate
  }

  // MARK: From story to story

  /// Starts the story at `place` from its beginning; lifts any pause, buffering or failure of the one before.
  mutating func start(_ place: Int, cause: Cause, _ deliver: (Event) -> Void) {
    index = place
    length = deck.length(at: place, asked: setup.asked, usual: setup.usual)
    origin = now
    situation = .entering
    stallEnd = .distantFuture
    faultAt = .max
    deliver(Event(at: now, kind: .storyStarted(index: place, id: deck.id(at: place), cause: cause)))
    if deck.isMissing(at: place) { failAtOnce(deliver) } else if !settings.faults.areOff { tryLuck(deliver) }
  }

  /// Chance may let the picture fail or come late, before the story has moved.
  private mutating func tryLuck(_ deliver: (Event) -> Void) {
    if failsByChance() { return failAtOnce(deliver) }
    guard settings.faults.bufferRate > 0, chance.unit() < settings.faults.bufferRate else { return }
    frozen = .zero
    stalledSince = now
    stallEnd = now + settings.faults.bufferLength
    situation = .buffering
    deliver(Event(at: now, kind: .bufferingStarted(offset: .zero)))
  }

  /// A story without its picture has failed before it has moved.
  private mutating func failAtOnce(_ deliver: (Event) -> Void) {
    frozen = .zero
    stalledSince = now
    situation = .failed
    deliver(Event(at: now, kind: .failed(offset: .zero)))
  }

  /// The story after this one, or whatever the settings put after the last.
  mutating func goOn(cause: Cause, _ deliver: (Event) -> Void) {
    guard index + 1 == deck.count else { return start(index + 1, cause: cause, deliver) }
    switch settings.endOfDeck {
    case .loop:
      deliver(Event(at: now, kind: .deckFinished(then: .loop)))
      start(0, cause: .looped, deliver)
    case .nextDeck:
      if let next = rail.deck(.next, of: deck[index].author) {
        deliver(Event(at: now, kind: .deckFinished(then: .nextDeck)))
        deck = next
        start(0, cause: .nextDeck, deliver)
      } else {
        dismissAtEnd(deliver)
      }
    case .dismiss:
      dismissAtEnd(deliver)
    }
  }

  private mutating func dismissAtEnd(_ deliver: (Event) -> Void) {
    deliver(Event(at: now, kind: .deckFinished(then: .dismiss)))
    close(as: .dismissed)
    deliver(Event(at: now, kind: .dismissed(.deckEnded)))
  }

  /// Ends viewing. The deck goes too: nothing of it may leak into what is opened next.
  mutating func close(as situation: Situation) {
    self.situation = situation
    deck = .empty
    rail = .none
    index = 0
    stallEnd = .distantFuture
    faultAt = .max
  }

  // MARK: Standing still and moving on

  /// Takes the story's own time off the clock, if it is on it.
  mutating func freeze() {
    if situation.isMoving { frozen = now - origin }
  }

  /// Puts the story's own time on the clock again, where it was.
  mutating func thaw() {
    origin = now - frozen
    situation = frozen < Player.enteringLength ? .entering : .playing
  }

  /// The finger goes up: back to what lay below, or a tap if it was too short for a hold.
  mutating func letGo(to below: Situation?, _ deliver: (Event) -> Void) {
    let heldFor = now - heldSince
    pressEnd = .distantFuture
    if heldFor < settings.pressThreshold {
      deliver(Event(at: now, kind: .shortPress(heldFor: heldFor)))
      tap(at: pressPlace, deliver)
      return
    }
    if let below { situation = below } else { thaw() }
    deliver(Event(at: now, kind: .released(heldFor: heldFor, offset: frozen, into: state)))
  }

  /// A tap left of the border goes back, on it or right of it on.
  mutating func tap(at place: Double, _ deliver: (Event) -> Void) {
    if place < settings.previousZone { goBack(cause: .tapped, deliver) } else { goOn(cause: .tapped, deliver) }
  }

  /// The story before this one; the first one starts again.
  mutating func goBack(cause: Cause, _ deliver: (Event) -> Void) {
    if index == 0 {
      start(0, cause: .restartedFirst, deliver)
    } else {
      start(index - 1, cause: cause, deliver)
    }
  }
}

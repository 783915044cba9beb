import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The events of the player, with their sentences.
package struct StoryEvents {
  let session: Session

  package init(_ session: Session) { self.session = session }

  static let all = [
    started.row, held.row, released.row, paused.row, resumed.row, buffering.row, buffered.row, failed.row, fault.row,
    retried.row, finished.row, liked.row, unliked.row, dismissed.row, stopped.row, ignored.row,
  ]

  static let started = EventEntry<(id: Int, author: String, place: Int, cause: Player.Cause)>(
    "story.started", "a story started", repeats: true,
    fields: [
      .init("story", "the story's number in the feed") { $0.id },
      .init("author", "the user who shared the story", mark: .handle) { $0.author },
      .init("place", "the story's place in the deck, from 1") { $0.place },
      .init(
        "cause",
        "opened, advanced, looped, tapped, tappedBack, next, previous, restartedFirst, jumped, nextDeck, previousDeck, nextRound, roundBefore or reloaded"
      ) { $0.cause.rawValue },
    ],
    says: { line, story, session in
      line.write(mark(story.cause), "story ", story.id, " by ", Styled(author: story.author))
      switch story.cause {
      case .opened:
        line.add(" plays, ", session.world.stories.player.storyLength)
        if session.world.stories.player.hasOneLength { line.add(" a story") }
      case .looped: line.add(", from the start again")
      case .restartedFirst: line.add(" starts again: it is the deck's first story")
      case .nextDeck: line.add(", the next user")
      case .previousDeck: line.add(", the previous user")
      case .roundBefore: line.add(", the previous round")
      case .nextRound: line.add(", the feed continues")
      case .reloaded: line.add(", the feed was loaded again")
      default: break
      }
    },
    why: { ["\(StoryReasons.because($0.cause, $1)) story \($0.id) by @\($0.author) started."] })

  private static func mark(_ cause: Player.Cause) -> Mark {
    switch cause {
    case .opened: .plays
    case .tappedBack, .previous, .restartedFirst, .previousDeck, .roundBefore: .previous
    default: .next
    }
  }

  static let held = EventEntry<Duration>(
    "story.held", "a finger went down on the story",
    fields: [.init("position", "the position in the story") { $0 }],
    says: { line, position, _ in line.write(.held, Styled("held", .held), " at ", Styled(position: position)) },
    because: { position in
      "A finger went down on the story at \(TimeText.position(position)); the story stays there as long as the finger is down, and nothing is lost."
    })

  static let released = EventEntry<(held: Duration, position: Duration, state: Player.State)>(
    "story.released", "the finger was lifted",
    fields: [
      .init("held", "the length of the hold") { $0.held },
      .init("position", "the position at which the story resumes") { $0.position },
    ],
    says: { line, story, _ in
      line.write(.plays, "released after ", story.held, continuation(story.state), Styled(position: story.position))
    },
    why: { story, why in
      let text = StoryReasons.released(after: story.held, at: story.position, into: story.state)
      return ["T\(text.dropFirst())."]
    })

  static let paused = EventEntry<Duration>(
    "story.paused", "`pause` paused the story",
    fields: [.init("position", "the position in the story") { $0 }],
    says: { line, position, _ in line.write(.held, "paused at ", Styled(position: position)) },
    because: { "The story stays at \(TimeText.position($0)) until `resume`; releasing a hold does not end the pause." }
  )

  static let resumed = EventEntry<(paused: Duration, position: Duration, state: Player.State)>(
    "story.resumed", "`resume` ended the pause",
    fields: [
      .init("paused", "the length of the pause") { $0.paused },
      .init("position", "the position at which the story resumes") { $0.position },
    ],
    says: { line, story, _ in
      line.write(.plays, "resumed after ", story.paused, continuation(story.state), Styled(position: story.position))
    },
    why: { story, why in
      [
        "The pause of \(TimeText.length(story.paused)) is over, \(StoryReasons.continuation(story.state, at: story.position))."
      ]
    })

  static let buffering = EventEntry<Duration>(
    "story.buffering", "the story started to wait for its picture or video",
    fields: [.init("position", "the position in the story") { $0 }],
    says: { line, position, _ in line.write(.note, "waiting for the picture at ", Styled(position: position)) },
    why: { position, why in [StoryReasons.waits(at: position, why)] })

  static let buffered = EventEntry<(waited: Duration, position: Duration, state: Player.State)>(
    "story.buffered", "the picture or video was loaded",
    fields: [
      .init("waited", "the length of the wait") { $0.waited },
      .init("position", "the position at which the story resumes") { $0.position },
    ],
    says: { line, story, _ in
      line.write(
        .plays, "picture loaded after ", story.waited, continuation(story.state), Styled(position: story.position))
    },
    why: { story, why in
      let rest = StoryReasons.continuation(story.state, at: story.position)
      return [
        why.command == "story buffer"
          ? "`story buffer` ended the wait for the picture after \(TimeText.length(story.waited)), \(rest)."
          : "The picture was loaded after \(TimeText.length(story.waited)), \(rest)."
      ]
    })

  static let failed = EventEntry<(position: Duration, cause: Player.FailureCause)>(
    "story.failed", "the picture or video could not be shown",
    fields: [
      .init("position", "the position in the story") { $0.position },
      .init("cause", "asked (`story fail`), planned (`story fail at`), chance (`set story-failures`) or missing") {
        $0.cause.rawValue
      },
    ],
    says: { line, failure, _ in
      line.write(
        .failed, style: .error, "the picture could not be shown at ", Styled(position: failure.position),
        "; try: story retry")
    },
    why: { StoryReasons.failed($0.cause, at: $0.position, $1.session) })

  static let fault = EventEntry<(fault: Player.Fault, position: Duration)>(
    "story.fault", "a fault was planned for the story",
    fields: [
      .init("kind", "buffering or failure") { $0.fault == .failure ? "failure" : "buffering" },
      .init("position", "the position of the fault") { $0.position },
      .init("length", "the length of the wait; none if the picture fails") {
        if case .buffering(let length) = $0.fault { .duration(length) } else { .none }
      },
    ],
    says: { line, story, _ in
      let place = Styled(position: story.position)
      switch story.fault {
      case .failure: line.write(.note, "the picture will fail at ", place)
      case .buffering(let length): line.write(.note, "the picture will be ", length, " late at ", place)
      }
    },
    because: { story in
      let what = story.fault == .failure ? "its picture fails" : "it waits for its picture"
      return "When the story reaches \(TimeText.position(story.position)), \(what); "
        + "going to another story cancels the fault."
    })

  static let retried = EventEntry<(position: Duration, state: Player.State)>(
    "story.retried", "`story retry` loaded the picture again",
    fields: [.init("position", "the position at which the story resumes") { $0.position }],
    says: { line, story, _ in line.write(.plays, "retried", continuation(story.state), Styled(position: story.position))
    },
    because: {
      "The picture is loaded again, and the story continues at \(TimeText.position($0.position)), where the picture failed."
    })

  /// Has no line, since the following event reports the same.
  static let finished = EventEntry<Player.EndOfDeck>(
    "story.finished", "the last story of the deck ended",
    fields: [.init("then", "the next step: loop, dismiss, nextDeck or endless") { $0.rawValue }],
    why: { then, why in
      let set = "(`set end \(StorySettings.word(why.session.world.stories.viewer.end))`)"
      return switch then {
      case .loop: ["That was the last story of the deck, so the deck starts again \(set)."]
      case .dismiss where why.session.world.stories.viewer.isDismissing: ["That was the last story of the deck."]
      case .dismiss: ["That was the last story of the deck, so viewing ends \(set)."]
      case .nextDeck: ["That was this user's last story, so the next user follows \(set)."]
      case .endless: ["That was the last story of the deck, so the feed continues \(set)."]
      }
    })

  static let liked = EventEntry<(id: Int, isNew: Bool)>(
    "story.liked", "a story was liked", lasts: true,
    fields: [.init("story", "the story's number in the feed") { $0.id }],
    says: { line, story, _ in line.write(.liked, "story ", story.id, story.isNew ? " liked" : " is already liked") },
    why: { story, why in
      [
        why.hasChangedNothing
          ? "`\(why.input.text)` changed nothing: story \(story.id) was already liked. A double tap never removes a like, but `unlike` does."
          : "Story \(story.id) is liked; a double tap never removes a like, but `unlike` does."
      ]
    })

  static let unliked = EventEntry<(id: Int, wasLiked: Bool)>(
    "story.unliked", "a like was removed", lasts: true,
    fields: [.init("story", "the story's number in the feed") { $0.id }],
    says: { line, story, _ in
      line.write(.note, "story ", story.id, story.wasLiked ? " is no longer liked" : " was not liked")
    },
    why: { story, why in
      [
        why.hasChangedNothing
          ? "`\(why.input.text)` changed nothing: story \(story.id) was not liked."
          : "Story \(story.id) is no longer liked."
      ]
    })

  static let dismissed = EventEntry<Player.Dismissal>(
    "story.dismissed", "viewing ended",
    fields: [.init("cause", "swipedDown or deckEnded") { $0.rawValue }],
    says: { line, cause, _ in line.write(.done, cause == .swipedDown ? "swiped away: viewing ends" : "viewing ends") },
    why: { cause, _ in
      cause == .swipedDown
        ? ["A swipe down ends viewing.", "`story play 4` starts it again."]
        : ["Viewing has ended; `story play 4` starts it again."]
    })

  static let stopped = EventEntry<(id: Int, position: Duration)>(
    "story.stopped", "`story stop` ended viewing",
    fields: [
      .init("story", "the story's number in the feed") { $0.id },
      .init("position", "the position in the story") { $0.position },
    ],
    says: { line, story, _ in line.write(.done, "story ", story.id, " stopped at ", Styled(position: story.position)) },
    because: { "Story \($0.id) was stopped at \(TimeText.position($0.position))." })

  static let ignored = EventEntry<Ignored>(
    "story.ignored", "an input had no effect",
    fields: [
      .init("input", "the input") { $0.input }, .init("reason", "the reason why it had no effect") { $0.reason },
    ],
    says: { line, ignored, _ in
      switch ignored {
      case .press(let length): line.write(.note, "released after ", length, ": a tap")
      case .input(let input, _, _): line.write(.note, StoryWords.name(input), " ignored: ", ignored.reason)
      }
    },
    why: { ignored, why in
      switch ignored {
      case .press(let length): ["T\(StoryReasons.wasTap(length, why.session).dropFirst())."]
      case .input(_, let reason, _): StoryReasons.why(reason, why.session)
      }
    })

  enum Ignored {
    /// The finger was lifted too early for a hold.
    case press(Duration)
    case input(Player.InputKind, Player.Ignored, now: Instant)

    var input: String {
      switch self {
      case .press: "press"
      case .input(let input, _, _): input.name
      }
    }

    var reason: String {
      switch self {
      case .press: "shorter than a hold, so it was a tap"
      case .input(_, let reason, let now): StoryWords.short(reason, now: now)
      }
    }
  }

  /// Returns the state that continues when a hold or a pause ends.
  private static func continuation(_ state: Player.State) -> String {
    switch state {
    case .entering, .playing: ", resumes at "
    case .paused: ", still paused at "
    case .buffering: ", still waiting for the picture at "
    case .failed: ", still failed at "
    case .pausedByHold: ", still held at "
    case .idle, .dismissed: ", ended at "
    }
  }

  /// Passes a player's event to a visitor, either when it happens or later from the log.
  /// - Parameter isNew: whether the event changed anything; only its line depends on that.
  /// - Returns: `nil` for an event that only changes `story.state`: a viewer sees no difference.
  @discardableResult
  static func visit<Visitor: EventVisitor>(
    _ kind: Player.Event.Kind, author: String, at instant: Instant, isNew: Bool = true, _ visitor: Visitor
  ) -> Visitor.Result? {
    switch kind {
    case .storyStarted(let index, let id, let cause): visitor.visit(started, (id, author, index + 1, cause))
    case .entered: nil
    case .held(let position): visitor.visit(held, position)
    case .released(let length, let position, let state): visitor.visit(released, (length, position, state))
    case .shortPress(let length): visitor.visit(ignored, .press(length))
    case .paused(let position): visitor.visit(paused, position)
    case .resumed(let length, let position, let state): visitor.visit(resumed, (length, position, state))
    case .bufferingStarted(let position): visitor.visit(buffering, position)
    case .bufferingEnded(let length, let position, let state): visitor.visit(buffered, (length, position, state))
    case .failed(let position, let cause): visitor.visit(failed, (position, cause))
    case .faultPlanned(let what, let position): visitor.visit(fault, (what, position))
    case .retried(let position, let state): visitor.visit(retried, (position, state))
    case .deckFinished(let then): visitor.visit(finished, then)
    case .liked(_, let id): visitor.visit(liked, (id, isNew))
    case .unliked(_, let id): visitor.visit(unliked, (id, isNew))
    case .dismissed(let cause): visitor.visit(dismissed, cause)
    case .stopped(_, let id, let position): visitor.visit(stopped, (id, position))
    case .ignored(let input, let reason): visitor.visit(ignored, .input(input, reason, now: instant))
    }
  }

  /// Passes a logged event to a visitor.
  package static func visit<Visitor: EventVisitor>(
    _ logged: StoryPart.Logged, of session: Session, at instant: Instant, _ visitor: Visitor
  ) -> Visitor.Result? {
    switch logged {
    case .story(let kind, let author):
      visit(kind, author: session.resources.stories.author(author), at: instant, visitor)
    }
  }
}

extension StoryEvents {
  package func report(_ event: StoryPart.Event, isNew: Bool) {
    switch event {
    case .player(let event): report(event, isNew: isNew)
    case .fault(let notice, let instant): StoryFaults(session).report(notice, at: instant)
    case .feed(let event): FeedEvents(session).report(event)
    case .shared(let story): session.emit(SharedStories.shared, story, at: session.now)
    case .unshared(let story): session.emit(SharedStories.removed, story, at: session.now)
    }
  }

  /// Logs the player's events without their fields, which costs less.
  private func report(_ event: Player.Event, isNew: Bool) {
    var (author, number) = ("", Int32(0))
    switch event.kind {
    case .entered: return
    case .storyStarted(let index, _, _):
      author = session.world.stories.player.deck.author(at: index)
      number = session.resources.stories.number(ofAuthor: author)
    default: break
    }
    session.past.log(.domain(.story(event.kind, author: number)), at: event.at)
    StoryEvents.visit(
      event.kind, author: author, at: event.at, isNew: isNew, EventReporter(session: session, at: event.at))
  }
}

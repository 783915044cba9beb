import Stories
import StoryScript
import Terminal
import Timeline

/// What the player says, as events and sentences.
extension Session {
  func tell(_ event: StoryPart.Event, isNew: Bool) {
    switch event {
    case .player(let event): tell(event, isNew: isNew)
    case .feed(let event): tell(event)
    }
  }

  private func tell(_ event: Player.Event, isNew: Bool) {
    log(event)
    switch event.kind {
    case .storyStarted(let index, let id, let cause): started(event.at, index, id, cause)
    case .entered: break  // seen in `story.state`; nothing changes for a viewer
    case .held(let offset):
      emit(.storyHeld, at: event.at, [.duration(offset)]) { line in
        line.mark(.held)
        line.add("held", .held)
        line.add(" at ")
        line.addPosition(offset)
      }
    case .released(let length, let offset, let state):
      emit(.storyReleased, at: event.at, [.duration(length), .duration(offset)]) { line in
        line.mark(.plays)
        line.add("released after ")
        line.add(length)
        line.add(goesOn(state))
        line.addPosition(offset)
      }
    case .shortPress(let length):
      emit(.storyIgnored, at: event.at, [.text("press"), .text("shorter than a hold, so it is a tap")]) { line in
        line.mark(.note)
        line.add("let go after ")
        line.add(length)
        line.add(": a tap")
      }
    case .paused(let offset):
      emit(.storyPaused, at: event.at, [.duration(offset)]) { line in
        line.mark(.held)
        line.add("paused at ")
        line.addPosition(offset)
      }
    case .resumed(let length, let offset, let state):
      emit(.storyResumed, at: event.at, [.duration(length), .duration(offset)]) { line in
        line.mark(.plays)
        line.add("resumed after ")
        line.add(length)
        line.add(goesOn(state))
        line.addPosition(offset)
      }
    case .bufferingStarted(let offset):
      emit(.storyBuffering, at: event.at, [.duration(offset)]) { line in
        line.mark(.note)
        line.add("waits for its picture at ")
        line.addPosition(offset)
      }
    case .bufferingEnded(let length, let offset, let state):
      emit(.storyBuffered, at: event.at, [.duration(length), .duration(offset)]) { line in
        line.mark(.plays)
        line.add("the picture came after ")
        line.add(length)
        line.add(goesOn(state))
        line.addPosition(offset)
      }
    case .failed(let offset):
      emit(.storyFailed, at: event.at, [.duration(offset)]) { line in
        line.mark(.failed, .error)
        line.add("the picture could not be shown at ")
        line.addPosition(offset)
        line.add("; `story retry` tries again")
      }
    case .faultPlanned(let fault, let place):
      let (kind, length) = StoryLog.words(fault)
      emit(.storyFault, at: event.at, [.text(kind), .duration(place), length]) { line in
        line.mark(.note)
        switch fault {
        case .failure: line.add("the picture is going to fail at ")
        case .buffering(let length):
          line.add("the picture is going to be ")
          line.add(length)
          line.add(" late at ")
        }
        line.addPosition(place)
      }
    case .retried(let offset, let state):
      emit(.storyRetried, at: event.at, [.duration(offset)]) { line in
        line.mark(.plays)
        line.add("tried again")
        line.add(goesOn(state))
        line.addPosition(offset)
      }
    case .deckFinished(let then):
      // What follows says it too.
      emitSilently(.storyFinished, at: event.at, [.text(then.rawValue)])
    case .liked(_, let id): liked(event, id, isNew)
    case .unliked(_, let id): unliked(event, id, isNew)
    case .dismissed(let cause):
      emit(.storyDismissed, at: event.at, [.text(cause.rawValue)]) { line in
        line.mark(.done)
        line.add(cause == .swipedDown ? "swiped away, viewing ends" : "viewing ends")
      }
    case .stopped(_, let id, let offset):
      emit(.storyStopped, at: event.at, [.number(Double(id)), .duration(offset)]) { line in
        line.mark(.done)
        line.add("story ")
        line.add(id)
        line.add(" stopped at ")
        line.addPosition(offset)
      }
    case .ignored(let input, let reason):
      let words = StoryWords.short(reason, now: event.at)
      emit(.storyIgnored, at: event.at, [.text(input.name), .text(words)]) { line in
        line.mark(.note)
        line.add(text: StoryWords.name(input))
        line.add(" ignored: ")
        line.add(text: words)
      }
    }
  }

  private func log(_ event: Player.Event) {
    switch event.kind {
    case .entered: return
    case .storyStarted(let index, _, _):
      let author = world.stories.player.deck.author(at: index)
      past.log(.domain(.story(event.kind, author: author)), at: event.at)
    default: past.log(.domain(.story(event.kind, author: "")), at: event.at)
    }
  }

  private func started(_ at: Instant, _ index: Int, _ id: Int, _ cause: Player.Cause) {
    let author = world.stories.player.deck.author(at: index)
    emit(
      .storyStarted, at: at,
      [.number(Double(id)), .text(author), .number(Double(index + 1)), .text(cause.rawValue)]
    ) { line in
      switch cause {
      case .opened: line.mark(.plays)
      case .previous, .restartedFirst, .previousDeck: line.mark(.previous)
      default: line.mark(.next)
      }
      line.add("story ")
      line.add(id)
      line.add(" by ")
      line.author(author)
      switch cause {
      case .opened:
        line.add(" plays, ")
        line.add(world.stories.player.storyLength)
        if world.stories.player.deck.count > 1 { line.add(" a story") }
      case .looped: line.add(", from the start again")
      case .restartedFirst: line.add(" starts again: nothing comes before it")
      case .nextDeck: line.add(", the next user")
      case .previousDeck: line.add(", the user before")
      default: break
      }
    }
  }

  private func liked(_ event: Player.Event, _ id: Int, _ isNew: Bool) {
    emit(.storyLiked, at: event.at, [.number(Double(id))]) { line in
      line.mark(.liked)
      line.add("story ")
      line.add(id)
      line.add(isNew ? " liked" : " is liked already")
    }
  }

  private func unliked(_ event: Player.Event, _ id: Int, _ wasLiked: Bool) {
    emit(.storyUnliked, at: event.at, [.number(Double(id))]) { line in
      line.mark(.note)
      line.add("story ")
      line.add(id)
      line.add(wasLiked ? " is no longer liked" : " was not liked")
    }
  }

  /// What lies under a hold or a pause when it ends.
  private func goesOn(_ state: Player.State) -> StaticString {
    switch state {
    case .entering, .playing: ", goes on at "
    case .paused: ", still paused at "
    case .buffering: ", still waits for its picture at "
    case .failed: ", still failed at "
    case .pausedByHold: ", still held at "
    case .idle, .dismissed: ", ended at "
    }
  }
}

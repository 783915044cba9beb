import StoryScript

/// Every kind of event of a session. The raw value is its place in the language's schema.
public enum EventID: Int, CaseIterable, Sendable {
  case storyStarted, storyHeld, storyReleased, storyPaused, storyResumed, storyBuffering, storyBuffered, storyFailed
  case storyFault, storyRetried, storyFinished, storyLiked, storyUnliked, storyDismissed, storyStopped, storyIgnored
  case feedLoading, feedLoaded, feedFailed, feedIgnored
  case cacheCleared
  case timerStarted, timerPaused, timerResumed, timerColour, timerMessage, timerHalfway, timerMinute, timerTick
  case timerCompleted, timerStopped, timerIgnored
  case timerSaved, timerRated, timerImported, timerPostponed
  case activityAdded, activityEdited, activityRemoved
  case profileChanged
  case tutorialStarted, tutorialStep, tutorialDone, tutorialLeft, tutorialFinished
  case pinOffered, pinSet, pinRemoved, pinDeclined, pinWrong, pinLocked
  case photosClustered, photosReviewed
  case postQueued
  case settingChanged
  case syncDone
  case sessionUndone, sessionRedone, sessionRewound, sessionForked, sessionKept, sessionDropped

  /// Whether the player is where it comes from.
  var isStory: Bool { rawValue <= EventID.storyIgnored.rawValue }

  /// Its name, fields and meaning: what `when`, `--json` and Grammar.md know about it.
  public var kind: EventKind {
    switch self {
    case .storyStarted:
      EventKind(
        "story.started",
        [
          "story": "its number in the feed", "author": "who shared it", "place": "its place in the deck, from 1",
          "cause": "opened, advanced, looped, tapped, next, previous, restartedFirst, jumped, nextDeck or previousDeck",
        ],
        "a story begins to play")
    case .storyHeld:
      EventKind("story.held", ["position": "how far the story is, in seconds"], "a finger holds the story")
    case .storyReleased:
      EventKind(
        "story.released", ["held": "how long it was held", "position": "where it goes on"], "the finger was lifted")
    case .storyPaused: EventKind("story.paused", ["position": "where it stands"], "`pause` stopped the story")
    case .storyResumed:
      EventKind("story.resumed", ["paused": "for how long", "position": "where it goes on"], "`resume` let it go on")
    case .storyBuffering: EventKind("story.buffering", ["position": "where it stands"], "the story waits for its media")
    case .storyBuffered:
      EventKind("story.buffered", ["waited": "for how long", "position": "where it goes on"], "the media are there")
    case .storyFailed: EventKind("story.failed", ["position": "where it stands"], "the media could not be shown")
    case .storyFault:
      EventKind(
        "story.fault",
        ["kind": "buffering or failure", "position": "where it comes", "length": "how long it then waits"],
        "something is going to go wrong in the story")
    case .storyRetried: EventKind("story.retried", ["position": "where it goes on"], "the story is tried again")
    case .storyFinished:
      EventKind(
        "story.finished", ["then": "what follows: loop, dismiss or nextDeck"], "the last story of the deck is over")
    case .storyLiked: EventKind("story.liked", ["story": "its number in the feed"], "a story was liked")
    case .storyUnliked: EventKind("story.unliked", ["story": "its number in the feed"], "a like was taken back")
    case .storyDismissed: EventKind("story.dismissed", ["cause": "swipedDown or deckEnded"], "viewing ended")
    case .storyStopped:
      EventKind(
        "story.stopped", ["story": "its number in the feed", "position": "how far it was"], "`story stop` ended viewing"
      )
    case .storyIgnored:
      EventKind(
        "story.ignored", ["input": "what was done", "reason": "why it had no effect"], "a gesture had no effect")
    case .feedLoading:
      EventKind("feed.loading", ["page": "its number; none for other lists"], "a list of the feed is on its way")
    case .feedLoaded:
      EventKind(
        "feed.loaded",
        ["page": "its number; none for other lists", "stories": "how many it has", "waited": "for how long"],
        "the list is there")
    case .feedFailed:
      EventKind(
        "feed.failed", ["page": "its number; none for other lists", "waited": "for how long"], "the list did not come")
    case .feedIgnored:
      EventKind(
        "feed.ignored", ["input": "what was asked", "reason": "why it had no effect"], "`feed retry` had no effect")
    case .cacheCleared: EventKind("cache.cleared", ["pictures": "how many went"], "`cache clear` was used")
    case .timerStarted:
      EventKind("timer.started", ["activity": "its name", "total": "how long it lasts"], "a timer starts")
    case .timerPaused:
      EventKind("timer.paused", ["activity": "its name", "remaining": "the time left"], "the timer stands")
    case .timerResumed:
      EventKind(
        "timer.resumed", ["activity": "its name", "paused": "for how long", "remaining": "the time left"],
        "the timer goes on")
    case .timerColour:
      EventKind(
        "timer.colour", ["activity": "its name", "colour": "the ring's new colour"], "the ring changes its colour")
    case .timerMessage:
      EventKind(
        "timer.message", ["activity": "its name", "text": "what it says", "remaining": "the time left"],
        "the timer says something else")
    case .timerHalfway:
      EventKind(
        "timer.halfway",
        [
          "activity": "its name", "remaining": "the time left", "haptic": "the pattern to feel",
          "strikes": "when its sound is heard, from the event on",
        ],
        "half of the time has passed")
    case .timerMinute:
      EventKind(
        "timer.minute",
        [
          "activity": "its name", "haptic": "the pattern to feel",
          "strikes": "when its sound is heard, from the event on",
        ], "one minute is left")
    case .timerTick:
      EventKind(
        "timer.tick",
        [
          "activity": "its name", "remaining": "the time left", "haptic": "the pattern to feel",
          "strikes": "when its sound is heard, from the event on",
        ], "a second has passed; only after `set tick on`")
    case .timerCompleted:
      EventKind(
        "timer.completed",
        [
          "activity": "its name", "allocated": "the time there was", "actual": "the time it took",
          "saved": "the time left over", "ending": "timeUp or early", "haptic": "the pattern to feel",
          "strikes": "when its sound is heard, from the event on",
        ],
        "the activity is done")
    case .timerStopped:
      EventKind(
        "timer.stopped", ["activity": "its name", "remaining": "the time that was left"],
        "the timer was stopped and does not count")
    case .timerIgnored:
      EventKind(
        "timer.ignored", ["input": "what was asked", "reason": "why it had no effect"], "a timer command had no effect")
    case .timerSaved:
      EventKind(
        "timer.saved",
        [
          "session": "its id, for ever", "activity": "its name", "day": "the local day for which it counts",
          "allocated": "the time there was", "actual": "the time it took", "saved": "the time left over",
          "ending": "timeUp or early", "asks": "what comes next: rating, or pin before it",
        ],
        "a session of a timer is kept for good")
    case .timerRated:
      EventKind(
        "timer.rated",
        [
          "session": "its id", "activity": "its name", "rating": "amazing, good or needs work",
          "stars": "what it brings", "multiplier": "1, 1.5 or 2, by the streak of its day", "total": "all stars so far",
        ],
        "a session got its rating")
    case .activityAdded:
      EventKind(
        "activity.added", ["activity": "its name", "icon": "its picture", "minutes": "how long it lasts"],
        "an activity of one's own was added")
    case .activityEdited:
      EventKind(
        "activity.edited",
        [
          "activity": "its name now", "was": "its name before", "icon": "its picture", "minutes": "how long it lasts",
        ],
        "an activity was changed")
    case .activityRemoved:
      EventKind("activity.removed", ["activity": "its name"], "an activity of one's own was removed")
    case .profileChanged:
      EventKind("profile.changed", ["name": "the child's name; none when it was forgotten"], "the child's name changed")
    case .tutorialStarted:
      EventKind("tutorial.started", [:], "the tutorial begins with its first step")
    case .tutorialStep:
      EventKind(
        "tutorial.step",
        ["step": "its name", "number": "1 to 9", "command": "what it asks for"],
        "the tutorial shows a step")
    case .tutorialDone:
      EventKind(
        "tutorial.done",
        ["step": "its name", "number": "1 to 9", "skipped": "whether it was passed over"],
        "a step of the tutorial is over")
    case .tutorialLeft:
      EventKind("tutorial.left", ["step": "where it waits", "number": "1 to 9"], "the tutorial was left")
    case .tutorialFinished:
      EventKind("tutorial.finished", ["done": "how many of the nine steps were done"], "the tutorial is over")
    case .timerImported:
      EventKind(
        "timer.imported",
        [
          "file": "where they came from", "added": "sessions that are new", "ratings": "ratings that are new",
          "known": "rows that said nothing new",
          "kept": "rows that said something else than what is known, which stays",
          "damaged": "rows that could not be read", "total": "all stars so far",
        ],
        "sessions were read from a file")
    case .timerPostponed:
      EventKind(
        "timer.postponed", ["session": "its id", "activity": "its name"], "`rate later`: a session waits for its rating"
      )
    case .pinOffered: EventKind("pin.offered", [:], "a PIN was offered, once for ever")
    case .pinSet: EventKind("pin.set", ["changed": "whether it took the place of another"], "a PIN was set")
    case .pinRemoved: EventKind("pin.removed", [:], "the PIN was removed")
    case .pinDeclined: EventKind("pin.declined", [:], "`pin skip`: a PIN is not offered again")
    case .pinWrong:
      EventKind(
        "pin.wrong", ["tries": "how many in a row", "wait": "how long the next one has to wait"],
        "a wrong PIN was tried")
    case .pinLocked:
      EventKind(
        "pin.locked", ["remaining": "how long the wait still takes", "until": "when it is over"],
        "a PIN was tried while there was a wait, and not looked at")
    case .photosClustered:
      EventKind(
        "photos.clustered",
        [
          "folder": "what was read", "photos": "how many", "moments": "how many",
          "threshold": "the gap that separates them",
          "problems": "files that gave trouble, as a list",
        ],
        "photos were divided into moments")
    case .photosReviewed:
      EventKind(
        "photos.reviewed",
        ["photo": "its path in the library", "number": "how many were looked at", "of": "how many there are"],
        "a photo was looked at")
    case .postQueued:
      EventKind(
        "post.queued",
        [
          "post": "its number in the outbox", "text": "what it says", "graphemes": "its length in characters",
          "bytes": "its length in UTF-8", "facets": "mentions, links and tags, as a list",
        ],
        "a post was put into the outbox")
    case .settingChanged:
      EventKind("setting.changed", ["name": "its name", "value": "what it is now"], "`set` was used")
    case .syncDone:
      EventKind(
        "sync.done",
        ["folder": "the shared folder", "received": "events that came from others", "sent": "bytes that went there"],
        "`sync` merged with other devices")
    case .sessionUndone: EventKind("session.undone", ["command": "what was taken back"], "`undo` took a command back")
    case .sessionRedone: EventKind("session.redone", ["command": "what was done again"], "`redo` did a command again")
    case .sessionRewound:
      EventKind("session.rewound", ["from": "when it was", "to": "when it is now"], "`rewind` went back in time")
    case .sessionForked: EventKind("session.forked", ["depth": "how many forks are open"], "`fork` began a trial")
    case .sessionKept: EventKind("session.kept", ["depth": "how many forks are open"], "`fork keep` kept a trial")
    case .sessionDropped:
      EventKind("session.dropped", ["depth": "how many forks are open"], "`fork drop` went back to before a trial")
    }
  }
}

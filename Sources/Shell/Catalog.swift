import StoryScript
import System
import Terminal
import Timeline

/// The one table: every command, state field and event of the shell, and what the wings do at a session's turning points.
public enum Catalog {
  public static let standard = CommandCatalog(
    entries: joined([
      StoryCommands.entries, ViewCommands.entries, gestures, DeckCommands.entries, FeedCommands.entries,
      CacheCommands.entries,
      TimerCommands.entries, TimerMachineCommands.entries, ActivityCommands.entries, ProfileCommands.entries,
      LearnCommands.entries,
      RewardCommands.entries, PINCommands.entries, HistoryCommands.entries, StatsCommands.entries,
      TransferCommands.entries, SyncCommands.entries, DeviceCommands.entries,
      PhotoCommands.entries, PhotoRecords.entries, CameraClockCommands.entries, ReviewCommands.entries,
      FavoriteCommands.entries, TimelineCommands.entries, SheetCommands.entries, MapCommands.entries,
      PostCommands.entries, ReplyCommands.entries, ImageCommands.entries, DraftCommands.entries, FacetCommands.entries,
      SendingCommands.entries, AccountCommands.entries, ReadingCommands.entries,
      ListCommands.entries, NotificationCommands.entries, NavigationCommands.entries, BrowseCommands.entries,
      ActingCommands.entries, WordCommands.entries, ListeningCommands.entries, ArchiveCommands.entries,
      FileCommands.entries, ExploreCommands.entries, ClipboardCommands.entries,
      UndoCommands.entries, ClockCommands.entries, ForkCommands.entries, SettingCommands.entries(World.settings),
      LogCommands.entries, WaitingCommands.entries,
      StoryMachineCommands.entries, GestureMachine.entries, GeneralCommands.entries, PracticeCommands.entries,
      RecordCommands.entries,
      PromptCommands.entries, AbbreviationCommands.entries,
    ]),
    states: joined([
      StoryCommands.states, FeedCommands.states, CacheCommands.states, TimerCommands.states, ProfileCommands.states,
      LearnCommands.states, RewardCommands.states, PINCommands.states, PhotoCommands.states,
      ReviewCommands.states, PostCommands.states, ImageCommands.states, SendingCommands.states, AccountCommands.states,
      ReadingCommands.states, NotificationCommands.states, NavigationCommands.states, ActingCommands.states,
      WordCommands.states, ListeningCommands.states, ArchiveCommands.states,
      GeneralCommands.states, UndoCommands.states,
    ]),
    events: joined([
      StoryEvents.all, StoryFaults.events, FeedEvents.all, CacheCommands.events, TimerEvents.all, RewardEvents.all,
      ActivityEvents.all,
      LessonEvents.all, PINEvents.all, PhotoCommands.events, CameraClockCommands.events,
      ReviewEvents.all, PostEvents.all, ImageEvents.all, SendingEvents.all, ReactionEvents.all, AccountEvents.all,
      ListeningEvents.all, ArchiveEvents.all, [WordCommands.changed.row],
      SettingCommands.events,
      SyncCommands.events, DeviceCommands.events, SessionEvents.all,
    ]), settings: World.settings,
    wings: wings)

  /// `like` is about the playing story, and with something behind it about a post.
  private static let gestures = GestureCommands.entries.map { entry in
    switch entry.command.name {
    case "like": entry.orGiven(ActingCommands.like)
    case "unlike": entry.orGiven(ActingCommands.unlike)
    default: entry
    }
  }

  /// All in one list, each copied once: this runs whenever the program starts.
  private static func joined<Entry>(_ groups: [[Entry]]) -> [Entry] {
    var all: [Entry] = []
    all.reserveCapacity(groups.reduce(0) { $0 + $1.count })
    for group in groups { all += group }
    return all
  }

  private static let wings = CommandCatalog.Wings(
    tell: { session, event, isNew in
      switch event {
      case .stories(let event): session.tell(event, isNew: isNew)
      case .timers(let event): session.tell(event)
      case .photos(let event): session.tell(event)
      case .posts(let event): session.tell(event)
      }
    },
    followed: { session, event in
      switch event {
      case .timers(let event): session.followed(event)
      case .posts(.due(let number)): session.sendDue(number)
      case .posts(.asks): session.askWhatIsNew()
      case .stories, .photos, .posts: break
      }
    },
    performed: { session, command in
      session.aside.lessons.hear(session.catalog.entries[command].command.name)
      session.settleWishes()
    },
    recorder: { $0.lessonRecorder },
    answered: { $0.answerInLesson($1) },
    passed: { $0.goOnWithLesson() },
    opened: { session, kept in
      session.opened(kept.timers)
      session.aside.photos.add(kept.photos.libraries)
      session.recallHeard()
      session.resumeSending()
      session.sweepPictures()
    },
    joined: { session, kept in
      session.joined(kept.timers)
      session.aside.photos.add(kept.photos.libraries)
      session.tellPhotosApart()
      session.resumeArrived()
    },
    tally: { session in "\(TimeText.count(session.stints.stars, "star")) in all" },
    unkept: { session in
      session.leaveLesson()
      session.noticeUnkept()
    },
    refusals: { $0.aside.posts.refusals.takeAll() },
    left: { session in
      session.awaitAnswers()
      session.noticeTimer()
    },
    useBell: { session, ring in session.aside.timers.sounder = Sounder(ring: ring) },
    standing: { session, aspects, before in
      StoryStatus.standing(session, aspects) ?? TimerStatus.standing(session, aspects, before)
    },
    rewound: { session, line in StoryStatus.rewound(session, &line) },
    recorded: { session, logged, at in StoryEvents.use(logged, of: session, at: at, RecordingEvent()) },
    spoken: { session, logged, at in
      StoryEvents.use(logged, of: session, at: at, SpeakingEvent(session: session)) ?? nil
    },
    reasons: { logged, at, why in
      StoryEvents.use(logged, of: why.session, at: at, ExplainingEvent(reasoning: why)) ?? []
    },
    sinceThen: { session, entry in
      StoryReasons.sinceThen(session, entry) ?? TimerReasons.sinceThen(session, entry)
    },
    atLast: { StoryReasons.lag($0) },
    advice: { session, fields, why in
      StoryReasons.advice(session.world.stories, fields, why)
        ?? TimerReasons.advice(session.world.timers.countdown, fields, why) ?? PostStatus.advice(why)
    },
    names: { kind, session in
      StoryNames.candidates(kind, in: session) ?? TimerNames.candidates(kind, in: session)
        ?? Shelf.candidates(kind) ?? PostNames.candidates(kind, in: session) ?? []
    },
    sections: {
      [
        .init(name: "machine", markdown: MachineView.markdown), .init(name: "loader", markdown: LoaderView.markdown),
        .init(name: "timer machine", markdown: TimerMachineView.markdown),
        .init(name: "outbox machine", markdown: OutboxMachineView.markdown),
      ]
    },
    videoLength: { PhotoLibrary.videoLength(of: $0) },
    pictures: { (session, path) throws(Failure) in try session.pictures(in: path) },
    shared: { (path) throws(Failure) in try PhotoLibrary.shared(path) },
    bestPictures: { (session, moment, limit, bytes) throws(Failure) in
      try session.bestPictures(of: moment, limit, byteLimit: bytes)
    },
    published: { (session, value) throws(Failure) in try session.pictures(published: value) },
    drawnPicture: { PhotoScene.picture(in: $0, $1, columns: $2, rows: $3) },
    irreplaceable: { PhotoLibrary.words(for: $0) },
    protection: { session, path in
      if let session { return session.aside.photos.protection(of: path) }
      return UserFiles.libraries.map { KnownLibraries(path: $0).protection(of: path) } ?? FileProtection()
    },
    scenes: (
      StoryScene.scene(PhotoScene.picture, isLoading: ThumbnailLoader.shared.isLoading).or(PhotoScene.scene),
      TimerScene.scene
    ),
    meant: { OtherCommand.suggested($0, of: $1, $2, in: $3) },
    takesUp: { $0.takeUpReview() },
    viewed: { ["story": .record($0.storyRecord), "timer": .record($0.timerRecord)] },
    exhibits: [
      LessonExhibit.exhibit, StoryExhibit.exhibit, TimerExhibit.exhibit, MapExhibit.exhibit, PostExhibit.exhibit,
    ],
    viewRows: { world, hasBeneath in
      // A photo is nothing without its picture.
      let story = world.stories.player.story
      let isPhoto = story.map { $0.file != nil } ?? (world.photos.current != nil)
      return (isPhoto ? 18 : 4) + (hasBeneath ? 4 : 0)
    },
    settle: { ThumbnailLoader.shared.settle(within: Session.thumbnailPatience) },
    deadlines: {
      StoryStatus.deadlines($0.stories) + TimerStatus.deadlines($0.timers) + PostStatus.deadlines($0.posts)
    },
    endless: { PostStatus.endless($0.posts) },
    nextSound: { $0.aside.timers.sounder?.delay(host: SystemClock.now) },
    playSounds: { $0.playTimerSounds() },
    nextAnswer: { $0.nextAnswer },
    takeAnswers: { $0.takeAnswers() },
    others: (
      isAwaited: { $0.runtime.listens(to: AccountEvents.changed.name) || $0.runtime.awaits("account") },
      hear: { $0.hearAccounts() }
    ),
    drawn: { session, value in
      if Session.isPosts(value) {
        session.showPosts(read: value)
      } else if NotificationRecords.isNotifications(value) {
        session.showNotifications(value, isWhole: false)
      } else {
        return false
      }
      return true
    },
    mode: { $0.aside.lessons.run?.isPlaying == true ? "play" : nil },
    foretells: { $0.isForetelling },
    room: { PostCountdown.text(of: $0, $1) },
    status: { world, instant, hasPictures, glyphs in
      let story = StoryStatus.text(world.stories, at: instant, hasPictures, glyphs)
      let timer = TimerStatus.text(world.timers, at: instant, hasPictures, glyphs)
      guard let story, let timer else { return story ?? timer }
      return story + StyledText("  ") + timer
    })
}

import StoryScript
import Terminal
import Timeline

/// The tables of a session, handed to it when it is made: its commands, readable state, events and settings, and what the
/// wings do at its turning points.
///
/// The parser, help, completion and Grammar.md's lists are made from it.
public final class CommandCatalog: Sendable {
  /// The shell as the language knows it.
  public let schema: Schema
  let entries: [CommandEntry]
  let states: [StateEntry]
  /// The values that `set` can change.
  let settings: [Setting]
  let wings: Wings

  // Asked for every command that runs: reading one word must not copy a whole entry.
  let roles: [CommandEntry.Role]
  let effects: [Command.Effect]
  let runs: [@Sendable (Session, Arguments) throws(Failure) -> CommandOutcome]

  /// The wings' work for a session, joined.
  struct Wings: Sendable {
    /// Says what happened: to the log, as a line or JSON, and to handlers. The flag tells whether it changed anything.
    let tell: @Sendable (Session, World.Event, Bool) -> Void
    /// Does what an event that was told leads to outside the world.
    let followed: @Sendable (Session, World.Event) -> Void
    /// Takes in that a command has run.
    let performed: @Sendable (Session, Int) -> Void
    /// Takes down what is typed beside the prompt's own recorder; `nil` where nothing does.
    let recorder: @Sendable (Session) -> Recorder?
    /// Answers a line that was typed and has run.
    let answered: @Sendable (Session, TypedLine) -> Void
    /// Time has passed at a prompt where nobody types.
    let passed: @Sendable (Session) -> Void
    /// A session has opened what is kept.
    let opened: @Sendable (Session, World.Kept) -> Void
    /// Others have added to what is kept.
    let joined: @Sendable (Session, World.Kept) -> Void
    /// The sum of all that is kept, for whoever merges: "45 stars in all".
    let tally: @Sendable (Session) -> String?
    /// A script is over: says what is forgotten, and what still waits.
    let unkept: @Sendable (Session) -> Void
    /// What servers have refused of a script that no command of it was told.
    let refusals: @Sendable (Session) -> [Failure]
    /// A prompt is left.
    let left: @Sendable (Session) -> Void
    /// Makes the bell that sounds ring.
    let useBell: @Sendable (Session, _ ring: @escaping () -> Void) -> Void
    /// How what came back by `undo` stands now, where the command's name does not say it.
    let standing: @Sendable (Session, World.Aspects, _ before: World) -> String?
    /// Adds to a line about going back in time.
    let rewound: @Sendable (Session, inout LineWriter) -> Void
    /// The values of a domain's event, made from the log long after it happened.
    let recorded: @Sendable (Session, World.Logged, _ at: Instant) -> (row: EventRow, fields: Record)?
    /// The sentence of a domain's event, made from the log; `nil` for one that has none.
    let spoken: @Sendable (Session, World.Logged, _ at: Instant) -> StyledText?
    /// Why it did what it did, for `explain`.
    let reasons: @Sendable (World.Logged, _ at: Instant, Reasoning) -> [String]
    /// What an entry says of what a domain has done by itself since; `nil` when that is nothing to tell.
    let sinceThen: @Sendable (Session, EventLog.Entry) -> Aftermath?
    /// What is to be said of how things stand now, behind all that has happened.
    let atLast: @Sendable (Session) -> String?
    /// What to do where a condition about these fields of the state never comes true; `nil` when nothing is known.
    let advice: @Sendable (Session, _ fields: [StateField], NeverReason) -> String?
    /// The names of a kind, for completion.
    let names: @Sendable (NameKind, Session) -> [Candidate]
    /// Parts of Grammar.md: their names and what they say.
    let sections: @Sendable () -> [ReferenceSection]
    /// How long the video in a file plays; `nil` for what is none, or does not say.
    let videoLength: @Sendable (_ path: String) -> Duration?
    /// The pictures of a folder in the order in which they were taken.
    let pictures: @Sendable (Session, _ path: String) throws(Failure) -> Pictures
    /// The picture in a file as others may have it.
    let shared: @Sendable (_ path: String) throws(Failure) -> SharedPicture
    /// The best pictures of a moment's record: so many at most, none with more bytes.
    let bestPictures:
      @Sendable (Session, _ moment: Record, _ limit: Int, _ byteLimit: Int) throws(Failure) -> ChosenPictures
    /// The pictures that a post or a person shows; `nil` where the value means neither.
    let published: @Sendable (Session, Value) throws(Failure) -> PublishedPictures?
    /// A picture in memory as rows of at most so many cells; `nil` for what is none, or cannot be decoded.
    let drawnPicture: @Sendable (_ bytes: [UInt8], PictureForm, _ columns: Int, _ rows: Int) -> [StyledText]?
    /// What the content of a file is that nothing may be written over, such as "a photo (JPEG)"; `nil` for any other file.
    let irreplaceable: @Sendable (_ path: String) -> String?
    /// What speaks against writing a file, as a session knows or without one a tool; its note comes once in a session.
    let protection: @Sendable (Session?, _ path: String) -> FileProtection
    /// The pictures of a watched screen: above, and beneath it.
    let scenes: (main: Scene, beneath: Scene)
    /// The refusal of a command that leads to the one that was probably meant; as it was where there is none.
    let meant: @Sendable (Failure, _ command: Int, Arguments, Session) -> Failure
    /// Takes up what an earlier session was in the midst of, where nothing is shown: the photo of a review.
    let takesUp: @Sendable (Session) -> Void
    /// What they show, as a record.
    let viewed: @Sendable (Session) -> Record
    /// What a page of a recording shows.
    let exhibits: [Exhibit]
    /// How many rows `view` draws, and whether something stands beneath.
    let viewRows: @Sendable (World, Bool) -> Int
    /// Waits a little for what is on its way to a picture that was drawn just now; whether something was.
    let settle: @Sendable () -> Bool
    /// What the domains do next by themselves.
    let deadlines: @Sendable (World) -> [(at: Instant, kind: String, what: String)]
    /// The command by which something goes on by itself until another one ends it; `nil` where nothing does.
    let endless: @Sendable (World) -> String?
    /// The time until a sound is due; `nil` when none is.
    let nextSound: @Sendable (Session) -> Duration?
    let playSounds: @Sendable (Session) -> Void
    /// The time until it is to be seen whether others have answered: none once they have; `nil` when none is asked.
    let nextAnswer: @Sendable (Session) -> Duration?
    /// Takes in what others have answered.
    let takeAnswers: @Sendable (Session) -> Void
    /// What other sessions of the folder change outside the journal: whether somebody waits for it now, and taking it in.
    let others: (isAwaited: @Sendable (Session) -> Bool, hear: @Sendable (Session) -> Void)
    /// Draws a value that no command has given, where a domain has a way of its own to show it.
    /// - Returns: whether it did.
    let drawn: @Sendable (Session, Value) -> Bool
    /// What is tried in a session, in a word before the prompt's sign; `nil` for nothing.
    let mode: @Sendable (Session) -> String?
    /// Whether somebody is to foretell what comes, so that nothing tells it before.
    let foretells: @Sendable (Session) -> Bool
    /// How much room the line that is being typed has left; `nil` where it has no limit, or is far from it.
    let room: @Sendable (_ line: String, Schema) -> StyledText?
    /// The words at the right of the prompt.
    let status: @Sendable (World, Instant, _ hasPictures: Bool, GlyphSet) -> StyledText?
  }

  init(entries: [CommandEntry], states: [StateEntry], events: [EventRow], settings: [Setting], wings: Wings) {
    self.entries = entries
    self.states = states
    self.settings = settings
    self.wings = wings
    schema = Schema(commands: entries.map(\.command), states: states.map(\.field), events: events.map(\.kind))
    roles = entries.map(\.role)
    effects = entries.map(\.command.effect)
    runs = entries.map(\.run)
  }
}

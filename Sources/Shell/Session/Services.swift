import StoryScript
import Terminal
import Timeline

/// What wings offer each other and the core: each service is a protocol that one wing implements, and nobody else knows
/// which.
struct Services: Sendable {
  let pictures: any PictureSource
  let published: any PublishedPictureSource
  let libraries: any LibraryGuard
  let tutor: any Tutor
}

/// Pictures in files and in memory.
protocol PictureSource: AnyObject, Sendable {
  /// The pictures of a folder in the order in which they were taken.
  func pictures(in path: String, for session: Session) throws(Failure) -> Pictures
  /// The best pictures of a moment.
  /// - Parameters:
  ///   - moment: its record, as `cluster` gives it.
  ///   - limit: the most pictures.
  ///   - byteLimit: the most bytes of one picture.
  func best(of moment: Record, _ limit: Int, byteLimit: Int, for session: Session) throws(Failure) -> ChosenPictures
  /// The picture in a file as others may have it.
  func shared(_ path: String) throws(Failure) -> SharedPicture
  /// The length of the video in a file; `nil` for what is none, or does not say.
  func videoLength(of path: String) -> Duration?
  /// The picture of a file in a room of so many cells; `nil` while it is loaded, and where there is none.
  func drawn(file: String, _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]?
  /// A picture in memory in a room of so many cells; `nil` for what is none, or cannot be decoded.
  func drawn(_ bytes: [UInt8], _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]?
  /// Whether a picture that was drawn just now is still loaded.
  var isLoading: Bool { get }
  /// Waits a little for the pictures that are still loaded.
  /// - Returns: whether one was.
  func awaitLoading() -> Bool
}

/// Pictures that somebody has published.
protocol PublishedPictureSource: AnyObject, Sendable {
  /// The pictures that a post or a person shows; `nil` where the value means neither.
  func pictures(published value: Value, for session: Session) throws(Failure) -> PublishedPictures?
}

/// What must never be written over.
protocol LibraryGuard: AnyObject, Sendable {
  /// The words for the content of a file that nothing may be written over, such as "a photo (JPEG)"; `nil` for any other.
  func irreplaceable(_ path: String) -> String?
  /// What speaks against writing a file; its note comes once in a session.
  /// - Parameter session: the session that writes; `nil` for a tool.
  func protection(of path: String, _ session: Session?) -> FileProtection
}

/// A lesson that follows what is typed.
protocol Tutor: AnyObject, Sendable {
  /// Records what is typed beside the prompt's own recorder; `nil` outside a lesson.
  func recorder(_ session: Session) -> Recorder?
  /// Answers a typed line that has run.
  func answered(_ line: TypedLine, _ session: Session)
  /// Time has passed at a prompt where nobody types.
  func passed(_ session: Session)
  /// What is tried in a session, in a word before the prompt's sign; `nil` for nothing.
  func mode(_ session: Session) -> String?
  /// Whether the learner is to foretell what comes, so that nothing may tell it before.
  func foretells(_ session: Session) -> Bool
}

/// Pictures of a folder.
struct Pictures {
  /// The folder that their names count from.
  let folder: String
  let names: [String]
}

/// A picture ready to be handed to others: without what its file says beside it.
struct SharedPicture {
  let bytes: [UInt8]
  /// `image/jpeg`
  let type: String
  /// In pixels, as people see it.
  let width: Int
  let height: Int
  /// What its file says that it shows.
  let description: String?
}

/// Pictures that were chosen from many.
struct ChosenPictures {
  /// In the order in which they were taken, with their files.
  let pictures: [(file: String, picture: SharedPicture)]
  /// How many could not be used where fewer were found than were wanted.
  let unusable: Int
}

/// Pictures that somebody has published, wherever they are.
struct PublishedPictures {
  struct Item {
    /// What it shows, in words; empty where nobody said.
    let alt: String
    /// What names the picture, everywhere and for ever.
    let name: String
    /// The handle of whoever shows it.
    let author: String
  }

  /// Whose they are: "@3 of ana.test".
  let title: String
  let items: [Item]
}

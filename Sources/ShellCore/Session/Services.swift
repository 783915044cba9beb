import SessionState
import StoryScript
import TerminalText
import Timeline

/// The services that wings offer each other and the core: each is a protocol that one wing implements, and its users
/// do not know which.
package struct Services: Sendable {
  package let pictures: any PictureSource
  package let published: any PublishedPictureSource
  package let libraries: any LibraryGuard
  package let tutor: any Tutor

  package init(
    pictures: any PictureSource, published: any PublishedPictureSource, libraries: any LibraryGuard, tutor: any Tutor
  ) {
    self.pictures = pictures
    self.published = published
    self.libraries = libraries
    self.tutor = tutor
  }
}

/// A source of pictures from files and memory.
package protocol PictureSource: AnyObject, Sendable {
  /// Returns the pictures of a folder in the order in which they were taken.
  func pictures(in path: String, for session: Session) throws(Failure) -> Pictures
  /// Returns the best pictures of a moment.
  /// - Parameters:
  ///   - moment: the moment's record, as `cluster` returns it.
  ///   - limit: the maximum number of pictures.
  ///   - byteLimit: the maximum size of one picture in bytes.
  func best(of moment: Record, _ limit: Int, byteLimit: Int, for session: Session) throws(Failure) -> ChosenPictures
  /// Returns the folder whose pictures were last divided into moments; `nil` if there is none.
  func lastFolder(_ world: World) -> String?
  /// Returns the picture in a file in a form for others, made to fit a number of bytes where that is possible.
  func shared(_ path: String, byteLimit: Int) throws(Failure) -> SharedPicture
  /// Returns a picture in memory in a form for others, made to fit a number of bytes; `nil` if it cannot be decoded.
  func shared(_ bytes: [UInt8], byteLimit: Int) -> SharedPicture?
  /// Returns the length of the video in a file; `nil` if the file is not a video, or states no length.
  func videoLength(of path: String) -> Duration?
  /// Draws the picture in a file within this many cells; `nil` while it loads, and if there is none.
  func drawn(file: String, _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]?
  /// Draws a picture in memory within this many cells; `nil` if it is not a picture, or cannot be decoded.
  func drawn(_ bytes: [UInt8], _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]?
  /// Draws a painted picture within this many cells.
  /// - Parameter paint: returns the pixels of a picture of this size, three bytes each.
  func painted(
    _ form: PictureForm, columns: Int, rows: Int, paint: (_ width: Int, _ height: Int) -> [UInt8]
  ) -> [StyledText]?
  /// Returns the size in bytes of a picture that the program itself carries under this path; `nil` for any other path.
  func carried(_ path: String) -> Int?
  /// Returns the picture in a file small enough for a page, without its metadata; `nil` if it cannot be shown.
  func small(_ path: String) -> SharedPicture?
  /// `true` if a picture that was just drawn is still loading.
  var isLoading: Bool { get }
  /// Waits briefly for the pictures that are still loading.
  /// - Returns: `true` if any was.
  func awaitLoading() -> Bool
}

/// A source of pictures that users have published.
package protocol PublishedPictureSource: AnyObject, Sendable {
  /// Returns the pictures of a post or a person; `nil` if the value is neither.
  func pictures(published value: Value, for session: Session) throws(Failure) -> PublishedPictures?
}

/// A guard of files that must never be overwritten.
package protocol LibraryGuard: AnyObject, Sendable {
  /// Returns a description of a file's content that must never be overwritten, such as "a photo (JPEG)"; `nil` for
  /// any other file.
  func irreplaceable(_ path: String) -> String?
  /// Returns the reason not to write a file, if any; its note comes once per session.
  /// - Parameter session: the session that writes; `nil` for a tool.
  func protection(of path: String, _ session: Session?) -> FileProtection
  /// Returns the folder for temporary files, such as a text in an editor.
  func temporaryFolder(_ session: Session) -> String
}

/// A lesson that follows the typed lines.
package protocol Tutor: AnyObject, Sendable {
  /// Returns a second recorder beside the prompt's own; `nil` outside a lesson.
  func recorder(_ session: Session) -> Recorder?
  /// Returns the line to run in place of a typed one, such as `4` for `story 4` where a number is asked for; `nil`
  /// for the line as it is.
  func meant(_ text: String, _ session: Session) -> String?
  /// Returns `true` if a line that cannot be parsed is an answer in words, to a question that expects another form.
  func isInWords(_ text: String, _ session: Session) -> Bool
  /// Responds to such a line, in place of the language's errors.
  func explainForm(_ session: Session)
  /// Prepares for a typed line that is about to run.
  /// - Parameter commands: the names of its commands.
  func statementBegins(_ script: Script, commands: Set<String>, _ session: Session)
  /// Prepares for a key of `watch` that is about to act.
  func pressed(_ session: Session)
  /// Answers a typed line that has run.
  func answered(_ line: TypedLine, _ session: Session)
  /// Reacts to time that has passed at a prompt without typing.
  func timePassed(_ session: Session)
  /// Returns one word for the current mode, shown before the prompt's sign; `nil` for none.
  func mode(_ session: Session) -> String?
  /// Returns `true` if the learner should predict the outcome, so that nothing may reveal it.
  func expectsPrediction(_ session: Session) -> Bool
}

/// The pictures of a folder.
package struct Pictures {
  /// The folder that the pictures' names are relative to.
  package let folder: String
  package let names: [String]

  package init(folder: String, names: [String]) {
    self.folder = folder
    self.names = names
  }
}

/// A picture ready to share, without its file's metadata.
package struct SharedPicture {
  package let bytes: [UInt8]
  /// The media type, such as `image/jpeg`.
  package let type: String
  /// In pixels, in the displayed orientation.
  package let width: Int
  package let height: Int
  /// The description in the file's metadata.
  package let description: String?

  package init(bytes: [UInt8], type: String, width: Int, height: Int, description: String?) {
    self.bytes = bytes
    self.type = type
    self.width = width
    self.height = height
    self.description = description
  }
}

/// Pictures chosen from many.
package struct ChosenPictures {
  /// The pictures with their files, in the order in which they were taken.
  package let pictures: [(file: String, picture: SharedPicture)]
  /// The number of unusable pictures, if fewer were found than requested.
  package let unusable: Int

  package init(pictures: [(file: String, picture: SharedPicture)], unusable: Int) {
    self.pictures = pictures
    self.unusable = unusable
  }
}

/// Pictures that a user has published, wherever they are stored.
package struct PublishedPictures {
  package struct Item {
    /// The description of the picture; empty if the author gave none.
    package let alt: String
    /// The picture's permanent, globally unique name.
    package let name: String
    /// The author's handle.
    package let author: String

    package init(alt: String, name: String, author: String) {
      (self.alt, self.name, self.author) = (alt, name, author)
    }
  }

  /// The pictures' origin: "@3 of ana.test".
  package let title: String
  package let items: [Item]

  package init(title: String, items: [Item]) {
    self.title = title
    self.items = items
  }
}

/// The kind of a script's piece, for whoever colours it.
public enum SyntaxKind: Hashable, Sendable {
  /// A word of a command, or the name of a definition that is called.
  case command
  /// A word of the language: `let`, `until`, `where`, `and`.
  case keyword
  /// The word before an argument, or a flag: `for` in `for 15s`.
  case preposition
  /// A word too many, or one that no command has at this place.
  case unknown
  /// A built-in function.
  case function
  /// The name that a statement binds: `x` in `let x = 1`.
  case name
  case number, duration
  /// `true`, `false`, `none`.
  case constant
  /// A string without its interpolations; the quotes belong to it.
  case string
  /// `$x`, with the fields that follow it.
  case variable
  /// A path into the state: `story.number`.
  case state
  /// The name of an event after `when`.
  case event
  /// An argument that names a file or a folder, as it is written.
  case path
  /// A bare word that stands for itself.
  case text
  /// A value that must not be shown or kept.
  case secret
  case comment
}

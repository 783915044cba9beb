/// Why something that looks like a facet is none.
public enum Rejection: Hashable, Sendable {
  // Any kind
  /// No mention, link or tag is even begun here.
  case noCandidate
  /// It follows something that is neither white space nor an opening bracket.
  case notAtWordStart
  /// An earlier link or name of the same word reaches over it.
  case insideEarlierLink

  // Mentions
  case noHandle
  /// The handle runs into a `_` or another `@`.
  case handleRunsOn
  /// The handle has no dot, so it has no domain.
  case noDomain
  /// Only digits: a reference to a listed post.
  case postReference

  // Domains
  case unknownTopLevelDomain
  /// Known, but only in lower case.
  case upperCaseTopLevelDomain
  case startsWithoutLetter
  /// A label holds something besides letters and digits, or is empty.
  case brokenLabel
  /// The scheme must be written in lower case.
  case upperCaseScheme
  /// Nothing follows the `://`.
  case noHost
  /// The name goes on with characters that belong to no domain.
  case hostRunsOn
  case emailAddress
  /// An opening bracket follows: a call of a function, or a subscript.
  case functionCall
  /// A `:` without a port follows, as in a path on another machine.
  case remotePath
  /// The ending is that of a file.
  case fileName
  /// The caller knows the name: a file that exists, or a name of the language.
  case localName

  // Tags
  case emptyTag
  /// Only digits and punctuation.
  case noLetterInTag
  /// The `#` belongs to the keycap emoji.
  case keycapEmoji
  /// More than 64 graphemes.
  case tagTooLong
  /// The tag begins with a mark of punctuation.
  case punctuationInFront

  // Cashtags
  /// No letter after the `$`.
  case noLetterInCashtag
  /// More than five letters and digits.
  case cashtagTooLong
  /// Something other than white space and closing punctuation follows.
  case cashtagRunsOn
  /// At a command line `$` reads a variable.
  case variable
}

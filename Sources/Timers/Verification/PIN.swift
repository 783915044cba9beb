/// Four digits that a parent enters before a stint is rated.
///
/// Ten thousand of them are no secret from somebody who has the stored hash; they keep a child from rating itself. The
/// description shows no digit, so that none gets into a log; `digits` is for hashing alone.
public struct PIN: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// How many digits one has.
  public static let length = 4

  /// Why a text is no PIN. None of these carries what was typed.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    /// Fewer than four digits: this many.
    case tooShort(Int)
    /// More than four digits: this many.
    case tooLong(Int)
    /// The first character that is not one of 0 … 9, counted from 1. Other scripts' digits do not count: another
    /// keyboard might not have them.
    case notADigit(place: Int, kind: Kind)
  }

  /// A character where a digit should stand.
  public enum Kind: Hashable, Sendable {
    case letter, space, other
  }

  /// The four digits as typed, zeros in front included.
  public let digits: String

  /// Reads a PIN as somebody typed it.
  /// - Throws: a character that is no digit first, then a wrong length.
  public init(parsing text: String) throws(Problem) {
    guard !text.isEmpty else { throw .empty }
    var count = 0
    for character in text {
      count += 1
      guard character.isASCII, character.isWholeNumber else {
        throw .notADigit(place: count, kind: character.isLetter ? .letter : character.isWhitespace ? .space : .other)
      }
    }
    guard count >= Self.length else { throw .tooShort(count) }
    guard count <= Self.length else { throw .tooLong(count) }
    digits = text
  }

  public var description: String { "••••" }
  public var debugDescription: String { description }
}

import StoryScript
import System

extension Interruption {
  /// For long work between its parts.
  /// - Throws: that it was stopped, once ^C was pressed.
  static func look() throws(Failure) { if isRequested { throw Failure(.interrupted) } }
}

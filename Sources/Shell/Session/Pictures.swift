import StoryScript
import Terminal
import Timeline

/// Pictures of a folder.
struct Pictures {
  /// The folder that their names count from.
  let folder: String
  let names: [String]
}

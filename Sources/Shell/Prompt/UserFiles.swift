import StoryScript
import System

/// The places of a person's own files, by the XDG base directory rules.
public enum UserFiles {
  /// The state folder of real sessions; `nil` if there is neither a home folder nor `XDG_DATA_HOME`.
  public static var state: String? { path("XDG_DATA_HOME", "/.local/share") }
  /// The lines typed at the prompt; `nil` without a home.
  public static var history: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/history" } }
  /// The list of the folders of photos that were ever read.
  public static var libraries: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/libraries" } }
  /// The folder for how far each lesson came.
  public static var lessons: String? { path("XDG_STATE_HOME", "/.local/state").map { $0 + "/lessons" } }
  /// The script that a prompt begins with.
  public static var config: String? { path("XDG_CONFIG_HOME", "/.config").map { $0 + "/config.story" } }
  /// A folder for tones that can be made again.
  static var sounds: String? { path("XDG_CACHE_HOME", "/.cache").map { $0 + "/sounds" } }

  private static func path(_ variable: String, _ usual: String) -> String? {
    // The rules say that a relative path is to be ignored.
    if let folder = Environment.value(variable), folder.hasPrefix("/") { return folder + "/storyline" }
    return HomeFolder.path.map { $0 + usual + "/storyline" }
  }

  /// The error of a session that must keep something where no folder is known for it.
  public static func noHome(_ suggestion: String) -> Failure {
    .refused(
      "there is no home folder to keep anything in: HOME is not set, and the system knows none for you", suggestion)
  }
}

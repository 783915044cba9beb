/// Where a person's own files are, by the XDG base directory rules.
public enum UserFiles {
  /// What was typed at the prompt; nil without a home.
  public static var history: String? { path("XDG_STATE_HOME", "/.local/state", "history") }
  /// The script that a prompt begins with.
  public static var config: String? { path("XDG_CONFIG_HOME", "/.config", "config.story") }

  /// A folder for tones that can be made again.
  static var sounds: String? { path("XDG_CACHE_HOME", "/.cache", "sounds") }

  private static func path(_ variable: String, _ usual: String, _ name: String) -> String? {
    // The rules say that a relative path is to be ignored.
    if let folder = Environment.value(variable), folder.hasPrefix("/") { return "\(folder)/storyline/\(name)" }
    guard let home = Environment.value("HOME"), home.hasPrefix("/") else { return nil }
    return home + usual + "/storyline/" + name
  }
}

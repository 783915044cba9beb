import JSON
import Journal
import Moments
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// The photos for commands that name no folder: a session continues with the previous folder.
struct CurrentLibrary {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the photos that were read, or reads those of the folder that was clustered last.
  func albumRead() throws(Failure) -> Album {
    guard let album = try albumRemembered() else {
      throw .refused("no photos have been read", PhotoCommands.example)
    }
    return album
  }

  /// Returns the photos to review: those of `albumRead`, or otherwise those of the pictures folder.
  func currentAlbum() throws(Failure) -> Album {
    if let album = try albumRemembered() { return album }
    try session.refuseFiles(of: "cluster")
    let folder = PicturesFolder.path()
    guard File.exists(folder) else {
      throw .refused(
        "no photos have been read, and there is no folder '\(folder)'", PhotoCommands.example)
    }
    session.notice("no photos have been read: using the photos in '\(folder)'")
    return try PhotoCommands(session).cluster(LibraryChoice(folder: folder), as: folder)
  }

  /// Reads the photos of a review that an earlier session began, if no story plays and no photos were read. Errors
  /// are ignored, since the user may be looking at something else.
  func resumeReview() {
    guard session.world.photos.album == nil, session.world.photos.library != nil, session.world.photos.hasShown,
      !session.catalog.watchViews.main.isOn(session.world)
    else { return }
    _ = try? albumRemembered()
  }

  /// Distinguishes photos of this library from those that other sessions have reviewed.
  func distinguishPhotos() {
    guard let album = session.world.photos.album?.distinguished(by: session.world.photos.review) else { return }
    session.change { $0.photos.refine(album) }
  }

  private func albumRemembered() throws(Failure) -> Album? {
    if let album = session.world.photos.album { return album }
    // A trial of a line that the user is typing reads no folders.
    if session.options.limit != nil { throw Failure(.interrupted) }
    guard let library = session.world.photos.library else { return nil }
    try session.refuseFiles(of: "cluster")
    guard File.exists(library.folder) else {
      throw .refused(
        "the photo folder '\(library.folder)' cannot be found", PhotoCommands.example)
    }
    return try PhotoCommands(session).cluster(library, as: library.folder)
  }
}

/// The user's pictures folder, according to the desktop.
enum PicturesFolder {
  /// Returns `XDG_PICTURES_DIR` of the environment, or of the desktop's `user-dirs.dirs`, or otherwise `Pictures` in
  /// the home folder, whether it exists or not.
  static func path(
    environment: (String) -> String? = Environment.value, home: String = FilePath.expanded("~")
  ) -> String {
    if let path = environment("XDG_PICTURES_DIR"), path.hasPrefix("/"), !isHome(path, home) { return path }
    let config = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    let bytes = (try? File.read(config + "/user-dirs.dirs", atMost: 1 << 16)) ?? []
    return named(in: String(decoding: bytes, as: UTF8.self), home: home) ?? home + "/Pictures"
  }

  /// Returns the folder in the lines of `user-dirs.dirs`: `XDG_PICTURES_DIR="$HOME/Bilder"`.
  private static func named(in text: String, home: String) -> String? {
    for line in text.split(whereSeparator: { $0.isNewline }) {
      let parts = line.split(separator: "=", maxSplits: 1).map(trimmed)
      guard parts.count == 2, parts[0] == "XDG_PICTURES_DIR", parts[1].hasPrefix("\""), parts[1].hasSuffix("\""),
        parts[1].count > 2
      else { continue }
      let path = String(parts[1].dropFirst().dropLast())
      let full = path.hasPrefix("$HOME/") ? home + path.dropFirst("$HOME".count) : path
      if full.hasPrefix("/") { return isHome(full, home) ? nil : full }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let front = text.drop { $0.isWhitespace }
    return front.lastIndex { !$0.isWhitespace }.map { front[...$0] } ?? ""
  }

  /// Returns whether a path is the home folder, which means no pictures folder, as in `xdg-user-dir`.
  private static func isHome(_ path: String, _ home: String) -> Bool {
    FilePath.normalized(path) == FilePath.normalized(home)
  }
}

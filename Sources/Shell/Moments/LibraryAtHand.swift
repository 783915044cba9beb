import StoryScript
import System

/// The photos that a command is about where it names none: a session goes on with the folder of the one before.
extension Session {
  /// The photos that were read, else those of the folder that was clustered last, which are read then.
  func albumRead() throws(Failure) -> Album {
    guard let album = try albumRemembered() else {
      throw .refused("no photos have been read", Self.example ?? "cluster FOLDER")
    }
    return album
  }

  /// The photos to go through: the same, else the folder of pictures.
  func libraryAtHand() throws(Failure) -> Album {
    if let album = try albumRemembered() { return album }
    try refuseFiles(of: "cluster")
    let folder = PicturesFolder.path()
    guard File.exists(folder) else {
      throw .refused("no photos have been read, and there is no folder '\(folder)'", Self.example ?? "cluster FOLDER")
    }
    notice("no photos have been read: these are those of '\(folder)'")
    return try cluster(LibraryChoice(folder: folder), as: folder)
  }

  /// Reads the photos of a review that an earlier session began, where no story plays and none were read. Whoever looks at
  /// something else is not to learn why that cannot be.
  func takeUpReview() {
    guard world.photos.album == nil, world.photos.library != nil, world.photos.hasShown,
      !catalog.scenes.main.isOn(world)
    else { return }
    _ = try? albumRemembered()
  }

  /// Tells photos of this library apart from those that other sessions have looked at.
  func tellPhotosApart() {
    guard let album = world.photos.album?.toldApart(by: world.photos.review) else { return }
    change { $0.photos.refine(album) }
  }

  private func albumRemembered() throws(Failure) -> Album? {
    if let album = world.photos.album { return album }
    // A line that is only tried out, while somebody types, reads no folders.
    if options.limit != nil { throw Failure(.interrupted) }
    guard let library = world.photos.library else { return nil }
    try refuseFiles(of: "cluster")
    guard File.exists(library.folder) else {
      throw .refused(
        "'\(library.folder)', where the photos were, is not there now", Self.example ?? "cluster FOLDER")
    }
    return try cluster(library, as: library.folder)
  }
}

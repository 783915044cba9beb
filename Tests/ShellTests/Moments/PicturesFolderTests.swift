import Foundation
import Testing

@testable import MomentsWing
@testable import ShellCore

@Suite final class PicturesFolderTests {
  private let home = "/tmp/storyline-pictures-\(UInt64.random(in: 0 ... .max))"

  init() throws {
    try FileManager.default.createDirectory(atPath: home + "/.config", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  @Test(arguments: [
    ("", [:], "HOME/Pictures"),
    ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", [:], "HOME/Bilder"),
    ("# a comment\nXDG_MUSIC_DIR=\"$HOME/M\"\n XDG_PICTURES_DIR = \"/data/photos\"\n", [:], "/data/photos"),
    // The home folder does not count as a pictures folder.
    ("XDG_PICTURES_DIR=\"$HOME/\"\n", [:], "HOME/Pictures"),
    ("XDG_PICTURES_DIR=\"$HOME/.\"\n", [:], "HOME/Pictures"),
    ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", ["XDG_PICTURES_DIR": "HOME/"], "HOME/Bilder"),
    ("XDG_PICTURES_DIR=Bilder\nXDG_PICTURES_DIR=\"relative\"\nXDG_PICTURES_DIR=\"\"\n", [:], "HOME/Pictures"),
    ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", ["XDG_PICTURES_DIR": "/mnt/p"], "/mnt/p"),
    ("", ["XDG_PICTURES_DIR": "relative"], "HOME/Pictures"),
  ])
  func theDesktopSays(file: String, environment: [String: String], path: String) throws {
    try file.write(toFile: home + "/.config/user-dirs.dirs", atomically: false, encoding: .utf8)
    #expect(
      PicturesFolder.path(environment: { environment[$0]?.replacing("HOME", with: home) }, home: home)
        == path.replacing("HOME", with: home))
  }

  /// A review needs no setup: it finds the pictures folder by itself.
  @Test func aReviewBeginsWithThePicturesFolder() throws {
    let run = try Program.run(
      ["-c", "review; print review.photo"],
      environment: ["XDG_PICTURES_DIR": Package.root.appending(path: "Examples/Photos").path])
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("2025-10-02/IMG_0001.jpg"))
    #expect(run.errors.contains("no photos have been read: using the photos in '"))
    let none = try Program.run(["-c", "review"], environment: ["XDG_PICTURES_DIR": home + "/none"])
    #expect(none.errors.contains("no photos have been read, and there is no folder '\(home)/none'"))
  }
}

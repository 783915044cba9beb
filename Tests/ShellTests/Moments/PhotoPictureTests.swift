import Dispatch
import Moments
import Terminal
import Testing
import Timeline

@testable import Shell

@Suite struct PhotoPictureTests {
  private func photo(_ script: String = "review") throws -> ShownPhoto {
    let run = ScriptRun()
    #expect(run("cluster Examples/Photos\n" + script).error == nil)
    return try #require(run.session.shownPhoto)
  }

  private func rows(_ count: Int, columns: Int, _ state: ThumbnailLoader.State, _ script: String = "review") throws
    -> [String]
  {
    PhotoPicture(photo: try photo(script), columns: columns, glyphs: .unicode).rows(count, state).map(\.plain)
  }

  @Test func aCardStandsWhereNoPictureIs() throws {
    #expect(
      try rows(7, columns: 60, .none, "review 1\nrepeat 2 { review next }\nreview favorite") == [
        " Thursday afternoon, Lisbon                          3 of 9", "", "                            JPEG", "", "",
        " ♥ 2025-10-02/IMG_0003.jpg                            13:31",
        " 1 of a burst of 5                  3 of 35, 3 this morning",
      ])
    #expect(try rows(7, columns: 60, .loading)[2] == "                    loading the picture")
  }

  /// A picture stays within its space, however small that is.
  @Test func everySizeFits() throws {
    let picture = ThumbnailLoader.State.ready(
      Pixels(width: 30, height: 20, bytes: [UInt8](repeating: 9, count: 1_800)))
    let photo = try photo()
    for state in [picture, .loading, .none] {
      for count in 0...30 {
        for columns in [1, 2, 5, 20, 29, 30, 40, 80, 200] {
          let rows = PhotoPicture(photo: photo, columns: columns, glyphs: .unicode).rows(count, state)
          #expect(rows.count <= count && rows.allSatisfy { $0.width <= columns }, "\(columns) × \(count)")
        }
      }
    }
  }

  @Test func thePictureStandsInTheMiddle() throws {
    let picture = ThumbnailLoader.State.ready(
      Pixels(width: 4, height: 4, bytes: [UInt8](repeating: 9, count: 48)))
    #expect(PhotoPicture.picture(picture, .halfBlocks, columns: 12, rows: 2)?.map(\.plain) == ["    ▀▀▀▀", "    ▀▀▀▀"])
    #expect(PhotoPicture.picture(picture, .halfBlocks, columns: 0, rows: 2) == nil)
  }

  /// Four pictures that never load do not block a fifth, and the latest request is loaded first.
  @Test func aPictureThatDoesNotComeGivesItsPlaceAway() {
    let gate = DispatchSemaphore(value: 0)
    let loader = ThumbnailLoader(patience: .milliseconds(50)) { (path, _) in
      if path.hasPrefix("slow") { gate.wait() }
      return Pixels(width: 1, height: 1, bytes: [9, 9, 9])
    }
    for number in 1...4 { _ = loader.state(of: "slow \(number)", nil) }
    guard case .ready = loader.state(of: "fast", nil, within: .seconds(60)) else {
      Issue.record("the fast picture did not come")
      return
    }
    guard case .loading = loader.state(of: "slow 1", nil) else {
      Issue.record("the slow picture cannot be there")
      return
    }
    #expect(loader.isLoading())
    for _ in 1...4 { gate.signal() }
    guard case .ready = loader.state(of: "slow 1", nil, within: .seconds(60)) else {
      Issue.record("a late picture counts")
      return
    }
  }

  /// A loaded picture is reported once: its view is redrawn then, and not forever.
  @Test func aPictureIsNewsOnce() {
    let loader = ThumbnailLoader { (_, _) in nil }
    #expect(!loader.isLoading() && !loader.settle(within: .zero))
    guard case .none = loader.state(of: "none", nil, within: .seconds(60)) else {
      Issue.record("it did not come")
      return
    }
    #expect(loader.isLoading())
    #expect(!loader.isLoading() && !loader.settle(within: .zero))
  }

  /// The loader returns the picture of a file, and no picture for other files.
  @Test func picturesAreLoaded() throws {
    let photo = try photo()
    guard
      case .ready(let pixels) = ThumbnailLoader.shared.state(
        of: photo.fullPath, photo.photo.metadata, within: .seconds(60))
    else {
      Issue.record("no picture")
      return
    }
    #expect(pixels.width > 60)
    guard case .none = ThumbnailLoader.shared.state(of: "/no/such", photo.photo.metadata, within: .seconds(60)) else {
      Issue.record("a picture of nothing")
      return
    }
  }
}

import Dispatch
import Moments
import Terminal
import Testing
import Timeline

@testable import MomentsWing
@testable import SessionState
@testable import ShellCore

@Suite struct PhotoPictureTests {
  private func photo(_ script: String = "review") throws -> ShownPhoto {
    let run = ScriptRun()
    #expect(run("cluster Examples/Photos\n" + script).error == nil)
    return try #require(ReviewCommands(run.session).shownPhoto)
  }

  private func rows(_ count: Int, columns: Int, _ state: ThumbnailLoader.State, _ script: String = "review") throws
    -> [String]
  {
    PhotoPicture(photo: try photo(script), columns: columns, glyphs: .unicode).rows(count) { _ in state }.map(\.plain)
  }

  @Test func aCardReplacesAMissingPicture() throws {
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
          let rows = PhotoPicture(photo: photo, columns: columns, glyphs: .unicode).rows(count) { _ in state }
          #expect(rows.count <= count && rows.allSatisfy { $0.width <= columns }, "\(columns) × \(count)")
        }
      }
    }
  }

  @Test func thePictureIsCentred() throws {
    let picture = ThumbnailLoader.State.preview(
      Pixels(width: 4, height: 4, bytes: [UInt8](repeating: 9, count: 48)))
    #expect(PhotoPicture.picture(picture, .halfBlocks, columns: 12, rows: 2)?.map(\.plain) == ["    ▀▀▀▀", "    ▀▀▀▀"])
    #expect(PhotoPicture.picture(picture, .halfBlocks, columns: 0, rows: 2) == nil)
  }

  private static func request(_ path: String) -> ThumbnailLoader.Request { .init(path, (90, 80)) }

  /// The camera's thumbnail is there first, and then the photo; the next ones are loaded after it, once.
  @Test func thePhotoFollowsItsThumbnail() {
    let gate = DispatchSemaphore(value: 0)
    let small = Pixels(width: 1, height: 1, bytes: [1, 1, 1])
    let large = Pixels(width: 1, height: 1, bytes: [2, 2, 2])
    let loader = ThumbnailLoader { (request, _, preview) in
      if request.path == "a" {
        preview(small)
        gate.wait()
      }
      return large
    }
    func isPreview() -> Bool {
      if case .preview(small) = loader.state(of: Self.request("a"), nil) { true } else { false }
    }
    while !isPreview() {}
    gate.signal()
    guard case .ready(large) = loader.state(of: Self.request("a"), nil, within: .seconds(60)) else {
      Issue.record("only the thumbnail came")
      return
    }
    var asked = 0
    for _ in 1...2 {
      loader.prepare(after: Self.request("a")) {
        asked += 1
        return [(Self.request("b"), Metadata())]
      }
    }
    #expect(asked == 1)
    guard case .ready(large) = loader.state(of: Self.request("b"), nil, within: .seconds(60)) else {
      Issue.record("the next photo was not prepared")
      return
    }
  }

  /// A picture that was loaded for a screen's pixels covers its cells and keeps its shape.
  @Test func pixelsAreThoseOfTheScreen() throws {
    let form = PictureForm.raster(CellSize(width: 10, height: 20))
    let room = PhotoPicture.room(form, columns: 92, rows: 31)
    #expect(room == (920, 620) && PhotoPicture.room(.halfBlocks, columns: 92, rows: 31) == (92, 62))
    let photo = try photo()
    let request = ThumbnailLoader.Request(photo.fullPath, room)
    let state = ThumbnailLoader.shared.state(of: request, photo.photo.metadata, within: .seconds(60))
    let rows = try #require(PhotoPicture.picture(state, form, columns: 92, rows: 31))
    let raster = try #require(rows[0].runs.compactMap(\.raster).first)
    #expect([raster.width, raster.height, raster.columns, raster.rows] == [920, 613, 92, 31] && rows.count == 31)
    // A lens shows the photo's own pixels.
    var lens = PictureLens()
    let ways: [ScreenKey] = [.left, .up, .up]
    #expect(ways.allSatisfy { lens.move($0) } && !lens.move(.enter) && lens.x == 0.375 && lens.y == 0.25)
    let part = ThumbnailLoader.Request(photo.fullPath, (100, 80), lens)
    guard case .ready(let pixels) = ThumbnailLoader.shared.state(of: part, photo.photo.metadata, within: .seconds(60))
    else {
      Issue.record("no part")
      return
    }
    #expect(pixels.width == 100 && pixels.height == 80)
  }

  /// Four pictures that never load do not block a fifth, and the latest request is loaded first.
  @Test func aPictureThatDoesNotComeGivesItsPlaceAway() {
    let gate = DispatchSemaphore(value: 0)
    let loader = ThumbnailLoader(timeout: .milliseconds(50)) { (request, _, _) in
      if request.path.hasPrefix("slow") { gate.wait() }
      return Pixels(width: 1, height: 1, bytes: [9, 9, 9])
    }
    for number in 1...4 { _ = loader.state(of: Self.request("slow \(number)"), nil) }
    guard case .ready = loader.state(of: Self.request("fast"), nil, within: .seconds(60)) else {
      Issue.record("the fast picture did not come")
      return
    }
    guard case .loading = loader.state(of: Self.request("slow 1"), nil) else {
      Issue.record("the slow picture cannot be there")
      return
    }
    #expect(loader.isLoading())
    for _ in 1...4 { gate.signal() }
    guard case .ready = loader.state(of: Self.request("slow 1"), nil, within: .seconds(60)) else {
      Issue.record("a late picture counts")
      return
    }
  }

  /// A loaded picture is reported once: its view is redrawn then, and not forever.
  @Test func aPictureIsNewsOnce() {
    let loader = ThumbnailLoader { (_, _, _) in nil }
    #expect(!loader.isLoading() && !loader.settle(within: .zero))
    guard case .none = loader.state(of: Self.request("none"), nil, within: .seconds(60)) else {
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
        of: Self.request(photo.fullPath), photo.photo.metadata, within: .seconds(60))
    else {
      Issue.record("no picture")
      return
    }
    #expect(pixels.width == 90 && pixels.height == 60)
    guard
      case .none = ThumbnailLoader.shared.state(
        of: Self.request("/no/such"), photo.photo.metadata, within: .seconds(60))
    else {
      Issue.record("a picture of nothing")
      return
    }
  }
}

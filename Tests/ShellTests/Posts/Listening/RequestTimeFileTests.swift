import Bluesky
import Foundation
import System
import Testing
import Timeline

@testable import PostsWing

@Suite final class RequestTimeFileTests {
  private let folder = Scratch.path()
  private let start = Instant.practiceStart
  private let host: Bluesky.Host
  private let other: Bluesky.Host

  init() throws {
    host = try Bluesky.Host("one.example") { _ in false }
    other = try Bluesky.Host("two.example") { _ in false }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a new shell of the folder.
  private func shell() -> RequestTimeFile {
    let file = RequestTimeFile()
    file.open(folder)
    return file
  }

  @Test func allShellsOfAFolderAskOnceInHalfAMinute() {
    let (one, two) = (shell(), shell())
    #expect(one.claim(host, at: start) == .zero)
    #expect(two.claim(host, at: start + .seconds(1)) == .seconds(29))
    #expect(one.claim(host, at: start + .seconds(29)) == .seconds(1))
    #expect(two.claim(host, at: start + .seconds(30)) == .zero)
    #expect(one.claim(host, at: start + .seconds(31)) == .seconds(29))
  }

  @Test func eachServerHasItsOwnCount() {
    #expect(shell().claim(host, at: start) == .zero)
    #expect(shell().claim(other, at: start) == .zero)
    #expect(shell().claim(host, at: start + .seconds(3)) == .seconds(27))
    #expect(shell().claim(other, at: start + .seconds(4)) == .seconds(26))
  }

  /// A request with a time in the future was made before the clock was set back.
  @Test func aClockSetBackDoesNotStopListening() {
    #expect(shell().claim(host, at: start + .hours(3)) == .zero)
    #expect(shell().claim(host, at: start) == .zero)
    #expect(shell().claim(host, at: start + .seconds(10)) == .seconds(20))
  }

  /// The clock is read after the file is locked. If it were read earlier, a shell that had to wait would find the
  /// other shell's request in its future, mistake it for one from before the clock was set back, and send its own
  /// request as well.
  @Test func waitingSessionsDoNotRepeatTheRequest() {
    let (one, two) = (shell(), shell())
    let path = folder + "/asked"
    var wasMine = false
    #expect(one.claim(host, at: start) == .zero)
    let wait = two.claim(
      host,
      at: {
        wasMine = (try? File.openLocked(path, O_RDWR, timeout: 0).close()) == nil
        return start + .seconds(1)
      }())
    #expect(wait == .seconds(29))
    #expect(wasMine)
  }

  @Test(arguments: [
    "", "{", "[]", "{\"version\":2,\"asked\":{}}", "{\"version\":1,\"asked\":7}",
    "{\"version\":1,\"asked\":{\"https://one.example\":\"x\"}}",
    "{\"version\":1,\"asked\":{\"https://one.example\":-9223372036854775808}}", String(repeating: "x", count: 100_000),
  ])
  func aDamagedFileIsAsNone(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/asked"))
    #expect(shell().claim(host, at: start) == .zero)
    #expect(shell().claim(host, at: start + .seconds(1)) == .seconds(29))
  }

  /// A folder that cannot be written does not prevent requests.
  @Test func withoutAFolderEachCountsForItself() {
    #expect(RequestTimeFile().claim(host, at: start) == .zero)
    let file = RequestTimeFile()
    file.open(folder + "/there/is/none")
    #expect(file.claim(host, at: start) == .zero && file.claim(host, at: start) == .zero)
  }

  @Test func theFileIsPrivateAndSmall() throws {
    for number in 0...(RequestTimeFile.limit + 5) {
      let host = try Bluesky.Host("host\(number).example") { _ in false }
      #expect(shell().claim(host, at: start + .seconds(Int64(number))) == .zero)
    }
    let path = folder + "/asked"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("host0.") && text.contains("host\(RequestTimeFile.limit + 5)."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["asked"])
  }
}

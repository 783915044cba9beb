import Bluesky
import Foundation
import JSON
import Testing
import Timeline

@testable import PostsWing

/// The files of an account that remain after `logout`.
@Suite struct LogoutTests {
  private func pages(of did: String, _ list: ReadingList) -> CachedPages {
    CachedPages(list, for: did, at: .practiceStart, [["feed": [], "notifications": [], "cursor": "x"]])
  }

  @Test func theSavedPagesOfAnAccountAreRemoved() throws {
    let folder = Scratch.folder().path
    let store = PageStore()
    store.open(folder)
    for did in ["did:plc:abc", "did:plc:xyz"] { store.save(pages(of: did, .timeline)) }
    #expect(store.all(of: "did:plc:abc").count == 1)
    // Files of the user in a folder of that name stay.
    try "mine".write(toFile: folder + "/pages/notes.txt", atomically: true, encoding: .utf8)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder + "/pages").count
    store.removeAll(of: "did:plc:abc")
    #expect(store.all(of: "did:plc:abc").isEmpty && store.all(of: "did:plc:xyz").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/pages").count == before - 1)
  }

  @Test func logoutRemovesThem() throws {
    let folder = Scratch.folder().path
    let account = """
      {"did": "did:plc:abc", "handle": "bob.test", "host": "http://127.0.0.1:9", "access": "a", "refresh": "r"}
      """
    let file = "{\"storyline accounts\": 1, \"used\": \"did:plc:abc\", \"accounts\": [\(account)]}"
    try file.write(toFile: folder + "/accounts", atomically: true, encoding: .utf8)
    let store = PageStore()
    store.open(folder)
    store.save(pages(of: "did:plc:abc", .timeline))
    let result = try Program.run(["--real", "--state", folder, "-c", "logout"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(store.all(of: "did:plc:abc").isEmpty)
  }
}

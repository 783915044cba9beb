import Foundation
import System
import Testing
import Timeline

@testable import Shell

/// The pictures of posts that were sent leave the state folder a day later.
@Suite struct PictureStoreTests {
  @Test func aSentPictureStaysADay() throws {
    let folder = Scratch.path()
    let store = PictureStore()
    store.open(folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["waits", "sent", "old"] {
      store.hold(name, Array(name.utf8), isPractice: false)
      try store.keep(name)
      // The bytes now come from the folder.
      #expect(store.bytes(name) == Array(name.utf8))
    }
    let now = Date()
    for (name, hours) in [("waits", 300.0), ("sent", 23.9), ("old", 24.1)] {
      try FileManager.default.setAttributes(
        [.modificationDate: now - hours * 3_600], ofItemAtPath: folder + "/pictures/" + name)
    }
    store.sweep(keeping: ["waits"], now: SystemClock.now)
    #expect(store.has("waits") && store.has("sent") && !store.has("old"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/pictures").sorted() == ["sent", "waits"])
  }
}

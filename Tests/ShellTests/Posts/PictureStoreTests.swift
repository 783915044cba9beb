import Foundation
import System
import Testing
import Timeline

@testable import PostsWing
@testable import ShellCore

/// The pictures of posts that were sent leave the state folder a day later.
@Suite struct PictureStoreTests {
  @Test func aSentPictureStaysADay() throws {
    let folder = Scratch.path()
    let store = PictureStore()
    store.open(folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (waits, sent, old) = ("1767603600000000-1-k3", "1767603600000000-2-7b", "1767603600000001-1-zz")
    for name in [waits, sent, old] {
      store.hold(name, Array(name.utf8), isPractice: false)
      try store.keep(name)
      // The bytes now come from the folder.
      #expect(store.bytes(name) == Array(name.utf8))
    }
    let now = Date()
    for (name, hours) in [(waits, 300.0), (sent, 23.9), (old, 24.1)] {
      try FileManager.default.setAttributes(
        [.modificationDate: now - hours * 3_600], ofItemAtPath: folder + "/pictures/" + name)
    }
    // The user's own pictures in a folder of that name stay.
    let own = ["2026-01-05", "IMG-0001-a", "holiday.jpg", "notes"]
    for name in own {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/pictures/" + name))
      try FileManager.default.setAttributes(
        [.modificationDate: now - 90_000_000], ofItemAtPath: folder + "/pictures/" + name)
    }
    store.sweep(keeping: [waits], now: SystemClock.now)
    #expect(store.has(waits) && store.has(sent) && !store.has(old))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder + "/pictures").sorted()
        == ([waits, sent] + own).sorted())
  }
}

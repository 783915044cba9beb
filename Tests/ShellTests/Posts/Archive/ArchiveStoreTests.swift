import Bluesky
import Foundation
import JSON
import StoryScript
import Testing

@testable import PostsWing

/// The files of archives: damaged, cut off, shared by shells, and on disks that cannot be written.
@Suite final class ArchiveStoreTests {
  private let folder = "/tmp/storyline-archives-\(UInt64.random(in: 0 ... .max))"
  private let did = "did:web:bob.test"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func store() -> ArchiveStore {
    let store = ArchiveStore()
    store.open(folder)
    return store
  }

  private var path: String { folder + "/archive/" + did }
  private var size: Int { (try? Data(contentsOf: URL(filePath: path)).count) ?? 0 }

  private func page(_ keys: [String]) -> JSON {
    [
      "records": .array(
        keys.map {
          [
            "uri": .string("at://\(did)/app.bsky.feed.post/\($0)"), "cid": .string("bafy" + $0),
            "value": ["text": .string("post " + $0)],
          ]
        })
    ]
  }

  private func fetch(_ store: ArchiveStore, _ keys: [String]) throws(Failure) {
    try store.exclusively(did) { (file) throws(Failure) in
      var reading = ArchiveSync(file.archive, isWhole: false)
      while let call = reading.next {
        _ = reading.receive(call["collection"] == RecordAddress.posts ? page(keys) : ["records": []])
        try file.write(reading.archive)
      }
      file.finish(reading.archive)
    }
  }

  private func words(_ body: () throws -> Void) -> String? {
    do { try body() } catch let failure as Failure {
      if case .refused(let message, let way) = failure.problem { return message + (way.map { " | " + $0 } ?? "") }
      return "\(failure.problem)"
    } catch {
      return "\(error)"
    }
    return nil
  }

  @Test func archivesAreSavedAndShared() throws {
    let (store, other) = (store(), store())
    #expect(try !store.read(did).isFetched && other.read(did).count(.post) == 0)
    try fetch(store, ["b", "a"])
    #expect(try other.read(did).count(.post) == 2)
    try fetch(other, ["c", "b", "a"])
    #expect(try store.read(did).count(.post) == 3 && self.store().read(did) == store.read(did))
    // Without new posts, nothing is written.
    let before = size
    try fetch(store, ["c", "b", "a"])
    #expect(size == before)
  }

  @Test func truncatedArchivesAreFetchedAgain() throws {
    try fetch(store(), ["b", "a"])
    let whole = try Data(contentsOf: URL(filePath: path))
    for length in [1, 50, 120, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: URL(filePath: path))
      let store = store()
      #expect(try store.read(did).damage.cut > 0)
      try fetch(store, ["b", "a"])
      let corrected = try self.store().read(did)
      #expect(corrected.count(.post) == 2 && corrected.damage.lines + corrected.damage.cut == 0)
    }
  }

  @Test func damagedArchivesAreFetchedAgain() throws {
    try fetch(store(), ["c", "b", "a"])
    var bytes = try Data(contentsOf: URL(filePath: path))
    let place = try #require(bytes.firstRange(of: Data("post b".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: URL(filePath: path))
    let store = store()
    #expect(try store.read(did).damage.lines == 1 && store.read(did).count(.post) == 2)
    try fetch(store, ["c", "b", "a"])
    let corrected = try self.store().read(did)
    #expect(corrected.count(.post) == 3 && corrected.damage.lines + corrected.damage.cut == 0)
  }

  @Test func deletedArchivesAreFetchedAgain() throws {
    let store = store()
    try fetch(store, ["b", "a"])
    try FileManager.default.removeItem(atPath: folder + "/archive")
    #expect(try !store.read(did).isFetched)
    try fetch(store, ["b", "a"])
    #expect(try self.store().read(did).count(.post) == 2)
  }

  @Test func oneShellFetchesAtATime() throws {
    let (store, other) = (store(), store())
    try store.exclusively(did) { (file) throws(Failure) in
      #expect(
        words { try fetch(other, ["a"]) }
          == "another shell is fetching this archive | `archive search` works in the meantime")
    }
    #expect(words { try fetch(other, ["a"]) } == nil)
  }

  @Test func otherFilesStay() throws {
    try FileManager.default.createDirectory(atPath: folder + "/archive", withIntermediateDirectories: true)
    try Data("hello\nthere\n".utf8).write(to: URL(filePath: path))
    let error = "'\(path)' is not an archive of this account | move it elsewhere, then run `archive` again"
    #expect(words { _ = try store().read(did) } == error)
    #expect(words { try fetch(store(), ["a"]) } == error)
    #expect(size == 12)
  }

  @Test func uncreatableFoldersAreReported() throws {
    try Data().write(to: URL(filePath: folder + "/archive"))
    let error = words { try fetch(store(), ["a"]) }
    #expect(error?.hasPrefix("cannot write the archive '\(path)': ") == true)
  }

  /// File names may be shorter than account names.
  @Test func aLongNameHasAFileToo() throws {
    let name = "did:web:" + Array(repeating: String(repeating: "a", count: 60), count: 4).joined(separator: ".")
    let store = store()
    try store.exclusively(name) { (file) throws(Failure) in try file.write(file.archive) }
    #expect(try self.store().read(name).account == name)
  }

  @Test func withoutAStateFolderItIsInMemory() throws {
    let store = ArchiveStore()
    try fetch(store, ["b", "a"])
    #expect(try store.read(did).count(.post) == 2)
    #expect(store.path(of: did) == nil)
  }
}

// The text of archives, and the pages from which they are made.
//
// The input is JSON, one value a line: with its checksum, each value is a line of an archive; as an answer, it is a
// page. Whatever the content, nothing crashes, and an opened archive opens again as an equal one.

import JSON

@testable import Bluesky

private let account = "did:web:bob.test"
private let checksum: Archive.Checksum = { $0.reduce(5381) { $0 &* 33 &+ UInt32($1) } }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let lines = bytes.split(separator: 0x0A).map { Array($0) }
  check(bytes)
  check(lines.flatMap { ArchiveLine.framed($0, checksum) })
  check(lines.dropLast().flatMap { ArchiveLine.framed($0, checksum) } + (lines.last ?? []))
  var reading = ArchiveSync(Archive(of: account, checksum: checksum), isWhole: count % 2 == 0)
  for line in lines {
    guard let json = try? JSON(parsing: line), reading.next != nil else { continue }
    _ = reading.receive(json)
  }
  check(reading.archive.bytes)
  return 0
}

private func check(_ text: [UInt8]) {
  guard let archive = try? Archive(text, of: account, checksum: checksum) else { return }
  guard let again = try? Archive(archive.bytes, of: account, checksum: checksum) else {
    preconditionFailure("what was opened does not open again")
  }
  precondition(again == archive && again.damage == Archive.Damage(), "what was opened is damaged the second time")
  for kind in Archive.Kind.allCases {
    precondition(archive.count(kind) >= 0 && archive.count(kind) == again.count(kind))
    precondition(archive.keys(kind).count == archive.count(kind))
  }
  for query in ["a", "text", "\"a b\""].compactMap({ ArchiveQuery($0) }) {
    for isLiked in [false, true] {
      let (hits, count) = archive.search(query, isLiked: isLiked, limit: 10)
      precondition(hits.count <= count && count <= archive.count(isLiked ? .liked : .post))
      for hit in hits { _ = hit.item(by: "bob.test") }
    }
  }
  precondition(archive.lines.count { $0 == 0x0A } >= Archive.Kind.own.reduce(0) { $0 + archive.count($1) })
  _ = archive.pictures
}

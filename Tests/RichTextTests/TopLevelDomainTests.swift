import Testing

@testable import RichText

@Suite("Top-level domains")
struct TopLevelDomainTests {
  @Test("Well known ones are found, others and other cases are not")
  func samples() {
    for known in ["com", "org", "uk", "travelersinsurance", "рф", "みんな", "சிங்கப்பூர்", "aaa", "zw"] {
      #expect(isKnown(known), "\(known)")
    }
    for unknown in ["", "COM", "co m", "test", "local", "c", "jpg", "aab", "comm", "zzz"] { #expect(!isKnown(unknown)) }
    #expect(isKnown("CoM", inAnyCase: true))
    #expect(!isKnown("JPG", inAnyCase: true))
  }

  @Test("Each list is sorted and evenly spaced, as the search needs it")
  func table() {
    var count = 0
    for length in 0...TopLevelDomainTable.longest + 1 {
      guard let list = TopLevelDomainTable.entries(length: length) else { continue }
      let bytes = Array(UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount))
      #expect(bytes.count % (length + 1) == 0)
      let entries = stride(from: 0, to: bytes.count, by: length + 1).map { Array(bytes[$0..<$0 + length]) }
      #expect(stride(from: length, to: bytes.count, by: length + 1).allSatisfy { bytes[$0] == 0x20 })
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
      count += entries.count
    }
    #expect(count == 1_438)
  }

  @Test("The table is the shared list", .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func sharedList() throws {
    let names = try SharedVectors.lines("tlds.txt")
    #expect(names.count == 1_438)
    for name in names { #expect(isKnown(name), "\(name)") }
  }

  @Test("Endings of files")
  func fileExtensions() {
    for name in ["rs", "py", "zip", "RS", "java", "md"] { #expect(isFileExtension(name)) }
    for name in ["com", "app", "dev", "r", "social"] { #expect(!isFileExtension(name)) }
  }

  private func isKnown(_ name: String, inAnyCase: Bool = false) -> Bool {
    withView(name) { view in
      inAnyCase
        ? TopLevelDomain.isKnownInAnyCase(view, 0..<view.count) : TopLevelDomain.isKnown(view, 0..<view.count)
    }
  }

  private func isFileExtension(_ name: String) -> Bool {
    withView(name) { TopLevelDomain.isFileExtension($0, 0..<$0.count) }
  }

  private func withView(_ text: String, _ body: (ByteView) -> Bool) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.map { body(ByteView(base: $0, count: bytes.count)) } ?? false }
  }
}

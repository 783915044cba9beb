import System
import Testing

@testable import Terminal
@testable import TerminalText

@Suite struct HistoryTests {
  /// Returns a path in a new folder; the system cleans up the folder.
  func newPath() -> String {
    var template = Array("/tmp/history-XXXXXX".utf8CString)
    mkdtemp(&template)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/state/history"
  }

  func contents(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func entriesAreNewestFirstAndOnlyOnce() {
    let history = History()
    for entry in ["a", "b", "a", "c"] { history.add(entry) }
    #expect(history.entries == ["c", "a", "b"])
  }

  /// Other shells' lines, and those of earlier sessions, are left out on demand, and stay in the file.
  @Test func theOwnEntriesAlone() {
    let path = newPath()
    let other = History(path: path)
    for entry in ["story one", "both"] { other.add(entry) }
    let history = History(path: path)
    history.refresh()
    history.add("story two")
    history.add("both")
    other.add("story three")
    history.refresh()
    #expect(history.search("story") == ["story three", "story two", "story one"])
    history.findsOwnOnly = true
    #expect(history.search("") == ["both", "story two"])
    #expect(history.continuations(of: "story") == [" two"])
    var (position, found) = (history.end, [String]())
    while let (place, entry) = history.previous(before: position) { (position, found) = (place, found + [entry]) }
    #expect(found == ["both", "story two"])
    #expect(history.next(after: position)?.entry == "both")
    history.findsOwnOnly = false
    #expect(history.continuations(of: "story", most: 3) == [" three", " two", " one"])
    #expect(contents(path) == "story one\nboth\nstory two\nboth\nstory three\n")
  }

  @Test func someEntriesAreNeverKept() {
    let path = newPath()
    let history = History(path: path, isSecret: { $0.hasPrefix("login ") })
    for entry in ["", "  ", " leading", "login @ana secret", "nul\0", "kept"] { history.add(entry) }
    history.isPrivate = true
    #expect(!history.add("private"))
    #expect(history.entries == ["private", "kept"])
    #expect(contents(path) == "kept\n")
  }

  @Test func theFileIsOnlyTheOwners() throws {
    let path = newPath()
    History(path: path).add("x")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    chmod(path, 0o644)
    History(path: path).add("y")
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  /// Entries are replaced where they are, in the file too, and the marks of failed ones stay.
  @Test func entriesAreReplaced() {
    let path = newPath()
    let earlier = History(path: path)
    for entry in ["old secret", "old", "old secret"] { earlier.add(entry) }
    let history = History(path: path)
    for entry in ["a", "a secret", "b", "secret b"] { history.add(entry) }
    history.markFailed("a secret")
    history.isPrivate = true
    history.add("private secret")
    var isOwn: [String: Bool] = [:]
    history.replace { entry, own in
      isOwn[entry] = own
      return own ? entry.replacing("secret", with: "…") : entry
    }
    #expect(history.entries.contains("private …"))
    #expect(history.entries.filter { $0 != "private …" } == ["… b", "b", "a …", "a", "old secret", "old"])
    #expect(contents(path) == "old\nold secret\na\na …\n\\!a …\nb\n… b\n")
    #expect(isOwn["old secret"] == false && isOwn["b"] == true)
    #expect(history.continuations(of: "a ") == [] && history.continuations(of: "… ") == ["b"])
    let before = contents(path)
    history.replace { entry, _ in entry }
    #expect(contents(path) == before)
  }

  @Test func blocksAreOneEntry() {
    let path = newPath()
    let entries = ["repeat 3 {\n  hold 1s\n}", "post \"a\\nb\"", "back\\slash", "cr\rlf\r\n"]
    let history = History(path: path)
    for entry in entries { history.add(entry) }
    #expect(contents(path).split(separator: "\n").count == 4)
    let other = History(path: path)
    other.refresh()
    #expect(other.entries == entries.reversed())
  }

  /// A user who edits the file may leave empty lines in it.
  @Test func emptyLinesAreNoEntries() throws {
    let path = newPath()
    History(path: path).add("one")
    let descriptor = try Descriptor.open(path, O_WRONLY | O_APPEND)
    try descriptor.writeAll("\n\ntwo\n")
    descriptor.close()
    let history = History(path: path)
    history.refresh()
    #expect(history.entries == ["two", "one"])
  }

  @Test func shellsShareTheFile() {
    let path = newPath()
    let (one, two) = (History(path: path), History(path: path))
    one.add("from one")
    two.add("from two")
    one.refresh()
    two.refresh()
    #expect(one.entries == ["from two", "from one"])
    #expect(one.entries == two.entries)
    one.remove("from two")
    two.add("again")
    two.refresh()
    one.refresh()
    #expect(one.entries == ["again", "from one"])
  }

  /// Lines that one shell deletes or masks do not come back from the memory of another.
  @Test func whatOneShellRemovesStaysRemoved() {
    let path = newPath()
    let (one, two) = (History(path: path), History(path: path))
    for entry in ["secret diary", "let p = \"Zebra77\"", "hold"] { one.add(entry) }
    two.refresh()
    two.isPrivate = true
    two.add("only here")
    two.isPrivate = false
    one.remove("secret diary")
    one.replace { entry, _ in entry.contains("Zebra77") ? "let p = \"…\"" : entry }
    two.remove("hold")
    #expect(contents(path) == "let p = \"…\"\n")
    #expect(two.entries == ["only here", "let p = \"…\""])
    one.refresh()
    #expect(one.entries == ["let p = \"…\""])
  }

  /// Writes and removals that failed while the disk was full are done later.
  @Test func changesOfTheFileAreTriedAgain() throws {
    let path = newPath()
    let (history, other) = (History(path: path), History(path: path))
    for entry in ["one", "two", "three"] { history.add(entry) }
    let held = try File.openLocked(path, O_RDWR, timeout: 1_000)
    #expect(!history.remove("two") && history.isBehind)
    #expect(!history.replace { entry, _ in entry == "one" ? "masked" : entry })
    #expect(!history.add("four"))
    #expect(history.entries == ["four", "three", "masked"] && contents(path) == "one\ntwo\nthree\n")
    held.close()
    other.add("five")
    history.refresh()
    #expect(!history.isBehind && contents(path) == "masked\nthree\nfour\nfive\n", "\(contents(path))")
    #expect(history.entries == ["five", "four", "three", "masked"])
    other.refresh()
    #expect(other.entries == history.entries)
  }

  @Test func aTornEntryDoesNotSpoilTheNext() {
    let path = newPath()
    let history = History(path: path)
    history.add("whole")
    let descriptor = open(path, O_WRONLY | O_APPEND)
    _ = write(descriptor, "torn", 4)
    close(descriptor)
    history.add("next")
    #expect(contents(path) == "whole\ntorn\nnext\n")
  }

  @Test func theFileIsShortenedAndLosesNothingNew() {
    let path = newPath()
    let (one, two) = (History(path: path, limit: 10), History(path: path, limit: 10))
    one.isPrivate = true
    one.add("never in the file")
    one.isPrivate = false
    for number in 0..<100 {
      one.add("one \(number)")
      if number % 10 == 0 { two.add("two \(number)") }
      one.refresh()
    }
    #expect(contents(path).split(separator: "\n").count <= 50)
    #expect(!contents(path).contains("never"))
    two.refresh()
    #expect(two.entries.first == "one 99")
    #expect(two.entries.contains("two 90"))
    #expect(two.count == 10)
  }

  @Test func manyWritersTearNothing() async {
    let path = newPath()
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let history = History(path: path)
          for number in 0..<50 { history.add("writer \(writer) entry \(number)") }
        }
      }
    }
    let lines = contents(path).split(separator: "\n")
    #expect(lines.count == 400)
    #expect(Set(lines).count == 400)
  }

  @Test func failedLinesAreKeptButNotSuggested() {
    let path = newPath()
    let (one, two) = (History(path: path), History(path: path))
    one.add("tap left")
    one.add("tap 2\n# more")
    one.markFailed("tap 2\n# more")
    two.refresh()
    for history in [one, two] {
      #expect(history.entries == ["tap 2\n# more", "tap left"])
      #expect(history.continuations(of: "tap") == [" left"])
    }
    two.add("tap 2\n# more")
    one.refresh()
    #expect(one.continuations(of: "tap") == [" 2\n# more"], "it went well this time")
    one.markFailed("tap left")
    one.remove("tap 2\n# more")
    let three = History(path: path)
    three.refresh()
    #expect(three.entries == ["tap left"])
    #expect(three.continuations(of: "tap") == [])
  }

  @Test func suggestionsAndSearch() {
    let history = History()
    for entry in ["story play 4", "Story time", "hold 2s", "story play 5 for 15s"] { history.add(entry) }
    #expect(history.continuations(of: "story play").first == " 5 for 15s")
    #expect(history.continuations(of: "story play 4") == [])
    #expect(history.continuations(of: "") == [])
    #expect(history.search("STORY") == [])
    #expect(history.search("story") == ["story play 5 for 15s", "Story time", "story play 4"])
    #expect(history.search("Story") == ["Story time"])
    #expect(history.search("o", limit: 2).count == 2)
  }
}

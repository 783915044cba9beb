import Foundation
import StoryScript
import Terminal
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

@Suite struct CompleterTests {
  /// Returns the texts offered at the end of a line.
  func offered(_ line: String, after script: String = "") throws -> [String] {
    try completions(line, after: script).map(\.text)
  }

  func completions(_ line: String, after script: String = "") throws -> [Completion] {
    let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
    try session.runtime.run(try session.load(try Source(name: "test", text: script)))
    return Completer(session: session).completions(line, line.utf8.count)
  }

  @Test(arguments: [
    ("clu", ["cluster "]), ("timer p", ["pause "]), ("timer st", ["start ", "stop ", "status "]),
    ("timer start h", ["homework "]), ("timer start ip", ["iPad "]), ("story play @a", ["@ana "]),
    ("story play 4 ", ["for "]), ("tap ", ["bar ", "left ", "right "]), ("tap r", ["right "]),
    ("cluster x ", ["smart ", "fixed ", "cap ", "best "]), ("cluster x smart ", ["cap ", "best "]),
    ("print story.pos", ["story.position "]), ("print sto", ["story."]), ("print (upp", ["upper "]),
    ("when timer.comp", ["timer.completed "]), ("wait until story.state == pau", ["pausedByHold ", "paused "]),
    ("photos report | wh", ["where "]), ("if true { } el", ["else "]), ("help sto", ["story ", "stories "]),
    ("help story pl", ["play "]), ("help story play d", ["deck "]), ("hold; help timer exte", ["extend "]),
    ("help nothing x", []), ("routine morning { re", ["reading "]), ("routine add x {\nsho", ["shower "]),
    ("routine \"a b\" { dress 5m; home", ["homework "]), ("routine x { \"ip", ["\"iPad\" "]),
    ("routine edit x steps { ipa", ["iPad "]), ("routine x { dress fo", []),
    ("routine mor", []),
    ("post \"{story.num", ["story.number "]), ("xyzzy ", []), ("print 5 ", []), ("# sto", []), ("let na", []),
  ])
  func completionsOfTheNextWord(_ line: String, _ expected: [String]) throws { #expect(try offered(line) == expected) }

  @Test func waitingItemsAreCompletedForCancel() throws {
    let script = "every 5s as tick { print 1 }; after 20s { hold }"
    let found = try completions("hold; cancel ", after: script)
    #expect(found.map(\.text) == ["tick ", "2 ", "all "])
    #expect(found[0].description == "every 5s as tick { print 1 }")
    #expect(try offered("cancel ti", after: script) == ["tick "])
    #expect(try offered("cancel ") == [])
  }

  /// Within quotes, only paths are offered, no unquoted words.
  @Test func quotesCompleteOnlyPaths() throws {
    let found = try offered("open \"\(Package.root.path)/Exa")
    #expect(found == ["Examples/"])
    #expect(try !offered("open \"").contains("\"dates\""))
    #expect(try offered("open \(Package.root.path)/").prefix(1) != ["anyway "])
  }

  /// The columns of a small file come first; a large file or a path without a file is not read.
  @Test func columnsOfAFile() throws {
    let file = Package.root.path + "/Examples/people.csv"
    #expect(try offered("open \(file) | sort by a").first == "age ")
    #expect(try offered("open \"\(file)\" | where ").prefix(2) == ["name ", "age "])
    #expect(try offered("open \(file) | where age > 8 | select n") == ["name "])
    #expect(try offered("open \(file).none | select n") == [])
    #expect(try offered("open /dev/zero | select n") == [])
  }

  /// A command takes names first, and files second.
  @Test func lessonsComeBeforeFolders() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    let found = try offered("learn ")
    let folder = try #require(found.firstIndex { $0.hasSuffix("/") }, "\(found)")
    let lessons = ["tutorial ", "hold-to-pause ", "program "].map { found.firstIndex(of: $0) }
    #expect(lessons.allSatisfy { $0.map { $0 < folder } == true }, "\(found)")
  }

  /// Each setting has a description.
  @Test func settingsSayWhatTheyMean() throws {
    let found = try completions("set ")
    #expect(found.count == Catalog.standard.settings.count)
    #expect(
      found.first { $0.text == "tick " }?.description == Catalog.standard.settings.first { $0.name == "tick" }?.summary)
    #expect(Set(found.map(\.description)).count == found.count)
  }

  /// The values of an argument share its description, which says nothing beside other words.
  @Test func valuesBesideOtherWordsHaveNoDescription() throws {
    let found = try completions("rate ")
    #expect(found.filter { $0.description.isEmpty }.map(\.text) == ["amazing ", "good ", "\"needs work\" ", "later "])
    #expect(found.contains { $0.text == "of " && !$0.description.isEmpty })
  }

  @Test func sessionValuesAreCompleted() throws {
    let script = "let apple = 5m; let avocado = \"two\"; def twice a { return $a }"
    #expect(try offered("print $a", after: script) == ["$apple ", "$avocado "])
    #expect(try completions("print $ap", after: script).first?.description == "5m")
    #expect(try offered("let berry = 1; print $b") == ["$berry "])
    #expect(try offered("twi", after: script) == ["twice "])
  }

  static let records =
    "let m = [{place: \"Lisbon\", photos: 9}, {place: \"Porto\", photos: 4}]; let r = {a: {title: 1}, b: 2}"

  @Test(arguments: [
    ("$m[0].", ["place ", "photos "]), ("print $m[1].ph", ["photos "]), ("$r.", ["a ", "b "]), ("$r.a.t", ["title "]),
    ("$r.a.", ["title "]), ("$m.", []), ("$m | where pl", ["place "]), ("print ($m | sort by ", ["place ", "photos "]),
    ("$m | where photos > 4 and pl", ["place "]), ("$m | select ph", ["photos "]),
    ("$m | select place | where p", ["place "]), ("for x in $m | where pl", ["place "]),
    ("let n = $m | group by ph", ["photos "]), ("stories | where au", ["author "]),
    ("activities | sort by mi", ["minutes "]),
    ("post \"{$m[0].pl", ["place "]), ("$m | first p", []), ("cluster nowhere | where pl", []),
    ("$m | where photos > timer.prog", ["timer.progress "]),
  ])
  func fieldsOfRecordsAndRows(_ line: String, _ expected: [String]) throws {
    // Root names of the state may follow as well.
    #expect(try offered(line, after: Self.records).filter { !$0.hasSuffix(".") } == expected)
  }

  /// After a dot, only names that need no quotes are offered.
  @Test func fieldsThatNeedQuotesAreNotOffered() throws {
    let script = "let r = {\"first name\": 1, \"2nd\": 2, last_name: 3, \"\": 4}"
    #expect(try offered("$r.", after: script) == ["last_name "])
  }

  @Test(arguments: [
    ("tmr", ["timer "]), ("timer strt", ["start "]), ("set tk", ["tick "]), ("print (uppr", ["upper "]),
    ("stories | whr", ["where "]), ("tx", []), ("story play @an", ["@ana "]),
    ("tmst", ["timer start ", "timer stop ", "timer status "]),
    ("print (stpl", ["story play ", "story play deck "]), ("plst", ["story play "]), ("zq", []),
  ])
  func lettersInTheirOrderAreEnough(_ line: String, _ expected: [String]) throws {
    #expect(try offered(line) == expected)
  }

  @Test func completingChangesNothing() throws {
    let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
    let line = "(post \"hi\") | select "
    #expect(Completer(session: session).completions(line, line.utf8.count).contains { $0.text == "text " })
    #expect(session.past.log.inputCount == 0 && session.output.drainLines() == [])
    #expect(Trial.value(of: "(open \"Package.swift\")", in: session) == nil, "a file lies outside")
    #expect(Trial.value(of: "(sum (range 1 100000000))", in: session) == nil, "nobody waits so long")
  }

  @Test func everyCommandHasADescription() throws {
    #expect(try completions("").filter { $0.description.isEmpty }.map(\.text) == [])
    #expect(try completions("timer ").first?.description == "starts an activity's timer")
  }

  @Test func filesAreCompletedByTheirLastName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Photos/in", "Phantom", ".hidden"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data().write(to: folder.appending(path: "Phone book"))
    for name in ["note.story", "q\"uote.story", "it's.story"] { try Data().write(to: folder.appending(path: name)) }
    let path = folder.path
    #expect(try offered("cluster \(path)/Pha") == ["Phantom/"])
    #expect(try completions("cluster \(path)/Pha").first?.replacing.count == 3)
    #expect(try offered("cluster \(path)/Photos/") == ["in/"])
    #expect(try offered("include \"\(path)/n") == ["note.story\" "])
    #expect(try offered("cluster \(path)/.h") == [".hidden/"])
    #expect(try offered("cluster \(path)/Phone") == ["\"\(path)/Phone book\" "], "quoted as a whole")
    #expect(try offered("cluster \"\(path)/Phone") == ["Phone book\" "])
    #expect(try offered("cluster \(path)/nowhere/") == [])
    #expect(try offered("include \"\(path)/q") == ["q\\\"uote.story\" "])
    #expect(try offered("include \"\(path)/q\\\"u") == ["q\\\"uote.story\" "])
    #expect(try offered("include '\(path)/it") == ["\"\(path)/it's.story\" "])
    #expect(try offered("cluster \(path)/pha") == ["Phantom/"])
    #expect(try offered("cluster \(path)/phtos/") == ["\(path)/Photos/in/"])
    #expect(try offered("include '\(path)/phtos/i") == ["'\(path)/Photos/in/"])
  }
}

import Foundation
import System
import Testing

/// The walls of the shell: its core uses no wing, and no wing uses another wing. Only `Catalog.swift` and
/// `World.swift` join them.
@Suite struct ShellWallTests {
  /// The folder of each wing and the one domain that the wing may use. The lessons are their own domain.
  private static let domains = ["Stories": "Stories", "Timers": "Timers", "Moments": "Moments", "Posts": "Bluesky"]
  fileprivate static let wings = domains.keys + ["Lessons"]
  private static let joins = ["Catalog.swift", "World.swift"]

  private let files: [SourceText]

  init() throws {
    let root = Package.root.path + "/Sources/Shell"
    files = try Self.swiftFiles(in: root).map { path in
      SourceText(
        name: String(path.dropFirst(root.count + 1)),
        text: String(decoding: try File.read(path, atMost: 1 << 20), as: UTF8.self))
    }
    #expect(files.count > 100)
    for wing in Self.wings { #expect(files.contains { $0.wing == wing }, "\(wing) has no files") }
  }

  private static func swiftFiles(in folder: String) throws -> [String] {
    try Folder.names(in: folder).sorted().flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if try FileStatus(path).isFolder { return try swiftFiles(in: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  @Test func aWingImportsItsOwnDomainAndTheCoreNone() {
    for file in files {
      let own = file.wing.flatMap { Self.domains[$0] }
      for (line, words) in file.lines {
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
        let module = words[place + 1]
        guard Self.domains.values.contains(module), module != own else { continue }
        Issue.record("Sources/Shell/\(file.name):\(line) imports \(module)")
      }
    }
  }

  @Test func noFileNamesATypeOfAnotherWing() {
    var homes: [String: Set<String>] = [:]
    for file in files {
      guard let wing = file.wing else { continue }
      for name in file.types { homes[name, default: []].insert(wing) }
    }
    #expect(homes.count > 50)
    // A name that the core or a second wing also declares proves nothing.
    let common = Set(files.filter { $0.wing == nil }.flatMap(\.types))
    let owners = homes.filter { $0.value.count == 1 && !common.contains($0.key) }
    for file in files where !Self.joins.contains(file.name) {
      for (line, words) in file.lines {
        for word in words {
          guard let owner = owners[word]?.first, owner != file.wing else { continue }
          Issue.record("Sources/Shell/\(file.name):\(line) names \(word) of \(owner)/")
        }
      }
    }
  }

  /// The core passes a world on and reads no part of it: it uses a world only as a `WorldModel`.
  @Test func theCoreReadsNoPartOfTheWorld() {
    let wholes: Set = [
      "world", "resources", "ledger", "kept", "snapshot", "before", "after", "World", "Event", "Aspects",
    ]
    let parts: Set = ["stories", "timers", "photos", "posts"]
    for file in files where file.wing == nil && !Self.joins.contains(file.name) {
      for (line, words) in file.lines {
        for (whole, part) in zip(words, words.dropFirst()) where wholes.contains(whole) && parts.contains(part) {
          Issue.record("Sources/Shell/\(file.name):\(line) reads \(whole).\(part)")
        }
      }
    }
  }

  /// A session's members are those of the core: each piece of a wing is a type of its own, made from a session.
  @Test func aWingDoesNotExtendTheSession() {
    for file in files where file.wing != nil {
      for (line, words) in file.lines {
        guard let place = words.firstIndex(of: "extension"), place + 1 < words.count else { continue }
        if words[place + 1] == "Session" { Issue.record("Sources/Shell/\(file.name):\(line) extends Session") }
      }
    }
  }

  /// The catalog is passed as a parameter: code that names it would depend on the whole shell.
  @Test func onlyTheJoinKnowsTheCatalog() {
    for file in files where file.name != "Catalog.swift" {
      for (line, words) in file.lines where words.contains("Catalog") {
        Issue.record("Sources/Shell/\(file.name):\(line) names Catalog")
      }
    }
  }

  /// A test lies in a folder with the same name as its source's folder. Test data and tests of the whole shell lie
  /// next to these folders.
  @Test func testFoldersMatchSourceFolders() throws {
    func folders(_ path: String) throws -> Set<String> {
      let names = try Folder.names(in: "\(Package.root.path)/\(path)")
      return Set(try names.filter { try FileStatus("\(Package.root.path)/\(path)/\($0)").isFolder })
    }
    for module in ["Shell", "Moments", "Timers", "StoryScript"] {
      var own = try folders("Sources/\(module)")
      // The tests of the syntax lie with those of the language that runs it.
      if module == "StoryScript" { own.formUnion(try folders("Sources/StorySyntax")) }
      let others = try folders("Tests/\(module)Tests").subtracting(own)
      #expect(others.subtracting(["StateFolders", "Corpus"]).isEmpty, "\(module)Tests: \(others.sorted())")
    }
  }

  @Test func scanningIgnoresCommentsAndStrings() {
    let source = SourceText(
      name: "Posts/Sample.swift",
      text: """
        import Bluesky // import Stories
        /// A `TimerPart` in words.
        enum Sample {
          struct Inner {}
          private struct Hidden {}
          let text = "TimerPart \\(StoryPart.self)"
          let block = \"""
            PhotoPart \\(PostPart.self)
            \"""
        }
        """)
    #expect(source.wing == "Posts")
    #expect(source.types == ["Sample"])
    #expect(source.lines.flatMap(\.words).filter { $0.hasSuffix("Part") } == ["StoryPart", "PostPart"])
    #expect(source.lines.first?.words == ["import", "Bluesky"])
  }
}

/// A source file without its comments and without the text of its strings.
private struct SourceText {
  /// Its path in Sources/Shell.
  let name: String
  /// The identifiers of each line, counted from 1.
  let lines: [(number: Int, words: [String])]
  /// The types that the file declares and that other files can name without a prefix.
  let types: Set<String>

  /// The folder of the file's wing; `nil` if the file belongs to the core.
  var wing: String? {
    let folder = name.split(separator: "/").first.map(String.init) ?? ""
    return ShellWallTests.wings.contains(folder) ? folder : nil
  }

  init(name: String, text: String) {
    self.name = name
    var lines: [(number: Int, words: [String])] = []
    var types: Set<String> = []
    var isBlock = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = Self.words(line, &isBlock)
      lines.append((index + 1, words))
      // A nested type is named through its outer type.
      guard line.first != " ", !words.contains("private"), !words.contains("extension") else { continue }
      let keywords = ["struct", "class", "enum", "protocol", "actor", "typealias"]
      if let place = words.firstIndex(where: keywords.contains), place + 1 < words.count {
        types.insert(words[place + 1])
      }
    }
    self.lines = lines
    self.types = types
  }

  /// Returns the identifiers of a line of code. Quoted text has none, but code that is interpolated into it has.
  /// - Parameter isBlock: `true` if a multi-line string continues on this line.
  private static func words(_ line: Substring, _ isBlock: inout Bool) -> [String] {
    var words: [String] = []
    var word = ""
    var line = line
    var isText = isBlock
    if let quotes = line.firstRange(of: "\"\"\"") {
      line = isBlock ? line[quotes.upperBound...] : line[..<quotes.lowerBound]
      isText = false
      isBlock.toggle()
    }
    let isInside = isText
    /// The number of open parentheses in each interpolation around the current character.
    var depths: [Int] = []
    var previous: Character = " "
    for character in line {
      if !isText, character == "/", previous == "/" { break }
      let isPart = !isText && (character.isLetter || character.isNumber || character == "_")
      if isPart {
        word.append(character)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
      switch character {
      case "\"" where previous != "\\" && !(isInside && depths.isEmpty): isText.toggle()
      case "(" where isText && previous == "\\":
        depths.append(0)
        isText = false
      case "(" where !isText && !depths.isEmpty: depths[depths.count - 1] += 1
      case ")" where !isText && !depths.isEmpty:
        if depths[depths.count - 1] == 0 {
          depths.removeLast()
          isText = true
        } else {
          depths[depths.count - 1] -= 1
        }
      default: break
      }
      previous = previous == "\\" && character == "\\" ? " " : character
    }
    return word.isEmpty ? words : words + [word]
  }
}

import Foundation
import System
import Testing

/// The walls of the shell: its core knows no wing, and no wing knows another. The one join is `Catalog.swift` with
/// `Session/World.swift`.
@Suite struct ShellWallTests {
  /// The folders of the wings, and the one domain that each of them knows; the lessons are a domain of their own.
  private static let domains = ["Stories": "Stories", "Timers": "Timers", "Moments": "Moments", "Posts": "Bluesky"]
  fileprivate static let wings = domains.keys + ["Lessons"]
  private static let joins = ["Catalog.swift", "Session/World.swift"]

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
    // A name that the core or a second wing has as well says nothing.
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

  /// The catalog is handed in: whoever reached for it would use all of the shell.
  @Test func onlyTheJoinKnowsTheCatalog() {
    for file in files where file.name != "Catalog.swift" {
      for (line, words) in file.lines where words.contains("Catalog") {
        Issue.record("Sources/Shell/\(file.name):\(line) names Catalog")
      }
    }
  }

  /// A test stands in a folder named as its source's; data and what is about all of the shell, beside them.
  @Test func testsStandInFoldersAsTheirSourcesDo() throws {
    func folders(_ path: String) throws -> Set<String> {
      let names = try Folder.names(in: "\(Package.root.path)/\(path)")
      return Set(try names.filter { try FileStatus("\(Package.root.path)/\(path)/\($0)").isFolder })
    }
    for module in ["Shell", "Moments", "Timers", "StoryScript"] {
      var own = try folders("Sources/\(module)")
      // The syntax is tested together with the language that runs it.
      if module == "StoryScript" { own.formUnion(try folders("Sources/StorySyntax")) }
      let others = try folders("Tests/\(module)Tests").subtracting(own)
      #expect(others.subtracting(["StateFolders", "Corpus"]).isEmpty, "\(module)Tests: \(others.sorted())")
    }
  }

  @Test func scanningSeesCodeAlone() {
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

/// A source file without comments and the text of its strings.
private struct SourceText {
  /// Its path in Sources/Shell.
  let name: String
  /// The identifiers of each line, counted from 1.
  let lines: [(number: Int, words: [String])]
  /// The types that it declares and that other files can name by themselves.
  let types: Set<String>

  /// The wing's folder; `nil` in the core.
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
      // A type inside another one is named through it.
      guard line.first != " ", !words.contains("private"), !words.contains("extension") else { continue }
      let keywords = ["struct", "class", "enum", "protocol", "actor", "typealias"]
      if let place = words.firstIndex(where: keywords.contains), place + 1 < words.count {
        types.insert(words[place + 1])
      }
    }
    self.lines = lines
    self.types = types
  }

  /// The identifiers of a line of code. Text in quotes is none, but what is interpolated into it is.
  /// - Parameter isBlock: whether a text of several lines goes on.
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
    /// How many parentheses are open in each interpolation around this place.
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

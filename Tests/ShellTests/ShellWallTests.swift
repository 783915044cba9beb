import Foundation
import System
import Testing

/// The walls of the shell that the compiler does not hold: what a module may import, and what its files may name.
@Suite struct ShellWallTests {
  /// The domain of each wing. The lessons are their own domain.
  private static let domains = [
    "StoriesWing": "Stories", "TimersWing": "Timers", "MomentsWing": "Moments", "PostsWing": "Bluesky",
    "LessonsWing": nil,
  ]

  /// The files of the core and of the wings.
  private let files: [SourceText]

  init() throws {
    let root = Package.root.path + "/Sources"
    files = try (["ShellCore"] + Self.domains.keys.sorted()).flatMap { try Self.swiftFiles(in: "\(root)/\($0)") }
      .map { path in
        SourceText(
          name: String(path.dropFirst(root.count + 1)),
          text: String(decoding: try File.read(path, atMost: 1 << 20), as: UTF8.self))
      }
    #expect(files.count > 100)
  }

  private static func swiftFiles(in folder: String) throws -> [String] {
    try Folder.names(in: folder).sorted().flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if try FileStatus(path).isFolder { return try swiftFiles(in: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  /// The compiler finds any module that was built before, whether it is a dependency or not.
  @Test func aWingImportsItsOwnDomainAndNoWing() {
    let others = Set(Self.domains.values.compactMap { $0 } + Self.domains.keys + ["Shell"])
    for file in files {
      for (line, words) in file.lines {
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
        let module = words[place + 1]
        guard others.contains(module), module != Self.domains[file.module] ?? nil else { continue }
        Issue.record("Sources/\(file.name):\(line) imports \(module)")
      }
    }
  }

  /// The core passes a world on and reads no part of it.
  @Test func theCoreReadsNoPartOfTheWorld() {
    let wholes: Set = [
      "world", "resources", "ledger", "kept", "snapshot", "before", "after", "World", "Event", "Aspects",
    ]
    let parts: Set = ["stories", "timers", "photos", "posts"]
    for file in files where file.module == "ShellCore" {
      for (line, words) in file.lines {
        for (whole, part) in zip(words, words.dropFirst()) where wholes.contains(whole) && parts.contains(part) {
          Issue.record("Sources/\(file.name):\(line) reads \(whole).\(part)")
        }
      }
    }
  }

  /// A session's members are those of the core: each piece of a wing is a type of its own, made from a session.
  @Test func aWingDoesNotExtendTheSession() {
    for file in files where file.module != "ShellCore" {
      for (line, words) in file.lines {
        guard let place = words.firstIndex(of: "extension"), place + 1 < words.count else { continue }
        if words[place + 1] == "Session" { Issue.record("Sources/\(file.name):\(line) extends Session") }
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
      var own: Set<String> = []
      switch module {
      // The tests of the core, of the wings and of the tools use the whole shell, and lie together.
      case "Shell":
        own = try folders("Sources/ShellCore").union(folders("Sources/ScriptTools"))
          .union(Self.domains.keys.map { String($0.dropLast("Wing".count)) })
      // The tests of the syntax lie with those of the language that runs it.
      case "StoryScript": own = try folders("Sources/StoryScript").union(folders("Sources/StorySyntax"))
      default: own = try folders("Sources/\(module)")
      }
      let others = try folders("Tests/\(module)Tests").subtracting(own)
      #expect(others.subtracting(["StateFolders", "Corpus"]).isEmpty, "\(module)Tests: \(others.sorted())")
    }
  }

  @Test func scanningIgnoresCommentsAndStrings() {
    let source = SourceText(
      name: "PostsWing/Sample.swift",
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
    #expect(source.module == "PostsWing")
    #expect(source.lines.flatMap(\.words).filter { $0.hasSuffix("Part") } == ["StoryPart", "PostPart"])
    #expect(source.lines.first?.words == ["import", "Bluesky"])
  }
}

/// A source file without its comments and without the text of its strings.
private struct SourceText {
  /// Its path in Sources.
  let name: String
  /// The identifiers of each line, counted from 1.
  let lines: [(number: Int, words: [String])]
  /// The name of the file's module.
  var module: String { name.split(separator: "/").first.map(String.init) ?? "" }

  init(name: String, text: String) {
    self.name = name
    var lines: [(number: Int, words: [String])] = []
    var isBlock = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      lines.append((index + 1, Self.words(line, &isBlock)))
    }
    self.lines = lines
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

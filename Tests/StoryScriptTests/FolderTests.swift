import Foundation
import Testing

/// The language's folders depend on each other in one direction only, so that each can be read without the later
/// ones.
@Suite struct FolderTests {
  /// The folders from bottom to top; folders in the same row do not use each other.
  private static let rows = syntax + [["Values"], ["Checking"], ["Compiler"], ["Machine"]]
  /// The folders of StorySyntax, which the compiler keeps below those of StoryScript.
  private static let syntax = [["Source"], ["Literals"], ["Schema"], ["Syntax"], ["Editing", "Format"]]

  private struct File {
    var folder: String
    var name: String
    /// The source code without comments and strings.
    var code: String
    var types: [String] {
      code.matches(of: /(?m)^(?:public |package |indirect |final )*(?:struct|enum|class|protocol) (\w+)/).map {
        String($0.1)
      }
    }
    var words: Set<Substring> { Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
  }

  private static func files() throws -> [File] {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return try rows.joined().flatMap { folder in
      let module = syntax.joined().contains(folder) ? "StorySyntax" : "StoryScript"
      let sources = root.appendingPathComponent("Sources/\(module)")
      let names = try FileManager.default.contentsOfDirectory(atPath: sources.appendingPathComponent(folder).path)
      return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
        let text = try String(contentsOf: sources.appendingPathComponent("\(folder)/\(name)"), encoding: .utf8)
        let code = text.replacing(/\/\/.*/, with: "").replacing(/"[^"\n]*"/, with: "")
        return File(folder: folder, name: name, code: code)
      }
    }
  }

  @Test func arrowsOnlyPointDown() throws {
    let files = try Self.files()
    #expect(files.count > 50)
    var homes: [String: String] = [:]
    for file in files { for type in file.types { homes[type] = file.folder } }
    #expect(homes.count > 50)
    for file in files {
      let row = try #require(Self.rows.firstIndex { $0.contains(file.folder) })
      for (type, home) in homes where home != file.folder && file.words.contains(Substring(type)) {
        let other = try #require(Self.rows.firstIndex { $0.contains(home) })
        #expect(other < row, "\(file.folder)/\(file.name) uses \(type) of \(home)")
      }
    }
  }
}

import Foundation
import Testing

@testable import PostsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import StoriesWing

@Suite struct CatalogTests {
  @Test func commandsHaveUniqueWordsAndExamples() {
    let commands = Catalog.standard.schema.vocabulary.commands.commands
    #expect(Set(commands.map(\.name)).count == commands.count)
    #expect(commands.filter(\.examples.isEmpty).map(\.name) == [])
  }

  /// A command list that is declared but not joined would hold commands that no one can type.
  @Test func everyListIsJoined() throws {
    let root = Package.root.path + "/Sources"
    let modules =
      ["SessionState", "Shell", "ShellCore"] + ["Stories", "Timers", "Moments", "Posts", "Lessons"].map { "\($0)Wing" }
    let files = try modules.flatMap { module in
      try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(module)").filter { $0.hasSuffix(".swift") }
        .sorted()
        .map { "\(module)/\($0)" }
    }
    var joins = ""
    for join in files where join.hasSuffix("/Catalog.swift") || join.hasSuffix("Wing.swift") {
      joins += try String(contentsOfFile: "\(root)/\(join)", encoding: .utf8)
    }
    var lists: [String] = []
    for file in files {
      let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
      var owner = Substring()
      for line in text.split(separator: "\n") {
        if let type = line.firstMatch(of: /^(?:private |public |package |final )*(?:enum|struct|class|extension) (\w+)/)
        {
          owner = type.1
        }
        let list =
          /^ *(?:package )?static (?:let|var) (?:(\w+): \[(?:CommandEntry|StateEntry|EventRow|Setting)\]|(events) =)/
        guard let match = line.firstMatch(of: list), let name = match.1 ?? match.2 else { continue }
        lists.append("\(owner).\(name)")
      }
    }
    #expect(lists.contains("StoryCommands.entries") && lists.contains("PostSettings.all"))
    for list in lists { #expect(joins.contains(list), "\(list) is missing from its wing and from Catalog.swift") }
  }
}

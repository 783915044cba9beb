import Foundation
import JSON
import Testing

@testable import ShellCore

/// Several files: includes that are open or not, and the folders of the workspace.
@Suite struct WorkspaceTests {
  private let folder = Scratch.folder()

  private func address(_ name: String) -> String { FileAddress.address(of: folder.path + "/" + name) }

  private func write(_ name: String, _ text: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func places(_ locations: JSON) -> [String] {
    locations.arrayValue?.map {
      ($0["uri"]?.stringValue?.split(separator: "/").last.map(String.init) ?? "") + " " + written($0["range"])
    } ?? []
  }

  @Test func anIncludedTextIsThatOfTheEditor() throws {
    try write("lib.story", "def old { print 1 }\n")
    let client = try EditorClient()
    client.open("include \"lib.story\"\nfresh 2\n", as: address("main.story"))
    #expect(client.diagnostics()[address("main.story")]?.count == 1)
    // The definition exists only in the editor.
    client.open("\ndef fresh n { print $n }\n", as: address("lib.story"))
    #expect(client.diagnostics()[address("main.story")] == [])
    let definition = try client.ask("definition", at: 1, 2, in: address("main.story"))
    #expect(places(definition) == ["lib.story 1:4-1:9"])
    client.change([["text": "def other n { print $n }\n"]], in: address("lib.story"))
    #expect(client.diagnostics()[address("main.story")]?.count == 1)
    // The file on the disk counts again.
    _ = client.server.receive([
      ["method": "textDocument/didClose", "params": ["textDocument": ["uri": .string(address("lib.story"))]]]
    ])
    client.change([["text": "include \"lib.story\"\nold\n"]], in: address("main.story"))
    #expect(client.diagnostics()[address("main.story")] == [])
  }

  @Test func hoverShowsTheSignatureAndTheFileOfAnIncludedName() throws {
    try write("lib.story", "let base = 1\n\n# Greets somebody.\ndef greet name times = 2 {\n  print $name\n}\n")
    let client = try EditorClient()
    client.open("include \"lib.story\"\ngreet \"Ana\"\nprint $base\nprint (greet \"Bo\")\n", as: address("main.story"))
    func hover(_ line: Int64, _ column: Int64) throws -> String? {
      try client.ask("hover", at: line, column, in: address("main.story"))["contents"]?["value"]?.stringValue
    }
    let file = "defined in \(folder.path)/lib.story"
    let greet = "```storyline\ndef greet name times = 2\n```\n\nGreets somebody.\n\n\(file)"
    #expect(try hover(1, 2) == greet)
    #expect(try hover(2, 8) == "```storyline\nlet base = 1\n```\n\n\(file)")
  }

  @Test func aChangedFileIsReadAgain() throws {
    let watch = try EditorClient(workspace: ["didChangeWatchedFiles": ["dynamicRegistration": true]])
    #expect(watch.greetings.map { $0["method"] } == ["client/registerCapability"])
    let registration = watch.greetings.first?["params"]?["registrations"]?.arrayValue?.first
    #expect(registration?["method"] == "workspace/didChangeWatchedFiles")
    #expect(registration?["registerOptions"]?["watchers"] == [["globPattern": "**/*.story"]])
    let client = try EditorClient()
    #expect(client.greetings == [])
    try write("lib.story", "def old { print 1 }\n")
    client.open("include \"lib.story\"\nfresh 2\n", as: address("main.story"))
    client.open("print 1\n", as: address("other.story"))
    #expect(client.diagnostics()[address("main.story")]?.count == 1)
    try write("lib.story", "def fresh n { print $n }\n")
    func report(_ name: String) {
      client.notify(
        "workspace/didChangeWatchedFiles", ["changes": [["uri": .string(address(name)), "type": 2]]])
    }
    report("lib.story")
    #expect(client.diagnostics() == [address("main.story"): []])
    // The editor's text of an open document counts, not its file.
    report("other.story")
    #expect(client.diagnostics().isEmpty)
    // So does saving tell that a file has changed.
    try write("lib.story", "print 1\n")
    client.notify("textDocument/didSave", ["textDocument": ["uri": .string(address("lib.story"))]])
    #expect(client.diagnostics()[address("main.story")]?.count == 1)
    for wrong in [[:], ["changes": 1], ["changes": [1, [:], ["uri": 1]]]] as [JSON] {
      client.notify("workspace/didChangeWatchedFiles", wrong)
    }
  }

  @Test func referencesAndRenamingCrossFilesInBothDirections() throws {
    try write("lib.story", "def greet n { print $n }\ngreet 0\n")
    try write("closed.story", "include \"lib.story\"\ngreet 3\n")
    try write("other.story", "def greet n { print $n }\ngreet 4\n")
    let client = try EditorClient(folders: [FileAddress.address(of: folder.path)])
    client.open("include \"lib.story\"\ngreet 1\n", as: address("main.story"))
    _ = client.diagnostics()
    let expected = ["lib.story 0:4-0:9", "lib.story 1:0-1:5", "main.story 1:0-1:5", "closed.story 1:0-1:5"]
    // From the use, and from the definition.
    #expect(places(try client.ask("references", at: 1, 2, in: address("main.story"))) == expected)
    client.open("def greet n { print $n }\ngreet 0\n", as: address("lib.story"))
    #expect(Set(places(try client.ask("references", at: 0, 5, in: address("lib.story")))) == Set(expected))
    let edit = try client.ask("rename", at: 1, 2, [JSON.Field("newName", "hail")], in: address("main.story"))
    guard case .object(let changes)? = edit["changes"] else { return #expect(Bool(false)) }
    #expect(Set(changes.map(\.name)) == Set(["lib.story", "main.story", "closed.story"].map(address)))
    #expect(changes.first { $0.name == address("closed.story") }?.value.arrayValue?.count == 1)
    #expect(throws: EditorClient.Refusal.self) {
      try client.ask("rename", at: 1, 2, [JSON.Field("newName", "print")], in: address("main.story"))
    }
  }

  @Test func symbolsOfAllFoldersAreFound() throws {
    try write("a/one.story", "def alpha { print 1 }\nlet beta = 1\nprint $beta\nalpha\n")
    try write("b/deep/two.story", "lesson \"Gamma\" { step \"Delta\" { say \"x\" } }\n")
    try write("a/.hidden/three.story", "def omega { print 1 }\n")
    try write("a/text.txt", "def omega { print 1 }\n")
    let client = try EditorClient(folders: [address("a")])
    func names(_ query: String) throws -> [String] {
      try client.request("workspace/symbol", ["query": .string(query)]).arrayValue?.compactMap {
        $0["name"]?.stringValue
      } ?? []
    }
    #expect(try names("") == ["alpha", "beta"])
    #expect(try names("alp") == ["alpha"])
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [["uri": .string(address("b")), "name": "b"]], "removed": []]])
    #expect(try names("") == ["alpha", "beta", "Gamma", "Delta"])
    // A changed file is read again, and an open one is the editor's.
    try write("a/one.story", "def gone { print 1 }\ngone\ngone\n")
    client.open("def shown { print 1 }\nshown\n", as: address("b/deep/two.story"))
    #expect(try names("") == ["shown", "gone"])
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [], "removed": [["uri": .string(address("a")), "name": "a"]]]])
    #expect(try names("") == ["shown"])
  }
}

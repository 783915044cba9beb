import Foundation
import System
import Testing

@testable import ShellCore

/// The rule for git in a shared folder, and git itself if it is installed.
@Suite struct GitAttributesTests {
  private let root = Scratch.folder().path

  private func make(_ folder: String) throws { try Folder.make("\(root)/\(folder)") }
  private func write(_ text: String, _ file: String) throws { try File.create("\(root)/\(file)", with: text.utf8) }
  private func text(_ file: String) throws -> String {
    String(decoding: try File.read("\(root)/\(file)", atMost: 1 << 20), as: UTF8.self)
  }

  private let line = "*.journal merge=union -text\n*.proof merge=union -text\n"

  @Test func outsideOfGitNothingIsWritten() throws {
    try make("shared")
    #expect(GitAttributes.cover("\(root)/shared", device: "kitchen") == nil)
    #expect(try Folder.names(in: "\(root)/shared").isEmpty)
  }

  @Test(arguments: ["", "family", "family/deep"]) func inAWorkTreeTheRuleIsWrittenOnce(folder: String) throws {
    try make(".git")
    try make(folder)
    let shared = folder.isEmpty ? root : "\(root)/\(folder)"
    #expect(
      GitAttributes.cover(shared, device: "kitchen")
        == "\(shared)/.gitattributes now tells Git how to merge journals: commit this file too")
    #expect(try text(folder + "/.gitattributes") == line)
    #expect(GitAttributes.cover(shared, device: "kitchen") == nil)
    #expect(try text(folder + "/.gitattributes") == line)
  }

  /// An additional work tree of a repository has a file in the place of the `.git` folder.
  @Test func aFurtherWorkTree() throws {
    try write("gitdir: /elsewhere\n", ".git")
    #expect(GitAttributes.cover(root, device: "kitchen") != nil)
  }

  @Test(arguments: [
    ("*.png binary", "*.png binary\n"), ("*.png binary\n", "*.png binary\n"),
    ("# *.journal merge=union\n", "# *.journal merge=union\n"),
    ("*.journal text\n", "*.journal text\n"), ("", ""),
    ("other/*.journal merge=union\n", "other/*.journal merge=union\n"),
  ])
  func otherRulesStay(before: String, after: String) throws {
    try make(".git")
    try write(before, ".gitattributes")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: root + "/.gitattributes")
    #expect(GitAttributes.cover(root, device: "kitchen") != nil)
    #expect(try text(".gitattributes") == after + line)
    #expect(try FileStatus(root + "/.gitattributes").permissions == 0o640)
  }

  @Test(arguments: [
    "*.journal merge=union", "* merge=ours", "*.journal -merge", "*.journal\tbinary", "kitchen.journal !merge",
    "family/*.journal merge=union", "/family/** merge=union", "**/*.journal merge=union",
    "fam*/kitchen.journal merge=union",
  ])
  func aRuleThatIsThereCounts(rule: String) throws {
    try make(".git")
    try make("family")
    try write("x y\n" + rule + "\r\n", ".gitattributes")
    #expect(GitAttributes.cover("\(root)/family", device: "kitchen") == nil)
    #expect(try Folder.names(in: "\(root)/family").isEmpty)
  }

  @Test func theRepositorysOwnRulesCount() throws {
    try make(".git/info")
    try write(line, ".git/info/attributes")
    #expect(GitAttributes.cover(root, device: "kitchen") == nil)
  }

  @Test func linksAreNotWrittenThrough() throws {
    try make(".git")
    try write("", "elsewhere")
    #expect(symlink("elsewhere", root + "/.gitattributes") == 0)
    let advice =
      "Git can merge the journals only if \(root)/.gitattributes has the line: *.journal merge=union -text"
    #expect(GitAttributes.cover(root, device: "kitchen") == advice)
    #expect(try text("elsewhere") == "")
    try File.remove(root + "/.gitattributes")
    #expect(link(root + "/elsewhere", root + "/.gitattributes") == 0)
    #expect(GitAttributes.cover(root, device: "kitchen") != advice)
    #expect(try text("elsewhere") == "")
    #expect(try text(".gitattributes") == line)
    try File.remove(root + "/.gitattributes")
    try make(".gitattributes")
    #expect(GitAttributes.cover(root, device: "kitchen") == advice)
  }

  private static let git = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first(
    where: File.isExecutable)

  /// Two clones pass on each other's files, once without git; no pull ends in a conflict, and no data is lost.
  @Test(.enabled(if: git != nil)) func twoClonesNeverConflict() throws {
    func git(_ arguments: String..., at folder: String) throws {
      let settings = [
        "-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main", "-c", "pull.rebase=false",
      ]
      let result = try Program.run(
        settings + arguments, folder: URL(filePath: "\(root)/\(folder)"),
        environment: ["HOME": root, "GIT_CONFIG_NOSYSTEM": "1"], executable: Self.git)
      #expect(result.status == 0, "git \(arguments) in \(folder): \(result.output)\(result.errors)")
    }
    func story(_ device: String, _ script: String) throws -> Program.Result {
      let result = try Program.run(["--state", "\(root)/state-\(device)", "-c", script], environment: ["HOME": root])
      #expect(result.status == 0, "\(script): \(result.errors)")
      return result
    }
    try make("hub")
    try git("init", "--bare", ".", at: "hub")
    try make("a")
    try git("clone", "\(root)/hub", ".", at: "a")
    let first = try story("a", "post \"a1\"; sync \"\(root)/a\"")
    #expect(first.errors.contains(".gitattributes now tells Git how to merge journals: commit this file too"))
    try git("add", "-A", at: "a")
    try git("commit", "-m", "1", at: "a")
    try git("push", "origin", "HEAD:main", at: "a")
    try make("b")
    try git("clone", "--branch", "main", "\(root)/hub", ".", at: "b")
    #expect(try !story("b", "post \"b1\"; sync \"\(root)/b\"").errors.contains("gitattributes"))
    try git("add", "-A", at: "b")
    try git("commit", "-m", "2", at: "b")
    // B receives A's changes on a memory stick and puts them into its own clone, while A commits more lines of the
    // same file.
    _ = try story("a", "post \"a2\"; sync \"\(root)/stick\"")
    _ = try story("b", "sync \"\(root)/stick\"; sync \"\(root)/b\"")
    try git("add", "-A", at: "b")
    try git("commit", "-m", "3", at: "b")
    try git("push", "origin", "HEAD:main", at: "b")
    _ = try story("a", "post \"a3\"; sync \"\(root)/a\"")
    try git("add", "-A", at: "a")
    try git("commit", "-m", "4", at: "a")
    try git("pull", "--no-edit", "origin", "main", at: "a")
    _ = try story("a", "sync \"\(root)/a\"; expect outbox.count == 4")
    try git("add", "-A", at: "a")
    try git("commit", "--allow-empty", "-m", "5", at: "a")
    try git("push", "origin", "HEAD:main", at: "a")
    try git("pull", "--no-edit", "origin", "main", at: "b")
    _ = try story("b", "sync \"\(root)/b\"; expect outbox.count == 4")
  }
}

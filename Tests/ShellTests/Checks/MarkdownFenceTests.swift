import Foundation
import Testing

@testable import ShellCore

/// The blocks of Markdown that `storyline test` runs: those that a Markdown reader shows as blocks.
@Suite struct MarkdownFenceTests {
  private let folder = Scratch.folder()

  private func file(_ name: String, _ text: String) throws -> String {
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  /// Returns the first lines and the contents of all blocks.
  private static func blocks(_ text: String) -> [[String]] {
    let document = MarkdownFences(text)
    return document.fences.map { fence in [fence.info] + fence.content.map { document.texts[$0] } }
  }

  @Test(arguments: [
    // At the margin, indented, with tildes, with spaces before the word, with longer fences.
    ("```story\na\n```\n", [["story", "a"]]),
    ("  ```story\n  a\n   b\nc\n   ```\n", [["story", "a", " b", "c"]]),
    ("~~~ story\n```\n~~~~\n", [["story", "```"]]),
    ("````story\n```\n````\n", [["story", "```"]]),
    ("```story\na\n``` b\n```\n", [["story", "a", "``` b"]]),
    // In lists and quotes.
    ("- a:\n\n  ```story\n  b\n  ```\n", [["story", "b"]]),
    ("1. ```story\n   b\n   ```\n2) c\n", [["story", "b"]]),
    ("> ```story\n> b\n>c\n> ```\n", [["story", "b", "c"]]),
    ("> - ~~~story\n>   b\n>\n>   c\n>   ~~~\n", [["story", "b", "", "c"]]),
    ("-\t```story\n\tb\n\t```\n", [["story", "b"]]),
    // A block ends with what holds it, or with the document.
    ("> ```story\n> b\nc\n```story\nd\n", [["story", "b"], ["story", "d"]]),
    ("- ```story\n  b\nc\n", [["story", "b"]]),
    // All line ends.
    ("```story\r\na\r\n```\r\n", [["story", "a"]]),
    ("```story\ra\r```\r", [["story", "a"]]),
    // What is text for a reader is text here.
    ("    ```story\n    a\n    ```\n", []),
    ("<!--\n```story\na\n```\n-->\n", []),
    ("<pre>\n```story\n```\n</pre>\n```story\nb\n```\n", [["story", "b"]]),
    ("<details>\n```story\n```\n\n```story\nb\n```\n", [["story", "b"]]),
    ("```md`\n```story\na\n```\n", [["story", "a"]]),
    ("````md\n```story\n```\n````\n", [["md", "```story", "```"]]),
    // A paragraph of a list continues without the list's indentation.
    ("- a\nb\n\n  - c\n\n    ```story\n    d\n    ```\n", [["story", "d"]]),
    ("a\n---\n    ```story\n", []),
    ("", []), ("```", [[""]]), ("```story", [["story"]]),
  ])
  func blocksAreThoseOfAMarkdownReader(_ text: String, _ blocks: [[String]]) {
    #expect(Self.blocks(text) == blocks)
  }

  @Test func everyBlockIsATest() throws {
    let text = """
      ```story
      expect 1 == 1
      ```

      - a list:

        ```story
        expect 1 == 2
        ```

      ~~~ story
      expect 1 == 3
      ~~~

      > ```story
      > › print 4
      > 5
      > ```

      """
    for end in ["\n", "\r\n"] {
      let path = try file("all.md", text.replacingOccurrences(of: "\n", with: end))
      let result = try Program.run(["test", path])
      #expect(result.status == 1)
      #expect(result.lines.last == "1 passed, 3 failed")
      #expect(result.output.contains("✗ \(path):8\n") && result.output.contains("✗ \(path):12\n"))
      #expect(result.output.contains("    \(path):16: › print 4\n    - 5\n    + 4\n"))
    }
  }

  @Test func blocksThatOnlyShowAreCounted() throws {
    let path = try file(
      "some.md",
      "```story\nlet a = 1\n```\n\n> ```story ignore\n> stroy\n> ```\n\n```story continue\nexpect $a == 1\n```\n")
    let result = try Program.run(["test", path])
    #expect(result.output == "2 passed, 0 failed, 1 skipped\n")
    #expect(result.status == 0)
    let tap = try Program.run(["test", "--tap", path])
    #expect(tap.lines.contains("ok 1 - \(path):5 # SKIP story ignore"))
    let only = try Program.run(["test", try file("only.md", "```story ignore\nstroy\n```\n")])
    #expect(only.output == "0 passed, 0 failed, 1 skipped\n" && only.status == 0)
  }

  @Test func aMisspeltWordIsNotPassedOver() throws {
    let path = try file("wrong.md", "```story ignor\nstroy\n```\n\n```story title=x\nexpect 1 == 1\n```\n")
    let result = try Program.run(["test", path])
    #expect(result.output.contains("    'ignor' cannot follow 'story' here: did you mean ignore?\n"))
    #expect(result.lines.last == "1 passed, 1 failed" && result.status == 1)
  }

  @Test(arguments: [
    (
      "> ```story\r\n> › print [1, 2] | each { print $it }\r\n> 7\r\n> ```\r\n",
      "> ```story\r\n> › print [1, 2] | each { print $it }\r\n> 1\r\n> 2\r\n> [1, 2]\r\n> ```\r\n"
    ),
    ("1. ~~~story\n   › print \"a\\n\\nb\"\n   ~~~\n", "1. ~~~story\n   › print \"a\\n\\nb\"\n   a\n\n   b\n   ~~~\n"),
    (">  ```story\n>  › print \"a\\n\\nb\"\n>  ```\n", ">  ```story\n>  › print \"a\\n\\nb\"\n>  a\n>\n>  b\n>  ```\n"),
    ("```story\r\n› print 2", "```story\r\n› print 2\r\n2\r\n"),
    ("```story\n› print 2", "```story\n› print 2\n2\n"),
  ])
  func updatedOutputKeepsItsListOrQuote(_ before: String, _ after: String) throws {
    let path = try file("update.md", before)
    #expect(try Program.run(["test", "--update", path]).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
    #expect(try Program.run(["test", path]).output == "1 passed, 0 failed\n")
  }

  /// A line of any number of list signs is read in linear time: signs nested too deep are text.
  @Test(arguments: ["- ", "* ", "+ ", "1. ", "> - ", "> "]) func manySignsAreReadAtOnce(_ sign: String) {
    let line = String(repeating: sign, count: 100_000 / sign.utf8.count) + "x\n"
    let clock = ContinuousClock()
    let text = line + line + "\n# x\n\n```story\na\n```\n"
    let length = clock.measure { #expect(Self.blocks(text) == [["story", "a"]]) }
    #expect(length < .seconds(20), "\(length)")
    let nested = { (depth: Int) in
      Self.blocks(String(repeating: "> ", count: depth) + "```story\n" + String(repeating: "> ", count: depth) + "a\n")
    }
    #expect(nested(100) == [["story", "a"]] && nested(101) == [])
  }
}

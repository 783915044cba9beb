import Testing

@testable import StoryScript
@testable import StorySyntax

/// The declarations that a plain scan finds before parsing.
@Suite struct DeclarationsTests {
  private func source(_ text: String) throws -> Source { try Source(name: "test", text: text) }

  @Test func definitionsAndIncludes() throws {
    let declarations = Declarations(
      in: try source("def a x { }; def b { }\n  include \"one.story\"\ninclude 'two'; print \"def c\"\ndefine d\ndef\n")
    )
    #expect(declarations.definitions == ["a", "b"])
    #expect(declarations.includes == ["one.story", "two"])
  }

  @Test func definitionsOfIncludedSourcesAreFoundOnce() throws {
    let names = Declarations.definitions(of: try source("include 'a'\ninclude 'none'\ndef main { }")) {
      path, _ throws(Diagnostic) in
      guard path != "none" else { throw Diagnostic(.nulCharacter, SourceRange(0, 0), in: nil) }
      return try Source(name: path, text: path == "a" ? "include 'b'\ndef a { }" : "include 'a'\ndef b { }")
    }
    #expect(names == ["main", "a", "b"])
  }

  /// The parser binds the same names in every line that it can parse.
  @Test(arguments: [
    "let x = 1", "for x in [1] { }", "try { } catch x { }", "def x { }", "def f x y { }",
    "every 1s as name { }", "cancel name", "when beeped { let x = 1 }",
  ])
  func possibleNamesAreThoseThatALineBinds(_ line: String) throws {
    let possible = Declarations.possibleNames(in: try source(line))
    let bound = SyntaxColouring.boundNames(in: line, vocabulary: TestHost.schema.vocabulary)
    #expect(Set(bound.filter { $0 != "name" }).isSubset(of: possible), "\(line)")
    #expect(!possible.contains("name"), "\(line)")
  }

  @Test func possibleNamesAreFoundInWrongLines() throws {
    let names = Declarations.possibleNames(in: try source("let a 1\nif { for b\n} catch c\ndef d e f {\nprint $g"))
    #expect(names.isSuperset(of: ["a", "b", "c", "d", "e", "f"]))
    #expect(!names.contains("g"))
  }
}

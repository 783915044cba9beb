import Testing

@testable import StoryScript
@testable import StorySyntax

/// Sources: valid text, and positions in it.
@Suite struct SourceTests {
  @Test func bytesThatAreNoText() {
    func problem(_ bytes: [UInt8]) -> (String, SourceRange)? {
      do throws(Diagnostic) {
        _ = try Source(name: "test", bytes: bytes)
        return nil
      } catch {
        return (error.problem.message, error.range)
      }
    }
    let beep = Array("beep\n".utf8)
    #expect(problem(beep + [0xFF])?.0 == "this is not valid UTF-8: unexpected byte 0xff")
    #expect(problem(beep + [0xFF])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xC3])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xC0, 0x80])?.0 == "this is not valid UTF-8: unexpected byte 0xc0")
    #expect(problem(beep + [0xED, 0xA0, 0x80])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0xF4, 0x90, 0x80, 0x80])?.1 == SourceRange(5, 6))
    #expect(problem(beep + [0x00])?.0 == "a script cannot contain a NUL character")
    #expect(problem(beep + Array("é日😀".utf8)) == nil)
  }

  @Test func marksAndLineEndsOfOtherSystems() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("print 1\r\nprint 2\n\r\nprint 3\r\nstroy\r\n".utf8)
    let source = try Source(name: "test", bytes: bytes)
    do throws(Diagnostics) {
      _ = try Parser.parse(source, TestHost.schema.vocabulary)
      Issue.record("the last line is wrong")
    } catch {
      #expect(error.all.map(DiagnosticCase.line) == ["5:1 «stroy» there is no command 'stroy'"])
    }
    #expect(source.text(source.lineRange(of: 1)) == "print 1")
    #expect(run("print 1\r\nif true {\r\n  print \"a\"\r\n}\n# end\r\nsay \\\r\n  x") == ["1", "a", "x"])
  }

  @Test func positionsCountLinesAndScalars() throws {
    let source = try Source(name: "test", text: "é\n日本 x\n\n")
    #expect(source.position(of: 0) == (1, 1))
    #expect(source.position(of: 2) == (1, 2))
    #expect(source.position(of: 3) == (2, 1))
    #expect(source.position(of: 10) == (2, 4))
    #expect(source.position(of: 12) == (3, 1))
    #expect(source.position(of: 13) == (4, 1))
    #expect(source.position(of: 99) == (4, 1))
    #expect(source.lineRange(of: 13) == SourceRange(13, 13))
    #expect(source.text(source.lineRange(of: 9)) == "日本 x")
  }

  // MARK: Several errors
}

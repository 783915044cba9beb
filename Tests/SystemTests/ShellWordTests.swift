import System
import Testing

@Suite struct ShellWordTests {
  @Test(arguments: [("a b.jpg", "'a b.jpg'"), ("it's", "'it'\\''s'"), ("'", "''\\'''"), ("", "''")])
  func shellsReadOneWord(text: String, quoted: String) { #expect(ShellWord.quoted(text) == quoted) }
}

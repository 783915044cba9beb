import StoryScript
import Testing

@Suite struct SyntaxBracketsTests {
  @Test(arguments: [
    ("if true { ", 1), ("if true { }", 0), ("print \"{\" # {", 0), ("f (a [1", 2), ("} }", 0), ("{ a { b } ", 1),
    ("", 0),
  ])
  func depth(_ text: String, _ depth: Int) { #expect(SyntaxBrackets.depth(of: text) == depth) }

  @Test(
    arguments: [
      ("if true { a }", 8, 12), ("if true { a }", 12, 8), ("print (f [1])", 6, 12), ("print (f [1])", 9, 11),
      ("print \"(\" + (a)", 12, 14), ("print (", 6, nil), ("print )", 6, nil), ("print \"(\")", 7, nil),
    ] as [(String, Int, Int?)])
  func partners(_ text: String, _ bracket: Int, _ partner: Int?) {
    #expect(SyntaxBrackets.partner(of: bracket, in: text) == partner)
  }
}

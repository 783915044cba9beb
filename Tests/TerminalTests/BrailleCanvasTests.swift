import Testing

@testable import TerminalText

@Suite struct BrailleCanvasTests {
  private func text(_ dots: [(Double, Double)]) -> [String] {
    var canvas = BrailleCanvas(columns: 2, rows: 2)
    for (x, y) in dots { canvas.set(x: x, y: y) }
    return canvas.lines.map { String($0) }
  }

  @Test func eachDotHasItsPlace() {
    #expect(text([(0, 0)]) == ["⠁⠀", "⠀⠀"])
    #expect(text([(1, 3), (2, 4)]) == ["⢀⠀", "⠀⠁"])
    #expect(text((0..<2).flatMap { x in (0..<4).map { (Double(x), Double($0)) } }) == ["⣿⠀", "⠀⠀"])
    #expect(text([(3.4, 7.4)]) == ["⠀⠀", "⠀⢀"])
  }

  @Test func nothingHappensOutside() {
    #expect(text([(-1, 0), (0, -1), (4, 0), (0, 8), (4, 7), (3.6, 7.6), (-0.6, 0)]) == ["⠀⠀", "⠀⠀"])
  }
}

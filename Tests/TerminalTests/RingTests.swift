import TerminalText
import Testing

@Suite struct RingTests {
  func dots(_ lines: [String]) -> Int {
    lines.joined().unicodeScalars.reduce(0) { sum, scalar in
      (0x2800...0x28FF).contains(scalar.value) ? sum + (scalar.value - 0x2800).nonzeroBitCount : sum
    }
  }

  @Test func allRowsAreEquallyWideAndTheLabelIsInTheMiddle() {
    for label in ["12:41", "", "日本", "a very long label indeed"] {
      let lines = Picture.ring(0.63, label: label, rows: 3)
      #expect(lines.count == 3)
      #expect(Set(lines.map { DisplayWidth.of($0) }).count == 1)
      #expect(label.isEmpty || lines[1].contains(label))
    }
  }

  @Test func theRingEmpties() {
    let counts = [1, 0.75, 0.5, 0.25, 0].map { dots(Picture.ring($0, label: "", rows: 5)) }
    #expect(counts == counts.sorted(by: >))
    #expect(Set(counts).count == counts.count)
    #expect(counts[4] > 0, "the whole circle stays visible as dots")
  }

  @Test func elapsedTimeIsDotted() {
    #expect(
      Picture.ring(0.5, label: "2:00", rows: 4, columns: 10) == [
        "⢀⡤⠖⠋⠉⠉  ⠄ ", "⡞        ⢠", "⢧  2:00  ⡀", "⠈⠓⠦⣄⣀⡀⣀ ⠈⠁",
      ])
  }

  @Test func markersAreInsideTheRing() {
    let plain = Picture.ring(0.5, label: "", rows: 5)
    let marked = Picture.ring(0.5, label: "", rows: 5, markers: [0.25, 0.5, 0.75, 1])
    #expect(dots(marked) == dots(plain) + 4)
    #expect(marked.map(\.count) == plain.map(\.count))
  }

  @Test func asciiIsOneLine() {
    #expect(Picture.ring(0.5, label: "12:41", glyphs: .ascii) == ["(####----) 12:41"])
  }
}

import Terminal
import Testing
import Timeline

@testable import ShellCore

/// Lines built from pieces: printable text is unchanged, and everything else is escaped.
@Suite struct LineWriterTests {
  /// Eight bytes are checked together, and a control byte is found at any position of the word.
  @Test func noControlByteIsWritten() {
    var wrong: [String] = []
    for length in 1...19 {
      for place in 0..<length {
        for scalar in (0...0xFF).compactMap({ Unicode.Scalar($0) }) {
          let text =
            String(repeating: "a", count: place) + String(scalar) + String(repeating: "a", count: length - place - 1)
          var line = LineWriter()
          line.add(text: text)
          if line.text != sanitized(text) { wrong.append("\(scalar.value) at \(place) of \(length)") }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test(arguments: [
    (0, " 0:00.000"), (999, " 0:00.000"), (1_000, " 0:00.001"), (59_999_999, " 0:59.999"), (60_000_000, " 1:00.000"),
    (600_000_000, "10:00.000"), (3_599_999_000, "59:59.999"), (3_600_000_000, "1:00:00.000"),
    (86_399_050_000, "23:59:59.050"), (86_400_000_000, "1d 00:00:00.000"), (-5, " 0:00.000"),
    (Int64.max, "106751991d 04:00:54.775"),
  ])
  func aClockLinesUp(_ microseconds: Int64, _ text: String) {
    var line = LineWriter()
    line.addClock(Duration(microseconds: microseconds))
    #expect(line.text == text)
  }

  @Test(arguments: [0, 9, 10, 99, 100, -1, -10, .max, .min] as [Int])
  func numbersAreWhole(_ number: Int) {
    var line = LineWriter()
    line.add(number, "|", number)
    #expect(line.text == "\(number)|\(number)")
  }

  /// A line may grow to any length, and its end may be replaced by anything.
  @Test func theBufferGrows() {
    var line = LineWriter(capacity: 1)
    var text = ""
    for number in 0..<500 {
      line.add("x", number)
      text += "x\(number)"
    }
    #expect(line.text == text && line.count == text.utf8.count && !line.endsLine)
    line.replace(from: 2, with: Array("yz\n".utf8))
    #expect(line.text == "x0yz\n" && line.endsLine)
    line.removeAll()
    #expect(line.isEmpty && line.text.isEmpty && !line.endsLine)
  }
}

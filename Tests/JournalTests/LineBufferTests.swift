import Testing
import Timeline

@testable import Journal

@Suite struct LineBufferTests {
  private func text(_ value: Int64, digits: Int = 1) -> String {
    var buffer = LineBuffer(capacity: 1)
    buffer.append(decimal: value, digits: digits)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test func numbersAreWrittenAsSwiftWritesThem() {
    var values: [Int64] = [0, .max, .min]
    var power: Int64 = 1
    for _ in 0..<19 {
      values += [power - 1, power, power + 1, power &* 9]
      power = power &* 10
    }
    var chance = SeededGenerator(seed: 1)
    values += (0..<20_000).map { _ in
      Int64.random(in: .min ... .max, using: &chance) >> Int64.random(in: 0...63, using: &chance)
    }
    for value in values + values.map({ 0 &- $0 }) { #expect(text(value) == "\(value)") }
  }

  @Test func zerosGoInFrontUpToTheDigitsAsked() {
    #expect(text(7, digits: 2) == "07")
    #expect(text(0, digits: 4) == "0000")
    #expect(text(12_345, digits: 4) == "12345")
  }

  @Test func aLineBeginsWithItsChecksum() {
    var buffer = LineBuffer(capacity: 1)
    for text in ["123456789", "", "{\"seq\":1}"] {
      buffer.removeAll()
      let start = buffer.beginLine()
      buffer.append(text)
      buffer.endLine(from: start, Checksum())
      let sum = text.withBytes { Checksum()($0) }
      let hex = String(sum, radix: 16)
      #expect(
        String(decoding: buffer.bytes, as: UTF8.self) == String(repeating: "0", count: 8 - hex.count) + hex
          + " \(text)\n")
    }
  }
}

import JSON
import Testing

@Suite struct JSONWriterTests {
  @Test func commasSeparateValues() {
    var json = JSONWriter()
    json.beginArray()
    json.addNull()
    json.beginObject()
    json.endObject()
    json.beginObject()
    json.add(name: "a")
    json.beginArray()
    json.endArray()
    json.add(name: "b")
    json.add(true)
    json.endObject()
    json.add("x")
    json.add(verbatim: "1.50")
    json.endArray()
    json.endLine()
    json.add(Int64.min)
    json.endLine()
    #expect(json.text == "[null,{},{\"a\":[],\"b\":true},\"x\",1.50]\n-9223372036854775808\n")
  }

  @Test(arguments: [
    ("", "", ""), ("a\"\\/", #"a\"\\/"#, #"a\"\\/"#),
    ("\n\r\t\u{0}\u{1F}", #"\n\r\t\u0000\u001f"#, #"\n\r\t\u0000\u001f"#),
    ("é\u{7F}", "é\u{7F}", #"é\u007f"#), ("\u{80}x\u{9F}\u{A0}", "\u{80}x\u{9F}\u{A0}", "\\u0080x\\u009f\u{A0}"),
    ("ÀÂ\u{9B}", "ÀÂ\u{9B}", #"ÀÂ\u009b"#), ("🌅\u{2028}", "🌅\u{2028}", "🌅\\u2028"),
    ("\u{FEFF}ﻻ，\u{2060}\u{200B}", "\u{FEFF}ﻻ，\u{2060}\u{200B}", "\\ufeffﻻ，\\u2060\u{200B}"),
  ])
  func stringsAreEscaped(text: String, required: String, controls: String) throws {
    for (escapes, expected) in [(JSONWriter.Escapes.required, required), (.controls, controls)] {
      var json = JSONWriter(escaping: escapes)
      json.add(text)
      #expect(json.text == "\"" + expected + "\"")
      #expect(try JSON(parsing: json.text) == .string(text))
    }
  }

  /// Eight bytes are checked at a time: each character is escaped, or not, independent of its position among the
  /// eight.
  @Test func surroundingTextChangesNothing() {
    for byte in 0..<256 as Range<UInt32> {
      let scalar = Unicode.Scalar(byte)!
      for escapes in [JSONWriter.Escapes.required, .controls] {
        var alone = JSONWriter(escaping: escapes)
        alone.add(String(scalar))
        for place in 0..<17 {
          for filling in ["a", "\u{20}", "~", "#", "]", "é"] {
            let (front, back) = (
              String(repeating: filling, count: place), String(repeating: filling, count: 16 - place)
            )
            var json = JSONWriter(escaping: escapes)
            json.add(front + String(scalar) + back)
            #expect(json.text == "\"" + front + alone.text.dropFirst().dropLast() + back + "\"")
          }
        }
      }
    }
  }

  @Test(arguments: [0, 7, 10, -1, 99, 100, -100, 1 << 53, .max, .min] as [Int64])
  func integersHaveTheirDigits(number: Int64) {
    var json = JSONWriter()
    json.add(number)
    #expect(json.text == "\(number)")
  }

  @Test(arguments: [
    (0.5, "0.5"), (4, "4.0"), (-0.0, "-0.0"), (0.1 + 0.2, "0.30000000000000004"), (1e300, "1e+300"), (.nan, "null"),
    (-.infinity, "null"), (.leastNonzeroMagnitude, "5e-324"),
  ])
  func doublesHaveTheFewestDigitsThatNameThem(number: Double, text: String) {
    var json = JSONWriter()
    json.add(number)
    #expect(json.text == text)
  }

  /// Any written value reads back as the same value, with both ways of escaping.
  @Test func writtenJSONReadsBack() throws {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let value = randomValue(depth: 0, &chance)
      for escapes in [JSONWriter.Escapes.required, .controls] {
        var json = JSONWriter(escaping: escapes)
        json.add(value)
        #expect(try JSON(parsing: json.bytes) == value)
      }
    }
  }

  private func randomValue(depth: Int, _ chance: inout some RandomNumberGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &chance) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &chance))
    case 2: return .integer(Int64(bitPattern: chance.next()) >> Int64(chance.next() % 64))
    case 3:
      let number = Double(bitPattern: chance.next())
      return .number(number.isFinite ? number : 0.5)
    case 4: return .string(randomText(&chance))
    case 5: return .array((0..<Int(chance.next() % 4)).map { _ in randomValue(depth: depth + 1, &chance) })
    default:
      return .object(
        (0..<Int(chance.next() % 4)).map { _ in .init(randomText(&chance), randomValue(depth: depth + 1, &chance)) })
    }
  }

  private func randomText(_ chance: inout some RandomNumberGenerator) -> String {
    var text = ""
    for _ in 0..<(chance.next() % 12) {
      let limit: UInt32 = Bool.random(using: &chance) ? 0xFF : 0x10FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &chance)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

import Testing
import Timers

@Suite struct PINTests {
  @Test(arguments: ["0000", "1234", "0070", "9999"])
  func fourDigitsAreAPIN(text: String) throws {
    #expect(try PIN(parsing: text).digits == text)
  }

  static let problems: [(String, PIN.Problem)] = [
    ("", .empty), ("1", .tooShort(1)), ("123", .tooShort(3)), ("12345", .tooLong(5)),
    ("12a4", .notADigit(place: 3, kind: .letter)), ("abcdefg", .notADigit(place: 1, kind: .letter)),
    ("12 4", .notADigit(place: 3, kind: .space)), ("1234\r\n", .notADigit(place: 5, kind: .space)),
    ("-123", .notADigit(place: 1, kind: .other)), ("１２３４", .notADigit(place: 1, kind: .other)),
    ("١٢٣٤", .notADigit(place: 1, kind: .other)), ("12½4", .notADigit(place: 3, kind: .other)),
    ("123\u{301}4", .notADigit(place: 3, kind: .other)),
  ]

  @Test(arguments: problems)
  func invalidPINsGiveAReason(text: String, problem: PIN.Problem) {
    #expect(throws: problem) { try PIN(parsing: text) }
  }

  @Test func noDigitGetsIntoALog() throws {
    let pin = try PIN(parsing: "1234")
    #expect("\(pin)" == "••••" && String(reflecting: pin) == "••••")
  }
}

/// The form of a language tag (BCP 47): `de`, `pt-BR`, `zh-Hant`, `en-GB-x-private`.
///
/// Rule: as in the AT Protocol's interop files (`language_syntax_valid.txt`, `language_syntax_invalid.txt`), except that
/// a language has two or three letters: `english` is well-formed, and means no language.
enum LanguageTag {
  /// Tags from before the rule that do not follow it.
  private static let irregular: Set = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
  ]

  static func isValid(_ text: String) -> Bool {
    let lower = text.lowercased()
    if irregular.contains(lower) { return true }
    var parts = lower.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)[...]
    guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }) else {
      return false
    }
    if parts.first == [UInt8(ascii: "x")] { return parts.count > 1 }
    guard let language = parts.popFirst(), (2...3).contains(language.count), language.allSatisfy(isLetter) else {
      return false
    }
    func skip(_ most: Int, _ fits: ([UInt8]) -> Bool) {
      var left = most
      while left > 0, let first = parts.first, fits(first) {
        parts.removeFirst()
        left -= 1
      }
    }
    // Extended languages such as `yue` in `zh-yue`; then one script and one region.
    skip(3) { $0.count == 3 && $0.allSatisfy(isLetter) }
    skip(1) { $0.count == 4 && $0.allSatisfy(isLetter) }
    skip(1) { $0.count == 2 && $0.allSatisfy(isLetter) || $0.count == 3 && $0.allSatisfy(isDigit) }
    skip(.max) { $0.count >= 5 || $0.count == 4 && isDigit($0[0]) }
    while let mark = parts.first, mark.count == 1, mark != [UInt8(ascii: "x")] {
      parts.removeFirst()
      guard parts.first.map({ $0.count > 1 }) == true else { return false }
      skip(.max) { $0.count > 1 }
    }
    if parts.first == [UInt8(ascii: "x")] { return parts.count > 1 }
    return parts.isEmpty
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// Texts that would control a terminal, reverse its lines, forge lines, or hide in it.
enum HostileTexts {
  static let all: [String] = commands + controls + turning + hidden + nested
  /// The texts of `all`, joined three at a time.
  static let packed = stride(from: 0, to: all.count, by: 3).map {
    all[$0..<min($0 + 3, all.count)].joined(separator: "a")
  }

  private static let commands = [
    "\u{1B}]0;owned\u{7}", "\u{1B}]0;owned\u{1B}\\", "\u{1B}]52;c;cm0gLXJm\u{7}", "\u{1B}]8;;http://x.example\u{7}a",
    "\u{1B}[2J", "\u{1B}[37;44mblue", "\u{1B}[6n", "\u{1B}[?1049h", "\u{1B}c", "\u{1B}(0", "\u{1B}P+q544e\u{1B}\\",
    "\u{1B}_x\u{1B}\\", "\u{1B}^x\u{1B}\\", "\u{1B}[1;1H", "\u{1B}[5i", "\u{1B}#8", "\u{1B}", "a\u{1B}[A\u{1B}[Kb",
    "\u{9B}2J", "\u{9B}31m", "\u{9D}0;owned\u{9C}", "\u{90}q\u{9C}", "\u{85}", "\u{80}", "\u{9F}x\u{9C}", "\u{8D}",
  ]
  private static let controls = [
    "a\u{8}\u{8}b", "over\rwritten", "two\nlines", "a\r\nb", "bell\u{7}", "\u{B}\u{C}", "\u{E}\u{F}", "del\u{7F}",
    "a\tb", "\u{1}\u{2}\u{3}", "\u{1A}", "x\nok 99 - forged", "x\nnot ok 1 - forged", "x\n1..0", "x\nBail out!",
  ]
  private static let turning = [
    "\u{202E}fdp.exe", "\u{202D}a", "\u{202A}a\u{202C}", "\u{202B}a", "\u{2066}a\u{2069}", "\u{2067}a", "\u{2068}a",
    "\u{200E}", "\u{200F}a", "\u{61C}a", "\u{206A}a", "\u{206F}a",
  ]
  private static let hidden = [
    "a\u{2028}b", "a\u{2029}b", "\u{E0041}\u{E0042}", "\u{E0001}x", "a\u{E007F}", "\u{1F3F4}\u{E0041}\u{E007F}",
    "\u{1F3F4}" + String(repeating: "\u{E0061}", count: 40) + "\u{E007F}", "\u{1F3F4}\u{E0067}\u{E0062}",
    "\u{FEFF}a\u{FEFF}", "a\u{2060}\u{2064}b", "\u{180E}a", "a\u{FFF9}b\u{FFFA}c\u{FFFB}",
  ]
  static let nested = [
    "'\u{1B}[2J'", "\"\u{1B}[2J\"", "#\u{1B}[2J", "# SKIP \u{1B}[2J", "{\u{1B}[2J}", "%\u{1B}[2J",
    "\u{202E}\u{1B}]0;x\u{7}\n\u{9B}2J\u{E0020}",
  ]

  /// Returns the scalars in a terminal's output that are not printable and not ours: all except line ends and the
  /// colours of a line.
  static func commands(in bytes: some Sequence<UInt8>) -> [String] {
    var rest = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars[...]
    var found: [String] = []
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let parameters = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
        if let end = rest[parameters.endIndex...].first, end == "m", isOurs(String(Substring(parameters))) {
          rest = rest[parameters.endIndex...].dropFirst()
          continue
        }
      }
      switch scalar.value {
      case 0x0A, 0x0D: break
      case 0x1F3F4:
        // Our own flags are complete.
        let tags = rest.prefix { (0xE0030...0xE007A).contains($0.value) }
        if (1...6).contains(tags.count), rest[tags.endIndex...].first?.value == 0xE007F {
          rest = rest[tags.endIndex...].dropFirst()
        }
      case ..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xFFF9...0xFFFB, 0xE0000...0xE007F:
        found.append(String(scalar.value, radix: 16))
      default: break
      }
    }
    return found
  }

  /// Hostile texts ask for white on blue, which no style of ours uses.
  private static func isOurs(_ parameters: String) -> Bool { parameters != "37;44" }
}

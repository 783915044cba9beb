/// Punycode, which writes the labels of domain names in ASCII (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let minimum = 1
  private static let maximum = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let prefix = "xn--"

  /// Returns a label as the domain name system writes it: `bücher` is `xn--bcher-kva`. O(n²) in the label's length,
  /// which is below 64 in every valid name; a longer label is returned unchanged.
  static func label(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { Int($0.value) }
    guard scalars.contains(where: { $0 >= 0x80 }), scalars.count < 64 else { return text }
    var made = text.unicodeScalars.filter { $0.isASCII }.map { Character($0) }
    let plain = made.count
    if plain > 0 { made.append("-") }
    var (delta, bias, done, next) = (0, initialBias, plain, 0x80)
    while done < scalars.count {
      let minimum = scalars.filter { $0 >= next }.min()!
      delta += (minimum - next) * (done + 1)
      for scalar in scalars {
        if scalar < minimum { delta += 1 }
        guard scalar == minimum else { continue }
        made += digits(of: delta, bias)
        bias = adapted(delta, done + 1, isFirst: done == plain)
        delta = 0
        done += 1
      }
      delta += 1
      next = minimum + 1
    }
    return prefix + String(made)
  }

  /// Returns a number in digits whose weight depends on the bias.
  private static func digits(of number: Int, _ bias: Int) -> [Character] {
    var (rest, made, place): (Int, [Character], Int) = (number, [], base)
    while true {
      let threshold = min(max(place - bias, minimum), maximum)
      if rest < threshold { return made + [digit(rest)] }
      made.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - minimum) * maximum / 2 {
      delta /= base - minimum
      steps += base
    }
    return steps + (base - minimum + 1) * delta / (delta + skew)
  }
}

import JSON

/// The secrets that a client has sent to servers: passwords, second-factor codes and tokens. A server may repeat them
/// in an answer, where no user may see them.
///
///     let sent = SentSecrets(call, tokens: [token])
///     sent.masked("'hunter2' is wrong")  // "'…' is wrong"
public struct SentSecretMask: Hashable, Sendable {
  /// The replacement for a secret of any length.
  public static let mask = "…"

  /// The secrets as UTF-8 with ASCII letters in lower case, each in the forms in which a server may repeat it.
  private var forms: [[UInt8]] = []
  /// The letters and digits of each secret, forwards and backwards: a server may leave out the other characters, add
  /// some, or escape letters.
  private var bareForms: [[UInt8]] = []

  /// The shortest secret that is replaced inside a longer word: shorter ones occur in many words.
  private static let minimumPartLength = 4
  /// The length from which a secret is a token; a server may repeat a part of a token.
  private static let tokenLength = 32
  /// The shortest part of a token that is replaced.
  private static let minimumTokenPartLength = 12
  /// The longest text that is read, in bytes: users see far less of it.
  private static let textLengthLimit = 4_096
  /// The number of forms that are remembered; each secret has up to eight.
  private static let limit = 128
  /// The fewest letters and digits of a secret that is recognised by them alone.
  private static let minimumBareLength = 8
  /// The longest secret that a server encodes; a longer one is a token.
  private static let encodedLengthLimit = 64
  /// The longest text of a server that users see.
  private static let shownLengthLimit = 200

  /// - Parameter secrets: the secrets; `nil` and empty ones are skipped.
  public init(_ secrets: [String?] = []) { for case let secret? in secrets { insert(secret) } }

  /// Creates the secrets of a call.
  /// - Parameter tokens: the tokens that are sent with the call, or belong to its account.
  public init(_ call: XRPCCall, tokens: [String] = []) {
    self.init(XRPCCall.secretFields.map { call.input?[$0]?.stringValue } + tokens.map(Optional.some))
  }

  /// Adds other secrets; of very many, the oldest are dropped.
  public mutating func insert(_ other: SentSecretMask) {
    for form in other.forms where !forms.contains(form) { forms.append(form) }
    for form in other.bareForms where !bareForms.contains(form) { bareForms.append(form) }
    if forms.count > Self.limit { forms.removeFirst(forms.count - Self.limit) }
    if bareForms.count > Self.limit { bareForms.removeFirst(bareForms.count - Self.limit) }
  }

  private mutating func insert(_ secret: String) {
    var texts = [secret, XRPCCall.encoded(secret), String(JSON.string(secret).text.dropFirst().dropLast())]
    let bytes = Array(secret.utf8)
    if (Self.minimumPartLength...Self.encodedLengthLimit).contains(bytes.count) {
      texts += [String(secret.reversed()), Self.hex(bytes)] + Self.base64(bytes)
    }
    for text in texts {
      let form = text.utf8.map(Self.folded)
      if !form.isEmpty, !forms.contains(form) { forms.append(form) }
    }
    let bare = bytes.map(Self.folded).filter(Self.isBareByte)
    guard (Self.minimumBareLength...Self.encodedLengthLimit).contains(bare.count) else { return }
    for form in [bare, bare.reversed()] where !bareForms.contains(form) { bareForms.append(form) }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Returns the text in base64, with both alphabets. The end depends on what follows, and is left out.
  private static func base64(_ bytes: [UInt8]) -> [String] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (text, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count)) & 63])
      }
    }
    let plain = String(decoding: text, as: UTF8.self)
    return [plain, plain.replacing("+", with: "-").replacing("/", with: "_")]
  }

  /// Returns a server's text for users: without secrets, and no longer than a message.
  public func shown(_ text: String) -> String {
    let text = masked(text)
    return text.count > Self.shownLengthLimit ? text.prefix(Self.shownLengthLimit) + "…" : text
  }

  /// Returns a server's text with `mask` in place of each secret, and of each part of a token.
  /// - Complexity: O(length of the text × secrets).
  public func masked(_ text: String) -> String {
    guard !forms.isEmpty else { return text }
    var bytes = Array(text.utf8)
    let longest = forms.reduce(0) { max($0, $1.count) }
    // A secret that the limit cuts in two is dropped as a whole.
    if bytes.count > Self.textLengthLimit + longest { bytes.removeLast(bytes.count - Self.textLengthLimit - longest) }
    var isSecret = [Bool](repeating: false, count: bytes.count)
    let folded = bytes.map(Self.folded)
    for form in forms { mark(form, in: folded, &isSecret) }
    if !bareForms.isEmpty { markBare(in: folded, &isSecret) }
    guard bytes.count < text.utf8.count || isSecret.contains(true) else { return text }
    let end = bytes.count < text.utf8.count ? Self.textLengthLimit : bytes.count
    var (result, place) = ("", 0)
    while place < end {
      let next = isSecret[place..<end].firstIndex { $0 != isSecret[place] } ?? end
      result += isSecret[place] ? Self.mask : String(decoding: bytes[place..<next], as: UTF8.self)
      place = next
    }
    return result
  }

  /// Marks the places of a secret, and of its parts if it is a token.
  private func mark(_ form: [UInt8], in bytes: [UInt8], _ isSecret: inout [Bool]) {
    let isToken = form.count >= Self.tokenLength
    let length = isToken ? Self.minimumTokenPartLength : form.count
    guard length <= bytes.count else { return }
    let parts: Set<ArraySlice<UInt8>> =
      isToken ? Set((0...form.count - length).map { form[$0..<$0 + length] }) : [form[...]]
    for start in 0...bytes.count - length where parts.contains(bytes[start..<start + length]) {
      let end = start + length
      let isInWord =
        start > 0 && Self.isWordByte(bytes[start - 1]) || end < bytes.count && Self.isWordByte(bytes[end])
      if length < Self.minimumPartLength, isInWord { continue }
      for place in start..<end { isSecret[place] = true }
    }
  }

  /// Marks the places where most letters and digits of a secret follow each other, whatever is between them.
  private func markBare(in bytes: [UInt8], _ isSecret: inout [Bool]) {
    var (letters, places): ([UInt8], [Range<Int>]) = ([], [])
    var place = 0
    while place < bytes.count {
      let (byte, length) = Self.decoded(bytes[place...])
      if Self.isBareByte(byte) {
        letters.append(byte)
        places.append(place..<place + length)
      }
      place += length
    }
    for form in bareForms {
      let length = max(Self.minimumBareLength, form.count - form.count / 4)
      guard length <= letters.count, length <= form.count else { continue }
      let parts = Set((0...form.count - length).map { form[$0..<$0 + length] })
      for start in 0...letters.count - length where parts.contains(letters[start..<start + length]) {
        for place in places[start].lowerBound..<places[start + length - 1].upperBound { isSecret[place] = true }
      }
    }
  }

  /// Returns the first character, in lower case, and its length; an escaped one counts as itself: `\u0065`, `%65`,
  /// `&#101;`.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> (byte: UInt8, length: Int) {
    func number(_ start: Int, _ count: Int, _ radix: Int) -> UInt8? {
      let digits = bytes.dropFirst(start).prefix(count)
      guard digits.count == count else { return nil }
      return UInt8(String(decoding: digits, as: UTF8.self), radix: radix)
    }
    let first = bytes[bytes.startIndex]
    if bytes.starts(with: "\\u00".utf8), let byte = number(4, 2, 16) { return (folded(byte), 6) }
    if first == UInt8(ascii: "%"), let byte = number(1, 2, 16) { return (folded(byte), 3) }
    if bytes.starts(with: "&#".utf8), let end = bytes.prefix(6).firstIndex(of: UInt8(ascii: ";")),
      let byte = number(2, end - bytes.startIndex - 2, 10)
    {
      return (folded(byte), end - bytes.startIndex + 1)
    }
    return (first, 1)
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isBareByte(_ byte: UInt8) -> Bool { byte < 0x80 && isWordByte(byte) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

import JSON

/// The secrets that a client has sent to servers: passwords, second-factor codes and tokens. A server may repeat them
/// in an answer, where no user may see them.
///
///     let sent = SentSecrets(call, tokens: [token])
///     sent.masked("'hunter2' is wrong")  // "'…' is wrong"
public struct SentSecrets: Hashable, Sendable {
  /// The replacement for a secret of any length.
  public static let mask = "…"

  /// The secrets as UTF-8 with ASCII letters in lower case, each in the forms in which a server may repeat it.
  private var forms: [[UInt8]] = []

  /// The shortest secret that is replaced inside a longer word: shorter ones occur in many words.
  private static let shortestPart = 4
  /// The length from which a secret is a token, of which a server may repeat a part.
  private static let tokenLength = 32
  /// The shortest part of a token that is replaced.
  private static let shortestTokenPart = 12
  /// The longest text that is read, in bytes: users see far less of it.
  private static let longestText = 4_096
  /// The number of forms that are remembered; each secret has up to three.
  private static let limit = 48

  /// - Parameter secrets: the secrets; `nil` and empty ones are skipped.
  public init(_ secrets: [String?] = []) { for case let secret? in secrets { insert(secret) } }

  /// Creates the secrets of a call.
  /// - Parameter tokens: the tokens that are sent with the call, or belong to its account.
  public init(_ call: XRPCCall, tokens: [String] = []) {
    self.init(XRPCCall.secretFields.map { call.input?[$0]?.stringValue } + tokens)
  }

  /// Adds other secrets; of very many, the oldest are dropped.
  public mutating func insert(_ other: SentSecrets) {
    for form in other.forms where !forms.contains(form) { forms.append(form) }
    if forms.count > Self.limit { forms.removeFirst(forms.count - Self.limit) }
  }

  private mutating func insert(_ secret: String) {
    for form in [secret, XRPCCall.encoded(secret), String(JSON.string(secret).text.dropFirst().dropLast())] {
      let bytes = form.utf8.map(Self.folded)
      if !bytes.isEmpty, !forms.contains(bytes) { forms.append(bytes) }
    }
  }

  /// Returns a server's text with `mask` in place of each secret, and of each part of a token.
  /// - Complexity: O(length of the text × secrets).
  public func masked(_ text: String) -> String {
    guard !forms.isEmpty else { return text }
    var bytes = Array(text.utf8)
    let longest = forms.reduce(0) { max($0, $1.count) }
    // A secret that the limit cuts in two is dropped as a whole.
    if bytes.count > Self.longestText + longest { bytes.removeLast(bytes.count - Self.longestText - longest) }
    var isSecret = [Bool](repeating: false, count: bytes.count)
    let folded = bytes.map(Self.folded)
    for form in forms { mark(form, in: folded, &isSecret) }
    guard bytes.count < text.utf8.count || isSecret.contains(true) else { return text }
    let end = bytes.count < text.utf8.count ? Self.longestText : bytes.count
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
    let length = isToken ? Self.shortestTokenPart : form.count
    guard length <= bytes.count else { return }
    let parts: Set<ArraySlice<UInt8>> =
      isToken ? Set((0...form.count - length).map { form[$0..<$0 + length] }) : [form[...]]
    for start in 0...bytes.count - length where parts.contains(bytes[start..<start + length]) {
      let end = start + length
      let isInWord =
        start > 0 && Self.isWordByte(bytes[start - 1]) || end < bytes.count && Self.isWordByte(bytes[end])
      if length < Self.shortestPart, isInWord { continue }
      for place in start..<end { isSecret[place] = true }
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension Journal.Event {
  /// Names an event for ever, derived from what caused it, so that the same thing is never saved twice.
  ///
  /// Two shells that finish the same timer, or a program that crashes after saving and tries again, derive the same id,
  /// and the second append does nothing. Printable ASCII without spaces, `"` and `\`, 1 to 512 bytes; so two ids are
  /// equal exactly when their bytes are. `~2`, `~3` … at the end number the appends of a redone event and are made by
  /// `Journal.restore` alone.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Enough for any AT URI and more.
    static let longest = 512

    public let text: String

    /// - Returns: `nil` when the text has characters that an id may not have, or is empty or too long.
    public init?(_ text: String) {
      guard Self.isValid(text) else { return nil }
      self.text = text
    }

    /// An id from the parts of a cause, joined by `/`: `ID(cause: "timer.saved", "kitchen", "1767603600000000")`.
    ///
    /// Any text may be a part: what an id may not hold is written as `%` and two digits, so different parts give
    /// different ids. What is longer than 512 bytes in the end is cut and its checksum appended.
    public init(cause parts: String...) {
      var bytes: [UInt8] = []
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "/")) }
        for byte in part.utf8 {
          if Self.isAllowed(byte), byte != UInt8(ascii: "/"), byte != UInt8(ascii: "%") {
            bytes.append(byte)
          } else {
            bytes.append(UInt8(ascii: "%"))
            bytes.appendHex(UInt64(byte), digits: 2)
          }
        }
      }
      if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
      if bytes.count > Self.longest - 16 {
        // 16 bytes stay free for the suffix of a redo.
        let checksum = bytes.withUnsafeBytes { Checksum()($0) }
        bytes.removeSubrange((Self.longest - 25)...)
        bytes.append(UInt8(ascii: "/"))
        bytes.appendHex(UInt64(checksum), digits: 8)
      }
      text = String(decoding: bytes, as: UTF8.self)
    }

    /// An id out of a line whose checksum held.
    init(verbatim text: String) { self.text = text }

    public var description: String { text }

    /// By bytes.
    public static func < (a: ID, b: ID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    /// The id of the event that voids this one: derived from it, so two devices that undo the same thing void it once.
    var void: ID { ID(verbatim: "void/" + text) }

    /// The id under which this event is appended when it is redone.
    var next: ID {
      guard let generation else { return ID(verbatim: text + "~2") }
      return ID(verbatim: text[..<text.lastIndex(of: "~")!] + "~\(generation + 1)")
    }

    /// The number after the last `~`, if there is one.
    var generation: Int? {
      guard let tilde = text.utf8.lastIndex(of: UInt8(ascii: "~")) else { return nil }
      return Int(text[text.index(after: tilde)...])
    }

    /// Whether a line may carry `text` as an id.
    static func isValid(_ text: String) -> Bool {
      (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { isAllowed($0) || $0 == UInt8(ascii: "~") }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
      (0x21...0x7D).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
  }
}

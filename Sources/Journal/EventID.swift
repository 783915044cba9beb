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
    public init(cause parts: String...) { self.init(cause: parts) }

    /// The same of a list.
    public init(cause parts: [String]) {
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
      // 16 bytes stay free for the suffix of a redo.
      if bytes.count > Self.longest - 16 { bytes = Self.cut(bytes) }
      text = String(decoding: bytes, as: UTF8.self)
    }

    /// A text that is too long, cut to 496 bytes with its checksum at the end.
    private static func cut(_ long: [UInt8]) -> [UInt8] {
      var bytes = Array(long.prefix(longest - 25))
      bytes.append(UInt8(ascii: "/"))
      bytes.appendHex(UInt64(long.withUnsafeBytes { Checksum()($0) }), digits: 8)
      return bytes
    }

    /// An id out of a line whose checksum held.
    init(verbatim text: String) { self.text = text }

    public var description: String { text }
    /// By bytes.
    public static func < (a: ID, b: ID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    /// The id of the event that voids this one: derived from it, so two devices that undo the same thing void it once.
    var void: ID {
      let long = "void/" + text
      guard long.utf8.count > Self.longest else { return ID(verbatim: long) }
      return ID(verbatim: String(decoding: Self.cut(Array(long.utf8)), as: UTF8.self))
    }

    /// The id under which this event is appended when it is redone.
    var next: ID {
      let number = generation
      let end = number == nil ? nil : text.utf8.lastIndex(of: UInt8(ascii: "~"))
      var stem = Array(text.utf8[..<(end ?? text.utf8.endIndex)])
      let suffix = "~\((number ?? 1) + 1)"
      if stem.count + suffix.utf8.count > Self.longest { stem = Self.cut(stem) }
      return ID(verbatim: String(decoding: stem, as: UTF8.self) + suffix)
    }

    /// `true` if the id says that this device saved the event: by its name, or by a name that begins with it and a `.`, as
    /// those of its sessions do.
    ///
    /// The device is the second part of a cause that begins with the type of its event, and else the last one. No other part
    /// counts: texts that people choose are among them, and a stranger may take such a text as a device's name.
    func names(_ device: String) -> Bool {
      var parts = text.utf8.split(separator: UInt8(ascii: "/"))[...]
      if parts.count > 2, parts[0].elementsEqual("void".utf8) { parts.removeFirst() }
      guard let first = parts.first, parts.count > 1 else { return false }
      let hasType = first.contains(UInt8(ascii: ".")) || first.elementsEqual("outbox".utf8)
      let part = hasType ? parts[parts.startIndex + 1] : parts[parts.endIndex - 1]
      guard part.starts(with: device.utf8) else { return false }
      // A session of a timer is `DEVICE/INSTANT`, whose `/` is escaped.
      let rest = part.dropFirst(device.utf8.count)
      return rest.isEmpty || [".", "~"].contains { rest.first == $0.utf8.first } || rest.starts(with: "%2f".utf8)
    }

    /// The number after the last `~`, if a redo has written it: from 2 on, and not so large that none could follow.
    var generation: Int? {
      guard let tilde = text.utf8.lastIndex(of: UInt8(ascii: "~")) else { return nil }
      let digits = text[text.index(after: tilde)...]
      guard let number = Int(digits), (2..<Int.max).contains(number), digits == "\(number)" else { return nil }
      return number
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

extension [UInt8] {
  /// Appends the last `digits` hexadecimal digits of `value`, lower case.
  fileprivate mutating func appendHex(_ value: UInt64, digits: Int) {
    let text = String(value, radix: 16)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits - text.utf8.count, 0)))
    append(contentsOf: text.utf8)
  }
}

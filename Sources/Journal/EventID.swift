extension Journal.Event {
  /// The permanent name of an event, derived from its cause, so that the same event is never saved twice.
  ///
  /// Two shells that finish the same timer, or a program that crashes after saving and tries again, derive the same
  /// id, and the second append does nothing. An id has 1 to 512 bytes of printable ASCII without spaces, `"` and `\`,
  /// so two ids are equal exactly if their bytes are. A suffix `~2`, `~3` … numbers the appends of a redone event;
  /// only `Journal.restore` creates it.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The maximum length in bytes: enough for any AT URI.
    static let lengthLimit = 512

    public let text: String

    /// - Returns: `nil` if the text has characters that an id may not have, or is empty or too long.
    public init?(_ text: String) {
      guard Self.isValid(text) else { return nil }
      self.text = text
    }

    /// Creates an id from the parts of a cause, joined by `/`: `ID(cause: "timer.saved", "kitchen",
    /// "1767603600000000")`.
    ///
    /// Any text may be a part: a byte that an id may not contain is written as `%` and two digits, so different parts
    /// give different ids. An id that would be longer than 512 bytes is cut, and its checksum is appended.
    public init(cause parts: String...) { self.init(cause: parts) }

    /// Creates an id from a list of parts.
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
      if bytes.count > Self.lengthLimit - 16 { bytes = Self.cut(bytes) }
      text = String(decoding: bytes, as: UTF8.self)
    }

    /// Cuts a text that is too long to 496 bytes, with its checksum at the end.
    private static func cut(_ long: [UInt8]) -> [UInt8] {
      var bytes = Array(long.prefix(lengthLimit - 25))
      bytes.append(UInt8(ascii: "/"))
      bytes.appendHex(UInt64(long.withUnsafeBytes { Checksum()($0) }), digits: 8)
      return bytes
    }

    /// Creates an id from a line whose checksum is valid.
    init(verbatim text: String) { self.text = text }

    public var description: String { text }
    /// Compares the ids' bytes.
    public static func < (a: ID, b: ID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    /// The id of the event that voids this one. It is derived from this id, so two devices that undo the same event
    /// void it once.
    var void: ID {
      let long = "void/" + text
      guard long.utf8.count > Self.lengthLimit else { return ID(verbatim: long) }
      return ID(verbatim: String(decoding: Self.cut(Array(long.utf8)), as: UTF8.self))
    }

    /// The id under which this event is appended if it is redone.
    var next: ID {
      let number = generation
      let end = number == nil ? nil : text.utf8.lastIndex(of: UInt8(ascii: "~"))
      var stem = Array(text.utf8[..<(end ?? text.utf8.endIndex)])
      let suffix = "~\((number ?? 1) + 1)"
      if stem.count + suffix.utf8.count > Self.lengthLimit { stem = Self.cut(stem) }
      return ID(verbatim: String(decoding: stem, as: UTF8.self) + suffix)
    }

    /// `true` if the id says that this device saved the event: by the device's name, or by a name that begins with
    /// this name and a `.`, like those of its sessions.
    ///
    /// The device is the second part of a cause that begins with the type of its event, otherwise the last part. No
    /// other part counts: some parts are texts that people choose, and a stranger may choose such a text as a device
    /// name.
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

    /// The number after the last `~` if a redo wrote it: from 2 on, and small enough to be followed by another.
    var generation: Int? {
      guard let tilde = text.utf8.lastIndex(of: UInt8(ascii: "~")) else { return nil }
      let digits = text[text.index(after: tilde)...]
      guard let number = Int(digits), (2..<Int.max).contains(number), digits == "\(number)" else { return nil }
      return number
    }

    /// `true` if a line may have `text` as an id.
    static func isValid(_ text: String) -> Bool {
      (1...lengthLimit).contains(text.utf8.count) && text.utf8.allSatisfy { isAllowed($0) || $0 == UInt8(ascii: "~") }
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

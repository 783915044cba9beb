import JSON
import Timeline

extension Journal {
  /// A device that has saved events in the folder, or was forgotten.
  public struct Device: Hashable, Sendable {
    public let name: String
    /// `true` for the device that opened the folder.
    public let isOwn: Bool
    /// The instant of the device's latest event, by its clock; `nil` if no event counts.
    public internal(set) var lastSeen: Instant?
    /// The number of the device's events.
    public internal(set) var events = 0
    /// The number of events that the device took back.
    public internal(set) var retracted = 0
    /// `true` if the device's events do not count here.
    public internal(set) var isForgotten = false

    init(name: String, isOwn: Bool) { (self.name, self.isOwn) = (name, isOwn) }
  }
}

extension Journal.Event {
  /// The types of events with which a device leaves out another device's events, or includes them again. They apply
  /// only to the device that writes them, and the latest event applies.
  public static let forgetType = "device.forgotten"
  public static let rememberType = "device.remembered"

  /// Creates the event that leaves out a device, or includes it again.
  /// - Parameter origin: the run and number that the event gets, which make its id unique.
  init(_ device: String, isForgotten: Bool, by origin: Journal.Origin, at instant: Instant) {
    let type = isForgotten ? Self.forgetType : Self.rememberType
    self.init(
      id: ID(cause: type, origin.device.name, "\(origin.run)-\(origin.sequence)", device), type: type, instant: instant,
      payload: ["device": .string(device)])
  }
}

extension Journal {
  /// The name of a device, and thus of the one file that the device writes: `kitchen` writes `kitchen.journal`.
  ///
  /// Names have 1 to 64 lower-case letters, digits and `-`: every file system can store them, and none confuses two
  /// of them.
  public struct DeviceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    static let lengthLimit = 64

    public let name: String

    /// - Returns: `nil` if the name has other characters, or is empty or too long.
    public init?(_ name: String) {
      guard (1...Self.lengthLimit).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
      self.name = name
    }

    /// Creates the nearest allowed name, for host names: `Ana's Mac.local` becomes `ana-s-mac-local`.
    public init(nearest name: String) {
      let bytes = name.lowercased().utf8.prefix(Self.lengthLimit).map { Self.isAllowed($0) ? $0 : UInt8(ascii: "-") }
      self.name = bytes.isEmpty ? "device" : String(decoding: bytes, as: UTF8.self)
    }

    /// Creates a name from a line whose checksum is valid.
    init(verbatim name: String) { self.name = name }

    public var description: String { name }
    /// Compares the names' bytes.
    public static func < (a: DeviceID, b: DeviceID) -> Bool { a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }

    static func isAllowed(_ byte: UInt8) -> Bool {
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}

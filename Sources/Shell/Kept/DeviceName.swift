import Journal
import System

/// The name of a state folder's device: written into the folder once, so that it keeps its name when it is moved,
/// restored or its machine is renamed.
enum DeviceName {
  /// The file that holds the name.
  static let file = "device"
  /// The most characters of the host's name; the rest is for what tells two hosts of one name apart.
  private static let longestHost = 48

  /// The name in the folder; a new one when there is none, which is written there if the folder takes it.
  static func of(_ folder: String) -> Journal.DeviceID {
    let path = folder + "/" + file
    if let text = firstLine(of: path), let known = Journal.DeviceID(text) { return known }
    let name = new(for: folder)
    // Where it cannot be written, the same name is made again the next time.
    try? Folder.make(folder)
    _ = try? File.create(path, with: (name.name + "\n").utf8)
    return name
  }

  /// The host's name and four characters: many machines have the same name, and several folders may be on one.
  static func new(for folder: String) -> Journal.DeviceID {
    let place = try? FilePath.resolved(folder)
    let machine = firstLine(of: "/etc/machine-id") ?? ""
    // FNV-1a, for a name and no secret.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(machine)\n\(place ?? folder)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // Neighbouring paths would differ in few bits.
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    let digits = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let suffix = String((0..<4).map { digits[Int(hash >> (20 + 5 * UInt64($0))) & 31] })
    return Journal.DeviceID(nearest: "\(Environment.hostName.prefix(longestHost))-\(suffix)")
  }

  private static func firstLine(of path: String) -> String? {
    let line = (try? File.read(path, atMost: 255))?.prefix { $0 != 0 && $0 != 0x0A } ?? []
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

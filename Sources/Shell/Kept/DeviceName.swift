import Journal
import System

/// The name of a state folder's device: made once, by chance, and written into the folder, so that it stays when the
/// folder is moved or restored and when its machine is renamed, and so that no other folder has the same.
///
/// The file `device` holds the name, on a second line which machine the folder is on, then the names that the folder had
/// before, and last a checksum. On another machine the folder is a copy: both would write under one name, and one's events
/// would take the place of the other's. So the copy takes a name of its own, and what came with it counts as another
/// device's, but for the timer and the settings, with which the folder continues: an installation that is made again gets
/// another machine's number as well.
struct DeviceName {
  /// The file that holds the name.
  static let file = "device"
  /// The most characters of the host's name, for people; the rest is chance.
  private static let longestHost = 48
  /// Milliseconds to wait for another program that is just making the file.
  private static let patience = 5_000
  /// The most names that are remembered.
  private static let mostEarlier = 8

  let device: Journal.DeviceID
  /// The names that the folder had before, the latest first.
  private(set) var earlier: [Journal.DeviceID] = []
  /// The name on the machine that the folder was copied from, when that shows now.
  private(set) var copiedFrom: Journal.DeviceID?
  /// `true` if the file was damaged and the name could be told all the same.
  private(set) var isMended = false

  /// The name in the folder; a new one when there is none yet, or when this is another machine.
  ///
  /// Where nothing can be written the name holds for this process alone; nothing else can be kept there either.
  init(in folder: String, machine: String = Environment.machine) {
    let path = folder + "/" + Self.file
    if let known = Known(Self.read(path)), known.isComplete(on: machine) {
      (device, earlier) = (known.device, known.earlier)
      return
    }
    // Two programs that start together must agree.
    try? Folder.make(folder)
    let lock = try? File.openLocked(path, O_RDWR | O_CREAT, patience: Self.patience)
    defer { lock?.close() }
    let bytes = Self.read(path)
    if let known = Known(bytes), known.isComplete(on: machine) {
      (device, earlier) = (known.device, known.earlier)
      return
    }
    let mended = Known(bytes)?.isSound == true ? nil : Known(damaged: bytes, in: folder, machine: machine)
    if let known = mended ?? Known(bytes) {
      // Folders from before machines were written down stay what they are, and so does one on a machine that cannot be told
      // from others.
      let stays = known.machine == nil || machine.isEmpty || known.machine == machine
      device = stays ? known.device : Self.new()
      earlier = stays ? known.earlier : Array(([known.device] + known.earlier).prefix(Self.mostEarlier))
      if !stays { copiedFrom = known.device }
      isMended = mended != nil && stays
    } else {
      device = Self.new()
    }
    let whole = Known.text(device, machine.isEmpty ? Known(bytes)?.machine ?? "" : machine, earlier)
    if lock != nil, bytes != whole { _ = try? File.replace(path, with: whole) }
  }

  private static func read(_ path: String) -> [UInt8] { (try? File.read(path, atMost: 1_024)) ?? [] }

  /// The name that a folder has, whatever the machine; `nil` where it has none that can be read.
  static func known(in folder: String) -> Journal.DeviceID? { Known(read(folder + "/" + file))?.device }

  /// The host's name and 64 random bits.
  private static func new() -> Journal.DeviceID {
    let digits = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var bits = UInt64.random(in: 0 ... .max)
    var suffix = ""
    for _ in 0..<13 {
      suffix.append(digits[Int(bits & 31)])
      bits >>= 5
    }
    return Journal.DeviceID(nearest: "\(Environment.hostName.prefix(longestHost))-\(suffix)")
  }

  /// What the file says.
  private struct Known {
    let device: Journal.DeviceID
    let machine: String?
    let earlier: [Journal.DeviceID]
    /// `true` if the checksum holds.
    let isSound: Bool

    /// - Returns: `nil` where there is no name, as after a loss of power.
    init?(_ bytes: [UInt8]) {
      let lines = Self.lines(bytes)
      guard let device = lines.first.flatMap({ Journal.DeviceID($0) }) else { return nil }
      self.device = device
      machine = lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil
      earlier = Self.earlier(lines)
      isSound = bytes == Self.text(device, machine ?? "", earlier)
    }

    /// The name in a damaged file, or in one from before it had a checksum.
    ///
    /// The name is one of the journals in the folder: that for which the file, written anew, differs by no more than one
    /// byte; else the one that the file names, or the only one.
    init?(damaged bytes: [UInt8], in folder: String, machine: String) {
      // A pipe or a link with such a name is nobody's journal.
      let names = ((try? Folder.names(in: folder)) ?? []).filter { name in
        name.hasSuffix(".journal")
          && (try? FileStatus("\(folder)/\(name)", followsLinks: false))?.isFile ?? false
      }.compactMap { Journal.DeviceID(String($0.dropLast(8))) }.sorted()
      let said = Known(bytes)
      let lines = Self.lines(bytes)
      let histories = [[], Self.earlier(lines)] + names.map { [$0] }
      for name in names {
        let texts = [Array("\(name)\n\(machine)\n".utf8)] + histories.map { Self.text(name, machine, $0) }
        guard let place = texts.firstIndex(where: { Self.isNear($0, bytes) }) else { continue }
        (device, self.machine) = (name, machine)
        earlier = place == 0 ? [] : histories[place - 1]
        // A file from before it had a checksum is not damaged.
        isSound = texts[place] == bytes
        if isSound { return nil }
        return
      }
      guard
        let name = said.flatMap({ names.contains($0.device) ? $0.device : nil }) ?? (names.count == 1 ? names[0] : nil),
        said?.device != name
      else { return nil }
      device = name
      self.machine = said?.machine
      earlier = Self.earlier(lines).filter { $0 != name }
      isSound = false
    }

    /// The file's text.
    static func text(_ device: Journal.DeviceID, _ machine: String, _ earlier: [Journal.DeviceID]) -> [UInt8] {
      let before = earlier.isEmpty ? "" : "\(Self.before)\(earlier.map(\.name).joined(separator: " "))\n"
      let text = "\(device)\n\(machine)\n\(before)"
      // FNV-1a, against damage and nobody's intent.
      let sum = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
      let digits = String(sum, radix: 16)
      return Array("\(text)\(String(repeating: "0", count: 8 - digits.count))\(digits)\n".utf8)
    }

    private static let before = "before "

    private static func lines(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func earlier(_ lines: [String]) -> [Journal.DeviceID] {
      guard lines.count > 2, lines[2].hasPrefix(before) else { return [] }
      return lines[2].dropFirst(before.count).split(separator: " ").compactMap { Journal.DeviceID(String($0)) }
    }

    /// `true` if two texts are equal, but for one byte.
    private static func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
      a.count == b.count && zip(a, b).lazy.filter { $0 != $1 }.prefix(2).count < 2
    }

    /// `true` if there is nothing to add: a machine that cannot tell itself apart is any machine.
    func isComplete(on machine: String) -> Bool { isSound && (machine.isEmpty || self.machine == machine) }
  }
}

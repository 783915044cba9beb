import Journal
import System

/// The name of a state folder's device: made once, by chance, and written into the folder, so that it stays when the
/// folder is moved or restored and when its machine is renamed, and so that no other folder has the same.
///
/// The file `device` holds the name and, on a second line, which machine the folder is on. On another machine the folder
/// is a copy: both would write under one name, and one's events would take the place of the other's. So the copy takes a
/// name of its own, and what came with it counts as another device's.
struct DeviceName {
  /// The file that holds the name.
  static let file = "device"
  /// The most characters of the host's name, for people; the rest is chance.
  private static let longestHost = 48
  /// Milliseconds to wait for another program that is just making the file.
  private static let patience = 5_000

  let device: Journal.DeviceID
  /// The name on the machine that the folder was copied from, when that shows now.
  private(set) var copiedFrom: Journal.DeviceID?

  /// The name in the folder; a new one when there is none yet, or when this is another machine.
  ///
  /// Where nothing can be written the name holds for this process alone; nothing else can be kept there either.
  init(in folder: String, machine: String = Environment.machine) {
    let path = folder + "/" + Self.file
    if let known = Known(path), known.isComplete(on: machine) {
      device = known.device
      return
    }
    // Two programs that start together must agree.
    try? Folder.make(folder)
    let lock = try? File.openLocked(path, O_RDWR | O_CREAT, patience: Self.patience)
    defer { lock?.close() }
    let known = Known(path)
    if let known, known.isComplete(on: machine) {
      device = known.device
      return
    }
    // Folders from before machines were written down stay what they are.
    let stays = known.map { $0.machine == nil } ?? false
    device = stays ? known!.device : Self.new()
    if !stays { copiedFrom = known?.device }
    if lock != nil { _ = try? File.replace(path, with: "\(device.name)\n\(machine)\n".utf8) }
  }

  /// The name that a folder has, whatever the machine; `nil` where it has none that can be read.
  static func known(in folder: String) -> Journal.DeviceID? { Known(folder + "/" + file)?.device }

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

    /// - Returns: `nil` where there is no name, as after a loss of power.
    init?(_ path: String) {
      let bytes = (try? File.read(path, atMost: 1_024)) ?? []
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let device = lines.first.flatMap({ Journal.DeviceID($0) }) else { return nil }
      self.device = device
      machine = lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil
    }

    /// Whether there is nothing to add: a machine that cannot tell itself apart is any machine.
    func isComplete(on machine: String) -> Bool { machine.isEmpty || self.machine == machine }
  }
}

import Journal
import System

/// The name of a state folder's device: made once, by chance, and written into the folder, so that it stays when the
/// folder is moved or restored and when its machine is renamed, and so that no other folder has the same.
///
/// The file `device` and its copy `device.2` hold the name (see `DeviceFile`). When one of them is damaged or missing the
/// other decides; when both are, the journals of the folder may. Where nothing decides the name is not guessed.
///
/// On another machine the folder is a copy: both would write under one name, and one's events would take the place of the
/// other's. So the copy takes a name of its own, and what came with it counts as another device's, but for the timer and
/// the settings, with which the folder continues: an installation that is made again gets another machine's number as well.
struct DeviceName {
  /// The file that holds the name, and its copy.
  static let file = "device"
  static let copy = "device.2"
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
  /// What was wrong with the file, and how the name was told all the same; `nil` if nothing was.
  private(set) var finding: String?
  /// The journals of which one is this device's, if nothing says which; `device` is then of no use.
  private(set) var choices: [Journal.DeviceID] = []

  /// `true` if the file was damaged and the name could be told all the same.
  var isMended: Bool { finding != nil && copiedFrom == nil }

  /// The name in the folder; a new one when there is none yet, or when this is another machine.
  ///
  /// Where nothing can be written the name holds for this process alone; nothing else can be kept there either.
  init(in folder: String, machine: String = Environment.machine) {
    let path = folder + "/" + Self.file
    if let known = DeviceFile(sound: Self.read(path)), known.isOf(machine), Self.hasCopy(in: folder, known) {
      (device, earlier) = (known.device, known.earlier)
      return
    }
    if case .undecided(let journals) = DeviceTexts(in: folder).answer(machine) {
      (device, choices) = (Self.new(), journals)
      return
    }
    // Two programs that start together must agree.
    try? Folder.make(folder)
    let lock = Self.lock(folder)
    defer { lock?.close() }
    let texts = DeviceTexts(in: folder)
    switch texts.answer(machine) {
    case .none, .undecided: device = Self.new()
    case .known(let known, let finding):
      // Folders from before machines were written down stay what they are, and so does one on a machine that cannot be told
      // from others.
      let stays = known.machine == nil || machine.isEmpty || known.machine == machine
      device = stays ? known.device : Self.new()
      earlier = stays ? known.earlier : Array(([known.device] + known.earlier).prefix(Self.mostEarlier))
      if !stays { copiedFrom = known.device }
      self.finding = finding
    }
    guard lock != nil else { return }
    let whole = DeviceFile(device, machine: machine.isEmpty ? texts.machine ?? "" : machine, earlier).text
    texts.write(whole)
  }

  /// `true` if the copy and the journal are there: one look at each, at every start.
  private static func hasCopy(in folder: String, _ known: DeviceFile) -> Bool {
    guard let copy = try? FileStatus(folder + "/" + Self.copy, followsLinks: false), copy.isFile,
      copy.size == known.text.count
    else { return false }
    return (try? FileStatus("\(folder)/\(known.device).journal", followsLinks: false)) != nil
  }

  /// The lock of those who write the name: of the file, or of its copy where the file is something else.
  private static func lock(_ folder: String) -> Descriptor? {
    for name in [file, copy] {
      if let lock = try? File.openLocked(folder + "/" + name, O_RDWR | O_CREAT, patience: patience) { return lock }
    }
    return nil
  }

  fileprivate static func read(_ path: String) -> [UInt8] { (try? File.read(path, atMost: 1_024)) ?? [] }

  /// The name that a folder has, whatever the machine; `nil` where it has none that can be read.
  static func known(in folder: String) -> Journal.DeviceID? {
    guard case .known(let known, _) = DeviceTexts(in: folder).answer(Environment.machine) else { return nil }
    return known.device
  }

  /// Names the device of a folder, because its files do not.
  /// - Throws: what the system says.
  static func set(_ device: Journal.DeviceID, in folder: String) throws(SystemError) {
    let lock = Self.lock(folder)
    defer { lock?.close() }
    let texts = DeviceTexts(in: folder)
    var earlier: [Journal.DeviceID] = []
    if case .known(let known, _) = texts.answer(Environment.machine), known.device == device { earlier = known.earlier }
    let whole = DeviceFile(device, machine: Environment.machine, earlier).text
    try DeviceTexts.replace("\(folder)/\(copy)", with: whole)
    // Something else in the place of the file stays: then the copy says the name.
    guard texts.status?.isFile ?? true else { return }
    try DeviceTexts.replace("\(folder)/\(file)", with: whole)
  }

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
}

/// What the files and journals of a folder say about its device.
struct DeviceTexts {
  enum Answer {
    /// - Parameter finding: what was wrong, and what decided; `nil` if nothing was.
    case known(DeviceFile, finding: String?)
    /// A folder without a name and without journals.
    case none
    /// Nothing says which of these it is.
    case undecided([Journal.DeviceID])
  }

  private let folder: String
  private let first: [UInt8]
  private let second: [UInt8]
  /// What is in the place of the file; `nil` for nothing.
  let status: FileStatus?
  /// The names of the journals. A pipe or a link with such a name is nobody's journal.
  let journals: [Journal.DeviceID]

  init(in folder: String) {
    self.folder = folder
    let path = folder + "/" + DeviceName.file
    status = try? FileStatus(path)
    first = DeviceName.read(path)
    second = DeviceName.read(folder + "/" + DeviceName.copy)
    journals = ((try? Folder.names(in: folder)) ?? []).filter { name in
      name.hasSuffix(".journal") && (try? FileStatus("\(folder)/\(name)", followsLinks: false))?.isFile ?? false
    }.compactMap { Journal.DeviceID(String($0.dropLast(8))) }.sorted()
  }

  /// The machine that the file names, sound or not.
  var machine: String? { DeviceFile(first)?.machine }

  /// What is wrong with the file; `nil` for a sound one.
  var flaw: String? {
    switch status?.kind {
    case nil: "is missing"
    case .file?:
      if DeviceFile(sound: first) != nil {
        nil
      } else {
        first.isEmpty ? "is empty" : first.allSatisfy { $0 == 0 } ? "is full of zeros" : "is damaged"
      }
    case let kind?: "is a \(kind.rawValue) and no file"
    }
  }

  /// What is wrong with the copy; `nil` also when there is none yet, as in an older folder.
  func flawOfCopy(_ known: DeviceFile) -> String? {
    guard let there = try? FileStatus(folder + "/" + DeviceName.copy, followsLinks: false) else { return nil }
    guard there.isFile else { return "is a \(there.kind.rawValue) and no file" }
    guard let copied = DeviceFile(sound: second) else { return second.isEmpty ? "is empty" : "is damaged" }
    return copied.device == known.device ? nil : "is another device's: \(copied.device)"
  }

  /// The name of the device, as far as anything says it.
  func answer(_ machine: String) -> Answer {
    let said = DeviceFile(sound: first) ?? DeviceFile(sound: DeviceFile.trimmed(first))
    let copied = DeviceFile(sound: second) ?? DeviceFile(sound: DeviceFile.trimmed(second))
    if let said, let copied, said.device != copied.device, isLikelier(copied, than: said, machine) {
      return .known(
        copied, finding: finding("is another device's: \(said.device)", copied, "as \(DeviceName.copy) says"))
    }
    if let said {
      return .known(said, finding: flaw.map { finding($0, said, "as the rest of it says") })
    }
    if let copied { return .known(copied, finding: finding(copied, "as \(DeviceName.copy) says")) }
    for text in [first, second] {
      if let known = DeviceFile(near: text, among: journals, machine) {
        return .known(known, finding: finding(known, "as the rest of it and the journals say"))
      }
    }
    let old = DeviceFile(first)
    // From before it had a checksum, whole.
    if let old, old.isOld(first), journals.isEmpty || journals.contains(old.device) {
      return .known(
        old, finding: journals.count > 1 ? finding("has no checksum", old, "as far as it can be read") : nil)
    }
    let earlier = old?.earlier ?? []
    for text in [first, second] {
      if let device = DeviceFile.closest(to: text, among: journals) {
        let known = DeviceFile(device, machine: old?.machine, earlier.filter { $0 != device })
        return .known(known, finding: finding(known, "the only journal with nearly the name that it holds"))
      }
    }
    if journals.count == 1 {
      let known = DeviceFile(journals[0], machine: old?.machine, earlier.filter { $0 != journals[0] })
      return .known(known, finding: finding(known, "the only journal in the folder"))
    }
    return journals.isEmpty ? .none : .undecided(journals)
  }

  /// `true` if the copy is this folder's, and the file was put there from another one.
  private func isLikelier(_ copy: DeviceFile, than file: DeviceFile, _ machine: String) -> Bool {
    guard journals.contains(copy.device) else { return false }
    return !file.isOf(machine) && copy.isOf(machine) || !journals.contains(file.device)
  }

  private func finding(_ known: DeviceFile, _ why: String) -> String { finding(flaw ?? "is damaged", known, why) }
  private func finding(_ flaw: String, _ known: DeviceFile, _ why: String) -> String {
    "the file '\(DeviceName.file)' of the state folder \(flaw); this device is still \(known.device), \(why)"
  }

  /// Writes both files where they differ from a text. Something else in the place of one stays.
  func write(_ text: [UInt8]) {
    for (name, old) in [(DeviceName.file, first), (DeviceName.copy, second)] where old != text {
      try? Self.replace("\(folder)/\(name)", with: text)
    }
  }

  fileprivate static func replace(_ path: String, with text: [UInt8]) throws(SystemError) {
    // A link that leads nowhere would keep it from being written.
    if (try? FileStatus(path)) == nil { try File.remove(path) }
    try File.replace(path, with: text, mode: 0o600)
  }
}

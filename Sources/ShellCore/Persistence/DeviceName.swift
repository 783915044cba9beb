import Journal
import System

/// The name of a state folder's device. It is random, made once and written into the folder, so that it stays when
/// the folder is moved or restored or its machine is renamed, and so that no other folder has the same name.
///
/// The file `device` and its copy `device.2` hold the name (see `DeviceFile`). If one of them is damaged or missing,
/// the other decides; if both are, the journals of the folder may decide. Where nothing decides, the name is not
/// guessed.
///
/// On another machine the folder is a copy: both folders would write under one name, and the events of one would
/// replace those of the other. So the copy gets a new name, and the events that came with it count as another
/// device's. The timer and the settings are exceptions: the folder continues with them, since a reinstalled machine
/// gets a new ID as well.
package struct DeviceName {
  /// The name of the file that holds the name, and of its copy.
  package static let file = "device"
  package static let copy = "device.2"
  /// The maximum length of the host's name in a device's name, for people; the rest is random.
  private static let hostLengthLimit = 48
  /// Milliseconds to wait for another program that is creating the file.
  private static let timeout = 5_000
  /// The maximum number of earlier names that are remembered.
  fileprivate static let earlierNameLimit = 8

  let device: Journal.DeviceID
  /// The folder's earlier names, the latest first.
  private(set) var earlier: [Journal.DeviceID] = []
  /// The name on the machine that the folder was copied from; `nil` if no copy was just detected.
  private(set) var copiedFrom: Journal.DeviceID?
  /// The problem with the file, and the way in which the name was found anyway; `nil` for a sound file.
  private(set) var finding: String?
  /// The journals that may be this device's, if nothing decides between them; `device` is then meaningless.
  private(set) var choices: [Journal.DeviceID] = []

  /// The notes about files that were in the place of the name: each was kept under another name.
  private(set) var replacedFileNotes: [String] = []

  /// `true` if the file was damaged and the name was found anyway.
  var isCorrected: Bool { finding != nil && copiedFrom == nil }

  /// Reads the name in the folder, or makes a new one if there is none yet or this is another machine.
  ///
  /// If the folder is not writable, the name holds for this process alone; nothing else can be saved there either.
  /// - Parameter isDoubted: `true` to weigh all the evidence even if the file looks sound.
  init(in folder: String, machine: String = Environment.machine, isDoubted: Bool = false) {
    let path = folder + "/" + Self.file
    if !isDoubted, let known = DeviceFile(sound: Self.read(path)), known.isOf(machine), Self.hasCopy(in: folder, known)
    {
      (device, earlier) = (known.device, known.earlier)
      return
    }
    if case .undecided(let journals) = DeviceTexts(in: folder).answer(machine) {
      (device, choices) = (Self.new(), journals)
      return
    }
    // Two programs that start at once must agree.
    try? Folder.make(folder)
    let lock = Self.lock(folder)
    defer { lock?.close() }
    let texts = DeviceTexts(in: folder)
    switch texts.answer(machine) {
    case .none, .undecided: device = Self.new()
    case .known(let known, let finding):
      // A folder from before machines were recorded keeps its name, and so does a folder on a machine without an
      // identity.
      let stays = known.machine == nil || machine.isEmpty || known.machine == machine
      device = stays ? known.device : Self.new()
      earlier = stays ? known.earlier : Array(([known.device] + known.earlier).prefix(Self.earlierNameLimit))
      if !stays { copiedFrom = known.device }
      self.finding = finding
    }
    guard lock != nil else { return }
    let whole = DeviceFile(device, machine: machine.isEmpty ? texts.machine ?? "" : machine, earlier).text
    replacedFileNotes = texts.write(whole)
  }

  /// Returns whether the copy and the journal exist, with one system call for each, since this runs at every start.
  private static func hasCopy(in folder: String, _ known: DeviceFile) -> Bool {
    guard let copy = try? FileStatus(folder + "/" + Self.copy, followsLinks: false), copy.isFile,
      copy.size == known.text.count
    else { return false }
    return (try? FileStatus("\(folder)/\(known.device).journal", followsLinks: false)) != nil
  }

  /// Locks the name for writing: by the file, or by its copy where something else is in the file's place.
  private static func lock(_ folder: String) -> Descriptor? {
    for name in [file, copy] {
      let path = folder + "/" + name
      if let lock = try? File.openLocked(path, O_RDWR | O_CREAT | O_NOFOLLOW, timeout: timeout) { return lock }
    }
    return try? File.openOwnLocked("\(folder)/\(file).lock", timeout: timeout)
  }

  fileprivate static func read(_ path: String) -> [UInt8] { (try? File.read(path, atMost: 1_024)) ?? [] }

  /// Returns the name of a folder, on any machine; `nil` if the folder has no readable name.
  package static func known(in folder: String) -> Journal.DeviceID? {
    guard case .known(let known, _) = DeviceTexts(in: folder).answer(Environment.machine) else { return nil }
    return known.device
  }

  /// Names the device of a folder whose files do not.
  /// - Returns: notes about files that were in the place of the name.
  /// - Throws: the system's error.
  @discardableResult
  static func set(_ device: Journal.DeviceID, in folder: String) throws(SystemError) -> [String] {
    let lock = Self.lock(folder)
    defer { lock?.close() }
    let texts = DeviceTexts(in: folder)
    var earlier: [Journal.DeviceID] = []
    if case .known(let known, _) = texts.answer(Environment.machine), known.device == device { earlier = known.earlier }
    let whole = DeviceFile(device, machine: Environment.machine, earlier).text
    var notes: [String] = []
    try texts.replaceSecond(with: whole) { notes.append($0) }
    // Something else in the file's place stays; then the copy holds the name.
    guard texts.status?.isFile ?? true else { return notes }
    try texts.replaceFirst(with: whole) { notes.append($0) }
    return notes
  }

  /// Makes a name of the host's name and 64 random bits.
  private static func new() -> Journal.DeviceID {
    let digits = DeviceFile.digits
    var bits = UInt64.random(in: 0 ... .max)
    var suffix = ""
    for _ in 0..<13 {
      suffix.unicodeScalars.append(Unicode.Scalar(digits[Int(bits & 31)]))
      bits >>= 5
    }
    return Journal.DeviceID(nearest: "\(Environment.hostName.prefix(hostLengthLimit))-\(suffix)")
  }
}

/// The evidence that the files and journals of a folder give about its device.
package struct DeviceTexts {
  package enum Answer {
    /// - Parameter finding: the problem with the file, and the source of the decision; `nil` for a sound file.
    case known(DeviceFile, finding: String?)
    /// A folder without a name and without journals.
    case none
    /// Nothing decides between these names.
    case undecided([Journal.DeviceID])
  }

  private let folder: String
  private let first: [UInt8]
  private let second: [UInt8]
  /// The status of whatever is at the file's path; `nil` if nothing is.
  package let status: FileStatus?
  /// The names of the journals. A pipe or a link with such a name is not a journal.
  let journals: [Journal.DeviceID]

  package init(in folder: String) {
    self.folder = folder
    let path = folder + "/" + DeviceName.file
    status = try? FileStatus(path)
    first = DeviceName.read(path)
    second = DeviceName.read(folder + "/" + DeviceName.copy)
    journals = ((try? Folder.names(in: folder)) ?? []).filter { name in
      name.hasSuffix(".journal") && (try? FileStatus("\(folder)/\(name)", followsLinks: false))?.isFile ?? false
    }.compactMap { Journal.DeviceID(String($0.dropLast(8))) }.sorted()
  }

  /// The machine in the file, whether the file is sound or not.
  var machine: String? { DeviceFile(first)?.machine }

  /// The flaw of the file; `nil` for a sound file.
  package var flaw: String? {
    switch status?.kind {
    case nil: "is missing"
    case .file?:
      if DeviceFile(sound: first) != nil {
        nil
      } else {
        first.isEmpty ? "is empty" : first.allSatisfy { $0 == 0 } ? "contains only zeros" : "is damaged"
      }
    case let kind?: "is a \(kind.rawValue), not a file"
    }
  }

  /// Returns the problem with the copy; `nil` if it is sound or does not exist yet, as in an older folder.
  package func flawOfCopy(_ known: DeviceFile) -> String? {
    guard let there = try? FileStatus(folder + "/" + DeviceName.copy, followsLinks: false) else { return nil }
    guard there.isFile else { return "is a \(there.kind.rawValue), not a file" }
    guard let copied = DeviceFile(sound: second) else { return second.isEmpty ? "is empty" : "is damaged" }
    return copied.device == known.device ? nil : "names another device: \(copied.device)"
  }

  /// Returns the name of the device, if there is evidence for it.
  package func answer(_ machine: String) -> Answer {
    let said = DeviceFile(sound: first) ?? DeviceFile(sound: DeviceFile.trimmed(first))
    let copied = DeviceFile(sound: second) ?? DeviceFile(sound: DeviceFile.trimmed(second))
    if let said, let own = otherAtHome(than: said) {
      let known = copied?.device == own ? copied : nil
      return .known(
        known ?? DeviceFile(own, machine: said.machine, []),
        finding: finding(
          "belongs to another device: \(said.device)", DeviceFile(own, machine: nil, []), "which owns the folder"))
    }
    if let own = onlyJournal(insteadOf: [said, copied].compactMap { $0 }) {
      let said = said ?? copied
      return .known(
        DeviceFile(own, machine: nil, []),
        finding: finding(
          "belongs to another device: \(said?.device.name ?? "")", DeviceFile(own, machine: nil, []),
          "according to the only journal in the folder"))
    }
    if let said, let copied, said.device != copied.device, isLikelier(copied, than: said, machine) {
      return .known(
        copied, finding: finding("names another device: \(said.device)", copied, "according to \(DeviceName.copy)"))
    }
    if let said {
      return .known(said, finding: flaw.map { finding($0, said, "according to the rest of the file") })
    }
    if let copied { return .known(copied, finding: finding(copied, "according to \(DeviceName.copy)")) }
    for text in [first, second] {
      if let known = DeviceFile(near: text, among: journals, machine) {
        return .known(known, finding: finding(known, "according to the rest of the file and the journals"))
      }
    }
    let old = DeviceFile(first)
    // The file is complete, from before the checksum was introduced.
    if let old, old.isOld(first),
      journals.isEmpty ? DeviceFile.isGenerated(old.device) : journals.contains(old.device)
    {
      return .known(
        old,
        finding: journals.count > 1
          ? finding("has no checksum", old, "according to the readable part of the file") : nil)
    }
    let earlier = old?.earlier ?? []
    for text in [first, second] {
      if let device = DeviceFile.closest(to: text, among: journals) {
        let known = DeviceFile(device, machine: old?.machine, earlier.filter { $0 != device })
        return .known(known, finding: finding(known, "according to the only journal with a similar name"))
      }
    }
    if journals.count == 1 {
      let known = DeviceFile(journals[0], machine: old?.machine, earlier.filter { $0 != journals[0] })
      return .known(known, finding: finding(known, "according to the only journal in the folder"))
    }
    return journals.isEmpty ? .none : .undecided(journals)
  }

  /// Returns the device that would own the folder, whatever its files say, if another one was named; `nil` if none
  /// would.
  func owner(insteadOf device: Journal.DeviceID) -> Journal.DeviceID? {
    otherAtHome(than: DeviceFile(device, machine: nil, []))
  }

  /// Returns the device whose exchanges were made in this folder, if the file names another one, which has made none
  /// here: its file came from elsewhere, and its journal by `sync`.
  private func otherAtHome(than file: DeviceFile) -> Journal.DeviceID? {
    guard journals.count > 1, file.earlier.count < DeviceName.earlierNameLimit,
      !Journal.hasExchanged(file.device, in: folder)
    else { return nil }
    let others = Journal.devicesAtHome(in: folder).filter { journals.contains($0) && !file.earlier.contains($0) }
    return others.count == 1 ? others[0] : nil
  }

  /// Returns the device of the folder's only journal, if all the files that name a device came from elsewhere: none of
  /// them names a device, or an earlier one, that has saved or exchanged anything here.
  private func onlyJournal(insteadOf files: [DeviceFile]) -> Journal.DeviceID? {
    guard journals.count == 1, !files.isEmpty else { return nil }
    let isForeign = files.allSatisfy { file in
      file.device != journals[0] && !file.earlier.contains(journals[0])
        && file.earlier.count < DeviceName.earlierNameLimit && !Journal.hasExchanged(file.device, in: folder)
    }
    return isForeign ? journals[0] : nil
  }

  /// Returns whether the copy belongs to this folder and the file was put there from another folder.
  private func isLikelier(_ copy: DeviceFile, than file: DeviceFile, _ machine: String) -> Bool {
    guard journals.contains(copy.device) else { return false }
    return !file.isOf(machine) && copy.isOf(machine) || !journals.contains(file.device)
  }

  private func finding(_ known: DeviceFile, _ why: String) -> String { finding(flaw ?? "is damaged", known, why) }
  private func finding(_ flaw: String, _ known: DeviceFile, _ why: String) -> String {
    "the file '\(DeviceName.file)' in the state folder \(flaw); this device is still \(known.device), \(why)"
  }

  /// Writes both files where they differ from a text. Anything that is not a file stays in its place.
  /// - Returns: notes about contents that were kept under another name.
  func write(_ text: [UInt8]) -> [String] {
    var notes: [String] = []
    if first != text { try? replaceFirst(with: text) { notes.append($0) } }
    if second != text { try? replaceSecond(with: text) { notes.append($0) } }
    return notes
  }

  fileprivate func replaceFirst(with text: [UInt8], note: (String) -> Void) throws(SystemError) {
    try File.replaceOwn("\(folder)/\(DeviceName.file)", with: text, isSound: isOwn(first), note: note)
  }

  fileprivate func replaceSecond(with text: [UInt8], note: (String) -> Void) throws(SystemError) {
    try File.replaceOwn("\(folder)/\(DeviceName.copy)", with: text, isSound: isOwn(second), note: note)
  }

  /// Returns whether a text is a name that this program wrote, damaged or not.
  private func isOwn(_ text: [UInt8]) -> Bool {
    let plain = DeviceFile.trimmed(text)
    if plain.isEmpty || DeviceFile(sound: plain) != nil { return true }
    if let old = DeviceFile(text), old.isOld(text), journals.contains(old.device) { return true }
    return DeviceFile.closest(to: text, among: journals) != nil
      || DeviceFile(near: text, among: journals, Environment.machine) != nil
  }

  /// `true` if the folder is a state folder: it has a name or a journal that this program wrote.
  var isState: Bool {
    if [first, second].contains(where: { DeviceFile(sound: DeviceFile.trimmed($0)) != nil }) { return true }
    return journals.contains { device in
      let text = DeviceName.read("\(folder)/\(device).journal")
      if File.isBlank(text) { return DeviceFile.isGenerated(device) }
      let words = String(decoding: text, as: UTF8.self)
      return words.contains("storyline-journal") || words.contains("{\"seq\":")
    }
  }
}

import Journal

/// The text of the file `device`: on the first line the name, on the second which machine the folder is on, then the
/// names that the folder had before, and last a checksum. Once it had none, and before that no machine.
struct DeviceFile {
  let device: Journal.DeviceID
  let machine: String?
  let earlier: [Journal.DeviceID]

  init(_ device: Journal.DeviceID, machine: String?, _ earlier: [Journal.DeviceID]) {
    (self.device, self.machine, self.earlier) = (device, machine, earlier)
  }

  /// Reads a text whatever its checksum.
  /// - Returns: `nil` where there is no name, as after a loss of power.
  init?(_ bytes: [UInt8]) {
    let lines = Self.lines(bytes)
    guard let device = lines.first.flatMap({ Journal.DeviceID($0) }) else { return nil }
    self.device = device
    machine = lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil
    earlier = Self.earlier(lines)
  }

  /// Reads a text whose checksum holds.
  init?(sound bytes: [UInt8]) {
    guard let known = DeviceFile(bytes), bytes == known.text else { return nil }
    self = known
  }

  /// The name among journals for which the file, written anew, differs from a text by no more than two bytes.
  init?(near bytes: [UInt8], among names: [Journal.DeviceID], _ machine: String) {
    let histories = [[], Self.earlier(Self.lines(bytes))] + names.map { [$0] }
    var found: [(DeviceFile, distance: Int)] = []
    for name in names {
      let old = [UInt8]("\(name)\n\(machine)\n".utf8)
      var candidates = histories.map { DeviceFile(name, machine: machine, $0) }.map { ($0, $0.text) }
      // A whole text from before there was a checksum is not damaged.
      if old != bytes { candidates.insert((DeviceFile(name, machine: machine, []), old), at: 0) }
      let distances = candidates.compactMap { file, text in Self.distance(text, bytes).map { (file, distance: $0) } }
      if let best = distances.min(by: { $0.distance < $1.distance }) { found.append(best) }
    }
    found.sort { $0.distance < $1.distance }
    guard let best = found.first, found.count == 1 || best.distance < found[1].distance else { return nil }
    self = best.0
  }

  /// The bytes in which two texts of one length differ; `nil` for more than two.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int? {
    guard a.count == b.count else { return nil }
    let count = zip(a, b).lazy.filter { $0 != $1 }.prefix(3).count
    return count < 3 ? count : nil
  }

  /// The one of some names that a damaged first line means: it begins like that, or differs in no more than three
  /// letters, and no other name is near.
  static func closest(to bytes: [UInt8], among names: [Journal.DeviceID]) -> Journal.DeviceID? {
    let line = lines(trimmed(bytes)).first ?? ""
    guard line.utf8.count >= shortest else { return nil }
    if let name = Journal.DeviceID(line), names.contains(name) { return name }
    let near = names.filter { name in
      if name.name.hasPrefix(line) || line.hasPrefix(name.name) && name.name.utf8.count >= shortest { return true }
      guard name.name.utf8.count == line.utf8.count else { return false }
      return zip(name.name.utf8, line.utf8).lazy.filter { $0 != $1 }.prefix(4).count < 4
    }
    return near.count == 1 ? near[0] : nil
  }

  /// The fewest letters that mean a name: fewer may be the host's alone.
  private static let shortest = 6

  /// The file's text.
  var text: [UInt8] {
    let before = earlier.isEmpty ? "" : "\(Self.before)\(earlier.map(\.name).joined(separator: " "))\n"
    let text = "\(device)\n\(machine ?? "")\n\(before)"
    // FNV-1a, against damage and nobody's intent.
    let sum = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(sum, radix: 16)
    return Array("\(text)\(String(repeating: "0", count: 8 - digits.count))\(digits)\n".utf8)
  }

  /// A text without what editors and other systems add: a byte order mark, CR, blanks, capitals, empty lines at the end.
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let whole = line.drop(while: isBlank)
      let end = whole.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? whole.startIndex
      return whole[..<end].map { (65...90).contains($0) ? $0 + 32 : $0 }
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.flatMap { $0 + [0x0A] }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0 }

  /// `true` for a machine that the file names; one that cannot tell itself apart is any.
  func isOf(_ machine: String) -> Bool { machine.isEmpty || self.machine == machine }

  /// `true` if a text is a whole one from before there was a checksum.
  func isOld(_ bytes: [UInt8]) -> Bool {
    let text = Self.trimmed(bytes)
    return text == Array("\(device)\n".utf8) || machine.map { text == Array("\(device)\n\($0)\n".utf8) } ?? false
  }

  private static let before = "before "

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func earlier(_ lines: [String]) -> [Journal.DeviceID] {
    guard lines.count > 2, lines[2].hasPrefix(before) else { return [] }
    return lines[2].dropFirst(before.count).split(separator: " ").compactMap { Journal.DeviceID(String($0)) }
  }
}

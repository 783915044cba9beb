import Journal

/// The text of the file `device`: the name on the first line, the folder's machine on the second, then the folder's
/// earlier names, and a checksum last. Older versions of the file have no checksum, and the oldest no machine.
package struct DeviceFile {
  package let device: Journal.DeviceID
  let machine: String?
  let earlier: [Journal.DeviceID]

  init(_ device: Journal.DeviceID, machine: String?, _ earlier: [Journal.DeviceID]) {
    (self.device, self.machine, self.earlier) = (device, machine, earlier)
  }

  /// Reads a text, whatever its checksum.
  /// - Returns: `nil` if the text has no name, as after a loss of power.
  init?(_ bytes: [UInt8]) {
    let lines = Self.lines(bytes)
    guard let device = lines.first.flatMap({ Journal.DeviceID($0) }) else { return nil }
    self.device = device
    machine = lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil
    earlier = Self.earlier(lines)
  }

  /// Reads a text whose checksum is correct; `nil` for any other text.
  init?(sound bytes: [UInt8]) {
    guard let known = DeviceFile(bytes), bytes == known.text else { return nil }
    self = known
  }

  /// Finds the journal name whose file text differs from `bytes` by at most two bytes.
  init?(near bytes: [UInt8], among names: [Journal.DeviceID], _ machine: String) {
    let histories = [[], Self.earlier(Self.lines(bytes))]
    var found: [(DeviceFile, distance: Int)] = []
    // Names that differ in more bytes cannot be part of a text that is near: of thousands few remain.
    var others: [Int: [(name: Journal.DeviceID, distance: Int)]] = [:]
    for name in names {
      guard let distance = Self.distance("\(name)\n", bytes, at: 0) else { continue }
      let end = name.name.utf8.count + machine.utf8.count + 2
      let known =
        others[end]
        ?? names.compactMap { other in
          Self.distance("\(Self.earlierNamePrefix)\(other)\n", bytes, at: end).map { (name: other, distance: $0) }
        }
      others[end] = known
      let histories = histories + known.filter { $0.distance + distance <= 2 }.map { [$0.name] }
      let old = [UInt8]("\(name)\n\(machine)\n".utf8)
      var candidates = histories.map { DeviceFile(name, machine: machine, $0) }.map { ($0, $0.text) }
      // A complete text from before the checksum was introduced is not damaged.
      if old != bytes { candidates.insert((DeviceFile(name, machine: machine, []), old), at: 0) }
      let distances = candidates.compactMap { file, text in Self.distance(text, bytes).map { (file, distance: $0) } }
      if let best = distances.min(by: { $0.distance < $1.distance }) { found.append(best) }
    }
    found.sort { $0.distance < $1.distance }
    guard let best = found.first, found.count == 1 || best.distance < found[1].distance else { return nil }
    self = best.0
  }

  /// Returns the number of bytes in which a text differs from the bytes at a place; `nil` for more than two.
  private static func distance(_ text: String, _ bytes: [UInt8], at place: Int) -> Int? {
    let end = place + text.utf8.count
    guard end <= bytes.count else { return nil }
    let count = zip(text.utf8, bytes[place..<end]).lazy.filter { $0 != $1 }.prefix(3).count
    return count < 3 ? count : nil
  }

  /// Returns the number of bytes in which two texts of equal length differ; `nil` for more than two.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int? {
    guard a.count == b.count else { return nil }
    let count = zip(a, b).lazy.filter { $0 != $1 }.prefix(3).count
    return count < 3 ? count : nil
  }

  /// Returns the only name that a damaged first line may mean: one is a prefix of the other, or they differ in no
  /// more than three letters. `nil` if several names or no names are near.
  static func closest(to bytes: [UInt8], among names: [Journal.DeviceID]) -> Journal.DeviceID? {
    let line = lines(trimmed(bytes)).first ?? ""
    guard line.utf8.count >= minimumLength else { return nil }
    if let name = Journal.DeviceID(line), names.contains(name) { return name }
    let near = names.filter { name in
      if name.name.hasPrefix(line) || line.hasPrefix(name.name) && name.name.utf8.count >= minimumLength { return true }
      guard name.name.utf8.count == line.utf8.count else { return false }
      return zip(name.name.utf8, line.utf8).lazy.filter { $0 != $1 }.prefix(4).count < 4
    }
    return near.count == 1 ? near[0] : nil
  }

  /// The fewest letters that identify a name: a shorter text may be only the host's name.
  private static let minimumLength = 6

  /// The file's text.
  var text: [UInt8] {
    let before = earlier.isEmpty ? "" : "\(Self.earlierNamePrefix)\(earlier.map { $0.name }.joined(separator: " "))\n"
    let text = "\(device)\n\(machine ?? "")\n\(before)"
    // FNV-1a, against damage, not against attacks.
    let sum = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(sum, radix: 16)
    return Array("\(text)\(String(repeating: "0", count: 8 - digits.count))\(digits)\n".utf8)
  }

  /// Returns a text without the additions of editors and other systems: a byte order mark, CR, spaces, capitals,
  /// empty lines at the end.
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

  /// Returns whether the file names a machine. A machine without an identity matches every file.
  func isOf(_ machine: String) -> Bool { machine.isEmpty || self.machine == machine }

  /// Returns whether a text is a complete one from before the checksum was introduced.
  func isOld(_ bytes: [UInt8]) -> Bool {
    let text = Self.trimmed(bytes)
    return text == Array("\(device)\n".utf8) || machine.map { text == Array("\(device)\n\($0)\n".utf8) } ?? false
  }

  /// Returns whether a name ends as the program's own names do: in a hyphen and random letters and digits.
  static func isGenerated(_ device: Journal.DeviceID) -> Bool {
    guard let hyphen = device.name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return false }
    let random = device.name.utf8[hyphen...].dropFirst()
    return random.count >= 4 && random.allSatisfy(digits.contains)
  }

  /// The letters and digits of random names: none of them looks like another.
  static let digits = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  private static let earlierNamePrefix = "before "

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func earlier(_ lines: [String]) -> [Journal.DeviceID] {
    guard lines.count > 2, lines[2].hasPrefix(earlierNamePrefix) else { return [] }
    return lines[2].dropFirst(earlierNamePrefix.count).split(separator: " ").compactMap { Journal.DeviceID(String($0)) }
  }
}

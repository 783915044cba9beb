/// The past and future clock changes of a time zone: one file of the IANA database.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)", versions 1 to 4. Files that count leap seconds
/// (`right/…`) are not supported, because the instants of this program do not count them.
public final class ZoneRules: Sendable {
  private struct Change {
    /// The time of the change in seconds since 1970.
    let second: Int64
    /// The number of seconds that clocks are ahead of UTC from then on.
    let offset: Int32
  }

  private let changes: [Change]
  /// The offset before all changes.
  private let first: Int32
  /// The rule after all changes; `nil` if the last offset stays.
  private let yearly: YearlyZoneRule?

  /// Reads a file's content.
  /// - Returns: `nil` for anything but a complete file of this kind without leap seconds.
  public convenience init?(parsing bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let header = reader.header() else { return nil }
    if header.version == 0 {
      self.init(&reader, header, wide: false)
    } else {
      // The first block has 32-bit times, for old programs.
      guard reader.skip(header.bytes(wide: false)), let header = reader.header() else { return nil }
      self.init(&reader, header, wide: true)
    }
  }

  /// Reads a yearly rule in the form of `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`; see `YearlyZoneRule`.
  /// - Returns: `nil` if the text is not such a rule.
  public init?(rule: String) {
    guard let yearly = YearlyZoneRule(parsing: Array(rule.utf8)) else { return nil }
    (changes, first, self.yearly) = ([], yearly.offset(at: 0), yearly)
  }

  private init?(_ reader: inout Reader, _ header: Header, wide: Bool) {
    guard header.leaps == 0, header.types > 0, reader.has(header.bytes(wide: wide)) else { return nil }
    let seconds = (0..<header.changes).map { _ in wide ? reader.wide() : Int64(reader.narrow()) }
    let indices = (0..<header.changes).map { _ in Int(reader.byte()) }
    let offsets = (0..<header.types).map { _ in
      let offset = reader.narrow()
      _ = reader.skip(2)
      return offset
    }
    // No zone was ever more than a day away from Greenwich, and other devices accept no such offset.
    guard offsets.allSatisfy({ abs(Int64($0)) <= YearlyZoneRule.offsetLimit }),
      indices.allSatisfy(offsets.indices.contains),
      zip(seconds, seconds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    changes = zip(seconds, indices).map { Change(second: $0, offset: offsets[$1]) }
    first = offsets[0]
    _ = reader.skip(header.rest)
    let line = wide ? reader.line() : []
    yearly = line.isEmpty ? nil : YearlyZoneRule(parsing: line)
    if !line.isEmpty, yearly == nil { return nil }
  }

  /// Returns how far clocks are ahead of UTC at an instant.
  /// - Complexity: O(log n) of the changes in the file.
  public func offset(at instant: Instant) -> Duration {
    let second = instant.microseconds.flooredDivision(by: 1_000_000)
    if let yearly, second >= changes.last?.second ?? .min { return .seconds(Int64(yearly.offset(at: second))) }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].second <= second { low = middle + 1 } else { high = middle }
    }
    return .seconds(Int64(low == 0 ? first : changes[low - 1].offset))
  }

  // MARK: The file

  private struct Header {
    let version: UInt8
    let leaps, changes, types: Int
    private let utcMarks, standardMarks, characters: Int

    init(version: UInt8, counts: [Int]) {
      self.version = version
      (utcMarks, standardMarks, leaps) = (counts[0], counts[1], counts[2])
      (changes, types, characters) = (counts[3], counts[4], counts[5])
    }

    /// Returns the number of bytes after the header.
    func bytes(wide: Bool) -> Int {
      let time = wide ? 8 : 4
      return changes * (time + 1) + types * 6 + characters + leaps * (time + 4) + standardMarks + utcMarks
    }

    /// The number of bytes after the types, in a file without leap seconds.
    var rest: Int { characters + standardMarks + utcMarks }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    func has(_ count: Int) -> Bool { count <= bytes.count - position }

    mutating func skip(_ count: Int) -> Bool {
      guard has(count) else { return false }
      position += count
      return true
    }

    mutating func byte() -> UInt8 {
      position += 1
      return bytes[position - 1]
    }

    mutating func narrow() -> Int32 { (0..<4).reduce(0) { number, _ in number << 8 | Int32(byte()) } }
    mutating func wide() -> Int64 { (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) } }

    mutating func header() -> Header? {
      guard has(44), bytes[position..<position + 4].elementsEqual("TZif".utf8) else { return nil }
      let version = bytes[position + 4]
      position += 20
      let counts = (0..<6).map { _ in Int(narrow()) }
      // The largest file of the database has 400 changes; the data for larger counts than these would not fit into
      // memory.
      guard counts.allSatisfy({ (0..<1_000_000).contains($0) }) else { return nil }
      return Header(version: version, counts: counts)
    }

    /// Reads the text between two line ends.
    mutating func line() -> [UInt8] {
      guard has(1), byte() == UInt8(ascii: "\n") else { return [] }
      return Array(bytes[position...].prefix { $0 != UInt8(ascii: "\n") })
    }
  }
}

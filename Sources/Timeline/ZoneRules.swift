/// When the clocks of a time zone were and will be changed: one file of the IANA database.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)", versions 1 to 4. Files that count leap seconds (`right/…`)
/// are not read, since the instants of this program do not.
public final class ZoneRules: Sendable {
  private struct Change {
    /// Seconds since 1970.
    let second: Int64
    /// How many seconds clocks are ahead of Greenwich from then on.
    let offset: Int32
  }

  private let changes: [Change]
  /// Before all changes.
  private let first: Int32
  /// Behind all changes; `nil` where they stay as the last one left them.
  private let yearly: YearlyZoneRule?

  /// Reads a file's content.
  /// - Returns: `nil` for anything that is not such a file, whole and without leap seconds.
  public convenience init?(parsing bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let header = reader.header() else { return nil }
    if header.version == 0 {
      self.init(&reader, header, wide: false)
    } else {
      // The first block is for programs of the last century.
      guard reader.skip(header.bytes(wide: false)), let header = reader.header() else { return nil }
      self.init(&reader, header, wide: true)
    }
  }

  /// Reads a rule for each year, as `TZ` has it: `CET-1CEST,M3.5.0,M10.5.0/3`; see `YearlyZoneRule`.
  /// - Returns: `nil` for what is none.
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
    // A day is the farthest that any zone was ever from Greenwich, and a week what the format can say.
    guard offsets.allSatisfy({ abs(Int64($0)) < 7 * 86_400 }), indices.allSatisfy(offsets.indices.contains),
      zip(seconds, seconds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    changes = zip(seconds, indices).map { Change(second: $0, offset: offsets[$1]) }
    first = offsets[0]
    _ = reader.skip(header.rest)
    let line = wide ? reader.line() : []
    yearly = line.isEmpty ? nil : YearlyZoneRule(parsing: line)
    if !line.isEmpty, yearly == nil { return nil }
  }

  /// How far clocks are ahead of Greenwich at an instant.
  /// - Complexity: O(log n) of the changes that the file names.
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

    /// What stands behind the header.
    func bytes(wide: Bool) -> Int {
      let time = wide ? 8 : 4
      return changes * (time + 1) + types * 6 + characters + leaps * (time + 4) + standardMarks + utcMarks
    }

    /// What stands behind the types, in a file without leap seconds.
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
      // The largest file of the database has 400 changes; what a number of this size means, no memory holds.
      guard counts.allSatisfy({ (0..<1_000_000).contains($0) }) else { return nil }
      return Header(version: version, counts: counts)
    }

    /// What stands between two ends of lines.
    mutating func line() -> [UInt8] {
      guard has(1), byte() == UInt8(ascii: "\n") else { return [] }
      return Array(bytes[position...].prefix { $0 != UInt8(ascii: "\n") })
    }
  }
}

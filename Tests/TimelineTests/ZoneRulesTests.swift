import Testing
import Timeline

/// Files of the IANA database, made here byte by byte.
@Suite struct ZoneRulesTests {
  private static func number(_ value: Int64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// One block: transitions to types, and the types by their offsets.
  private static func block(
    _ version: Character, _ changes: [(Int64, UInt8)], _ offsets: [Int64], leaps: Int64 = 0, wide: Bool
  ) -> [UInt8] {
    let counts = [0, 0, leaps, Int64(changes.count), Int64(offsets.count), 4]
    let head = Array("TZif".utf8) + [version.asciiValue!] + Array(repeating: 0, count: 15)
    return head + counts.flatMap { number($0, 4) } + changes.flatMap { number($0.0, wide ? 8 : 4) } + changes.map(\.1)
      + offsets.flatMap { number($0, 4) + [0, 0] } + Array("LMT\0".utf8)
      + Array(repeating: 0, count: Int(leaps) * (wide ? 12 : 8))
  }

  private static func file(
    _ changes: [(Int64, UInt8)] = [], _ offsets: [Int64] = [0], line: String = "", leaps: Int64 = 0
  ) -> [UInt8] {
    block("2", [], [0], wide: false) + block("2", changes, offsets, leaps: leaps, wide: true)
      + Array("\n\(line)\n".utf8)
  }

  private static func offset(_ bytes: [UInt8], _ text: String) throws -> Int64 {
    let instant = try #require(CivilTime(parsing: text.utf8)).instant()
    return try #require(ZoneRules(parsing: bytes)).offset(at: instant).microseconds / 1_000_000
  }

  @Test(arguments: [
    ("1969-12-31T23:59:59", -2205), ("1970-01-01T00:00", 3600), ("1970-01-11T13:46:39", 3600),
    ("1970-01-11T13:46:40", 0), ("2100-01-01T00:00", 0), ("0001-01-01T00:00", -2205),
  ])
  func changesAreHeeded(_ instant: String, _ offset: Int64) throws {
    let changes: [(Int64, UInt8)] = [(0, 1), (913_600, 2)]
    let offsets: [Int64] = [-2205, 3600, 0]
    #expect(try Self.offset(Self.file(changes, offsets), instant) == offset)
    // A version 1 file, as programs of the last century wrote it.
    let old = Self.block("\0", changes, offsets, wide: false)
    #expect(try Self.offset(old, instant) == offset)
  }

  /// The rule line at the end applies from the last transition on.
  @Test(arguments: [
    ("UTC0", "2030-07-01T00:00", 0), ("<+0545>-5:45", "2030-07-01T00:00", 20_700),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-07-01T00:00", 3600), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-01-01T00:00", 0),
    // The last Sundays of March and October 2030 are the 31st and the 27th.
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-03-31T00:59:59", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-03-31T01:00", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-10-27T00:59:59", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-10-27T01:00", 3600),
    // In the southern hemisphere summer spans New Year; Lord Howe changes by half an hour.
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2030-01-01T00:00", 39_600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2030-07-01T00:00", 37_800),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2030-04-06T14:59:59", 39_600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2030-04-06T15:00", 37_800),
    // Changes before midnight, and days later.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T00:59:59", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00", -3600),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-29T23:59:59", 7200),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-30T00:00", 10_800),
    // Days of the year, with and without 29 February, and an endless summer.
    ("AAA0BBB,J60/0,J61/0", "2028-02-29T12:00", 0), ("AAA0BBB,J60/0,J61/0", "2028-03-01T12:00", 3600),
    ("AAA0BBB,59/0,60/0", "2028-02-29T12:00", 3600), ("AAA0BBB,59/0,60/0", "2027-03-01T12:00", 3600),
    ("AAA0BBB,J59/0,J60/0", "2028-02-28T12:00", 3600), ("XXX3EDT4,0/0,J365/23", "2030-12-31T23:30", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2030-01-01T03:30", -14_400), ("AAA0BBB,M12.5.0/0,M12.5.2/0", "2030-12-30T12:00", 3600),
  ])
  func theLineAtTheEndIsHeeded(_ line: String, _ instant: String, _ offset: Int64) throws {
    #expect(try Self.offset(Self.file(line: line), instant) == offset)
    // The rule does not apply before the last transition.
    #expect(try Self.offset(Self.file([(4_102_444_800, 0)], [42], line: line), instant) == 42)
  }

  @Test(arguments: [
    "CET", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "CET-168", "CET-1:60", "<CET-1", "CET-1CEST,J0,J5",
    "CET-1CEST,366,5", "CET-", "CET-1CEST,M3.5.0/,M10.5.0", "C-T-1",
  ])
  func invalidRulesAreRefused(_ line: String) { #expect(ZoneRules(parsing: Self.file(line: line)) == nil) }

  /// No clock is more than a day away from UTC, and other devices leave out events with such an offset.
  @Test(arguments: [
    ("ABC24", true), ("ABC-24", true), ("ABC24:00:01", false), ("ABC-25", false), ("ABC-167", false),
    ("ABC-24DEF,M3.5.0,M10.5.0", false), ("ABC1DEF-25,M3.5.0,M10.5.0", false),
    ("CET-1CEST,M3.5.0/-167,M10.5.0/3", true),
  ]) func aDayIsTheGreatestOffset(rule: String, isValid: Bool) {
    #expect((ZoneRules(rule: rule) != nil) == isValid)
  }

  @Test func nonFilesAreRefused() {
    let whole = Self.file([(0, 1), (913_600, 0)], [0, 3600], line: "UTC0")
    #expect(ZoneRules(parsing: whole) != nil)
    // The part behind the second block may be missing, as in files without rules.
    let end = whole.count - "\nUTC0\n".utf8.count
    for count in 0..<end { #expect(ZoneRules(parsing: Array(whole[..<count])) == nil) }
    #expect(ZoneRules(parsing: Self.file([(0, 2)], [0, 1])) == nil)
    #expect(ZoneRules(parsing: Self.file([(5, 0), (5, 0)], [0])) == nil)
    #expect(ZoneRules(parsing: Self.file([], [])) == nil)
    #expect(ZoneRules(parsing: Self.file([], [604_800])) == nil)
    // Leap seconds are refused.
    #expect(ZoneRules(parsing: Self.file([], [0], leaps: 1)) == nil)
  }
}

// Files of the system's time zone database.

@testable import Timeline

/// A run: a file that can be read has an offset at each instant, within the week that the format can represent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZones(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let rules = ZoneRules(parsing: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  for year in stride(from: Int64(-400), to: 400, by: 9) {
    for day in [Int64(0), 59, 60, 300, 365] {
      let offset = rules.offset(at: Instant(secondsSince1970: (year * 365 + day) * 86_400))
      precondition(abs(offset.microseconds) < 604_800_000_000)
    }
  }
  _ = (rules.offset(at: .distantPast), rules.offset(at: .distantFuture))
  return 0
}

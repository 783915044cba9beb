import Timeline
import Timers

/// Returns sessions of many years, with all kinds of names, zones and lengths.
func randomHistory(_ count: Int, days: Int, seed: UInt64) throws -> [TimerSessionRecord] {
  var chance = SeededGenerator(seed: seed)
  let names = ["reading", "iPad", "shower", "violin, piano", "say \"hi\"", "Ünï", "=1+1", "\\u0041", "{", "null"]
  let icons: [Character] = ["📖", "📱", "🚿", "🎻", "\"", ",", "👧🏽"]
  let first = Instant.practiceStart - .days(Int64(days))
  return try (0..<count).map { number in
    func pick(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &chance) }
    let allocated = pick(1...120) * 60_000_000
    let isUp = pick(0...1) == 0
    let actual = isUp ? allocated : pick(0...(allocated - 1))
    // Some sessions are within a second of each other, so that their ids decide the order.
    let day = Duration.days(Int64(number * days / count))
    let ended = first + day + .seconds(pick(0...80_000)) + Duration(microseconds: pick(0...3))
    let offset = Duration.minutes(pick(-48...56) * 15)
    return try TimerSessionRecord(
      id: TimerSessionID(device: ["kitchen", "sofa, left"][Int(pick(0...1))], started: ended, ordinal: number),
      activity: names.randomElement(using: &chance) ?? "", icon: icons.randomElement(using: &chance) ?? "x",
      started: ended - Duration(microseconds: actual), ended: ended, day: LocalDay(at: ended, offset: offset),
      offset: offset, allocated: Duration(microseconds: allocated), actual: Duration(microseconds: actual),
      ending: isUp ? .timeUp : .early, rating: (Rating.allCases + [nil])[Int(pick(0...3))],
      device: ["kitchen", "sofa, left"][Int(pick(0...1))])
  }
}

import Timeline
import Timers

/// Sessions with names, instants, offsets and lengths of all kinds.
func randomTimerSessions(_ count: Int, _ chance: inout SeededGenerator) throws -> [TimerSessionRecord] {
  let names = ["reading", "a,b", "say \"hi\"", "=1+1", " Geige ", "Ünï 🎻", "\\u0041", "a  b", "{", "\"", "null"]
  return try (0..<count).map { number in
    func pick(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &chance) }
    let allocated = pick(1_000_000...86_400_000_000)
    let isUp = chance.next() % 2 == 0
    let actual = isUp ? allocated : pick(0...(allocated - 1))
    let ended = Instant(microseconds: pick(-62_000_000_000_000_000...253_000_000_000_000_000) / 7 * 7)
    let offset = Duration.seconds(pick(-64_800...64_800) / 900 * (chance.next() % 3 == 0 ? 899 : 900))
    return try TimerSessionRecord(
      id: TimerSessionID(device: "kitchen", started: ended, ordinal: number),
      activity: names.randomElement(using: &chance) ?? "", icon: ["📖", "\"", ",", "👧🏽", "x"][Int(pick(0...4))],
      started: ended - Duration(microseconds: actual), ended: ended, day: LocalDay(at: ended, offset: offset),
      offset: offset, allocated: Duration(microseconds: allocated), actual: Duration(microseconds: actual),
      ending: isUp ? .timeUp : .early, rating: (Rating.allCases + [nil])[Int(pick(0...3))],
      device: ["kitchen", "sofa, left"][Int(pick(0...1))])
  }
}

import Testing
import Timers

@testable import TimersWing

@Suite struct ToneTests {
  @Test(arguments: TimerAlert.Sound.allCases)
  func aToneIsAWholeFileThatStaysInItsBounds(sound: TimerAlert.Sound) throws {
    let tone = SoundPlayer.tone(for: sound)
    let samples = tone.samples
    #expect(samples.count == Tone.rate * tone.milliseconds / 1_000)
    let last = try #require(samples.last)
    #expect(samples.first == 0 && abs(Int(last)) < 400, "it neither begins nor ends with a click")
    let loudest = samples.map { abs(Int($0)) }.max() ?? 0
    #expect((3_000...12_000).contains(loudest), "\(loudest)")
    // The tone crosses zero as many times as its pitch requires.
    let signs = samples.filter { $0 != 0 }.map { $0 > 0 }
    let crossings = zip(signs, signs.dropFirst()).filter { $0 != $1 }.count
    let expected = 2 * tone.frequency * tone.milliseconds / 1_000
    #expect(abs(crossings - expected) <= 4, "\(crossings) of \(expected)")
    let wav = tone.wav
    #expect(wav.count == 44 + 2 * samples.count)
    #expect(
      String(decoding: wav[0..<4], as: UTF8.self) == "RIFF"
        && String(decoding: wav[8..<16], as: UTF8.self) == "WAVEfmt ")
    let size = wav[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == wav.count - 8)
  }
}

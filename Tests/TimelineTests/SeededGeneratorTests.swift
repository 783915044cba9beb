import Testing
import Timeline

@Suite struct SeededGeneratorTests {
  /// The first numbers that the paper's own program produces for these seeds.
  @Test func theNumbersAreSplitMix64() {
    var zero = SeededGenerator(seed: 0)
    #expect((0..<3).map { _ in zero.next() } == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    var other = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in other.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func streamsOfOneSeedAreTheirOwn() {
    var firsts: Set<UInt64> = []
    for stream in 0..<1_000 as Range<UInt64> {
      var chance = SeededGenerator(seed: 42, stream: stream)
      firsts.insert(chance.next())
    }
    #expect(firsts.count == 1_000)
    #expect(SeededGenerator(seed: 42, stream: 0) == SeededGenerator(seed: 42))
  }

  @Test func unitsFillTheInterval() {
    var chance = SeededGenerator(seed: 9)
    let units: [Double] = (0..<10_000).map { _ in chance.unit() }
    #expect(units.allSatisfy { (0..<1).contains($0) })
    #expect((units.min() ?? 1) < 0.001 && (units.max() ?? 0) > 0.999)
    let mean: Double = units.reduce(0, +) / 10_000
    #expect(abs(mean - 0.5) < 0.02)
  }
}

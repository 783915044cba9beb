/// A short tone as a WAV file: 16 bits, one channel, made with whole numbers so that it is the same everywhere.
struct Tone: Hashable, Sendable {
  /// Samples a second.
  static let rate = 22_050

  /// In hertz, up to 3,000: above that the recurrence is no sine any more.
  let frequency: Int
  let milliseconds: Int

  /// The file's bytes.
  var wav: [UInt8] {
    let samples = samples
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + 2 * samples.count)
    func add(_ number: Int, _ count: Int) {
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    bytes += "RIFF".utf8
    add(36 + 2 * samples.count, 4)
    bytes += "WAVEfmt ".utf8
    add(16, 4)
    // PCM, one channel, samples and bytes a second, bytes and bits a sample.
    add(1, 2)
    add(1, 2)
    add(Self.rate, 4)
    add(2 * Self.rate, 4)
    add(2, 2)
    add(16, 2)
    bytes += "data".utf8
    add(2 * samples.count, 4)
    for sample in samples { add(Int(sample), 2) }
    return bytes
  }

  /// A sine that swells for 5 ms and then fades to nothing, so that it neither clicks nor startles.
  var samples: [Int16] {
    let count = Self.rate * milliseconds / 1_000
    let swell = max(1, Self.rate / 200)
    // Minsky's circle: two additions a sample, and whole numbers never run away. The step is 2π · frequency / rate.
    let one = 1 << 20
    let step = 6_588_397 * frequency / Self.rate
    var (x, y) = (one / 3, 0)
    return (0..<count).map { place in
      x -= step * y / one
      y += step * x / one
      let fade = min(one, one * place / swell) * (count - place) / count
      return Int16(clamping: (y * 32_767 / one) * fade / one)
    }
  }
}

import ShellCore
import System
import Timeline
import Timers

/// Plays the timers' sounds at a prompt, each strike at its instant on the machine's clock.
///
/// The owner calls `playDue` and sleeps no longer than `delay`. Without a player, or if it fails, the bell rings
/// instead, which is reported once.
public final class SoundScheduler: Sounds {
  private struct Strike {
    let at: Instant
    let sound: TimerAlert.Sound
    let usesPlayer: Bool
  }

  /// The minimum distance of strikes: closer ones would be heard as one, so only the more important one is played.
  static let closest = Duration.milliseconds(50)
  /// The lateness after which a sound is dropped, except for a completion.
  static let latest = Duration.seconds(2)
  /// The interval between checks of a running player.
  private static let pollInterval = Duration.milliseconds(500)

  private let ring: () -> Void
  private let findPlayer: () -> SoundPlayer?
  private var player: SoundPlayer?
  private var hasSearchedPlayer = false
  private var hasFailed = false
  private var strikes: [Strike] = []
  private var nextPoll = Instant.distantFuture
  private var notices: [String] = []

  /// - Parameter ring: rings the terminal's bell once.
  public convenience init(ring: @escaping () -> Void) {
    self.init(
      ring: ring,
      findPlayer: { SoundPlayer(path: Environment.value("PATH"), cache: UserFiles.sounds) })
  }

  init(ring: @escaping () -> Void, findPlayer: @escaping () -> SoundPlayer?) {
    self.ring = ring
    self.findPlayer = findPlayer
  }

  /// Schedules an alert's sounds from now on.
  /// - Parameters:
  ///   - host: the machine's clock.
  ///   - lateness: the time since the alert's event.
  func schedule(_ alert: TimerAlert, from source: SoundSettings.Source, host: Instant, lateness: Duration) {
    guard source != .off, lateness <= Self.latest || alert.sound == .completion else { return }
    for offset in alert.strikes {
      let strike = Strike(at: host + offset, sound: alert.sound, usesPlayer: source == .player)
      let near = strikes.indices.filter { (strikes[$0].at - strike.at).magnitude < Self.closest }
      if near.contains(where: { strikes[$0].sound.importance >= strike.sound.importance }) { continue }
      for place in near.reversed() { strikes.remove(at: place) }
      strikes.append(strike)
    }
    strikes.sort { $0.at < $1.at }
  }

  /// Returns the time until something is due; `nil` if nothing is scheduled.
  package func delay(host: Instant) -> Duration? {
    let next = min(strikes.first?.at ?? .distantFuture, nextPoll)
    return next == .distantFuture ? nil : max(.zero, next - host)
  }

  /// Plays the sounds that are due.
  package func playDue(host: Instant) {
    while let strike = strikes.first, strike.at <= host {
      strikes.removeFirst()
      if strike.usesPlayer { play(strike.sound) } else { ring() }
    }
    guard let player, player.isPlaying else {
      nextPoll = .distantFuture
      return
    }
    if !player.collectEnded() { fail("\(player.name) cannot play sounds here") }
    nextPoll = player.isPlaying ? host + Self.pollInterval : .distantFuture
  }

  /// Returns the new notices about failures, once.
  package func drainNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  private func play(_ sound: TimerAlert.Sound) {
    if hasFailed { return ring() }
    if !hasSearchedPlayer {
      hasSearchedPlayer = true
      player = findPlayer()
    }
    guard let player else {
      return fail("no sound player is installed (\(SoundPlayer.names.joined(separator: ", ")))")
    }
    if !player.play(sound) { fail("\(player.name) cannot play sounds here") }
  }

  private func fail(_ what: String) {
    ring()
    guard !hasFailed else { return }
    hasFailed = true
    notices.append("\(what), so the terminal's bell rings instead")
  }
}

extension TimerAlert.Sound {
  /// The importance of a sound: of two at one instant, only the more important one is played.
  fileprivate var importance: Int {
    switch self {
    case .completion: 3
    case .oneMinuteLeft: 2
    case .halfway: 1
    case .tick: 0
    }
  }
}

/// A short tone as a WAV file: 16 bits, one channel, computed with integers so that it is the same everywhere.
struct Tone: Hashable, Sendable {
  /// The sample rate in hertz.
  static let rate = 22_050

  /// The frequency in hertz, up to 3,000: above that the recurrence is no longer a sine.
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
    // PCM, one channel, samples and bytes per second, bytes and bits per sample.
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

  /// A sine that swells for 5 ms and then fades to silence, so that it neither clicks nor startles.
  var samples: [Int16] {
    let count = Self.rate * milliseconds / 1_000
    let swell = max(1, Self.rate / 200)
    // Minsky's circle: two additions per sample, and integers never diverge. The step is 2π · frequency / rate.
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

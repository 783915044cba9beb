import ShellCore
import System
import Timers

/// A program that plays sound files in the background; its process is reaped when it has ended.
final class SoundPlayer {
  /// A player, and its arguments to play one file silently.
  private struct Program {
    let name: String
    var arguments: [String] = []
    /// The extensions of files that it plays besides WAV.
    var formats: [String] = []
  }

  private static let programs = [
    Program(name: "paplay", formats: [".oga"]),
    Program(name: "pw-play", formats: [".oga"]),
    Program(name: "aplay", arguments: ["-q"]),
    Program(name: "afplay", formats: [".aiff"]),
    Program(name: "ffplay", arguments: ["-nodisp", "-autoexit", "-loglevel", "quiet"], formats: [".oga", ".aiff"]),
  ]

  /// The names of all supported players, in order of preference.
  static var names: [String] { programs.map { $0.name } }

  private let program: Program
  private let path: String
  /// The folder for generated tones; `nil` if no such folder is known.
  private let cache: String?
  private var running: [ChildProcess] = []
  /// The maximum number of running players: more of them mean that they hang, for example without a sound server.
  private static let limit = 8

  /// Finds the first installed player; `nil` if there is none.
  /// - Parameters:
  ///   - path: folders with programs, as in `$PATH`.
  ///   - cache: a folder for files that can be made again; created when needed.
  init?(path: String?, cache: String?) {
    let folders = (path ?? "").split(separator: ":").map(String.init)
    for program in Self.programs {
      guard let folder = folders.first(where: { File.isExecutable("\($0)/\(program.name)") }) else { continue }
      self.program = program
      self.path = "\(folder)/\(program.name)"
      self.cache = cache
      return
    }
    return nil
  }

  deinit { for process in running { process.release() } }

  var name: String { program.name }
  /// `true` if a sound may still be playing.
  var isPlaying: Bool { !running.isEmpty }

  /// Starts to play a sound.
  /// - Returns: `false` if that was not possible.
  func play(_ sound: TimerAlert.Sound) -> Bool {
    guard running.count < Self.limit, let file = file(for: sound),
      let process = try? ChildProcess(path, arguments: program.arguments + [file])
    else { return false }
    running.append(process)
    return true
  }

  /// Reaps the players that have ended.
  /// - Returns: `true` if all of them succeeded.
  func collectEnded() -> Bool {
    var isFine = true
    running.removeAll { process in
      switch process.look() {
      case .running: return false
      case .ended(let status): isFine = isFine && status == 0
      case .unknown: break
      }
      return true
    }
    return isFine
  }

  // MARK: Files

  /// Returns the file of the system's sound, or otherwise of a generated tone.
  private func file(for sound: TimerAlert.Sound) -> String? {
    let own = Self.systemFiles(for: sound).first { file in
      program.formats.contains { file.hasSuffix($0) } && File.isReadable(file)
    }
    return own ?? toneFile(for: sound)
  }

  private static func systemFiles(for sound: TimerAlert.Sound) -> [String] {
    let (free, mac) = ("/usr/share/sounds/freedesktop/stereo/", "/System/Library/Sounds/")
    switch sound {
    case .completion: return [free + "complete.oga", mac + "Glass.aiff"]
    case .oneMinuteLeft: return [free + "bell.oga", mac + "Ping.aiff"]
    case .halfway: return [free + "message.oga", mac + "Pop.aiff"]
    // A tick every second must be as short a click as possible.
    case .tick: return []
    }
  }

  static func tone(for sound: TimerAlert.Sound) -> Tone {
    switch sound {
    case .completion: Tone(frequency: 880, milliseconds: 260)
    case .oneMinuteLeft: Tone(frequency: 660, milliseconds: 200)
    case .halfway: Tone(frequency: 523, milliseconds: 200)
    case .tick: Tone(frequency: 1_200, milliseconds: 15)
    }
  }

  private func toneFile(for sound: TimerAlert.Sound) -> String? {
    guard let cache else { return nil }
    let bytes = Self.tone(for: sound).wav
    let file = "\(cache)/\(sound.rawValue).wav"
    let known = try? FileStatus(file, followsLinks: false)
    if let known, known.isFile, known.size == bytes.count { return file }
    do throws(SystemError) {
      try Folder.make(cache)
      try File.replace(file, with: bytes)
      return file
    } catch {
      return nil
    }
  }
}

import Timers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that plays sound files, run beside the session: nobody waits for it, and it is fetched when it has ended.
final class SoundPlayer {
  /// A player, and how it is told to play one file and to be quiet otherwise.
  private struct Program {
    let name: String
    var arguments: [String] = []
    /// Ends of the names of files that it plays beside WAV.
    var formats: [String] = []
  }

  private static let programs = [
    Program(name: "paplay", formats: [".oga"]),
    Program(name: "pw-play", formats: [".oga"]),
    Program(name: "aplay", arguments: ["-q"]),
    Program(name: "afplay", formats: [".aiff"]),
    Program(name: "ffplay", arguments: ["-nodisp", "-autoexit", "-loglevel", "quiet"], formats: [".oga", ".aiff"]),
  ]

  /// The names of all players that are looked for, the first choice first.
  static var names: [String] { programs.map(\.name) }

  private let program: Program
  private let path: String
  /// Where made tones are kept; `nil` where no folder for such things is known.
  private let cache: String?
  private var running: [pid_t] = []
  /// More of them at a time means that they hang, such as for want of a sound server.
  private static let most = 8

  /// The first player that is installed; `nil` when none is.
  /// - Parameters:
  ///   - path: folders with programs, as in `$PATH`.
  ///   - cache: a folder of one's own for files that can be made again; it is made when it is needed.
  init?(path: String?, cache: String?) {
    let folders = (path ?? "").split(separator: ":").map(String.init)
    for program in Self.programs {
      guard let folder = folders.first(where: { access("\($0)/\(program.name)", X_OK) == 0 }) else { continue }
      self.program = program
      self.path = "\(folder)/\(program.name)"
      self.cache = cache
      return
    }
    return nil
  }

  var name: String { program.name }
  /// Whether a sound is still playing, as far as is known.
  var isPlaying: Bool { !running.isEmpty }

  /// Starts to play a sound.
  /// - Returns: whether that was possible.
  func play(_ sound: Cue.Sound) -> Bool {
    guard running.count < Self.most, let file = file(for: sound) else { return false }
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + program.arguments + [file]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // It must neither write over the prompt nor take its keys, and ^C is not meant for it.
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, &attributes, &arguments, environ) == 0 else { return false }
    running.append(process)
    return true
  }

  /// Fetches the players that have ended.
  /// - Returns: whether all of them have done what they should.
  func reap() -> Bool {
    var isFine = true
    running.removeAll { process in
      var status: Int32 = 0
      switch waitpid(process, &status, WNOHANG) {
      case 0: return false
      case process: isFine = isFine && status == 0
      default: if errno == EINTR { return false }
      }
      return true
    }
    return isFine
  }

  // MARK: Files

  /// What the system has, else a tone of our own.
  private func file(for sound: Cue.Sound) -> String? {
    let own = Self.systemFiles(for: sound).first { file in
      program.formats.contains { file.hasSuffix($0) } && access(file, R_OK) == 0
    }
    return own ?? toneFile(for: sound)
  }

  private static func systemFiles(for sound: Cue.Sound) -> [String] {
    let (free, mac) = ("/usr/share/sounds/freedesktop/stereo/", "/System/Library/Sounds/")
    switch sound {
    case .completion: return [free + "complete.oga", mac + "Glass.aiff"]
    case .oneMinuteLeft: return [free + "bell.oga", mac + "Ping.aiff"]
    case .halfway: return [free + "message.oga", mac + "Pop.aiff"]
    // Each second: nothing but the shortest of clicks.
    case .tick: return []
    }
  }

  static func tone(for sound: Cue.Sound) -> Tone {
    switch sound {
    case .completion: Tone(frequency: 880, milliseconds: 260)
    case .oneMinuteLeft: Tone(frequency: 660, milliseconds: 200)
    case .halfway: Tone(frequency: 523, milliseconds: 200)
    case .tick: Tone(frequency: 1_200, milliseconds: 15)
    }
  }

  private func toneFile(for sound: Cue.Sound) -> String? {
    guard let cache else { return nil }
    let bytes = Self.tone(for: sound).wav
    let file = "\(cache)/\(sound.rawValue).wav"
    var status = stat()
    if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count { return file }
    return Self.makeFolder(cache) && FileWriting.replace(file, with: bytes) == nil ? file : nil
  }

  /// Makes a folder and the one it is in.
  private static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
    return makeFolder(String(path[..<slash])) && mkdir(path, 0o700) == 0
  }
}

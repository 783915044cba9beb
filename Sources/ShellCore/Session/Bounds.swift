import SessionState
import System
import Timeline

/// The limits of a session that runs another user's script or recording, and a record of the actions that the session
/// was refused.
///
/// Nested sessions share the limits. Only the session's thread uses them.
package final class Bounds: @unchecked Sendable {
  package enum Kind: String {
    case time, memory, output
  }

  /// The limit of this thread's processor time, in microseconds.
  private let timeout: Int64
  /// The absolute limits: processor time in microseconds, then memory and output in bytes.
  private let end: Int64
  private let memoryLimit: Int
  private let outputLimit: Int
  /// The first limit that was reached; `nil` if none was.
  package private(set) var exceeded: Kind?
  /// `true` once a command was refused because it uses files.
  package var hasRefusedFiles = false

  /// - Parameters:
  ///   - timeout: processor time in microseconds.
  ///   - memory: bytes above the process's peak memory so far. All sessions of a process together may raise the peak by
  ///     four times as much, so that many files of another user cannot take all memory one after the other.
  ///   - output: bytes of output.
  package init(timeout: Int64 = 30_000_000, memory: Int = 512 << 20, output: Int = 16 << 20) {
    self.timeout = timeout
    end = SystemClock.worked + timeout
    memoryLimit = min(Memory.peak + memory, Self.firstPeak + 4 * memory)
    outputLimit = output
  }

  /// The process's peak memory before its first session with limits.
  private static let firstPeak = Memory.peak

  /// Returns `true` once the session has exceeded a limit.
  func isReached(shown: Int) -> Bool {
    if exceeded == nil {
      if SystemClock.worked >= end { exceeded = .time } else if shown > outputLimit { exceeded = .output }
    }
    return exceeded != nil
  }

  /// `true` once the session has exceeded the limit of time or memory, whatever it shows. Parsing and compiling ask
  /// this.
  var isReached: Bool { isReached(shown: 0) || !allows(0) }

  /// Returns `true` once the session has exceeded a limit, counting the rows of its lines, which take more memory
  /// than their bytes.
  func isReached(by output: Output) -> Bool {
    isReached(shown: output.amount + Self.bytesPerRow * output.line.withBytes { $0.count { $0 == UInt8(ascii: "\n") } })
  }

  private static let bytesPerRow = 64

  /// Returns the size of a text including its rows.
  func size(of text: String) -> Int {
    text.utf8.count + Self.bytesPerRow * text.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns `true` if this many bytes of output are allowed in total.
  func allows(showing bytes: Int) -> Bool {
    if bytes > outputLimit { exceeded = exceeded ?? .output }
    return exceeded == nil
  }

  /// Returns `true` if a command may receive this many bytes of text: its results take many times that memory.
  func allows(given bytes: Int) -> Bool {
    bytes < Self.fewBytes || allows(bytes > memoryLimit / Self.bytesPerByte ? memoryLimit : bytes * Self.bytesPerByte)
  }

  private static let fewBytes = 64 << 10
  /// The maximum number of bytes that a command creates from one byte: a `#a` becomes a facet and the record that
  /// shows it.
  private static let bytesPerByte = 160

  /// Returns `true` if this many bytes may be allocated at once.
  func allows(_ bytes: Int) -> Bool {
    if Memory.peak + bytes > memoryLimit { exceeded = exceeded ?? .memory }
    return exceeded != .memory
  }

  /// The exceeded limit in words: "takes more than 30 seconds".
  package var words: String {
    switch exceeded {
    case .memory: "needs too much memory"
    case .output: "prints more than \(outputLimit >> 20) MiB"
    default: "takes more than \(TimeText.length(Duration(microseconds: timeout))) of processor time"
    }
  }
}

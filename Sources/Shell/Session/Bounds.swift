import System
import Timeline

/// The limits of a session that plays what somebody else has written, and what the session was refused.
///
/// Sessions that begin on top of it share the limits. Only the session's thread uses them.
final class Bounds: @unchecked Sendable {
  enum Kind: String {
    case time, memory, output
  }

  /// The limits of this thread's processor time, in microseconds.
  private let patience: Int64
  /// The processor time and the memory at which the limits are reached.
  private let end: Int64
  private let mostMemory: Int
  private let mostOutput: Int
  /// The first limit that was reached; `nil` while none was.
  private(set) var exceeded: Kind?
  /// `true` once a command was refused because it is about files.
  var hasRefusedFiles = false

  /// - Parameters:
  ///   - patience: processor time in microseconds.
  ///   - memory: bytes on top of what the process has used at most so far.
  ///   - output: bytes that are shown.
  init(patience: Int64 = 30_000_000, memory: Int = 512 << 20, output: Int = 16 << 20) {
    self.patience = patience
    end = SystemClock.worked + patience
    mostMemory = Memory.peak + memory
    mostOutput = output
  }

  /// `true` once the session has used too much.
  func isReached(shown: Int) -> Bool {
    if exceeded == nil {
      if SystemClock.worked >= end { exceeded = .time } else if shown > mostOutput { exceeded = .output }
    }
    return exceeded != nil
  }

  /// `true` once a session has used too much, the rows of its lines included, which take more room than their bytes.
  func isReached(by output: Output) -> Bool {
    isReached(shown: output.amount + Self.bytesPerRow * output.line.withBytes { $0.count { $0 == UInt8(ascii: "\n") } })
  }

  private static let bytesPerRow = 64

  /// The size of a text with its rows.
  func size(of text: String) -> Int {
    text.utf8.count + Self.bytesPerRow * text.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  /// `true` if so many bytes may be shown in all.
  func allows(showing bytes: Int) -> Bool {
    if bytes > mostOutput { exceeded = exceeded ?? .output }
    return exceeded == nil
  }

  /// `true` if a command may be given texts of so many bytes: what it makes of them takes many times their room.
  func allows(given bytes: Int) -> Bool {
    bytes < Self.fewBytes || allows(bytes > mostMemory / Self.bytesPerByte ? mostMemory : bytes * Self.bytesPerByte)
  }

  private static let fewBytes = 64 << 10
  /// What a command makes of one byte at the most: of `#a` a facet, and the record that shows it.
  private static let bytesPerByte = 160

  /// `true` if so many bytes may be taken at once.
  func allows(_ bytes: Int) -> Bool {
    if Memory.peak + bytes > mostMemory { exceeded = exceeded ?? .memory }
    return exceeded != .memory
  }

  /// The limit that was reached, in words: "takes more than 30 seconds".
  var words: String {
    switch exceeded {
    case .memory: "needs too much memory"
    case .output: "shows more than \(mostOutput >> 20) MiB"
    default: "takes more than \(TimeText.length(Duration(microseconds: patience))) of processor time"
    }
  }
}

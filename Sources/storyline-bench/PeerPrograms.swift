import CPeers
import Foundation

/// The C programs of CPeers: this program becomes one of them if its first argument says so.
enum PeerPrograms {
  static let echo = "--peer-echo"
  private static let playback = "--peer-playback"

  /// The arguments for days of playback written by the C program.
  static func playback(days: Int, asJSON: Bool) -> [String] { [playback, "\(days)", asJSON ? "json" : "text"] }

  static func runIfRequested() {
    let words = CommandLine.arguments.dropFirst()
    if words == [echo] {
      peer_echo()
    } else if words.first == playback, words.count == 3, let days = Int32(words.dropFirst().first ?? "") {
      peer_write_playback(days, words.last == "json")
    } else {
      return
    }
    exit(0)
  }

  /// Returns whether two programs write the same bytes.
  static func agree(_ first: (path: String, arguments: [String]), _ second: (path: String, arguments: [String])) -> Bool
  {
    let outputs = [first, second].map { Measure.output($0.arguments, of: $0.path) }
    return outputs[0] != nil && outputs[0]?.isEmpty == false && outputs[0] == outputs[1]
  }
}

import JSON
import ScriptTools
import Shell
import ShellCore
import System

/// Serves an editor's debugger over standard input and output until it disconnects or closes its end.
/// - Returns: the exit code.
func runDebugAdapter() -> Int32 { DebugAdapter(Catalog.standard, StandardTransport()).serve() }

/// Messages over standard input and output.
private final class StandardTransport: DebugTransport {
  private var frames = MessageFrames()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isClosed = false

  func next(waits: Bool) -> DebugInput {
    while true {
      switch frames.next() {
      case .broken(let reason): return .broken(reason)
      case .content(let content):
        do throws(JSON.SyntaxError) { return .message(try JSON(parsing: content)) } catch {
          return .broken(error.description)
        }
      case nil: break
      }
      if isClosed { return .closed }
      guard waits || Descriptor.input.canRead else { return .nothing }
      guard let count = try? Descriptor.input.read(into: &buffer), count > 0 else {
        isClosed = true
        return .closed
      }
      frames.append(buffer[..<count])
    }
  }

  func send(_ message: JSON) {
    let bytes = MessageFrames.framed(Array(message.text.utf8))
    if (try? Descriptor.output.writeAll(bytes)) == nil { isClosed = true }
  }
}

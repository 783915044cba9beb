import JSON
import Shell
import System

/// Serves an editor over standard input and output until it sends `exit` or closes its end.
/// - Returns: 0 if the editor sent `shutdown` before, otherwise 1.
func runLanguageServer() -> Int32 {
  let server = LanguageServer(Catalog.standard, version: version)
  var frames = MessageFrames()
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    guard let count = try? Descriptor.input.read(into: &buffer), count > 0 else { return ExitCode.failure }
    frames.append(buffer[..<count])
    // Everything that has arrived is read first: of several changes only the last text is checked.
    var (answers, messages): ([JSON], [JSON]) = ([], [])
    while let frame = frames.next() {
      switch frame {
      case .broken(let reason): answers.append(LanguageServer.refusal(of: reason))
      case .content(let content):
        do throws(JSON.SyntaxError) { messages.append(try JSON(parsing: content)) } catch {
          answers.append(LanguageServer.refusal(of: error.description))
        }
      }
    }
    answers += server.receive(messages)
    if server.exitCode == nil { answers += server.settle() }
    let bytes = answers.flatMap { MessageFrames.framed(Array($0.text.utf8)) }
    guard (try? Descriptor.output.writeAll(bytes)) != nil else { return ExitCode.failure }
    if let code = server.exitCode { return code }
  }
}

import JSON
import ScriptTools
import Shell
import ShellCore
import System

/// Serves an editor over standard input and output until it sends `exit` or closes its end.
/// - Returns: 0 if the editor sent `shutdown` before, otherwise 1.
func runLanguageServer() -> Int32 {
  let mailbox = EditorMailbox()
  defer { mailbox.stopRuns() }
  let server = LanguageServer(Catalog.standard, version: version, cancellation: mailbox)
  guard SystemThread.detach({ mailbox.readInput() }) else { return ExitCode.failure }
  while true {
    // Everything that has arrived is read first: of several changes only the last text is checked.
    let received = mailbox.wait()
    var answers = received.refusals + server.receive(received.messages)
    for (run, output, ending) in received.ended { answers += server.finish(run, output, ending) }
    if server.exitCode == nil { answers += server.settle() }
    let bytes = answers.flatMap { MessageFrames.framed(Array($0.text.utf8)) }
    guard (try? Descriptor.output.writeAll(bytes)) != nil else { return ExitCode.failure }
    if let code = server.exitCode { return code }
    if received.isOver { return ExitCode.failure }
    for run in server.drainRuns() { mailbox.start(run) }
    mailbox.cancelRuns(server.drainCancelledRuns())
  }
}

/// The input of the server: messages of the editor, which a thread reads, and the results of runs that have ended.
///
/// A `$/cancelRequest` takes effect at once, even while its request is being answered.
private final class EditorMailbox: RequestCancellation, @unchecked Sendable {
  struct Mail {
    var messages: [JSON] = []
    /// The answers to bytes that are not messages.
    var refusals: [JSON] = []
    var ended: [(run: EditorRun, output: [UInt8], ending: EditorRun.Ending)] = []
    /// `true` if the editor has closed its end.
    var isOver = false

    var isEmpty: Bool { messages.isEmpty && refusals.isEmpty && ended.isEmpty && !isOver }
  }

  private let lock = Lock()
  private let wake = WakePipe()
  private var mail = Mail()
  /// The request that is being answered.
  private var current: JSON?
  /// The cancelled requests among the messages that the server has fetched.
  private var cancelled: Set<JSON> = []
  private var isStopping = false
  /// The runs that the user has cancelled, until they have ended.
  private var cancelledRuns: Set<Int> = []

  private func deliver(_ change: (inout Mail) -> Void) {
    lock.holding { change(&mail) }
    wake.signal(1)
  }

  /// Waits for mail and returns it.
  func wait() -> Mail {
    while true {
      wake.drain()
      let found = lock.holding { () -> Mail in
        defer { (mail, cancelled) = (Mail(), []) }
        return mail
      }
      if !found.isEmpty { return found }
      var ready = pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
    }
  }

  // MARK: The editor

  func readInput() {
    var frames = MessageFrames()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? Descriptor.input.read(into: &buffer), count > 0 {
      frames.append(buffer[..<count])
      var (messages, refusals): ([JSON], [JSON]) = ([], [])
      while let frame = frames.next() {
        switch frame {
        case .broken(let reason): refusals.append(LanguageServer.refusal(of: reason))
        case .content(let content):
          do throws(JSON.SyntaxError) { messages.append(try JSON(parsing: content)) } catch {
            refusals.append(LanguageServer.refusal(of: error.description))
          }
        }
      }
      guard !messages.isEmpty || !refusals.isEmpty else { continue }
      for message in messages where message["method"]?.stringValue == "$/cancelRequest" {
        if let id = message["params"]?["id"] { cancel(id) }
      }
      deliver {
        $0.messages += messages
        $0.refusals += refusals
      }
    }
    deliver { $0.isOver = true }
  }

  private func cancel(_ id: JSON) {
    lock.holding {
      if current == id { Interruption.request() }
      cancelled.insert(id)
    }
  }

  func begin(_ id: JSON) {
    lock.holding {
      current = id
      if cancelled.contains(id) { Interruption.request() }
    }
  }

  var isRequested: Bool { Interruption.isRequested }

  func end() {
    lock.holding {
      current = nil
      Interruption.clear()
    }
  }

  // MARK: Runs

  /// Starts a run in another process, without waiting for it.
  func start(_ run: EditorRun) {
    let isStarted = SystemThread.detach { [self] in
      do throws(SystemError) {
        let output = try ChildOutput(
          of: Environment.programFile, arguments: run.arguments, input: run.input, limit: EditorRun.limit,
          timeout: EditorRun.timeout,
          unless: { lock.holding { isStopping || cancelledRuns.contains(run.id) } })
        let ending: EditorRun.Ending =
          switch output.ending {
          case .ended(let code): .ended(code: code)
          case .wroteTooMuch: .wroteTooMuch
          case .timedOut: .timedOut
          case .stopped: .cancelled
          }
        lock.holding { _ = cancelledRuns.remove(run.id) }
        deliver { $0.ended.append((run, output.bytes, ending)) }
      } catch {
        let reason = "\(error)"
        deliver { $0.ended.append((run, [], .failed(reason))) }
      }
    }
    if !isStarted { deliver { $0.ended.append((run, [], .failed("no thread can be created"))) } }
  }

  /// Ends runs; their programs notice it within a moment. The number of one that has already ended is never used again.
  func cancelRuns(_ numbers: [Int]) {
    if !numbers.isEmpty { lock.holding { cancelledRuns.formUnion(numbers) } }
  }

  /// Ends the programs that still run; each ends itself a little later in any case.
  func stopRuns() { lock.holding { isStopping = true } }
}

import JSON
import System

// What the page calls. A text is passed in the buffer, as UTF-8, with its number of bytes; messages go to the standard
// output, a line each.

nonisolated(unsafe) private var shell: WebShell?
nonisolated(unsafe) private var disk = WebDisk()
nonisolated(unsafe) private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

/// Returns memory for the bytes of the next call.
@_cdecl("web_buffer")
public func webBuffer(_ count: Int) -> UnsafeMutableRawPointer {
  if count > buffer.count {
    buffer.deallocate()
    buffer = .allocate(byteCount: count, alignment: 16)
  }
  return buffer.baseAddress!
}

private func text(_ count: Int) -> String { String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) }
private func send(_ message: JSON) { try? Descriptor.output.writeAll(message.text + "\n") }

/// Puts a piece of a kept file back: the first bytes are its path.
@_cdecl("web_restore")
public func webRestore(_ pathCount: Int, _ count: Int) {
  let path = text(pathCount)
  do throws(SystemError) {
    try disk.restore(path, Array(buffer[min(pathCount, count)..<count]))
  } catch {
    send(.object([.init("trouble", .string("'\(path)' cannot be opened again: \(error)"))]))
  }
}

/// Adds a file that the program only reads, such as the rules of the time zone: the first bytes are its path.
@_cdecl("web_provide")
public func webProvide(_ pathCount: Int, _ count: Int) {
  let path = text(pathCount)
  WebDisk.provide(path, Array(buffer[min(pathCount, count)..<count]))
}

/// Begins, with a `WebShell.Setup`. It may wait, as `web_run` may.
@_cdecl("web_start")
public func webStart(_ count: Int) {
  let setup = WebShell.Setup((try? JSON(parsing: text(count))) ?? .null)
  let new = WebShell(setup, ask: ask, key: key, send: send)
  shell = new
  new.start()
}

/// Asks the user. The answer is a line; without one there is no answer.
private func ask(_ question: JSON, _ isHidden: Bool) -> String? {
  send(.object([.init("ask", question), .init("isHidden", .bool(isHidden))]))
  return answer()
}

/// Waits for a key on the whole window. The answer is a line with its words; see `WebKeys`.
private func key(_ seconds: Double?) -> String? {
  send(.object([.init("key", seconds.map { .number($0) } ?? .null)]))
  return answer()
}

private func answer() -> String? {
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  guard let count = try? Descriptor.input.read(into: &bytes), count > 0, bytes[count - 1] == 0x0A else { return nil }
  return String(decoding: bytes[..<(count - 1)], as: UTF8.self)
}

/// Runs a line. The host suspends the program while it waits, and calls nothing but `web_paint` and `web_interrupt`
/// meanwhile.
@_cdecl("web_run")
public func webRun(_ count: Int) { shell?.run(text(count)) }

/// Runs the lines of a link.
@_cdecl("web_replay")
public func webReplay(_ count: Int) { shell?.replay(text(count)) }

/// Runs a script by itself: the first bytes are its name.
@_cdecl("web_script")
public func webScript(_ nameCount: Int, _ count: Int, _ isJSON: Bool) {
  let script = String(decoding: buffer[min(nameCount, count)..<count], as: UTF8.self)
  WebShell.runScript(script, named: text(nameCount), isJSON: isJSON, send: send)
}

@_cdecl("web_advance")
public func webAdvance() { shell?.advance() }

@_cdecl("web_look")
public func webLook(_ count: Int, _ cursor: Int, _ isResting: Bool) {
  shell?.look(text(count), cursor: cursor, isResting: isResting)
}

@_cdecl("web_complete")
public func webComplete(_ count: Int, _ cursor: Int) { shell?.complete(text(count), cursor: cursor) }

@_cdecl("web_help")
public func webHelp(_ count: Int, _ cursor: Int) { shell?.help(text(count), cursor: cursor) }

@_cdecl("web_walk")
public func webWalk(_ count: Int) { shell?.walk(text(count)) }

@_cdecl("web_history")
public func webHistory() { shell?.sendHistory() }

@_cdecl("web_paint")
public func webPaint() { shell?.paint() }

@_cdecl("web_resize")
public func webResize(_ columns: Int) { shell?.resize(columns: columns) }

/// Sends the kept files that have changed.
@_cdecl("web_snapshot")
public func webSnapshot() { for change in disk.changes() { send(change) } }

/// Stops the running line, as Ctrl-C does.
@_cdecl("web_interrupt")
public func webInterrupt() { Interruption.request() }

@_cdecl("web_close")
public func webClose() { shell?.close() }

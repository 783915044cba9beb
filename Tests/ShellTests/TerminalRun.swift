import Foundation
import System
import TerminalTesting

/// The bytes that a program sends to a terminal.
enum TerminalRun {
  /// Runs a program to its end, with output and errors on one terminal.
  /// - Parameter typed: the input that is ready to be read when the program begins.
  static func bytes(
    _ program: String, _ arguments: [String], folder: String, columns: Int = 200, rows: Int = 50,
    typed: String = ""
  ) throws -> (status: Int32, bytes: [UInt8]) {
    guard let (master, name) = PseudoTerminal.openTerminal() else { throw CocoaError(.fileNoSuchFile) }
    defer { close(master) }
    var size = winsize(
      ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    let terminal = FileHandle(fileDescriptor: open(name, O_RDWR | O_NOCTTY), closeOnDealloc: false)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder, "PATH": "/usr/bin:/bin"]
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try Descriptor(master).writeAll(typed)
    try process.run()
    close(terminal.fileDescriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(master, &buffer, buffer.count)
      // At the end of its output a terminal reports an error.
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    process.waitUntilExit()
    return (process.terminationStatus, bytes)
  }
}

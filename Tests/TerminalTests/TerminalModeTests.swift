import System
import TerminalTesting
import Testing

@testable import Terminal

@Suite struct TerminalModeTests {
  /// A terminal that has gone can no longer be set, and restoring it does not block.
  @Test func aTerminalThatHasGoneIsLeft() throws {
    let (master, name) = try #require(PseudoTerminal.openTerminal())
    let terminal = try Descriptor.open(name, O_RDWR | O_NOCTTY)
    defer { terminal.close() }
    let mode = try #require(TerminalMode(terminal.number))
    close(master)
    mode.beginScreen()
    mode.restore()
    var settings = termios()
    // A child of another test may hold the other end until it runs its program.
    var isGone = false
    for _ in 0..<1_000 where !isGone {
      isGone = tcgetattr(terminal.number, &settings) == -1
      if !isGone { usleep(10_000) }
    }
    #expect(isGone)
  }
}

import Stories
import Terminal
import Testing
import Timeline
import Timers

@testable import Shell
@testable import ShellCore

@Suite struct StatusTextTests {
  func text(_ script: String, room: Int = 40, glyphs: GlyphSet = .unicode) throws -> String? {
    let session = Session(output: Output(to: .memory, glyphs: glyphs), catalog: Catalog.standard)
    try session.runtime.run(try session.load(try .init(name: "test", text: script)))
    return StatusText.text(session, at: session.now, room: room)?.plain
  }

  @Test func statusOfPlayersAndTimers() throws {
    #expect(try text("") == nil)
    #expect(try text("story play 4 for 15s; wait 7800ms") == "4 ▰▰▰▰▱▱▱▱ 7.8 s")
    #expect(try text("story play 4; wait 3s; hold") == "4 ‖ ▰▰▱▱▱▱▱▱ 3.0 s")
    #expect(try text("story play 4; story stop") == nil)
    #expect(try text("timer start reading 20; wait 439s") == "◕ 12:41")
    #expect(try text("timer start reading 20; wait 15m; timer pause") == "‖ ◔ 5:00")
    #expect(try text("timer start reading 90") == "● 1:30:00")
    #expect(try text("timer start reading 20; wait 20m") == nil)
  }

  @Test func narrowOrWithoutUnicode() throws {
    let both = "story play 4 for 15s; wait 3s; timer start reading 20"
    #expect(try text(both) == "4 ▰▰▱▱▱▱▱▱ 3.0 s  ● 20:00")
    #expect(try text(both, room: 20) == "4 3.0 s  ● 20:00")
    #expect(try text(both, glyphs: .ascii) == "4 ##------ 3.0 s  (####) 20:00")
  }
}

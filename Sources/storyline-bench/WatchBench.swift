import Foundation
import Shell
import ShellCore
import StoryScript
import Terminal
import Timeline

/// The cost of `watch`: rendering and comparing a frame, the bytes for the terminal, and processor time.
enum WatchBench {
  private static let script = "story play 4 for 15s; timer start reading 20; wait 3s"

  static func run() {
    Measure.title("watch, 80 × 24, a story and a timer")
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    guard let source = try? Source(name: "bench", text: script), let function = try? session.load(source),
      (try? session.runtime.run(function)) != nil
    else { return Report.text("  the script does not run") }
    let (world, now) = (session.world, session.now)
    let recent = (1...4).map { StyledText(" 0:0\($0).000  ", .dim) + StyledText("⏭ story \($0) by @ana") }
    let watched = WatchPicture(Catalog.standard)
    func picture(_ instant: Instant) -> [StyledText] {
      watched.rows(of: world, at: instant, columns: 80, rows: 24, recent: recent, answer: "", glyphs: .unicode)
    }
    let palette = Palette(depth: .full)
    let frames = (0..<300).map { now + Duration(microseconds: Int64($0) * 33_333) }
    Measure.row("a frame built", .microseconds, rounds: 300) { for instant in frames { _ = picture(instant) } }
    let pictures = frames.map(picture)
    var bytes = 0
    let note = "one of 300 frames, the first one whole"
    Measure.row("its difference found", .microseconds, rounds: 300, note: note) {
      var buffer = CellBuffer(columns: 80, rows: 24, palette: palette)
      _ = buffer.frame(pictures[0])
      bytes = pictures.reduce(0) { $0 + buffer.frame($1).count }
    }
    var whole = 0
    let first = Measure.time {
      var buffer = CellBuffer(columns: 80, rows: 24, palette: palette)
      whole = buffer.frame(pictures[0]).count
    }
    Measure.row("a whole screen", first * 1e6, "µs", note: "\(whole) bytes")
    Measure.row("sent for a frame", Double(bytes) / 300, "bytes", note: "on average, at 30 frames a second")
    processor()
  }

  /// Measures the real program on a pseudo-terminal.
  private static func processor() {
    guard let terminal = PseudoTerminal() else {
      return Report.text("  storyline is not built: swift build -c release")
    }
    terminal.send("story play 4 for 15s; timer start reading 20; watch\r")
    _ = terminal.time(until: "▶ playing")
    Measure.row("processor while it plays", terminal.processorTime(during: 5) / 5 * 100, "%")
    terminal.send("p")
    terminal.settle()
    Measure.row(
      "processor while it is paused", terminal.processorTime(during: 3) / 3 * 100, "%", note: "the timer runs")
  }
}

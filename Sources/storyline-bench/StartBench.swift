import Foundation

/// Cold start: a whole process that prints one thing.
enum StartBench {
  static func run() {
    Measure.title("cold start, milliseconds (ratio to storyline)")
    // The program is copied, as the installed peers are: the pages of a file fresh from the linker are scattered, and
    // mapping them takes half a millisecond longer.
    let installed = FileManager.default.temporaryDirectory.appending(path: "storyline-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: installed) }
    guard (try? FileManager.default.copyItem(atPath: Measure.storyline, toPath: installed)) != nil,
      let own = Measure.program(installed, ["-c", "print 1"], runs: 100)
    else {
      return print("  storyline is not built: swift build -c release")
    }
    Measure.row("storyline -c 'print 1'", own * 1e3, "ms")
    let peers: [(String, [String])] = [
      ("dash", ["-c", "echo 1"]), ("lua5.4", ["-e", "print(1)"]), ("tclsh", ["/dev/null"]), ("fish", ["-c", "true"]),
      ("python3", ["-c", "print(1)"]),
    ]
    for (name, arguments) in peers {
      guard let path = Measure.find(name), let time = Measure.program(path, arguments, runs: 60) else { continue }
      Measure.row(name, time * 1e3, "ms", ratio: time / own)
    }
  }
}

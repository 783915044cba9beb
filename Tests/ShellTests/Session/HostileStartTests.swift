import Foundation
import Testing

@testable import Shell

/// The program as others start it: with closed descriptors, with preloaded libraries, on clocks that are set.
@Suite final class HostileStartTests {
  private let folder = "/tmp/storyline-start-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func shell(_ script: String, _ environment: [String: String] = [:]) throws -> Program.Result {
    try Program.run(
      ["-c", script, Program.path], folder: URL(filePath: folder), environment: environment, executable: "/bin/sh")
  }

  /// Output must not end up in the next file that is opened.
  @Test func closedDescriptorsAreNoFiles() throws {
    let run = try shell("exec \"$0\" --state st -c 'post \"x\"; print 5; post \"\"' <&- >&- 2>&-")
    #expect(run.status == 1)
    let journal = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder + "/st").first { $0.hasSuffix(".journal") })
    let text = try String(contentsOfFile: "\(folder)/st/\(journal)", encoding: .utf8)
    #expect(!text.contains("outbox\n") && !text.contains("error") && text.contains("post.queued"), "\(text)")
    let again = try Program.run(["--state", folder + "/st", "-c", "outbox"])
    #expect(again.errors.isEmpty && again.status == 0, "\(again)")
  }

  /// A rule for every year is a zone as well. An invalid zone is reported, not silently taken as Greenwich.
  @Test(arguments: [
    ("JST-9", "+09:00", true), ("Europe/Nowhere", "Z", false), ("", "Z", true), ("<-03>3", "-03:00", true),
    (":Asia/Tokyo", "+09:00", true),
  ])
  func theZoneIsTheMachines(_ zone: String, _ offset: String, _ isKnown: Bool) throws {
    let run = try Program.run(
      ["--real", "--json", "--state", folder + "/zone", "-c", "print 2026-01-01T00:00"],
      environment: ["TZ": zone])
    #expect(run.output.contains("\(offset)\""), "\(run)")
    #expect(
      run.output.contains("'\(zone)' is not a time zone on this system, so times are in UTC") != isKnown, "\(run)")
  }

  @Test func afterTwoDashesComesAFile() throws {
    try "print \"file \" + $1\n".write(toFile: folder + "/--json", atomically: false, encoding: .utf8)
    let run = try Program.run(["--", "--json", "--trace"], folder: URL(filePath: folder))
    #expect(run.output == "file --trace\n", "\(run)")
    let check = try Program.run(["check", "--", "--json"], folder: URL(filePath: folder))
    #expect(check.status == 0, "\(check)")
  }

  @Test func datesAtTheEndsOfTheCalendarAreRefused() throws {
    for date in ["9999-12-31T23:59:59", "0001-01-01"] {
      let run = try Program.run(["--now", date, "-c", "print 1"])
      #expect(run.status == 2 && run.errors.contains("--now expects a year from 2 to 9000"), "\(run)")
    }
    #expect(try Program.run(["--now", "9000-12-31T23:59:59", "-c", "timer start reading 1; timer done"]).status == 0)
  }

  #if os(Linux)
    /// A library that sets a variable before Swift starts has moved the environment.
    @Test func argumentsSurviveAPreloadedLibrary() throws {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") else { return }
      let source =
        "#include <stdlib.h>\n__attribute__((constructor)) static void f(void) { setenv(\"P\", \"1\", 1); }\n"
      try source.write(toFile: folder + "/p.c", atomically: false, encoding: .utf8)
      #expect(try shell("cc -shared -fPIC p.c -o p.so").status == 0)
      let run = try Program.run(["-c", "print \"seen\""], environment: ["LD_PRELOAD": folder + "/p.so"])
      #expect(run.output == "seen\n" && run.status == 0, "\(run)")
    }

    /// Waiting uses a clock that cannot be set.
    @Test(.timeLimit(.minutes(1)), arguments: ["-3600", "+3600"])
    func pacingIgnoresTheWallClock(step: String) throws {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime") else { return }
      try "+0".write(toFile: folder + "/ft", atomically: false, encoding: .utf8)
      let script = """
        (sleep 0.5; echo '\(step)' > ft) &
        faketime -f +0 env -u FAKETIME FAKETIME_TIMESTAMP_FILE="$PWD/ft" FAKETIME_NO_CACHE=1 DONT_FAKE_MONOTONIC=1 \
        FAKETIME_DONT_FAKE_MONOTONIC=1 "$0" --speed 1 -c 'timer start reading 20; repeat 8 { wait 200ms }; print timer.elapsed'
        """
      let run = try shell(script)
      #expect(run.lines.last == "1.6s", "\(run)")
    }
  #endif
}

import Foundation
import System
import Testing

@testable import ShellCore

/// Photos that disappear while a review shows them one by one, and files next to photos that were never read.
@Suite final class RemovedPhotosTests {
  private let folder = "/tmp/storyline-gone-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/lib" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Package.root.appending(path: "Examples/Photos/2025-10-05").path, toPath: library)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func removedPhotosAreSkipped() throws {
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"; review").error == nil)
    let second = try #require(try Folder.names(in: library).sorted().dropFirst().first)
    try FileManager.default.moveItem(atPath: "\(library)/\(second)", toPath: folder + "/away")
    #expect(
      run("review next").error == "'\(second)' cannot be found | try: cluster \(library), which reads the folder again")
    #expect(run("expect review.done == 1").error == nil)
    try FileManager.default.moveItem(atPath: library, toPath: folder + "/elsewhere")
    #expect(run("review next").error?.hasPrefix("the photo folder '\(library)' cannot be found") == true)
    #expect(run("expect review.done == 1").error == nil)
  }

  @Test func nothingIsWrittenBesideUnreadPhotos() throws {
    let copy = folder + "/copy"
    try FileManager.default.copyItem(atPath: library, toPath: copy)
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"; review; review favorite").error == nil)
    #expect(
      run("favorites export to \"\(copy)\" as xmp").error?.contains("Storyline never writes next to photos") == true)
    #expect(try Folder.names(in: copy).allSatisfy { !$0.hasSuffix(".xmp") })
    #expect(run("favorites export to \"\(folder)/out\" as xmp").error == nil)
  }

  @Test(arguments: ["IMG_1.AAE", "IMG_1.jpg.pp3", "IMG_1.dop", "IMG_1.xmp"])
  func editorsFilesAreNotReplaced(_ name: String) throws {
    let path = "\(folder)/\(name)"
    try "anything\n".write(toFile: path, atomically: false, encoding: .utf8)
    let error = ScriptRun()("save 1 to \"\(path)\" replace").error ?? ""
    #expect(error.contains("a sidecar of a photo and is never overwritten"), "\(error)")
  }

  /// File names are arbitrary bytes, also when they come from a shell.
  @Test func anArgumentIsAnyName() throws {
    let photo = try #require(try Folder.names(in: library).sorted().first)
    let name = "caf\u{10FFE9}.jpg"
    try File.create("\(library)/\(name)", with: try File.read("\(library)/\(photo)", atMost: 1 << 20) + [0])
    let script = folder + "/q.story"
    try "args FILE\nprint ((photos show $FILE).format)\n".write(toFile: script, atomically: false, encoding: .utf8)
    let sh = Process()
    sh.executableURL = URL(filePath: "/bin/sh")
    sh.arguments = ["-c", "exec \"$0\" \"$1\" \"$(printf '%s/caf\\351.jpg' \"$2\")\"", Program.path, script, library]
    let pipe = Pipe()
    sh.standardOutput = pipe
    try sh.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    sh.waitUntilExit()
    #expect(sh.terminationStatus == 0 && output == "JPEG\n", "\(output)")
    let piped = try Program.run(["-c", "cluster \"\(library)\"; photos sheet to \"\(folder)/s.html\""])
    #expect(piped.status == 0)
    let page = try File.read(folder + "/s.html", atMost: 1 << 24)
    #expect(String(validating: page, as: UTF8.self)?.contains("caf\\xE9.jpg") == true)
    // A name can be typed as it is displayed.
    #expect(ScriptRun()("photos show \"\(library)/caf\\xE9.jpg\"").error == nil)
    #expect(
      ScriptRun()("photos show \(library)/caf\\xE9.jpg").error?.hasSuffix("did you mean \"\(library)/caf\\xE9.jpg\"?")
        == true)
    let line = "photos show \(library)/ca"
    let session = ScriptRun().session
    #expect(
      Completer(session: session).completions(line, line.utf8.count).map(\.text) == ["\"\(library)/caf\\xE9.jpg\" "])
  }
}

import Foundation
import Testing

/// The real program, run as a user would run it.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static var path: String {
    // The program lies next to the test bundle, since both are products of one build.
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder =
      bundle?.deletingLastPathComponent() ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: "storyline").path
  }

  /// The program where every user can run it: a copy, if a folder above it is private.
  static let pathForEveryUser: String = {
    var folder = URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath()
    var status = stat()
    while stat(folder.path, &status) == 0, status.st_mode & 0o001 != 0 {
      if folder.path == "/" { return path }
      folder.deleteLastPathComponent()
    }
    let copy = Scratch.path()
    try? Executable.copy(path, to: copy)
    return copy
  }()

  /// Returns the output of a script that must succeed, run with the state folder `folder`.
  static func output(_ script: String, state folder: String) throws -> String {
    let result = try run(["--quiet", "--state", folder, "-c", script])
    #expect(result.status == 0, "\(script): \(result.errors)")
    return result.output
  }

  /// - Parameters:
  ///   - fileLimit: the maximum size of a file in blocks of 512 bytes, which simulates a full disk.
  ///   - executable: another program to run, such as a shell that starts the real program.
  static func run(
    _ arguments: [String], input: String? = nil, bytes: Data? = nil, folder: URL = Package.root,
    environment: [String: String] = [:], fileLimit: Int? = nil, executable: String? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: executable ?? path)
    process.arguments = arguments
    if let fileLimit {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -f \(fileLimit); exec \"$0\" \"$@\"", path] + arguments
    }
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors, standardInput) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = standardInput
    try process.run()
    if let data = bytes ?? input.map({ Data($0.utf8) }) {
      try standardInput.fileHandleForWriting.write(contentsOf: data)
    }
    try standardInput.fileHandleForWriting.close()
    // The error output is short, so reading it after the standard output cannot block the program.
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}

import Foundation
import Testing

/// Programs that tests install and then run.
///
/// Another process writes the file. If the tests themselves wrote it, a child that another test starts at that moment would
/// hold it open for writing for a moment, and the kernel would refuse to run it: "Text file busy".
enum Executable {
  /// Installs a script at `path`, whose first line names the interpreter.
  static func install(_ script: String, for interpreter: String = "/bin/sh", at path: String) throws {
    try shell("printf '#!%s\\n%s\\n' \"$1\" \"$2\" > \"$3\" && chmod 755 \"$3\"", interpreter, script, path)
  }

  /// Copies the program at `source` to `path`.
  static func copy(_ source: String, to path: String) throws { try shell("cp -- \"$1\" \"$2\"", source, path) }

  private static func shell(_ script: String, _ arguments: String...) throws {
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script, "sh"] + arguments)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

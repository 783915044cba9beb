import Foundation
import JSON

/// The output: rows as text, or as one JSON object per line, each as soon as it is measured.
enum Report {
  enum Form { case text, json, silent }

  nonisolated(unsafe) static var form = Form.text
  /// A file that receives each row as JSON too; `nil` for none.
  nonisolated(unsafe) private static var file: FileHandle?

  /// Starts keeping the rows in a file, behind those that it already has.
  static func keep(in path: String) {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    guard let opened = FileHandle(forWritingAtPath: path) else {
      Measure.fail("'\(path)' cannot be written: name another file after --keep", 1)
    }
    _ = try? opened.seekToEnd()
    file = opened
  }

  /// Writes a line of text.
  static func text(_ line: String) { if form == .text { write(line) } }

  static func json(_ fields: [JSON.Field]) {
    let line = JSON.object(fields).text
    if form == .json { write(line) }
    file?.write(Data((line + "\n").utf8))
  }

  /// Prints a line that appears at once, even if the output is a file or a pipe.
  private static func write(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Says on what the figures were measured: figures of two machines cannot be compared, only their ratios.
  static func machine() {
    let info = ProcessInfo.processInfo
    let processor = value(of: "model name", in: "/proc/cpuinfo") ?? "unknown"
    let commit = Repository.run(["describe", "--always", "--dirty"]) ?? "unknown"
    json([
      .init("machine", .string(processor)), .init("cores", .integer(Int64(info.activeProcessorCount))),
      .init("system", .string(info.operatingSystemVersionString)), .init("commit", .string(commit)),
      .init("started", .string(Date().formatted(.iso8601))),
    ])
    text("commit \(commit), \(processor), \(info.activeProcessorCount) cores")
  }

  private static func value(of name: String, in path: String) -> String? {
    let line = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

import Foundation
import Timeline

/// The files of a folder after a recording of system calls, and after a loss of power.
///
/// The recording is from strace, with `-f -y -xx`: each text in hexadecimal digits.
///
///     var files = RecordedFiles(in: "/tmp/trial/state")
///     for line in recording { files.apply(line) }
///     try files.write(to: "/tmp/trial/after", loss: .all, &chance)
struct RecordedFiles {
  /// The system calls to record.
  static let calls =
    "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,ftruncate,mkdir,mkdirat,"
    + "close"

  /// The data lost with the power.
  enum Loss: CaseIterable {
    /// Everything that was not synced: names and bytes.
    case all
    /// A random part of it.
    case some
    /// Bytes that were not synced are zeros: the file was lengthened before its data arrived.
    case zeros
  }

  private struct Content {
    var now: [UInt8] = []
    var synced: [UInt8] = []
  }

  private let folder: String
  private var contents: [Content] = []
  /// The files of all names, as programs see them and as they are on the disk.
  private var names: [String: Int] = [:]
  private var syncedNames: [String: Int] = [:]
  /// The open descriptors of files, and of folders.
  private var open: [Int: Int] = [:]
  private var openFolders: [Int: String] = [:]
  /// All standard output.
  private(set) var output = ""

  init(in folder: String) { self.folder = folder }

  /// Applies one line of the recording; failed calls and files elsewhere change nothing.
  mutating func apply(_ line: Substring) {
    guard let call = Call(line) else { return }
    let paths = call.texts.map { String(decoding: $0, as: UTF8.self) }
    switch call.name {
    case "openat": openFile(paths.first ?? "", call)
    case "close": (open[call.descriptor], openFolders[call.descriptor]) = (nil, nil)
    case "write" where call.descriptor == 1:
      output += String(decoding: call.texts.first?.prefix(call.result) ?? [], as: UTF8.self)
    case "write", "pwrite64":
      if let file = open[call.descriptor] { contents[file].now += call.texts.first?.prefix(call.result) ?? [] }
    case "ftruncate":
      guard let file = open[call.descriptor], let size = call.numbers.last else { return }
      contents[file].now = Array(contents[file].now.prefix(size))
    case "fsync", "fdatasync":
      if let file = open[call.descriptor] { contents[file].synced = contents[file].now }
      if let folder = openFolders[call.descriptor] { syncNames(in: folder) }
    case "rename", "renameat", "renameat2":
      guard paths.count == 2, let file = names.removeValue(forKey: paths[0]) else { return }
      names[paths[1]] = file
    case "link", "linkat":
      guard paths.count == 2, let file = names[paths[0]] else { return }
      names[paths[1]] = file
    case "unlink", "unlinkat":
      if let path = paths.first { names[path] = nil }
    default: break
    }
  }

  private mutating func openFile(_ path: String, _ call: Call) {
    (open[call.result], openFolders[call.result]) = (nil, nil)
    guard path == folder || path.hasPrefix(folder + "/") else { return }
    if call.flags.contains("O_DIRECTORY") {
      openFolders[call.result] = path
      return
    }
    if names[path] == nil {
      guard call.flags.contains("O_CREAT") else { return }
      contents.append(Content())
      names[path] = contents.count - 1
    }
    open[call.result] = names[path]
    if call.flags.contains("O_TRUNC"), let file = names[path] { contents[file].now = [] }
  }

  private mutating func syncNames(in folder: String) {
    func isInside(_ path: String) -> Bool {
      path.hasPrefix(folder + "/") && !path.dropFirst(folder.count + 1).contains("/")
    }
    syncedNames = syncedNames.filter { !isInside($0.key) }
    for (path, file) in names where isInside(path) { syncedNames[path] = file }
  }

  /// Writes a possible state after a loss of power.
  func write(to target: String, loss: Loss, _ chance: inout SeededGenerator) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for path in Set(names.keys).union(syncedNames.keys).sorted() {
      let keepsName = loss == .some && Bool.random(using: &chance)
      guard let file = (keepsName ? names : syncedNames)[path] else { continue }
      let place = target + path.dropFirst(folder.count)
      try FileManager.default.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(left(of: contents[file], loss, &chance)).write(to: URL(filePath: place))
      chmod(place, 0o600)
    }
    chmod(target, 0o700)
  }

  private func left(of content: Content, _ loss: Loss, _ chance: inout SeededGenerator) -> [UInt8] {
    guard loss != .all, content.now.starts(with: content.synced) else { return content.synced }
    let rest = content.now.dropFirst(content.synced.count)
    if loss == .zeros { return content.synced + rest.map { _ in 0 } }
    return content.synced + rest.prefix(Int.random(in: 0...rest.count, using: &chance))
  }

  /// One system call of the recording.
  private struct Call {
    let name: String
    /// The texts among its arguments.
    var texts: [[UInt8]] = []
    /// Its first argument if that is a descriptor, otherwise -1.
    let descriptor: Int
    let numbers: [Int]
    let flags: String
    let result: Int

    /// - Returns: `nil` for lines without a complete call, and for failed calls.
    init?(_ line: Substring) {
      guard let begin = line.firstIndex(of: "("), let end = line.range(of: ") = ", options: .backwards),
        let result = Int(line[end.upperBound...].prefix { $0.isNumber }), !line.contains("<unfinished"),
        let name = line[..<begin].split(separator: " ").last
      else { return nil }
      (self.name, self.result) = (String(name), result)
      let arguments = line[line.index(after: begin)..<end.lowerBound]
      var other = ""
      for (number, piece) in arguments.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        if number % 2 == 1 {
          texts.append(piece.split(separator: "\\x").compactMap { UInt8($0, radix: 16) })
        } else {
          other += piece
        }
      }
      flags = other
      descriptor = Int(other.prefix { $0.isNumber }) ?? -1
      numbers = other.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }
  }
}

import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The export of an archive to a file.
struct ArchiveExport {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A repository's time limit and maximum size in bytes.
  private static let repositoryTimeout = Duration.minutes(30)
  private static let repositoryLimit = 1 << 31

  /// Writes the archive as lines of JSON, or the repository as its host sends it.
  func export(to path: String, replacing: Bool) throws(Failure) -> Record {
    _ = try session.present()
    let account = try PostReader(session).reader()
    guard path.lowercased().hasSuffix(".car") else {
      let archive = try ArchiveSearch(session).archiveToUse(of: account)
      let lines = archive.lines
      try FileAccess(session).write(to: path, replacing: replacing) { (_) in lines }
      let count = Archive.Kind.own.reduce(0) { $0 + archive.count($1) }
      return ["file": .text(path), "records": count.value, "bytes": lines.count.value]
    }
    guard session.options.kind == .real else {
      throw .refused(
        "a practice session cannot export a .car file: its records are neither hashed nor signed",
        "try: archive export to FILE.jsonl, which writes every record; for a .car file, start a real session with `storyline`, then `login HANDLE`"
      ).about(0)
    }
    var size = 0
    try FileAccess(session).write(to: path, replacing: replacing) { (_) throws(Failure) in
      let (bytes, answer) = try session.resources.posts.client.download(
        .getRepo(account.did), at: account.host, limit: Self.repositoryLimit, timeout: Self.repositoryTimeout)
      guard let bytes else {
        _ = try PostReader(session).done(answer, way: nil)
        throw .refused("the server sent nothing")
      }
      guard Self.isRepository(bytes) else { throw .refused("the server's response is not a repository") }
      size = bytes.count
      return bytes
    }
    return ["file": .text(path), "bytes": size.value]
  }

  /// `true` if the bytes begin like a CAR file, with a short header that names its roots.
  private static func isRepository(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(100)
    return head.count > 20 && head.contains(Array("roots".utf8)) && head.contains(Array("version".utf8))
  }

  func show(_ value: Value) {
    guard let record = value.record, let file = record["file"]?.text else { return }
    let bytes = Int(record["bytes"]?.number ?? 0)
    let records = record["records"]?.wholeNumber.map { TimeText.count(Int($0), "record") + ", " } ?? ""
    session.printer.writeWrapped("\(records)\(TimeText.grouped(bytes)) bytes in '\(file)'", .plain)
  }
}

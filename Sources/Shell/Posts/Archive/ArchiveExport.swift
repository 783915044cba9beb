import Bluesky
import StoryScript
import Timeline

/// Exporting an archive to a file.
extension Session {
  /// A repository's time limit and maximum size in bytes.
  private static let repositoryPatience = Duration.minutes(30)
  private static let repositoryLimit = 1 << 31

  /// Writes the archive as lines of JSON, or the repository as its host sends it.
  func exportArchive(to path: String, replacing: Bool) throws(Failure) -> Record {
    _ = try present()
    let account = try reader()
    guard path.lowercased().hasSuffix(".car") else {
      let archive = try archiveToUse(of: account)
      let lines = archive.lines
      try write(to: path, replacing: replacing) { (_) in lines }
      let count = Archive.Kind.own.reduce(0) { $0 + archive.count($1) }
      return ["file": .text(path), "records": count.value, "bytes": lines.count.value]
    }
    guard options.kind == .real else {
      throw .refused(
        "a practice session cannot export .car: its records are neither hashed nor signed",
        "`archive export to FILE.jsonl` writes every record; .car needs a real session: storyline, login HANDLE"
      ).about(0)
    }
    var size = 0
    try write(to: path, replacing: replacing) { (_) throws(Failure) in
      let (bytes, answer) = try resources.posts.client.download(
        .getRepo(account.did), at: account.host, limit: Self.repositoryLimit, patience: Self.repositoryPatience)
      guard let bytes else {
        _ = try Self.done(answer, way: nil)
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

  func showArchiveExport(_ value: Value) {
    guard let record = value.record, let file = record["file"]?.text else { return }
    let bytes = Int(record["bytes"]?.number ?? 0)
    let records = record["records"]?.wholeNumber.map { TimeText.count(Int($0), "record") + ", " } ?? ""
    writeWrapped("\(records)\(TimeText.grouped(bytes)) bytes in '\(file)'", .plain)
  }
}

import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The report on the files of the library that was read: problems by reason and camera, and the skipped files.
package struct PhotoReport {
  private let session: Session

  init(_ session: Session) { self.session = session }

  static let entry = CommandEntry(
    "photos report", summary: "lists the files that could not be read, and notes on the others",
    details: """
      Files with the same problem are listed together, separately for each camera; a script gets one record for each \
      file. The last line counts the files that are neither photos nor videos.
      """,
    examples: [
      .init("cluster Examples/Photos\nphotos report", "the files that could not be read, and why"),
      .init("cluster Examples/Photos\nlet found = photos report\nexpect ($found | count) == 0", "as a list"),
    ],
    searchWords: ["problems", "errors", "unreadable", "date", "skipped"], in: .photos,
    shows: .drawn { session, _ in PhotoReport(session).show() }, role: .looks
  ) { (session, _) throws(Failure) in
    .value(.list(try CurrentLibrary(session).albumRead().problemRecords))
  }

  /// Returns the skipped files, by kind: `12 other files: 6 .txt, 4 .pdf, 2 of other kinds`; `nil` if there is nothing.
  static func others(_ scan: Scan) -> String? {
    let kinds = scan.ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let count = kinds.reduce(0) { $0 + $1.value }
    guard count > 0 else { return nil }
    let named = kinds.filter { !$0.key.isEmpty }.prefix(shownKinds)
    let rest = count - named.reduce(0) { $0 + $1.value }
    let list =
      named.map { "\(TimeText.grouped($0.value)) .\($0.key)" }
      + (rest > 0 ? [named.isEmpty ? "without an extension" : "\(TimeText.grouped(rest)) more"] : [])
    return "\(TimeText.count(count, "other file")): \(list.joined(separator: ", "))"
  }

  private static let shownKinds = 5
  /// The maximum number of files that are listed for a problem; if there are more, only the first two are listed.
  private static let shownFiles = 3

  /// Files with the same problem, and from the same camera.
  private struct Group {
    var reason: ScanProblem.Reason
    var camera: String?
    var files: [String]
  }

  /// Returns the groups in the order of their first files.
  private static func groups(_ scan: Scan) -> [Group] {
    let cameras = Album.cameras(scan)
    var places: [[String?]: Int] = [:]
    var groups: [Group] = []
    for problem in scan.problems {
      let key = [problem.reason.plural, cameras[problem.path]]
      if let place = places[key] {
        groups[place].files.append(problem.path)
      } else {
        places[key] = groups.count
        groups.append(Group(reason: problem.reason, camera: cameras[problem.path], files: [problem.path]))
      }
    }
    return groups
  }

  private func show() {
    guard let scan = session.world.photos.album?.scan else { return }
    let printer = session.printer
    let groups = Self.groups(scan)
    if groups.isEmpty { printer.writeLine(StyledText(" all photos were read", .dim)) }
    for group in groups {
      if group.files.count <= Self.shownFiles {
        for file in group.files { write(file, " " + group.reason.description) }
      } else {
        let by = group.camera.map { " from \($0)" } ?? ""
        write(
          TimeText.count(group.files.count, "file") + by,
          " \(group.reason.plural): \(group.files[0]), \(group.files[1]) and \(TimeText.grouped(group.files.count - 2)) more"
        )
      }
    }
    if let others = Self.others(scan) { write("", others) }
  }

  private func write(_ subject: String, _ words: String) {
    let glyphs = session.output.line.glyphs
    let line = StyledText(sanitized(subject, glyphs: glyphs)) + StyledText(sanitized(words, glyphs: glyphs), .dim)
    for (index, part) in line.wrapped(to: max(20, session.output.width - 3)).enumerated() {
      session.printer.writeLine(StyledText(index == 0 ? " " : "   ") + part)
    }
  }
}

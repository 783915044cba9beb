import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The event of archives.
enum ArchiveEvents {
  static let all = [fetched.row]

  static let fetched = EventEntry<ArchiveFetcher.FetchedArchive>(
    "archive.fetched", "an archive was updated from its account's server",
    fields: [
      .init("new", "the number of new or changed records") { fetched in
        Archive.Kind.own.reduce(0) { $0 + (fetched.new[$1] ?? 0) }.value
      },
      .init("gone", "the number of records that no longer exist") { $0.gone.value },
      .init("posts", "the number of archived posts") { $0.archive.count(.post).value },
      .init("likes", "the number of archived likes") { $0.archive.count(.like).value },
      .init("reposts", "the number of archived reposts") { $0.archive.count(.repost).value },
      .init("follows", "the number of archived follows") { $0.archive.count(.follow).value },
      .init("pictures", "the number of new pictures; none without `images`") { ($0.pictures?.new).value },
      .init("folder", "the folder of the pictures; none without `images`") { ($0.pictures?.folder).value },
    ],
    says: { line, fetched, _ in
      let new = Archive.Kind.own.reduce(0) { $0 + (fetched.new[$1] ?? 0) }
      line.write(.done, "archived: ", new, " new")
      if fetched.gone > 0 { line.add(text: ", \(fetched.gone) gone") }
      let counts = [(Archive.Kind.post, "post"), (.like, "like"), (.repost, "repost"), (.follow, "follow")].map {
        TimeText.count(fetched.archive.count($0.0), $0.1)
      }
      line.add(text: "; " + counts.joined(separator: ", "))
      if let pictures = fetched.pictures {
        line.add(text: "; \(TimeText.count(pictures.new, "new picture")) in '\(pictures.folder)'")
      }
    },
    reason: { fields, _ in
      fields["new"]?.number == 0 && fields["gone"]?.number == 0
        ? ["The archive already has everything that the server has."]
        : ["A server lists the newest records first: `archive` stopped at a record that it already had."]
    })
}

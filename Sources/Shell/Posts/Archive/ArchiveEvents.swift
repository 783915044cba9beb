import Bluesky
import StoryScript
import Terminal

/// The event of archives.
enum ArchiveEvents {
  static let all = [fetched.row]

  static let fetched = EventEntry<Session.FetchedArchive>(
    "archive.fetched", "an archive is as its account's server has it",
    fields: [
      .init("new", "how many records of one's own have come or changed") { fetched in
        Archive.Kind.own.reduce(0) { $0 + (fetched.new[$1] ?? 0) }.value
      },
      .init("gone", "how many are there no more") { $0.gone.value },
      .init("posts", "how many posts are archived") { $0.archive.count(.post).value },
      .init("likes", "how many likes") { $0.archive.count(.like).value },
      .init("reposts", "how many reposts") { $0.archive.count(.repost).value },
      .init("follows", "how many follows") { $0.archive.count(.follow).value },
      .init("pictures", "how many pictures are new; none where nobody asked for them") { ($0.pictures?.new).value },
      .init("folder", "where pictures lie; none where nobody asked for them") { ($0.pictures?.folder).value },
    ],
    says: { line, fetched, _ in
      let new = Archive.Kind.own.reduce(0) { $0 + (fetched.new[$1] ?? 0) }
      line.say(.done, "archived: ", new, " new")
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
        ? ["The server has nothing that was not here already."]
        : ["A server lists the newest first: reading ended where what was here began."]
    })
}

import Bluesky
import JSON
import RichText
import ShellCore
import TerminalText

/// The written posts on a page: the posts that wait, and in practice the published posts.
enum PostPageModel {
  /// The maximum number of posts shown; the newest ones are shown.
  private static let limit = 8

  static let pageModel = PageModel(name: "posts") { session in
    let part = session.world.posts
    var posts = part.outbox.entries.suffix(limit).map { entry in
      let words = part.sending.delivery(entry.id).state.rawValue
      return (entry.id, post(entry.id, words, entry.post.text, entry.post.facets))
    }
    posts += part.published.suffix(limit).map { number, record in
      let text = record["text"]?.stringValue ?? ""
      return (number, post(number, "published", text, Post.facets(ofRecord: record, in: text)))
    }
    guard !posts.isEmpty else { return nil }
    return .fields(["list": .array(posts.sorted { $0.0 < $1.0 }.suffix(limit).map { $0.1 })])
  }

  private static func post(_ number: Int, _ state: String, _ text: String, _ facets: [Facet]) -> JSON {
    let runs = StyledText(text, facets: facets, glyphs: .unicode).runs.map { run -> JSON in
      run.style.name.map { .array([.string($0), .string(run.text)]) } ?? .string(run.text)
    }
    return .array([.integer(Int64(number)), .string(state), .array(runs)])
  }
}

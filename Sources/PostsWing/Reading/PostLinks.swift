import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText

/// The links of a post, and the link to its own page.
struct PostLinks {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the address of a post's page on the official site.
  func page(of value: Value) throws(Failure) -> String? {
    let address = try PostReader(session).published(value)
    // Handles are what people read; a handle that proved wrong leads nowhere.
    let references = session.world.posts.reading.references
    let author = references[address].flatMap { references[$0]?.post?.author.handle }
    let name = author.flatMap { $0 == Person.invalidHandle ? nil : $0 } ?? address.repository
    return RecordAddress(repository: name, collection: address.collection, key: address.key).page
  }

  /// Opens a link of a post in the web browser.
  /// - Parameter number: the number of the link, from 1; `nil` for the first one, or else the post's page.
  func open(_ value: Value, _ number: Int?) throws(Failure) -> CommandOutcome {
    let address = try PostReader(session).published(value)
    let references = session.world.posts.reading.references
    let post = references[address].flatMap { references[$0]?.post }
    // The post's author writes them; nothing but a web address is given to another program.
    let links = (post?.links ?? []).filter { LinkHost.of($0) != nil }
    if let number, number > links.count {
      throw .refused(
        links.isEmpty ? "the post has no links" : "the post has only \(TimeText.count(links.count, "link"))",
        "try: show POST"
      ).about(1)
    }
    guard let link = try links.isEmpty ? page(of: value) : links[(number ?? 1) - 1] else { return .value(.none) }
    guard let browser = Self.browser else {
      throw .refused(
        "there is no program here that opens web pages", "set the variable BROWSER to one, or try: link of POST")
    }
    session.flush()
    do throws(SystemError) { try ChildProcess(browser, arguments: [link]).release() } catch {
      throw .refused("cannot start \(sanitized(browser)): \(error)")
    }
    session.notice("opened in the web browser: \(sanitized(link))")
    return .value(.none)
  }

  /// The path of the program that opens web pages; `nil` if there is none.
  private static var browser: String? {
    let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
    // The variable may name several programs, separated by colons.
    let chosen = (Environment.value("BROWSER") ?? "").split(separator: ":").map(String.init)
    for name in chosen + ["xdg-open", "open"] {
      let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
      if let path = paths.first(where: { File.isExecutable($0) }) { return path }
    }
    return nil
  }
}

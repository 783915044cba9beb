import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Loads the previews of the pages to which new posts link: once, when a post is written, so that the preview, the
/// outbox and the published post show the same.
struct LinkCardLoader {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The time limit for all pages and pictures of a post or thread.
  private static let timeout = Duration.seconds(6)
  /// The maximum sizes of a page and of its picture, which is shrunk afterwards.
  private static let (pageLimit, pictureLimit) = (4 << 20, 8 << 20)

  struct Cards {
    /// The cards by the index of the post.
    var found: [Int: LinkCard] = [:]
    /// The reasons why links have no card, by the index of the post.
    var missing: [Int: String] = [:]
  }

  /// Returns the cards for the first links of posts.
  /// - Parameters:
  ///   - isWanted: the command's choice; `nil` for the setting.
  ///   - hasPictures: `true` if the first post has pictures, which take the place of a card.
  func cards(of posts: [Post], isWanted: Bool?, hasPictures: Bool) throws(Failure) -> Cards {
    var cards = Cards()
    guard isWanted ?? session.world.posts.choices.showsCards, !session.past.isForked else { return cards }
    let end = SystemClock.now + Self.timeout
    for (place, post) in posts.enumerated() where place > 0 || !hasPictures {
      guard let uri = post.firstLink else { continue }
      switch try page(at: uri, until: end) {
      case .success(let (page, address)):
        guard !page.title.isEmpty else {
          cards.missing[place] = "the page has no title"
          continue
        }
        let thumbnail = try page.picture.flatMap { (picture) throws(Failure) in
          try self.thumbnail(picture, place, on: address, until: end)
        }
        cards.found[place] = LinkCard(
          uri: uri, title: page.title, description: page.description, thumbnail: thumbnail)
      case .failure(let problem): cards.missing[place] = problem.words
      }
    }
    return cards
  }

  struct Problem: Error { let words: String }

  private func page(at uri: String, until end: Instant) throws(Failure) -> Result<(WebPage, address: String), Problem> {
    guard session.options.kind == .real else {
      guard session.world.posts.choices.conditions.isOn else { return .failure(Problem(words: "there is no network")) }
      return PracticeNetwork.page(at: uri).map { .success((WebPage($0, at: uri), uri)) }
        ?? .failure(Problem(words: "the server responded with status 404"))
    }
    let answer = try session.resources.posts.client.page(
      at: uri, limit: Self.pageLimit, until: end, isOutward: isOutward)
    switch answer {
    case .success(let page):
      let type = page.type.lowercased()
      guard type.isEmpty || type.contains("html") else { return .failure(Problem(words: "it is not a web page")) }
      return .success((WebPage(page.bytes, at: page.address, type: type), page.address))
    case .failure(let problem): return .failure(problem)
    }
  }

  /// Returns whether an address must lead to another machine; `nil` if it is not contacted at all.
  private func isOutward(_ address: String) -> Bool? {
    PostPictureDrawing.isOutward(picture: address, for: AccountAccess(session).account?.host)
  }

  /// Loads a page's picture and makes it small enough; `nil` if that fails, because a card needs no picture.
  private func thumbnail(
    _ address: String, _ place: Int, on page: String, until end: Instant
  ) throws(Failure) -> PostImage? {
    let bytes: [UInt8]?
    if session.options.kind == .real {
      let answer = try session.resources.posts.client.page(
        at: address, limit: Self.pictureLimit, until: end, isOutward: isOutward)
      bytes = if case .success(let picture) = answer { picture.bytes } else { nil }
    } else {
      bytes = PracticeNetwork.page(at: address)
    }
    guard let bytes,
      let picture = session.catalog.services.pictures.shared(bytes, byteLimit: LinkCard.thumbnailLimit),
      picture.bytes.count <= LinkCard.thumbnailLimit
    else { return nil }
    let name = ImageCommands(session).name(of: Self.firstNumber + place, picture.bytes, at: session.now)
    session.resources.posts.pictures.hold(name, picture.bytes, isPractice: session.options.kind == .practice)
    return PostImage(
      name: name, type: picture.type, size: picture.bytes.count, width: picture.width, height: picture.height, alt: "")
  }

  /// Numbers in names of pictures: those of attached pictures are smaller.
  private static let firstNumber = 100
}

import Bluesky
import SessionState
import ShellCore
import StoryScript

/// Plays the pictures that other people have published.
struct PostPictures {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The number of a person's latest posts with pictures that are searched.
  private static let picturedPosts = 100

  /// Looks up the pictures of a post or a person.
  /// - Returns: `nil` if the value is neither a post nor a person.
  func pictures(published value: Value) throws(Failure) -> PublishedPictures? {
    switch Self.pictured(value) {
    case .post: try pictures(ofPost: value)
    case .person: try pictures(of: try ListCommands(session).actor(value))
    case nil: nil
    }
  }

  private enum Pictured { case post, person }

  /// Returns the meaning of a value, judged by its form: a name with an @, or an address, never counts as a file name.
  private static func pictured(_ value: Value) -> Pictured? {
    if let record = value.record {
      if ReadingRecords.isPost(record) || record["uri"]?.text.flatMap({ RecordAddress($0) }) != nil { return .post }
      return record["did"]?.text != nil && record["handle"]?.text != nil ? .person : nil
    }
    guard let text = value.text else { return nil }
    if text.hasPrefix("@") { return Int(text.dropFirst()) == nil ? .person : .post }
    return RecordAddress(text) != nil || RecordAddress(page: text) != nil ? .post : nil
  }

  private func pictures(ofPost value: Value) throws(Failure) -> PublishedPictures {
    _ = try session.present()
    let address = try PostReader(session).published(value)
    let viewer = try PostReader(session).viewer(of: true)
    let known = session.world.posts.reading.references.viewed(address)?.post
    let post: PostView?
    if let known {
      post = known
    } else {
      post = PostView(
        posts: try PostReader(session).done(
          try PostRequests(session).look(PostView.call(address), as: viewer), way: nil))
    }
    guard let post else { throw .refused("that post was deleted or never existed").about(0) }
    let items = Self.pictures(of: post)
    guard !items.isEmpty else {
      let way = "try: media of \(Self.name(of: post.author))"
      throw .refused("that post has no pictures", way).about(0)
    }
    return PublishedPictures(title: "a post by @\(post.author.handle)", items: items)
  }

  /// Returns the pictures of a person's latest posts, the newest first, as `media of` lists them.
  private func pictures(of actor: String) throws(Failure) -> PublishedPictures {
    _ = try session.present()
    let viewer = try PostReader(session).viewer(of: true)
    var listing = Listing(.author(actor, .media))
    listing.begin(Self.picturedPosts)
    guard let call = listing.next,
      listing.receive(
        try PostReader(session).done(try PostRequests(session).look(call, as: viewer), way: nil, about: actor))
    else {
      throw .refused(XRPCAnswer.unexpectedResponse).about(0)
    }
    let posts = listing.batch.compactMap { if case .post(let item) = $0 { item.post } else { nil } }
    let shown = posts.filter {
      session.world.posts.concealment(of: $0) == nil && session.world.posts.mediaWarning(of: $0) == nil
    }
    let items = shown.flatMap { Self.pictures(of: $0) }
    guard let first = items.first else {
      throw .refused(
        posts.isEmpty ? "\(actor) has posted no pictures" : "the pictures by \(actor) are hidden",
        posts.isEmpty ? nil : "try: media of \(actor), then show @N"
      ).about(0)
    }
    if shown.count < posts.count {
      let count = TimeText.count(posts.count - shown.count, "post")
      session.notice(
        "\(count) left out (`media of \(first.author)` shows why); to play a single post, try: story play deck @N")
    }
    return PublishedPictures(title: "pictures by @\(first.author)", items: items)
  }

  private static func name(of person: Person) -> String {
    person.handle == Person.invalidHandle ? person.did : person.handle
  }

  private static func pictures(of post: PostView) -> [PublishedPictures.Item] {
    (post.embed?.images ?? []).enumerated().map { place, image in
      // The address of the picture itself depends on the server that delivers it.
      PublishedPictures.Item(
        alt: image.alt, name: "\(post.reference.address)#\(place + 1)", author: post.author.handle)
    }
  }
}

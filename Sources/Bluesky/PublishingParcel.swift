import JSON
import Timeline

extension Publishing {
  /// A post with all that becomes part of its record.
  public struct Parcel: Hashable, Sendable {
    let post: Post
    /// What it replies to, where that is known: in a thread.
    var reply: Post.Reply?
    var quoted: StrongReference?
    /// The same, to be asked for: it may have an older post above it, or be gone.
    var answers: RecordAddress?
    var quotes: RecordAddress?
    /// When it is to appear, where somebody chose that.
    let planned: Instant?
    let images: [PostImage]
    /// What the server calls pictures that it has from a try before.
    let blobs: [String: JSON]

    /// - Parameter own: a post of the same outbox that was sent, and the first of its thread.
    public init(
      _ post: Post, _ extras: PostExtras = PostExtras(), planned: Instant? = nil, blobs: [String: JSON] = [:],
      own: (Outbox.Identity) -> Post.Reply? = { _ in nil }
    ) {
      (self.post, self.planned, images, self.blobs) = (post, planned, extras.images, blobs)
      switch extras.answers {
      case .there(let address): answers = address
      case .own(let identity): reply = own(identity)
      case nil: break
      }
      switch extras.quotes {
      case .there(let address): quotes = address
      case .own(let identity): quoted = own(identity)?.parent
      case nil: break
      }
    }
  }
}

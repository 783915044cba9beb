import Bluesky

/// A picture that the next post shows.
struct AttachedImage: Sendable {
  /// The source of the picture's description.
  enum Source: String, Sendable { case given, file }

  let image: PostImage
  /// Counts from 1 among the pictures of the post.
  let number: Int
  /// The name of its file.
  let file: String
  let source: Source
}

import Bluesky

/// A picture attached to the next post.
struct AttachedImage: Sendable {
  /// The source of the picture's description.
  enum Source: String, Sendable { case given, file }

  let image: PostImage
  /// The picture's number within the post, from 1.
  let number: Int
  /// The name of the picture's file.
  let file: String
  let source: Source
}

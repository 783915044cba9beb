import Bluesky

/// A post that now exists on a server.
package struct SentPost: Sendable {
  package let entry: Outbox.Entry
  package let reference: StrongReference
  /// Handles in the post that do not exist: they were sent as plain text.
  package let unknown: [String]
}

/// A post that could not be sent, and its further treatment.
package struct FailedPost: Sendable {
  package let entry: Outbox.Entry
  package let delivery: Delivery
  package let outcome: Publishing.Outcome

  package init(entry: Outbox.Entry, delivery: Delivery, outcome: Publishing.Outcome) {
    self.entry = entry
    self.delivery = delivery
    self.outcome = outcome
  }
}

/// A post that was deleted from its server.
package struct DeletedPost: Sendable {
  package let address: RecordAddress

  package init(address: RecordAddress) {
    self.address = address
  }
}

/// A post that was removed from the outbox.
package struct RemovedPost: Sendable {
  package let entry: Outbox.Entry
  /// The address at which the post may exist on the server: its last attempt got no answer.
  package let place: RecordAddress?
}

/// A picture attached to the next post.
package struct AttachedImage: Sendable {
  /// The source of the picture's description.
  package enum Source: String, Sendable { case given, file }

  package let image: PostImage
  /// The picture's number within the post, from 1.
  package let number: Int
  /// The name of the picture's file.
  package let file: String
  package let source: Source

  package init(image: PostImage, number: Int, file: String, source: Source) {
    self.image = image
    self.number = number
    self.file = file
    self.source = source
  }
}

/// A change of a reaction by the user: wanted, or no longer wanted.
package struct ReactionChange: Sendable {
  package let reaction: Reaction
  package let isOn: Bool
  /// The number of the post.
  package let number: Int?

  package init(reaction: Reaction, isOn: Bool, number: Int?) {
    self.reaction = reaction
    self.isOn = isOn
    self.number = number
  }
}

/// A reaction that the server refused, and that was reverted.
package struct ReactionFailure: Sendable {
  package let reaction: Reaction
  package let isOn: Bool
  package let words: String
}

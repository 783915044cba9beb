import Bluesky
import StoryScript
import Terminal

/// The events of pictures for the next post.
enum ImageEvents {
  static let all = [attached.row, detached.row]

  static let attached = EventEntry<AttachedImage>(
    "image.attached", "the next post shows a picture",
    fields: [
      .init("image", "which of its pictures, from 1") { $0.number },
      .init("file", "the name of its file") { .text($0.file) },
      .init("alt", "what it shows, in words") { .text($0.image.alt) },
      .init("from", "whose words these are: given or file") { $0.source.rawValue },
      .init("width", "in pixels, as people see it") { $0.image.width },
      .init("height", "the same") { $0.image.height },
      .init("bytes", "its size without what its file says beside it") { $0.image.size },
    ],
    says: { line, attached, _ in
      line.say(.done, "picture ", attached.number, " of the next post: ")
      line.add(text: "\(attached.file), \(attached.image.width) × \(attached.image.height)")
      switch (attached.source, attached.image.alt.isEmpty) {
      case (.file, _): line.add(text: "; its file says: \(attached.image.alt)")
      case (.given, true): line.add(", without a description")
      case (.given, false): break
      }
    },
    reason: { fields, _ in
      [
        fields["from"]?.text == "file"
          ? "Its description is the one in its file; `alt` gives another."
          : "Its description is the one that was given.",
        "Where, when and by which camera it was taken is not sent.",
      ]
    })

  static let detached = EventEntry<PostImage>(
    "image.removed", "the next post shows a picture less",
    fields: [.init("alt", "what it shows, in words") { .text($0.alt) }],
    says: { line, _, _ in line.say(.done, "the next post does not show it") },
    reason: { _, _ in ["`image remove` took it away."] })
}

extension Session {
  func tell(image event: PostPart.Event) {
    switch event {
    case .attached(let attached): emit(ImageEvents.attached, attached, at: now)
    case .detached(let image): emit(ImageEvents.detached, image, at: now)
    default: break
    }
  }
}

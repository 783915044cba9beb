import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The events of pictures for the next post.
struct ImageEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [attached.row, detached.row]

  static let attached = EventEntry<AttachedImage>(
    "image.attached", "a picture was attached to the next post",
    fields: [
      .init("image", "the picture's number, from 1") { $0.number },
      .init("file", "the name of the file") { .text($0.file) },
      .init("alt", "the picture's description") { .text($0.image.alt) },
      .init("from", "the source of the description: given or file") { $0.source.rawValue },
      .init("width", "the width in pixels, as displayed") { $0.image.width },
      .init("height", "the height in pixels, as displayed") { $0.image.height },
      .init("bytes", "the size in bytes, without metadata") { $0.image.size },
    ],
    says: { line, attached, _ in
      line.write(.done, "picture ", attached.number, " of the next post: ")
      line.add(text: "\(attached.file), \(attached.image.width) × \(attached.image.height)")
      switch (attached.source, attached.image.alt.isEmpty) {
      case (.file, _): line.add(text: "; description from the file: \(attached.image.alt)")
      case (.given, true): line.add(", without a description")
      case (.given, false): break
      }
    },
    reason: { fields, _ in
      [
        fields["from"]?.text == "file"
          ? "The description comes from the file; `alt` replaces it."
          : "You gave the description.",
        "The place, the time and the camera are not sent.",
      ]
    })

  static let detached = EventEntry<PostImage>(
    "image.removed", "a picture was removed from the next post",
    fields: [.init("alt", "the picture's description") { .text($0.alt) }],
    says: { line, _, _ in line.write(.done, "removed from the next post") },
    reason: { _, _ in ["`image remove` removed the picture."] })
}

extension ImageEvents {
  func report(image event: PostPart.Event) {
    switch event {
    case .attached(let attached): session.emit(ImageEvents.attached, attached, at: session.now)
    case .detached(let image): session.emit(ImageEvents.detached, image, at: session.now)
    default: break
    }
  }
}

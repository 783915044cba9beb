import Terminal
import Timeline

/// Text in a style.
struct Painted: LinePart {
  private let text: String
  private let style: Style

  init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }

  /// A user's name.
  init(author: String) { self.init("@" + author, .mention) }
  /// A place inside something that plays.
  init(position: Duration) { self.init(TimeText.position(position), .duration) }

  /// Time that is left of something.
  init(left: Duration) { self.init(TimeText.left(left), .duration) }

  func write(to line: inout LineWriter) { line.add(text: text, style) }
}

/// One cell of a screen.
struct Cell: Hashable {
  /// What a reader takes for one character; empty behind a wide one.
  var text: String
  var style: Style
  static let blank = Cell(text: " ", style: .plain)
}

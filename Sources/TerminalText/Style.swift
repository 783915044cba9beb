/// The meaning of a piece of text. Only a `Palette` knows what it looks like, so a colour means one thing everywhere.
public enum Style: Hashable, Sendable {
  case plain
  case command, keyword, heading
  case tag, mention, link, duration, string, number
  /// A mention that is not a full handle, and so goes out as text.
  case partialMention
  /// What is read by its name: a variable, a path into the state.
  case variable
  /// A file or folder that exists.
  case path
  case comment, dim
  case error, held
  /// A suggestion that is not part of the line yet.
  case ghost
  /// What a search found inside a line.
  case match
  /// What a key would take, among others.
  case chosen
  /// A colour with a meaning of its own, such as a ring's share of time left; components 0–255.
  case shade(red: UInt8, green: UInt8, blue: UInt8)
  /// Two pixels of a picture: the upper half of a cell and the lower one.
  case pixels(upper: HalfBlocks.Pixel, lower: HalfBlocks.Pixel)
}

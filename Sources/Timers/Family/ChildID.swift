/// The permanent name of a child in saved events. It never changes, whatever the child is called.
///
/// - `First:kitchen` is the first child of the device `kitchen`: events of that device that name no child are about it.
/// - `Child:kitchen/1767603600000000/Ben` is the child that the device added at that instant, and the name that it had
///   then: should nothing else be known of the child, its sessions are still found.
/// - Older versions used the name with which a child was added, in lower case: `ben`. So no such id looks like the
///   others, which begin with a capital letter.
public struct ChildID: Hashable, Sendable, Comparable {
  private static let first = "First:"
  private static let added = "Child:"
  static let lengthLimit = 300

  public let text: String

  /// Reads a saved id.
  /// - Returns: `nil` for a text that is not an id.
  public init?(_ text: String) {
    guard text.utf8.starts(with: Self.first.utf8) || text.utf8.starts(with: Self.added.utf8) else {
      guard let name = try? Profile.checked(text) else { return nil }
      self.text = name.lowercased()
      return
    }
    guard text.utf8.count > Self.first.utf8.count, text.utf8.count <= Self.lengthLimit, PrintableText.isPrintable(text)
    else { return nil }
    self.text = text
  }

  /// Creates the id of a device's first child.
  public init(firstOf device: String) { text = Self.first + device }

  /// Creates the id of a child that a device adds.
  /// - Parameters:
  ///   - cause: The device's name and the instant, and more if another program may show the same ones.
  ///   - ordinal: The number among the children that were added at one instant, from 0.
  public init(addedBy cause: String, ordinal: Int = 0, name: String) {
    var name = PrintableText.trimmed(name)
    while name.utf8.count > 60 { name.removeLast() }
    text = "\(Self.added)\(cause)\(ordinal > 0 ? ".\(ordinal)" : "")/\(name)"
  }

  /// The name with which the child was added; `nil` for the first child of a device.
  var originalName: String? {
    if isFirst { return nil }
    guard !isOld else { return text }
    return text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map { String($0) }
  }

  /// `true` for an id of an older version: the name with which the child was added.
  var isOld: Bool { !isFirst && !text.utf8.starts(with: Self.added.utf8) }

  /// `true` for the first child of a device.
  public var isFirst: Bool { text.utf8.starts(with: Self.first.utf8) }

  public static func < (a: ChildID, b: ChildID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// The character set that pictures and marks are made of.
public enum GlyphSet: Hashable, Sendable {
  case unicode, ascii

  /// Chooses `unicode` if the locale is UTF-8: `LC_ALL`, else `LC_CTYPE`, else `LANG`, whichever is set first.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
    let folded = locale.lowercased()
    self = folded.contains("utf-8") || folded.contains("utf8") ? .unicode : .ascii
  }

  public var ellipsis: String { self == .unicode ? "…" : "..." }
  /// The separator between two facts in a line.
  public var middleDot: String { self == .unicode ? " · " : " - " }
  /// The one-cell mark at the end of text that was cut off.
  public var cut: String { self == .unicode ? "…" : "~" }
}

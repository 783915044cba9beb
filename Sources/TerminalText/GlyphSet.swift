/// Which characters pictures and marks are made of.
public enum GlyphSet: Hashable, Sendable {
  case unicode, ascii

  /// `unicode` where the locale says UTF-8: `LC_ALL`, else `LC_CTYPE`, else `LANG`, whichever is set first.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
    let folded = locale.lowercased()
    self = folded.contains("utf-8") || folded.contains("utf8") ? .unicode : .ascii
  }

  public var ellipsis: String { self == .unicode ? "…" : "..." }
  /// Between two facts of a line.
  public var middleDot: String { self == .unicode ? " · " : " - " }
  /// The one cell at the end of what was cut off.
  public var cut: String { self == .unicode ? "…" : "~" }
}

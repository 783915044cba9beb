/// The keys that edit a line.
public enum EditingKeys: Hashable, Sendable {
  /// Emacs' keys, unless the user's `.editrc` says `bind -v`.
  case automatic
  case emacs, vi
}

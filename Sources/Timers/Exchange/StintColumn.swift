/// The columns of an exported stint, in their order; CSV and JSON have the same.
public enum StintColumn: String, Hashable, Sendable, CaseIterable {
  case id
  /// `2026-11-20`: the stored local day.
  case day
  /// `2026-11-20T10:00:00.25+01:00`: local time at the stored offset.
  case started, ended
  case activity, icon
  /// Seconds, with up to six decimals.
  case allocated = "allocated_seconds"
  case actual = "actual_seconds"
  case saved = "saved_seconds"
  /// `timeUp` or `early`.
  case ending
  /// `amazing`, `good` or `needsWork`; nothing (in JSON `null`) while it waits for a rating.
  case rating
  case device

  /// Whether JSON has a number there.
  var isNumber: Bool { self == .allocated || self == .actual || self == .saved }
}

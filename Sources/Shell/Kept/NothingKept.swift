import Journal

/// The share of a part of which nothing is kept.
struct NothingKept: KeptShare {
  enum Name: CaseIterable, Hashable, Sendable {}
  static func kind(_ name: Name) -> KeptKind {}
  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {}
}

import Journal

/// The fold of what the journal says of one part of the world.
protocol KeptShare: Sendable {
  /// Its types of events.
  associatedtype Name: CaseIterable & Hashable & Sendable
  init()
  static func kind(_ name: Name) -> KeptKind
  /// Takes an event in, in the order of folding.
  /// - Returns: whether it could be understood.
  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool
}

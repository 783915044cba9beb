import Timeline

extension Player {
  /// All of a player that decides what it will do, relative to now: two equal signatures have the same future.
  ///
  /// A caller that meets one twice while nobody touches the player knows that the deck goes round for ever, so that a
  /// condition that was false all the way will never be true. Comparing is O(1) for the same deck and rail.
  public struct Signature: Hashable, Sendable {
    private let deck: Deck
    private let rail: Rail
    private let settings: Settings
    private let situation: Situation
    private let index: Int
    private let offset: Duration
    private let asked: Duration?
    private let usual: Duration
    /// How long the finger has been down, up to what makes it a hold: longer makes no difference.
    private let held: Duration
    private let pressLeft: Duration?
    private let pressPlace: Double
    private let stallLeft: Duration?
    private let faultAt: Duration
    private let faultLength: Duration?
    /// Chance counts only where something is left to it: without it a deck goes round for ever.
    private let chance: SeededGenerator?

    fileprivate init(_ player: Player, at instant: Instant) {
      let now = Swift.max(instant, player.now)
      let isHeld = player.situation.isHeld
      deck = player.deck
      rail = player.rail
      settings = player.settings
      situation = player.situation
      index = player.index
      offset = player.offset(at: now)
      asked = player.situation.isOpen ? player.setup.asked : nil
      usual = player.situation.isOpen ? player.setup.usual : .zero
      held = isHeld ? Swift.min(now - player.heldSince, player.settings.pressThreshold) : .zero
      pressLeft = isHeld && player.pressEnd != .distantFuture ? player.pressEnd - now : nil
      pressPlace = isHeld ? player.pressPlace : Player.middle
      stallLeft = player.stallEnding.map { $0 - now }
      faultAt = player.situation.isOpen ? player.faultAt : .max
      faultLength = player.situation.isOpen && player.faultAt != .max ? player.faultLength : nil
      chance = player.settings.faults.areOff ? nil : player.chance
    }
  }

  /// The signature at `instant`, which lies between `now` and the next deadline.
  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
}

import Journal

/// A change to the journal when the world becomes another version of itself.
enum KeptChange {
  case void(Journal.Event.ID)
  /// It counts again, or for the first time if nobody has noted it.
  case append(KeptFact)
  case restore(Journal.Event.ID)
  /// What this session wrote under this name is voided; what another one wrote is answered by its opposite.
  case takeBack(name: String, otherwise: KeptFact)
}

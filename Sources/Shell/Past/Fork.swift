import Timeline

/// A trial: where it began, so that it can be dropped.
struct Fork {
  let world: World
  let at: Instant
  /// The number of the first step that belongs to it, and of the last saved copy that does not.
  let step: Int
  let checkpoint: Int
  /// The steps that could have been done again then.
  let undone: [Steps.Undone]
  /// The facts that were on their way to the state folder.
  let kept: Keeper.Mark?
}

import Timeline

extension Journal {
  /// Undoes saved events: appends, for each, an event that voids it. Nothing is removed or rewritten.
  ///
  /// The id may be that under which the thing was first saved: after a `restore` the event that was appended last is
  /// voided. What is voided already is passed over. A pending event is saved and then voided.
  /// - Parameter instant: when it was undone.
  /// - Returns: whether anything was voided that counted before.
  /// - Throws: `Failure.noSuchEvent` when one of the ids is unknown, and then none is voided; else as `append`.
  @discardableResult
  public func void(_ ids: [Event.ID], at instant: Instant) throws(Failure) -> Bool {
    var voids: [Event] = []
    for id in ids {
      guard contains(id) else { throw .noSuchEvent(id) }
      let latest = latestAppend(of: id)
      voids.append(
        Event(
          id: latest.void, type: Event.voidType, instant: instant,
          payload: Payload([.init(Event.voidedField, .string(latest.text))])))
    }
    let before = voided.count
    try append(voids)
    return voided.count > before
  }

  /// Undoes one saved event; see `void(_:at:)` for several.
  @discardableResult
  public func void(_ id: Event.ID, at instant: Instant) throws(Failure) -> Bool { try void([id], at: instant) }

  /// Redoes what `void` has undone: appends the event anew, with the same instant, day and payload, under the id with
  /// `~2`, `~3` … behind it. What counts anyway is passed over.
  /// - Returns: the ids under which the events count now, in the same order.
  /// - Throws: `Failure.noSuchEvent` when one of the ids is not saved, and then none is restored; else as `append`.
  @discardableResult
  public func restore(_ ids: [Event.ID]) throws(Failure) -> [Event.ID] {
    var (restored, events): ([Event.ID], [Event]) = ([], [])
    for id in ids {
      let latest = latestAppend(of: id)
      guard var event = event(latest)?.event else { throw .noSuchEvent(id) }
      if isVoided(latest) {
        event.id = latest.next
        events.append(event)
      } else {
        // The caller is told of it here, and not once more by `news`.
        _ = isSaved(latest, hash: hash(of: latest))
      }
      restored.append(event.id)
    }
    try append(events)
    return restored
  }

  /// The id under which a thing was appended last: `id`, or `id~2`, `id~3` …
  func latestAppend(of id: Event.ID) -> Event.ID {
    var latest = id
    while contains(latest.next) { latest = latest.next }
    return latest
  }
}

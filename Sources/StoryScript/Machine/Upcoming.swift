import Timeline

/// Something that will happen by itself, or when an event does.
public struct Upcoming: Sendable {
  /// What `cancel` calls it.
  public let number: Int
  /// How many were made before it: unlike a number, never given twice.
  public let serial: Int
  /// The word that made it: `every`, `when`.
  public let kind: String
  /// The name that it was given.
  public let name: String?
  /// The instant at which it is next due; `nil` for a handler.
  public let due: Instant?
  /// The statement that made it.
  public let text: String
  public let file: String
  public let line: Int
}

extension Runtime {
  /// What waits, in the order in which it will run; handlers come last. O(n log n).
  public var upcoming: [Upcoming] { pending.map { upcoming($0.pending, $0.due) } }

  /// Takes back those of these serial numbers that still wait.
  public func cancel(_ serials: Set<Int>) {
    for (item, _) in pending where serials.contains(item.serial) { cancel(item) }
  }

  /// What failed three times in a row and rests, since this was last asked.
  public func takeResting() -> [Upcoming] { takeRested().map { upcoming($0, nil) } }

  private func upcoming(_ item: Pending, _ due: Instant?) -> Upcoming {
    let site = program.blockSites[item.site]
    let source = program.sources[Int(site.place.source)]
    return Upcoming(
      number: item.number, serial: item.serial, kind: "\(site.kind)", name: site.name, due: due,
      text: source.text(site.place.range),
      file: source.name, line: source.position(of: Int(site.place.range.start)).line)
  }
}

import JournalTesting
import Testing
import Timeline

@testable import Journal

/// A journal in its simplest form: a list of all lines that a folder knows, with each id once per device, searched
/// linearly.
private struct Model {
  var all: [SavedEvent] = []

  func contains(_ id: Event.ID) -> Bool { all.contains { $0.event.id == id } }

  func own(_ id: Event.ID, _ name: String) -> SavedEvent? {
    all.first { $0.event.id == id && $0.origin.device.name == name }
  }

  /// Returns `true` if the named device has voided the event.
  func isVoided(_ id: Event.ID, by name: String) -> Bool {
    all.contains { $0.event.voidedID == id && $0.origin.device.name == name }
  }

  func latestOwn(_ id: Event.ID, _ name: String) -> Event.ID? {
    contains(id) ? latestOwn(id.next, name) ?? (own(id, name) == nil ? nil : id) : nil
  }

  func latest(_ id: Event.ID) -> Event.ID { contains(id.next) ? latest(id.next) : id }

  mutating func append(_ events: [Event], from first: Journal.Origin) {
    var origin = first
    for event in events where own(event.id, origin.device.name) == nil {
      all.append(SavedEvent(event, origin: origin))
      origin.sequence += 1
    }
  }

  /// Merges another model; the earliest of several lines of one device with the same id counts.
  mutating func merge(_ other: Model) {
    for theirs in other.all {
      if let mine = all.firstIndex(where: { $0.event.id == theirs.event.id && $0.origin.device == theirs.origin.device }
      ) {
        if theirs < all[mine] { all[mine] = theirs }
      } else {
        all.append(theirs)
      }
    }
  }

  /// Returns one line for each id: the reading device's own, or else the first. Lines that their device has voided do
  /// not count.
  func live(_ reader: String) -> [SavedEvent] {
    let counting = all.filter {
      $0.event.type != Event.voidType && !isVoided($0.event.id, by: $0.origin.device.name)
    }
    func isOwn(_ line: SavedEvent) -> Bool { line.origin.device.name == reader }
    return counting.filter { line in
      isOwn(line) || !counting.contains { $0.event.id == line.event.id && (isOwn($0) || $0 < line) }
    }.sorted()
  }
}

/// Three devices, one of them with two shells, act at random: they append, undo, redo, exchange, compact, are killed
/// at any call, run on clocks that differ and jump, and one is restored from a backup. Every journal's fold equals
/// the model, and so does the set that each shell keeps up to date from `news` alone.
@Suite struct ModelTests {
  private final class Shell {
    let name: String
    let files: FaultyFileSystem
    var journal: Journal
    /// The events that count in this shell's view.
    var counting: Set<Event.ID>

    init(_ name: String, _ files: FaultyFileSystem) throws {
      (self.name, self.files) = (name, files)
      journal = try Self.start(name, files)
      counting = Set(try journal.saved().map(\.event.id))
    }

    private static func start(_ name: String, _ files: FaultyFileSystem) throws -> Journal {
      try open(files, folder: name, device: Journal.DeviceID(name)!)
    }

    func reopen() throws {
      journal = try Self.start(name, files)
      counting = Set(try journal.saved().map(\.event.id))
    }

    func receiveNews() throws {
      let before = try journal.saved().map(\.event.id).filter { counting.contains($0) }
      let news = try journal.news()
      if news.needsFold {
        counting = Set(try journal.saved().map(\.event.id))
      } else {
        counting.formUnion(news.events.map(\.event.id))
        counting.subtract(news.voided)
        let ids = try journal.saved().map(\.event.id)
        let fresh = news.events.map(\.event.id)
        #expect(ids == before.filter { !news.voided.contains($0) && !fresh.contains($0) } + fresh)
      }
      #expect(counting == Set(try journal.saved().map(\.event.id)))
    }
  }

  private final class Life {
    var chance: SeededGenerator
    let files = FaultyFileSystem()
    var models: [String: Model] = ["kitchen": Model(), "phone": Model(), "tablet": Model()]
    var cloud = Model()
    var shells: [Shell] = []
    /// Each device's clock error, in seconds.
    var clocks: [String: Int64] = ["kitchen": 0, "phone": -7_200, "tablet": 30]
    var backups: [String: (files: [String: [UInt8]], model: Model)] = [:]
    var next = 0

    init(seed: UInt64) throws {
      chance = SeededGenerator(seed: seed)
      shells = try ["kitchen", "kitchen", "phone", "tablet"].map { try Shell($0, files) }
    }

    func instant(_ shell: Shell, _ step: Int) -> Instant {
      .practiceStart + .seconds(Int64(step) * 10 + clocks[shell.name]!)
    }

    /// Events of which some are recorded by both devices on the same day, each with its own instant.
    func newEvents(_ shell: Shell, _ step: Int) -> [Event] {
      (0..<Int.random(in: 1...3, using: &chance)).map { _ in
        next += 1
        let isShared = Int.random(in: 0..<3, using: &chance) == 0
        let number = isShared ? Int.random(in: 0..<40, using: &chance) : 1_000 + next
        return Event(
          id: id("e/\(number)"), type: "story.liked", instant: instant(shell, step),
          payload: ["by": .string(shell.name)])
      }
    }

    func oneOf(_ shell: Shell) -> Event.ID? { models[shell.name]!.all.randomElement(using: &chance)?.event.id }

    func void(_ shell: Shell, _ wanted: Event.ID, at instant: Instant) throws {
      // Only events can be voided, not voiding lines.
      guard !wanted.text.hasPrefix("void/") else { return }
      let base = id(String(wanted.text.split(separator: "~")[0]))
      try shell.journal.refresh()
      let origin = shell.journal.nextOrigin
      guard models[shell.name]!.contains(base) else { return }
      let latest = models[shell.name]!.latestOwn(base, shell.name)
      #expect(
        try shell.journal.void(base, at: instant)
          == latest.map { !models[shell.name]!.isVoided($0, by: shell.name) } ?? false)
      guard let latest else { return }
      if shell.journal.isVoided(latest) { shell.counting.remove(latest) }
      let event = Event(id: latest.void, type: Event.voidType, instant: instant, payload: ["of": .string(latest.text)])
      models[shell.name]!.append([event], from: origin)
    }

    func restore(_ shell: Shell, _ wanted: Event.ID) throws {
      guard !wanted.text.hasPrefix("void/") else { return }
      let base = id(String(wanted.text.split(separator: "~")[0]))
      guard models[shell.name]!.contains(base) else { return }
      try shell.journal.refresh()
      let origin = shell.journal.nextOrigin
      shell.counting.formUnion(try shell.journal.restore([base]))
      let model = models[shell.name]!
      var event: Event
      if let own = model.latestOwn(base, shell.name) {
        guard model.isVoided(own, by: shell.name) else { return }
        event = model.own(own, shell.name)!.event
        event.id = own.next
      } else {
        let latest = model.latest(base)
        guard !model.live(shell.name).contains(where: { $0.event.id == latest }) else { return }
        event = model.all.filter { $0.event.id == latest }.min()!.event
      }
      models[shell.name]!.append([event], from: origin)
    }

    /// Kills the shell in the middle of an append: all events reported before are there, and the first few of the
    /// group.
    func appendAndDie(_ shell: Shell, _ step: Int) throws {
      let events = newEvents(shell, step)
      try shell.journal.refresh()
      let origin = shell.journal.nextOrigin
      let left = Int.random(in: 0...6, using: &chance)
      let bytes = Int.random(in: 0...600, using: &chance)
      let start = files.calls
      files.fault = { call, _ in call >= start + left ? .crash(afterBytes: bytes) : nil }
      let isReported = (try? shell.journal.append(events)) != nil
      files.revive()
      try shell.reopen()
      let before = models[shell.name]!
      var whole = before
      whole.append(events, from: origin)
      let isSaved = whole.all.map { $0.origin.device.name != shell.name || shell.journal.isSavedHere($0.event.id) }
      #expect((isSaved.firstIndex(of: false) ?? .max) >= (isReported ? whole.all.count : before.all.count))
      models[shell.name]!.all = zip(whole.all, isSaved).filter(\.1).map(\.0)
    }

    func exchange(_ shell: Shell) throws {
      try shell.journal.exchange(with: "shared")
      models[shell.name]!.merge(cloud)
      cloud.merge(models[shell.name]!)
    }

    func keepBackup(_ name: String) {
      let paths = files.base.paths.filter { $0.hasPrefix(name + "/") }
      backups[name] = (Dictionary(uniqueKeysWithValues: paths.map { ($0, files.base[$0]!) }), models[name]!)
    }

    func setBack(_ name: String) throws {
      guard let backup = backups[name] else { return }
      for path in files.base.paths where path.hasPrefix(name + "/") { files.base[path] = nil }
      for (path, bytes) in backup.files { files.base[path] = bytes }
      models[name] = backup.model
      for shell in shells where shell.name == name { try shell.reopen() }
    }

    func step(_ number: Int) throws {
      let shell = shells.randomElement(using: &chance)!
      switch Int.random(in: 0..<16, using: &chance) {
      case 0...4:
        let events = newEvents(shell, number)
        try shell.journal.refresh()
        let origin = shell.journal.nextOrigin
        try shell.journal.append(events)
        // An event that this device voided stays undone, even if it is recorded again.
        shell.counting.formUnion(events.map(\.id).filter { !shell.journal.isVoided($0) })
        models[shell.name]!.append(events, from: origin)
      case 5, 6: if let id = oneOf(shell) { try void(shell, id, at: instant(shell, number)) }
      case 7, 8: if let id = oneOf(shell) { try restore(shell, id) }
      case 9, 10: try exchange(shell)
      case 11: try appendAndDie(shell, number)
      case 12: try shell.journal.compact()
      case 13: clocks[shell.name]! += Int64.random(in: -4_000...4_000, using: &chance)
      case 14: keepBackup(shell.name)
      default: if number % 3 == 0 { try setBack(shell.name) }
      }
    }

    func check(_ number: Int) throws {
      for shell in shells {
        try shell.receiveNews()
        let folded = try shell.journal.fold(into: [SavedEvent]()) { $0.append($1) }
        let expected = models[shell.name]!.live(shell.name)
        #expect(
          folded == expected,
          "\(shell.name) after step \(number): \(Set(folded).symmetricDifference(expected).sorted())")
      }
    }
  }

  @Test(arguments: 0..<40)
  func foldsMatchTheModel(seed: UInt64) throws {
    let life = try Life(seed: seed)
    for number in 0..<120 {
      try life.step(number)
      // Several steps between two reads of the news.
      if number % 4 == 3 { try life.check(number) }
    }
    for _ in 0..<2 { for shell in life.shells { try life.exchange(shell) } }
    try life.check(120)
    for shell in life.shells {
      let merged = Merge(life.cloud.all).events(readBy: shell.journal.device)
      #expect(try shell.journal.saved(includingVoided: true) == merged)
      #expect(Set(merged.map(\.event.id)) == Set(Merge(life.cloud.all).events.map(\.event.id)))
    }
  }
}

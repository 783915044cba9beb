import JSON
import Journal
import SessionState
import StoryScript
import TerminalText

/// The changes that the events of other devices made here, as `sync` reports them. An event that came too late, that
/// was taken back or that does not count changed nothing.
struct SyncEffects {
  private(set) var removed: [Change] = []
  private(set) var changed: [Change] = []
  /// The posts of the outbox that other devices sent.
  private(set) var published: [Change] = []
  /// The facts that other devices state differently than this one.
  private(set) var different: [Change] = []
  /// The posts that other devices queued.
  private(set) var queued: [Change] = []

  /// The names of things that other devices removed, changed or sent, with the devices.
  private(set) var named: [(device: String, effect: PersistedKind.Effect, name: String)] = []

  /// Things of one kind that another device changed.
  struct Change: Sendable {
    let device: String
    let count: Int
    let noun: (one: String, many: String?)
    /// The number of queued posts among them that were written for no account.
    var unassigned = 0

    var things: String { things(count) }
    func things(_ count: Int) -> String { TimeText.count(count, noun.one, noun.many) }
    var value: Value {
      .record(["device": .text(device), "what": .text(noun.many ?? noun.one + "s"), "count": .number(Double(count))])
    }
  }

  /// - Parameters:
  ///   - news: the events that came, in the order of folding.
  ///   - before: the snapshot before the merge.
  ///   - counts: returns whether an event about something other than the snapshot changed anything; `nil` if that is
  ///     unknown.
  init(
    _ exchange: Journal.Exchange, _ news: Journal.News, _ persistence: Persistence, since before: World.Snapshot,
    counts: (Journal.SavedEvent) -> Bool?
  ) {
    var tallies = Tallies()
    let touched = Set(
      persistence.snapshot.changes(since: before, persistence.settings).map { Self.subject($0.type, $0.payload) })
    let known = Set(
      before.changes(since: World.Snapshot(), persistence.settings).map { Self.subject($0.type, $0.payload) })
    // Of several events about one subject the last one counts, or the last with the same fields.
    var last: [String: Journal.SavedEvent] = [:]
    let arrived = news.events.filter {
      persistence.isOther($0.origin.device) && !persistence.uncounted.contains($0.event.id)
    }
    for saved in arrived { last[Self.place(of: saved)] = saved }
    // Each thing is reported once, whatever became of its fields.
    var told: Set<[String]> = []
    for saved in arrived {
      guard let kind = Persistence.kind(of: saved.event.type), kind.isTold else { continue }
      let device = saved.origin.device.name
      if kind.isSent {
        tallies.add(.queued, kind.action.noun, device)
        if let account = kind.account, saved.event.payload[account] == nil {
          tallies.add(.unassigned, kind.action.noun, device)
        }
      }
      guard last[Self.place(of: saved)] == saved else { continue }
      let doesCount = counts(saved) ?? touched.contains(Self.subject(saved.event.type, saved.event.payload))
      let hasSubject = kind.key != nil || kind.isPartial
      let thing = hasSubject ? Self.subject(saved.event.type, saved.event.payload) : saved.event.id.text
      if kind.firstAdds, !known.contains(thing) { continue }
      if doesCount, told.insert([device, thing]).inserted {
        tallies.add(kind.effect(of: saved.event.payload), kind.action.noun, device)
        let name = kind.names?(
          saved.event.payload,
          { text in Journal.Event.ID(text).flatMap { persistence.event($0)?.event.payload } }, before)
        if let name, let effect = kind.effect(of: saved.event.payload) { named.append((device, effect, name)) }
      }
    }
    for tally in exchange.retracted {
      guard let kind = Persistence.kind(of: tally.type), case .adds = kind.action else { continue }
      tallies.add(.removed, kind.action.noun, tally.device, tally.count)
    }
    for id in news.voided {
      guard let saved = persistence.event(id), persistence.isOther(saved.origin.device),
        let kind = Persistence.kind(of: saved.event.type)
      else { continue }
      if case .adds = kind.action { continue }
      guard counts(saved) ?? touched.contains(Self.subject(saved.event.type, saved.event.payload)) else { continue }
      tallies.add(.changed, kind.action.noun, saved.origin.device.name)
    }
    for tally in exchange.different {
      guard let kind = Persistence.kind(of: tally.type) else { continue }
      tallies.add(.different, kind.action.noun, tally.device, tally.count)
    }
    removed = tallies.list(.removed)
    changed = tallies.list(.changed)
    published = tallies.list(.published)
    different = tallies.list(.different)
    queued = tallies.list(.queued)
  }

  private static func subject(_ type: String, _ payload: Journal.Payload) -> String {
    Persistence.kind(of: type)?.subject { payload[$0]?.stringValue } ?? type
  }

  /// Returns the thing that only the last of several events decides.
  private static func place(of saved: Journal.SavedEvent) -> String {
    let (type, payload) = (saved.event.type, saved.event.payload)
    guard let kind = Persistence.kind(of: type) else { return saved.event.id.text }
    guard kind.key != nil || kind.isPartial else { return "\(kind.name)/\(payload.text)" }
    guard kind.isPartial, case .object(let fields)? = try? payload.json else { return subject(type, payload) }
    return subject(type, payload) + "/" + fields.map { $0.name }.sorted().joined(separator: ",")
  }

  /// The numbers of things, by effect, device and noun.
  private struct Tallies {
    private struct Key: Hashable {
      let effect: PersistedKind.Effect
      let device: String
      let noun: PersistedKind.Noun
    }

    private var counts: [Key: Int] = [:]

    mutating func add(_ effect: PersistedKind.Effect?, _ noun: PersistedKind.Noun, _ device: String, _ count: Int = 1) {
      guard let effect else { return }
      counts[Key(effect: effect, device: device, noun: noun), default: 0] += count
    }

    func list(_ effect: PersistedKind.Effect) -> [Change] {
      counts.filter { $0.key.effect == effect }
        .sorted { ($0.key.device, $0.key.noun.one) < ($1.key.device, $1.key.noun.one) }
        .map { key, count in
          let unassigned = counts[Key(effect: .unassigned, device: key.device, noun: key.noun)] ?? 0
          return Change(
            device: key.device, count: count, noun: (key.noun.one, key.noun.many),
            unassigned: effect == .queued ? unassigned : 0)
        }
    }
  }
}

import JSON
import Timeline

/// The live stream of the practice network: everyone's new posts, in the JSON of a stream's server.
extension PracticeNetwork {
  /// The time after a user's post within which people answer or quote it.
  private static let echo = Duration.hours(1)

  /// Returns the messages of a span of time, oldest first.
  /// - Parameters:
  ///   - instant: the instant before the first message.
  ///   - last: the instant of the last message, which is included.
  ///   - account: the DID of the listening account, which others mention; `nil` for none.
  public func stream(after instant: Instant, through last: Instant, by account: String?) -> [JSON] {
    guard instant < last else { return [] }
    let view = PracticeView(self, viewer: account ?? "", at: last)
    return entries(view, after: instant).sorted { ($0.created, $0.address.key) < ($1.created, $1.address.key) }.map {
      entry in
      [
        "did": .string(entry.did), "time_us": .integer(entry.created.microseconds), "kind": "commit",
        "commit": [
          "rev": .string(entry.address.key), "operation": "create", "collection": .string(RecordAddress.posts),
          "rkey": .string(entry.address.key), "record": view.record(entry), "cid": .string(entry.cid),
        ],
      ]
    }
  }

  /// Returns the instant of the next message, or an earlier one at which to look again.
  public func nextInStream(after instant: Instant, by account: String?) -> Instant {
    let slot = crowd.post(crowd.newest(at: instant) + 1).created
    let view = PracticeView(self, viewer: account ?? "", at: slot)
    return entries(view, after: instant).map { $0.created }.min() ?? slot
  }

  /// Returns whether a connection to the stream can be opened.
  public mutating func opensStream(in conditions: Conditions) -> Bool { !fails(in: conditions) }

  private func entries(_ view: PracticeView, after instant: Instant) -> [PracticeView.Entry] {
    let first = max(PracticePopulation.first, crowd.newest(at: instant) + 1)
    let slots = (first..<max(first, crowd.newest(at: view.now) + 1)).map { view.entry(view.post($0)) }
    let own = view.own.filter { $0.created > instant - Self.echo }
    return (slots + own + own.flatMap { view.writtenReplies(of: $0) } + view.mentions).filter {
      $0.created > instant && $0.created <= view.now && !removed.contains($0.address.description)
    }
  }
}

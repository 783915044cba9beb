import Bluesky
import JSON
import Journal
import Timeline

/// The part of the posts' state that the journal keeps as a whole.
package struct PostsSnapshot: Hashable, Sendable {
  package var savedStates: [String: SavedDeliveryState] = [:]
  package var drafts: [String: String] = [:]
  /// The pending likes and other reactions, by name.
  var pendingReactions: [String: PendingReaction] = [:]
  /// The places that accounts have reached in their timelines.
  var marks: [String: ReadMark] = [:]
  /// The muted words.
  var mutedWords = MutedWords()

  /// Returns the events that lead from the state `before` to `self`.
  func changes(since before: PostsSnapshot) -> [(name: PostJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: PostJournal.Name, payload: Journal.Payload)] = []
    for id in Self.differing(savedStates, before.savedStates) {
      let fields = savedStates[id]?.fields ?? [.init("state", .string(Self.waiting))]
      changes.append((.state, Journal.Payload([.init("post", .string(id))] + fields)))
    }
    for id in Self.differing(drafts, before.drafts) {
      let was = before.drafts[id].map { [JSON.Field("was", .string(Self.mark($0)))] } ?? []
      let text = drafts[id].map { JSON.string($0) } ?? .null
      changes.append((.draft, Journal.Payload([.init("draft", .string(id)), .init("text", text)] + was)))
    }
    for name in Self.differing(pendingReactions, before.pendingReactions) {
      changes.append((.reaction, ["reaction": .string(name), "wish": pendingReactions[name]?.json ?? .null]))
    }
    for account in Self.differing(marks, before.marks) {
      changes.append((.mark, ["account": .string(account), "mark": marks[account]?.json ?? .null]))
    }
    let (words, wordsBefore) = (mutedWords.words, before.mutedWords.words)
    for word in Self.differing(words, wordsBefore) {
      changes.append(
        (.word, ["word": .string(words[word] ?? wordsBefore[word] ?? word), "muted": .bool(words[word] != nil)]))
    }
    return changes
  }

  private static let waiting = "waiting"

  /// Returns the fingerprint of a text.
  private static func mark(_ text: String) -> String { String(text.fingerprint, radix: 36) }

  /// Applies a draft's new text. If another device has changed the draft meanwhile, and neither device knew of the
  /// other's change, both texts are kept, as two drafts.
  /// - Parameter was: the fingerprint of the text that was replaced; `nil` if it was not recorded.
  private mutating func apply(draft id: String, _ text: String?, was: String?) {
    guard let was, let there = drafts[id], Self.mark(there) != was, there != text else {
      drafts[id] = text
      return
    }
    func name(_ mark: String) -> String { "\(id)~\(mark)" }
    // The change continues a text that was kept as a second draft.
    if drafts.removeValue(forKey: name(was)) != nil {
      if let text { drafts[name(Self.mark(text))] = text }
      return
    }
    // A device never removes a text that it has not seen.
    guard let text else { return }
    drafts[name(Self.mark(there))] = there
    drafts[id] = text
  }

  private static func differing<Value: Equatable>(_ a: [String: Value], _ b: [String: Value]) -> [String] {
    if a == b { return [] }
    return Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
  }

  /// Applies an event, in the order of folding.
  /// - Returns: `true` if the event could be understood.
  mutating func fold(_ name: PostJournal.Name, _ payload: JSON) -> Bool {
    switch name {
    case .state:
      guard let id = payload["post"]?.stringValue, let state = payload["state"]?.stringValue else { return false }
      let savedState = SavedDeliveryState(payload)
      guard savedState != nil || state == Self.waiting else { return false }
      // A later attempt of another device to send or remove the post has no effect.
      if case .sent? = savedStates[id] { return true }
      savedStates[id] = savedState
      return true
    case .draft:
      guard let id = payload["draft"]?.stringValue, let text = payload["text"],
        text == .null || text.stringValue != nil
      else { return false }
      apply(draft: id, text.stringValue, was: payload["was"]?.stringValue)
      return true
    case .reaction:
      guard let name = payload["reaction"]?.stringValue, let json = payload["wish"] else { return false }
      let pending = PendingReaction(json)
      guard pending?.name == name || json == .null else { return false }
      pendingReactions[name] = pending
      return true
    case .mark:
      guard let account = payload["account"]?.stringValue, let json = payload["mark"] else { return false }
      let mark = ReadMark(json)
      guard mark != nil || json == .null else { return false }
      marks[account] = mark
      return true
    case .word:
      guard let word = payload["word"]?.stringValue, let isMuted = payload["muted"]?.boolValue else { return false }
      _ = isMuted ? mutedWords.mute(word) : mutedWords.unmute(word)
      return true
    case .queued: return false
    }
  }
}

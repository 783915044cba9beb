import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import Timeline

/// Reads an account's choices beside the first list of a session, so that they apply to everything that it shows.
struct AccountChoicesLoader {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The pause after a failure, so that a server in trouble is not asked again with each list.
  private static let pause = Duration.minutes(10)

  /// Reads the choices if they are not known or may have changed. If they cannot be read, the last known ones apply,
  /// and a note says so; the list that is being read does not fail. In practice the request takes no time of its own.
  /// - Throws: an interruption.
  func load() throws(Failure) {
    let reading = session.world.posts.reading
    let now = session.now
    guard let account = AccountAccess(session).account, account.did == reading.viewer else { return }
    if let choices = reading.choices, now < choices.expires { return }
    if let retry = reading.choicesRetry, now < retry { return }
    let answer = try PostRequests(session).look(Preferences.call, as: account)
    if case .done(let json) = answer, let preferences = Preferences(json) {
      return adopt(preferences, json)
    }
    let isFirst = reading.choicesRetry == nil
    session.change { $0.posts.reading.postponeChoices(to: now + Self.pause) }
    restore()
    guard isFirst, let words = Self.trouble(answer) else { return }
    let hasOld = session.world.posts.reading.choices != nil
    session.notice(
      "cannot read your account's muted words, hidden posts and label choices: \(words); "
        + (hasOld ? "the last known ones apply" : "only what is muted on this device is hidden"))
  }

  /// Returns why there was no answer; `nil` if the server does not keep choices at all.
  private static func trouble(_ answer: XRPCAnswer) -> String? {
    switch answer {
    case .done: XRPCAnswer.unexpectedResponse
    case .refused(let error), .broken(let error): error.isUnknownMethod ? nil : error.words
    case .none(let words, _): words
    }
  }

  /// Applies choices that the server has just sent, and keeps them for when it cannot be reached.
  func adopt(_ preferences: Preferences, _ json: JSON) {
    let now = session.now
    session.change { $0.posts.reading.adopt(preferences, at: now) }
    NewsReader(session).save(json, to: Preferences.call)
  }

  /// Applies the choices that were read last, beside an old copy of a list, if none are known.
  func restore() {
    guard session.world.posts.reading.choices == nil, session.world.posts.reading.viewer != nil,
      let preferences = NewsReader(session).old(Preferences.call).flatMap({ Preferences($0) })
    else { return }
    let now = session.now
    session.change { $0.posts.reading.adopt(preferences, at: now) }
  }
}

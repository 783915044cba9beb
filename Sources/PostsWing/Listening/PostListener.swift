import Bluesky
import JSON
import RichText
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Listens for new items in a real session. In practice, the world asks its own network.
struct PostListener {
  let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: Subscriptions

  func listen(to value: Value, every: Duration) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let account: Account
    do throws(Failure) { account = try PostReader(session).reader() } catch {
      // The stream alone needs no account.
      guard let word = value.text, closest(to: word, among: ["stream"]) != nil else { throw error }
      throw .refused("listening to '\(word)' needs an account", Problem.question(about: "listen to stream")).about(0)
    }
    let (subject, name) = try source(value)
    try AccountChoicesLoader(session).load()
    session.change { $0.posts.listen(to: subject, name, by: account.did, every: every, at: now) }
    session.process(.posts(.listening(ListeningChange(list: name, every: every))))
    return .value(.none)
  }

  /// Returns the list that an argument means, and the name that users give it.
  private func source(_ value: Value) throws(Failure) -> (Listening.Subject, String) {
    switch value.text {
    case "notifications": return (.notifications, "notifications")
    case "timeline": return (.timeline, "timeline")
    default: break
    }
    let text = value.text ?? ""
    let plain = text.hasPrefix("@") ? String(text.dropFirst()) : text
    let isList = [RecordAddress.lists, RecordAddress.starterPacks].contains(
      value.record?["uri"]?.text.flatMap { RecordAddress($0) }?.collection)
    let isFeed = value.record.map { isList || $0["feed"] != nil } ?? !(Handle.isValid(plain) || DID.isValid(plain))
    if isFeed {
      do throws(Failure) {
        let address = try ListCommands(session).feed(value)
        return (.feed(address), address.key)
      } catch {
        // Feeds come first, as in `timeline`.
        guard let list = try PeopleLists(session).named(value) else { throw error }
        return (.list(list), PeopleLists(session).name(of: list, value))
      }
    }
    let actor = try ListCommands(session).actor(value)
    return (.author(actor), value.record?["handle"]?.text ?? value.record?["author"]?.text ?? actor)
  }

  func stopListening() throws(Failure) -> CommandOutcome {
    _ = try session.present()
    guard !session.world.posts.listening.isEmpty || !session.world.posts.streaming.isEmpty else {
      throw .refused("you are not listening to anything", AccountAccess(session).advice("try: listen to timeline"))
    }
    session.change {
      $0.posts.listening.removeAll()
      $0.posts.endStream()
    }
    session.process(.posts(.listening(ListeningChange(list: "", every: nil))))
    return .value(.none)
  }

  // MARK: Asking a server

  /// Sends the request that is due. Another command may be running, and at a prompt the user types the next line
  /// meanwhile.
  func requestNews() {
    let mode = PostRequests(session).networkMode
    if mode == .practice { return }
    // Items that arrive in a fork could never be undone.
    if session.past.isForked { return session.change { $0.posts.listening.cancelAnswer(at: session.now) } }
    if mode == .background {
      session.resources.posts.needsRequest = true
      return BackgroundRequests(session).departNext()
    }
    guard let question = dueQuestion() else { return }
    let account = try? AccountAccess(session).accounts()[did: question.account]
    do throws(Failure) {
      receive(
        try session.resources.posts.client.request(question.call, as: question.account, isPatient: false), account)
    } catch {
      if case .interrupted = error.problem {
        return session.change { $0.posts.listening.cancelAnswer(at: session.now) }
      }
      receive(error, account)
    }
  }

  /// Returns the next request to send; `nil` if another shell of the folder has just asked the same server. The
  /// request is then sent later.
  func dueQuestion() -> Listening.Question? {
    guard let question = session.world.posts.listening.pending else { return nil }
    guard let host = (try? AccountAccess(session).accounts()[did: question.account])?.host else { return question }
    let wait = session.resources.posts.asked.claim(host, at: Instant(microseconds: SystemClock.wall))
    guard wait > .zero else { return question }
    let instant = max(session.now, session.livePresent) + wait
    session.change { $0.posts.listening.postpone(until: instant) }
    return nil
  }

  /// Handles a failure to ask any server.
  func receive(_ failure: Failure, _ account: Account?) {
    receive(XRPCClient.Answer(answer: .none(words: failure.problem.message, .obstructed)), account)
  }

  /// Continues at the positions that earlier sessions have reached.
  func loadPositions() {
    let heard = session.resources.posts.heard.read()
    if !heard.isEmpty { session.change { $0.posts.listen(from: heard) } }
  }

  /// Saves the positions of lists with the next commit.
  func savePositions() {
    session.beforeCommit = { $0.resources.posts.save($0.world.posts) }
  }

  /// Receives a server's answer. The position up to which the list was heard is saved before the answer has any
  /// effect, so that nothing arrives twice.
  func receive(_ answer: XRPCClient.Answer, _ account: Account?) {
    let (said, instant) = (PostRequests(session).receive(answer, account), max(session.now, session.livePresent))
    let events = session.change { $0.posts.receive(said, answer.limit, at: instant) }
    guard !events.isEmpty else { return }
    savePositions()
    _ = session.isDurable()
    for event in events { session.process(.posts(event)) }
  }
}

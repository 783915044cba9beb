import Bluesky
import JSON
import Network
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// Listens to the live stream of all posts. In practice, the world's own network sends it.
struct StreamListener {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The interval between looks at an open stream.
  private static let pollInterval = Duration.milliseconds(50)

  // MARK: Choosing posts

  /// - Parameters:
  ///   - text: the text that posts must contain; `nil` for all posts.
  ///   - list: the list of people whose posts arrive; none for all people.
  func listen(matching text: String?, of list: Value) throws(Failure) -> CommandOutcome {
    let now = try session.present()
    let needle = try text.map { (text) throws(Failure) in
      guard let needle = TextNeedle(text) else { throw .refused("the text to match is empty").about(0) }
      return needle
    }
    var name = "stream" + (needle.map { " matching \(ValueWriter.quoted($0.text))" } ?? "")
    var people: [String: String]?
    if !list.isNone {
      let (listName, members) = try members(of: list)
      name += " of \(listName)"
      people = members
    }
    _ = try PostReader(session).viewer(of: true)
    try AccountChoicesLoader(session).load()
    let host = PostRequests(session).networkMode == .practice ? nil : session.world.posts.choices.streamHost
    let choice = Streaming.Choice(StreamFilter(matching: needle, of: people), name, at: host)
    session.change { $0.posts.stream(choice, at: now) }
    session.process(.posts(.listening(ListeningChange(list: name, every: .zero))))
    return .value(.none)
  }

  /// Returns the name of a list, and the handles of its people by DID.
  private func members(of value: Value) throws(Failure) -> (name: String, people: [String: String]) {
    let viewer = try PostReader(session).viewer(of: true)
    let list = try PeopleLists(session).address(value, about: 1)
    var reading = ListMembers(list)
    while let call = reading.next {
      let json = try PostReader(session).done(try PostRequests(session).look(call, as: viewer), way: nil)
      guard reading.receive(json) else { throw .refused(XRPCAnswer.unexpectedResponse) }
    }
    guard !reading.items.isEmpty else {
      throw .refused("that list has no people", "try: list add HANDLE \(Word.quotedIfNeeded(value.text ?? "LIST"))")
        .about(1)
    }
    guard reading.items.count <= StreamFilter.peopleLimit else {
      throw .refused("that list has too many people: \(reading.items.count) (limit \(StreamFilter.peopleLimit))")
        .about(1)
    }
    session.change { $0.posts.reading.references.add(reading.people) }
    var people: [String: String] = [:]
    for did in reading.items.keys { people[did] = Person.invalidHandle }
    for person in reading.people { people[person.did] = person.handle }
    return (PeopleLists(session).name(of: list, value), people)
  }

  // MARK: The connection of a real session

  /// Opens the connection that is due.
  func connect() {
    guard PostRequests(session).networkMode != .practice else { return }
    let posts = session.world.posts
    guard let choice = posts.streaming.choice, posts.streaming.isOpen else { return }
    // Posts that arrive in a fork could never be undone.
    if session.past.isForked {
      return session.change { $0.posts.streaming.postpone(to: session.now + .seconds(10)) }
    }
    let start = Streaming.Start(choice: choice, position: posts.streaming.position, number: posts.streaming.connection)
    session.resources.posts.stream = StreamReceiver(start)
  }

  /// Ends a connection that is no longer wanted, and opens one that is wanted after `undo` or `rewind`.
  func settle() {
    let streaming = session.world.posts.streaming
    if let receiver = session.resources.posts.stream, !streaming.wants(receiver.number) {
      session.resources.posts.stream = nil
    }
    if streaming.isOpen, session.resources.posts.stream == nil, PostRequests(session).networkMode != .practice {
      session.change { $0.posts.streaming.postpone(to: max(session.now, session.livePresent)) }
    }
  }

  /// The time until the next look at the stream: zero if something has arrived, `nil` without a stream.
  var nextAnswer: Duration? {
    guard let receiver = session.resources.posts.stream, !session.past.isForked else { return nil }
    return receiver.isDue ? .zero : Self.pollInterval
  }

  /// Processes the messages that have arrived. The position in the stream is saved before the posts have any effect, so
  /// that nothing arrives twice.
  func receive() {
    guard let receiver = session.resources.posts.stream, !session.past.isForked, receiver.isDue else { return }
    let mail = receiver.drain()
    guard session.world.posts.streaming.wants(receiver.number) else { return settle() }
    let instant = max(session.now, session.livePresent)
    var events: [PostPart.Event] = []
    if let position = mail.position {
      let own = Set((try? AccountAccess(session).accounts().all.map { $0.did }) ?? [])
      let posts = mail.posts.filter { !own.contains($0.author.did) }
      addAuthors(of: posts)
      events = session.change { $0.posts.receiveStream(posts, through: position, at: instant) }
    }
    if let failure = mail.failure {
      session.resources.posts.stream = nil
      events += session.change { $0.posts.failStream(failure, at: instant) }
    }
    PostListener(session).savePositions()
    _ = session.isDurable()
    for event in events { session.process(.posts(event)) }
  }

  /// Asks for the handles of unknown authors, so that their posts have them.
  private func addAuthors(of posts: [PostView]) {
    let unknown = session.world.posts.unknownAuthors(of: posts)
    guard !unknown.isEmpty, let host = session.world.posts.choices.publicHost,
      let stream = session.world.posts.streaming.choice?.host,
      // The people of a stream of this machine are not known to a server elsewhere.
      !stream.isLoopback || host.isLoopback
    else { return }
    let people = session.resources.posts.streamAuthors.find(unknown, at: host)
    if !people.isEmpty { session.change { $0.posts.reading.references.add(people) } }
  }

  /// Stops listening at the end of a session, and keeps the position.
  func leave() {
    guard !session.world.posts.streaming.isEmpty else { return }
    session.change { $0.posts.endStream() }
    session.resources.posts.stream = nil
    session.resources.posts.save(session.world.posts)
  }
}

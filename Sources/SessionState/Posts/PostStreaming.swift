import Bluesky
import JSON
import StoryScript
import Timeline

/// The live stream in the world: in practice the world's own network sends it.
extension PostPart {
  /// The maximum number of people in one request for names; when more unknown people write at once, their posts have
  /// no names.
  private static let authorLimit = 25

  /// The longest time after which the position of a stream without chosen posts is noted.
  private static let noteInterval = Duration.minutes(1)

  /// Listens to a stream from an instant on, continuing at the position up to which it was heard last.
  package mutating func stream(_ choice: Streaming.Choice, at instant: Instant) {
    endStream()
    streaming.begin(choice, from: heard[choice.key]?.newest, at: instant)
  }

  /// Stops listening to the stream, and notes its position.
  package mutating func endStream() {
    if let choice = streaming.choice, let position = streaming.position { note(heard: position, of: choice.key) }
    streaming.end()
  }

  /// Opens the stream's connection if it is due; in practice, reads the posts written since.
  mutating func stream(at instant: Instant, _ deliver: (Event) -> Void) {
    guard streaming.next <= instant else { return }
    let start = streaming.open(at: instant)
    if isReal {
      if start != nil { deliver(.streams) }
      return
    }
    guard choices.conditions.isOn, start == nil || opensStreamInPractice() else {
      let words = choices.conditions.isOn ? "the connection ended" : "there is no network"
      for event in failStream(.lost(words), at: instant) { deliver(event) }
      return
    }
    let (filter, own) = (streaming.choice?.filter ?? StreamFilter(), Set(accounts.all.map { $0.did }))
    let messages = network.stream(
      after: streaming.position ?? instant, through: instant, by: accounts.current?.did
    ).compactMap { StreamMessage($0) }
    let posts = messages.compactMap { filter.post($0, except: own) }
    let unknown = unknownAuthors(of: posts)
    if !unknown.isEmpty, case .done(let json) = look(Person.call(unknown), at: instant) {
      reading.references.add(Person.profiles(json))
    }
    for event in receiveStream(posts, through: instant, at: instant) { deliver(event) }
    planStream(at: instant)
  }

  /// Returns the DIDs of the authors of posts of a stream whose handles are not known, each once; none if they are too
  /// many for one request.
  package func unknownAuthors(of posts: [PostView]) -> [String] {
    var seen: Set<String> = []
    let people = reading.references.people
    for post in posts where people[post.author.did] == nil && post.author.handle == Person.invalidHandle {
      seen.insert(post.author.did)
      if seen.count > Self.authorLimit { return [] }
    }
    return seen.sorted()
  }

  /// Sets when the next post comes in the stream of a practice session.
  mutating func planStream(at instant: Instant) {
    guard !isReal, streaming.isOpen else { return }
    streaming.look(at: network.nextInStream(after: instant, by: accounts.current?.did))
  }

  /// Takes in posts of the stream, oldest first.
  /// - Parameter position: up to when the stream was heard.
  package mutating func receiveStream(_ posts: [PostView], through position: Instant, at instant: Instant) -> [Event] {
    guard let choice = streaming.choice else { return [] }
    streaming.reach(position)
    let noted = heard[choice.key]?.newest
    if !posts.isEmpty || noted.map({ position - $0 >= Self.noteInterval }) ?? true {
      note(heard: position, of: choice.key)
    }
    return networkAnswered(at: instant) + posts.map { .streamed(arrival($0, choice.name)) }
  }

  /// Handles the end of the stream's connection.
  package mutating func failStream(_ failure: Streaming.Failure, at instant: Instant) -> [Event] {
    guard let choice = streaming.choice else { return [] }
    if let position = streaming.position { note(heard: position, of: choice.key) }
    return streaming.fail(failure, at: instant).map { [.unheard(ListeningTrouble(stream: choice.name, $0))] } ?? []
  }

  private func arrival(_ post: PostView, _ name: String) -> Arrival {
    // A stream names its authors by their DIDs alone.
    let known = reading.references.people[post.author.did] ?? post.author
    let isNamed = known.handle != Person.invalidHandle
    var record = record(of: FeedItem(post.written(by: known)), number: nil)
    if !isNamed { record["author"] = .text(post.author.did) }
    record["did"] = .text(post.author.did)
    return Arrival(record: record, list: name, isConcealed: record["hidden"]?.isNone == false)
  }
}

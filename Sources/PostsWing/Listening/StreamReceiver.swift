import Bluesky
import JSON
import Network
import ShellCore
import System
import Timeline
import WebSocket

/// One connection to a live stream: a thread that reads the messages and keeps the chosen posts until the session
/// takes them. Messages that are not chosen cost the session nothing.
///
/// A session that falls behind lets the connection wait, and its server in turn: nothing is left out.
final class StreamReceiver: @unchecked Sendable {
  /// The messages since the last look.
  struct Mail {
    var posts: [PostView] = []
    /// The time of the last message; `nil` if none came.
    var position: Instant?
    /// The end of the connection; `nil` while it is open.
    var failure: Streaming.Failure?
  }

  /// The number of the connection.
  let number: Int
  private let start: Streaming.Start
  private let stop = WebSocketConnection.Stop()
  /// Guards `mail` and `taken`.
  private let lock = Lock()
  private var mail = Mail()
  /// The time at which the session has last taken the mail.
  private var taken = SystemClock.now

  /// The number of posts that wait at most.
  private static let capacity = 4_000
  /// The time between two looks at a stream: many posts that come one after the other are taken together.
  private static let rest = Duration.milliseconds(200)
  /// The time after which a position is taken without posts.
  private static let idleRest = Duration.seconds(10)

  /// Connects on a thread of its own.
  init(_ start: Streaming.Start) {
    (self.start, number) = (start, start.number)
    guard let host = start.choice.host, SystemThread.detach({ [self] in run(host) }) else {
      mail.failure = .lost("the system cannot start another thread")
      return
    }
  }

  /// Ends the connection; nothing comes from then on.
  func end() { stop.set() }

  /// `true` if the session should take the mail.
  var isDue: Bool {
    lock.holding {
      if mail.failure != nil { return true }
      guard mail.position != nil else { return false }
      return SystemClock.now - taken >= (mail.posts.isEmpty ? Self.idleRest : Self.rest)
    }
  }

  /// Removes and returns the messages that have arrived.
  func drain() -> Mail {
    lock.holding {
      defer {
        mail = Mail()
        taken = SystemClock.now
      }
      return mail
    }
  }

  // MARK: The thread

  private func run(_ host: Host) {
    do throws(WebSocketConnection.Failure) { try receive(host) } catch {
      let failure = Streaming.Failure(error)
      lock.holding { mail.failure = failure }
    }
  }

  private func receive(_ host: Host) throws(WebSocketConnection.Failure) {
    let request = StreamRequest(start)
    // `https://` and `http://` become `wss://` and `ws://`.
    let connection = try WebSocketConnection(
      "ws" + host.address.dropFirst("http".count) + request.path, limit: StreamRequest.messageLimit,
      isOutward: host.isFollowed, stop: stop)
    defer { connection.close() }
    if let options = request.options { try connection.send(text: options) }
    let heard = start.position ?? .distantPast
    var last = heard
    while let message = try connection.receive() {
      guard case .text(let bytes) = message, let json = try? JSON(parsing: bytes), let message = StreamMessage(json),
        // A stream that is continued begins with the last message before. Several may have the same time.
        message.at > heard
      else { continue }
      last = max(last, message.at)
      keep(start.choice.filter.post(message), last)
    }
  }

  private func keep(_ post: PostView?, _ position: Instant) {
    while true {
      let isKept = lock.holding { () -> Bool in
        if post != nil, mail.posts.count >= Self.capacity { return false }
        if let post { mail.posts.append(post) }
        mail.position = position
        return true
      }
      if isKept || stop.isSet { return }
      SystemClock.sleep(microseconds: 5_000)
    }
  }
}

extension Streaming.Failure {
  /// Classifies the end of a connection by its remedy.
  init(_ failure: WebSocketConnection.Failure) {
    self =
      switch failure {
      case .connection(let failure):
        switch failure.reason {
        case .noLibrary, .badRequest, .inward: .refused(failure.sentence)
        default: .lost(failure.sentence)
        }
      case .handshake(.refused(let status)) where (400..<500).contains(status) && ![408, 425, 429].contains(status):
        .refused("the server does not offer the stream (status \(status))")
      case .handshake(.refused(let status)): .lost("the server responded with status \(status)")
      case .handshake: .lost("the server did not open a stream")
      case .frames(let failure): .broken("the server sent invalid data: \(failure.words)")
      case .closed(_, let reason) where reason.isEmpty: .lost("the server closed the connection")
      case .closed(_, let reason): .lost("the server closed the connection: \(reason.prefix(100))")
      }
  }
}

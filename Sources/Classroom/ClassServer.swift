import JSON
import System
import Timeline

/// The server of a class: the page that everyone opens, what learners report, and the teacher's board.
///
/// One thread serves all connections. Each may only ask for what a page of the class needs; nothing is read from the disk
/// but the page, and nothing is written but the recordings in the class folder.
///
///     let server = try ClassServer(room: room, page: page, folder: "/home/ada/class", port: 8080)
///     while !Interruption.isRequested { server.serve(for: 1_000) }
public final class ClassServer {
  /// The limits of connections: how many at once, of one address, and the seconds that a request may take.
  private static let (connectionLimit, addressLimit, patience) = (512, 64, Duration.seconds(20))
  /// The most bytes that wait for a slow connection, beside the page.
  private static let backlogLimit = 1 << 20

  private struct Connection {
    let descriptor: Descriptor
    let address: String
    var reader = HTTPReader()
    /// What waits to be sent.
    var waiting: [ArraySlice<UInt8>] = []
    /// `true` to close once everything is sent.
    var ends = false
    /// What the connection listens to; `nil` for none.
    var stream: Stream?
    /// The version of the state that was sent last.
    var version = -1
    /// The time of the last progress.
    var last: Duration

    var waitingCount: Int { waiting.reduce(0) { $0 + $1.count } }
  }
  private enum Stream { case news, board }

  private var room: Classroom
  private let page: [UInt8]
  private let board: [UInt8]
  private let folder: String
  private let socket: ListeningSocket
  private var connections: [Int32: Connection] = [:]
  private let receiveNews: (String) -> Void
  private var lastPulse = Duration.zero

  public var port: Int { socket.port }
  /// The addresses that learners open.
  public let addresses: [String]

  /// - Parameters:
  ///   - page: the page for learners, which is marked as that of a class.
  ///   - lesson: the lesson with which it begins; `nil` for none.
  ///   - folder: the existing folder for recordings.
  ///   - port: 0 for any free one.
  ///   - news: receives a line for the teacher about each thing that happens.
  /// - Throws: `EADDRINUSE` if another program has the port.
  public init(
    page: [UInt8], lesson: String?, folder: String, port: Int, isLocal: Bool, news: @escaping (String) -> Void
  ) throws(SystemError) {
    socket = try ListeningSocket(port: port, isLocal: isLocal)
    var generator = SystemRandomNumberGenerator()
    let code = String(Int.random(in: 100_000...999_999, using: &generator))
    room = Classroom(code: code, key: Self.secret(), lesson: lesson)
    self.page = Self.marked(page, lesson)
    let hosts = isLocal ? [] : ListeningSocket.localAddresses
    let addresses = (hosts.isEmpty ? ["127.0.0.1"] : hosts).map { [port = socket.port] in "http://\($0):\(port)/" }
    self.addresses = addresses
    let text = String(decoding: PackageResources.board_html, as: UTF8.self)
    board = Array(
      text.replacing("<b id=\"address\">", with: "<b id=\"address\">" + addresses.joined(separator: " or ")).utf8)
    self.folder = folder
    receiveNews = news
  }

  /// What learners type at the door, and what opens the board.
  public var code: String { room.code }
  public var key: String { room.key }
  public var learnerCount: Int { room.learners.count }

  /// Returns the page with the mark by which it knows that it is in a class, and with the right to talk to its server.
  private static func marked(_ page: [UInt8], _ lesson: String?) -> [UInt8] {
    // The rest is the program, which is large.
    let end = page.firstRange(of: Array("</head>".utf8))?.lowerBound ?? 0
    let head = String(decoding: page[..<end], as: UTF8.self).replacing("connect-src 'none'", with: "connect-src 'self'")
    let mark = "<meta name=\"storyline-class\" content=\"\(lesson ?? "")\">\n"
    return Array((head + mark).utf8) + page[end...]
  }

  private var now: Duration { Duration(microseconds: SystemClock.steady) }

  /// Serves for some time.
  /// - Parameter milliseconds: returns earlier after an interruption.
  public func serve(for milliseconds: Int32) {
    var waits = [pollfd(fd: socket.descriptor.number, events: Int16(POLLIN), revents: 0)]
    for (number, connection) in connections {
      let isFull = connection.waitingCount > Self.backlogLimit
      let events = (isFull ? 0 : Int16(POLLIN)) | (connection.waiting.isEmpty ? 0 : Int16(POLLOUT))
      waits.append(pollfd(fd: number, events: events, revents: 0))
    }
    guard poll(&waits, nfds_t(waits.count), milliseconds) >= 0 else { return }
    if waits[0].revents != 0 { acceptAll() }
    for wait in waits.dropFirst() where wait.revents != 0 {
      if wait.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { receive(wait.fd) }
      if wait.revents & Int16(POLLOUT) != 0 { send(wait.fd) }
    }
    endSlow()
    publish()
  }

  public func close() {
    for connection in connections.values { connection.descriptor.close() }
    connections = [:]
    socket.descriptor.close()
  }

  // MARK: Connections

  private func acceptAll() {
    while let (descriptor, address) = socket.accept() {
      let ofAddress = connections.values.count { $0.address == address }
      guard connections.count < Self.connectionLimit, ofAddress < Self.addressLimit || address == "127.0.0.1" else {
        descriptor.close()
        continue
      }
      connections[descriptor.number] = Connection(descriptor: descriptor, address: address, last: now)
    }
  }

  private func drop(_ number: Int32) { connections.removeValue(forKey: number)?.descriptor.close() }

  private func receive(_ number: Int32) {
    guard var connection = connections[number] else { return }
    do {
      guard let bytes = try connection.descriptor.receive(atMost: 1 << 16) else { return }
      guard !bytes.isEmpty else { return drop(number) }
      connection.last = now
      // A stream gets no further requests.
      guard connection.stream == nil, !connection.ends else { return }
      connection.reader.append(bytes)
      connections[number] = connection
      while let request = try connections[number]?.reader.next() {
        answer(request, on: number)
        if connections[number]?.ends != false || connections[number]?.stream != nil { break }
      }
      send(number)
    } catch let problem as HTTPReader.Problem {
      reply(.init(status: problem.status, text: "the request is not one of a browser"), on: number, keepsOpen: false)
      send(number)
    } catch { drop(number) }
  }

  private func send(_ number: Int32) {
    guard var connection = connections[number] else { return }
    do throws(SystemError) {
      while let first = connection.waiting.first {
        let count = try connection.descriptor.send(first.prefix(1 << 18))
        if count == 0 { break }
        connection.last = now
        connection.waiting[0] = first.dropFirst(count)
        if connection.waiting[0].isEmpty { connection.waiting.removeFirst() }
      }
    } catch { return drop(number) }
    if connection.waiting.isEmpty, connection.ends { return drop(number) }
    connections[number] = connection
  }

  /// Ends connections that send or take too slowly: each holds memory.
  private func endSlow() {
    let now = now
    for (number, connection) in connections {
      let isWorking = connection.reader.isWithin || !connection.waiting.isEmpty || connection.stream == nil
      if isWorking, now - connection.last > Self.patience { drop(number) }
    }
  }

  // MARK: Answers

  private struct Reply {
    var status = 200
    var type = "text/plain; charset=utf-8"
    var body: ArraySlice<UInt8> = []
    var fields = ""

    init(json: JSON) { (type, body) = ("application/json", Array(json.text.utf8)[...]) }
    init(html: [UInt8]) { (type, body) = ("text/html; charset=utf-8", html[...]) }
    init(status: Int, text: String) { (self.status, body) = (status, Array((text + "\n").utf8)[...]) }
  }

  private func reply(_ reply: Reply, on number: Int32, keepsOpen: Bool, isHead: Bool = false) {
    let words = [
      200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      413: "Content Too Large", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
      500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
    ]
    let head = """
      HTTP/1.1 \(reply.status) \(words[reply.status] ?? "Error")\r
      Content-Type: \(reply.type)\r
      Content-Length: \(reply.body.count)\r
      Cache-Control: no-store\r
      X-Content-Type-Options: nosniff\r
      X-Frame-Options: DENY\r
      Referrer-Policy: no-referrer\r
      Connection: \(keepsOpen ? "keep-alive" : "close")\r
      \r

      """
    connections[number]?.waiting.append(Array(head.utf8)[...])
    if !isHead, !reply.body.isEmpty { connections[number]?.waiting.append(reply.body) }
    if !keepsOpen { connections[number]?.ends = true }
  }

  private func answer(_ request: IncomingRequest, on number: Int32) {
    guard let address = connections[number]?.address else { return }
    if request.method == "GET", let stream = stream(request) { return begin(stream, on: number) }
    let answer: Reply
    do throws(Classroom.Problem) {
      answer = try self.answer(request, from: address)
    } catch {
      answer = Reply(status: error.status, text: error.message)
    }
    reply(answer, on: number, keepsOpen: request.keepsOpen, isHead: request.method == "HEAD")
  }

  private func isTeacher(_ request: IncomingRequest) -> Bool { request.query["key"] == room.key }

  private func answer(_ request: IncomingRequest, from address: String) throws(Classroom.Problem) -> Reply {
    let isReading = request.method == "GET" || request.method == "HEAD"
    switch (request.path, isReading) {
    case ("/", true): return Reply(html: page)
    case ("/board", true):
      return isTeacher(request) ? Reply(html: board) : Reply(status: 403, text: "the board needs the teacher's address")
    case ("/class", true): return Reply(json: .object([.init("lesson", room.lesson.map { .string($0) } ?? .null)]))
    case (_, true): return Reply(status: 404, text: "there is no such page in this class")
    default: break
    }
    // A page of another site cannot send this type without asking first.
    guard request.method == "POST", request.fields["content-type"]?.hasPrefix("application/json") == true else {
      return Reply(status: 405, text: "the class takes JSON by POST")
    }
    guard let json = try? JSON(parsing: request.body) else { return Reply(status: 400, text: "this is not JSON") }
    func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
    func number(_ name: String) -> Int { json[name]?.integerValue.map { Int(clamping: $0) } ?? 0 }
    let token = text("token")
    switch request.path {
    case "/class/join":
      let new = Self.secret()
      let name = try room.join(text("name"), code: text("code"), token: new, from: address, at: now)
      receiveNews("\(name) has joined (\(room.learners.count) in the class)")
      return Reply(json: .object([.init("token", .string(new)), .init("name", .string(name))]))
    case "/class/report":
      let place = Classroom.Place(
        lesson: text("lesson"), step: number("step"), count: number("count"), title: text("title"),
        tries: number("tries"))
      try room.report(place, of: token, at: now)
    case "/class/predict": try room.predict(text("text"), step: number("step"), of: token, at: now)
    case "/class/ask":
      try room.ask(text("text"), of: token, at: now)
      receiveNews("a question: \(text("text").prefix(Classroom.textLimit))")
    case "/class/work":
      let work = Array(text("text").utf8)
      let name = try room.handIn(work, lesson: text("lesson"), of: token, at: now)
      do throws(SystemError) {
        try File.replace(folder + "/" + name, with: work, mode: 0o600)
      } catch {
        receiveNews("\(name) was not written: \(error)")
        return Reply(status: 507, text: "the teacher's machine could not write the file")
      }
    case "/board/open" where isTeacher(request): room.open(json["isOpen"]?.boolValue ?? false)
    case "/board/answered" where isTeacher(request): room.answer(number("learner"), question: number("question"))
    default: return Reply(status: 404, text: "the class has nothing there")
    }
    return Reply(json: .object([]))
  }

  /// Returns a secret that nobody guesses: 128 bits.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
  }

  // MARK: Streams

  private func stream(_ request: IncomingRequest) -> Stream? {
    switch request.path {
    case "/class/events": .news
    case "/board/events": isTeacher(request) ? .board : nil
    default: nil
    }
  }

  private func begin(_ stream: Stream, on number: Int32) {
    let head = """
      HTTP/1.1 200 OK\r
      Content-Type: text/event-stream\r
      Cache-Control: no-store\r
      X-Accel-Buffering: no\r
      X-Content-Type-Options: nosniff\r
      Connection: keep-alive\r
      \r

      """
    connections[number]?.waiting.append(Array(head.utf8)[...])
    connections[number]?.stream = stream
  }

  /// Sends each stream what has changed, and a sign of life now and then, by which a lost connection is noticed.
  private func publish() {
    let now = now
    let isPulse = now - lastPulse >= .seconds(15)
    if isPulse { lastPulse = now }
    var messages: [Bool: [UInt8]] = [:]
    for (number, connection) in connections {
      guard let stream = connection.stream, isPulse || connection.version != room.version else { continue }
      // A slow reader gets the newest state once it has read the older one.
      guard connection.waiting.isEmpty else { continue }
      let isBoard = stream == .board
      let message =
        messages[isBoard] ?? Array("data: \((isBoard ? room.board(at: now) : room.news).text)\n\n".utf8)
      messages[isBoard] = message
      connections[number]?.waiting.append(message[...])
      connections[number]?.version = room.version
      send(number)
    }
  }
}

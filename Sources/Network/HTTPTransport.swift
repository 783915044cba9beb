import CNetwork
import System

/// A transport that sends requests and receives answers on a thread of its own; callers never wait for it.
///
///     let transport = HTTPTransport()
///     defer { transport.close() }
///     let ticket = transport.send(HTTPRequest(.get, "https://example.org/"))
///     if transport.wait(seconds: 10) {
///       for arrival in transport.drain() where arrival.ticket == ticket { print(arrival.result) }
///     }
///
/// Nothing is opened, started or looked up before the first request. All functions may be called from any thread.
/// Answers wait in a mailbox: `descriptor` is readable while it is not empty, and `drain` returns its answers.
public final class HTTPTransport: @unchecked Sendable {
  /// The identity of a request in progress.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  /// The outcome of a request.
  public struct Arrival: Sendable {
    public let ticket: Ticket
    public let result: Result<HTTPResponse, HTTPFailure>
  }

  private enum Order {
    case send(HTTPRequest, Ticket)
    case cancel(Ticket)
    case end
  }

  // The state that `lock` guards.
  private let lock = Lock()
  private var orders: [Order] = []
  private var arrivals: [Arrival] = []
  private var awaited: Set<Ticket> = []
  private var lastNumber = 0
  private var hasEnded = false
  /// `true` once `close` was called: from then on the descriptor may belong to another file.
  private var isClosed = false
  /// The reason why no request can be sent, once it is known.
  private var obstacle: HTTPFailure?
  private var thread: SystemThread?
  /// The handle that wakes the thread; set while the thread waits or works.
  private var multi: UnsafeMutableRawPointer?

  private let pipe = WakePipe()
  private let onArrival: @Sendable () -> Void

  /// - Parameter onArrival: called on the transport's thread when an answer has been put into the mailbox.
  public init(onArrival: @escaping @Sendable () -> Void = {}) { self.onArrival = onArrival }

  /// A descriptor that is readable while an answer waits to be taken.
  public var descriptor: Int32 { pipe.reading }

  /// `true` while an answer is awaited.
  public var isBusy: Bool { lock.holding { !awaited.isEmpty } }

  // MARK: Asking

  /// Sends a request. Its answer, or the reason why there is none, arrives later, exactly once and in any order.
  public func send(_ request: HTTPRequest) -> Ticket {
    let (ticket, failure) = lock.holding { () -> (Ticket, HTTPFailure?) in
      lastNumber += 1
      let ticket = Ticket(number: lastNumber)
      if isClosed { return (ticket, nil) }
      awaited.insert(ticket)
      if obstacle == nil { orders.append(.send(request, ticket)) }
      begin()
      return (ticket, obstacle)
    }
    if let failure { arrive(ticket, .failure(failure)) }
    return ticket
  }

  /// Cancels a request. Its answer never arrives, even if it is in the mailbox already; a server that has read the
  /// request may or may not have carried it out. Returns at once, even while a name is looked up.
  public func cancel(_ ticket: Ticket) {
    lock.holding {
      awaited.remove(ticket)
      arrivals.removeAll { $0.ticket == ticket }
      order(.cancel(ticket))
    }
  }

  /// Removes and returns all answers in the mailbox, in the order of arrival.
  public func drain() -> [Arrival] {
    lock.holding {
      if isClosed { return [] }
      pipe.drain()
      defer { arrivals = [] }
      return arrivals
    }
  }

  /// Waits until an answer is in the mailbox.
  /// - Parameter seconds: the maximum time to wait.
  /// - Returns: `true` if there is an answer; a signal such as ^C also ends the wait.
  public func wait(seconds: Double) -> Bool {
    // Where no pipe could be opened, nothing wakes the wait.
    if hasArrivals { return true }
    var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, SystemClock.milliseconds(until: SystemClock.steadySeconds + seconds)) > 0 || hasArrivals
  }

  /// Cancels all requests and ends the thread; from then on nothing is sent and nothing arrives. Waits only a moment
  /// for the thread, because a name lookup in progress cannot be interrupted. May be called again.
  public func close() {
    let isFirst = lock.holding { () -> Bool in
      if isClosed { return false }
      isClosed = true
      awaited = []
      arrivals = []
      order(.end)
      return true
    }
    guard isFirst else { return }
    for _ in 0..<20 {
      if lock.holding({ thread == nil || hasEnded }) { break }
      SystemClock.sleep(microseconds: 5_000)
    }
    guard let thread = lock.holding({ self.thread }) else { return pipe.close() }
    if lock.holding({ hasEnded }) {
      thread.join()
      lock.holding { self.thread = nil }
      pipe.close()
    } else {
      // The thread still uses this object: both stay until the program ends.
      _ = Unmanaged.passRetained(self)
    }
  }

  // MARK: The thread

  /// Makes the thread look at its orders. The caller holds `lock`.
  private func begin() {
    if let multi {
      _ = network_multi_wake(multi)
      return
    }
    guard thread == nil, obstacle == nil else { return }
    thread = SystemThread { [self] in run() }
    if thread == nil {
      obstacle = Platform.isPage ? Self.noLibrary : HTTPFailure(.noMemory, "the system cannot start another thread")
    }
  }

  private func order(_ order: Order) {
    guard thread != nil else { return }
    orders.append(order)
    if let multi { _ = network_multi_wake(multi) }
  }

  private func run() {
    defer { lock.holding { hasEnded = true } }
    guard Curl.isThere, let engine = Engine() else { return refuseAll() }
    lock.holding { multi = engine.multi }
    while process(drainOrders(), engine) { engine.work { arrive($0, $1) } }
    lock.holding { multi = nil }
    engine.end()
  }

  /// - Returns: `true` to continue.
  private func process(_ orders: [Order], _ engine: Engine) -> Bool {
    for order in orders {
      switch order {
      case .send(let request, let ticket):
        do throws(HTTPFailure) { try engine.begin(request, ticket) } catch { arrive(ticket, .failure(error)) }
      case .cancel(let ticket): engine.cancel(ticket)
      case .end: return false
      }
    }
    return true
  }

  private func drainOrders() -> [Order] {
    lock.holding {
      defer { orders = [] }
      return orders
    }
  }

  private func refuseAll() {
    lock.holding { obstacle = Self.noLibrary }
    for case .send(_, let ticket) in drainOrders() { arrive(ticket, .failure(Self.noLibrary)) }
  }

  private static var noLibrary: HTTPFailure {
    HTTPFailure(.noLibrary, "there is no \(Curl.names.joined(separator: " or "))")
  }

  private var hasArrivals: Bool { lock.holding { !arrivals.isEmpty } }

  private func arrive(_ ticket: Ticket, _ result: Result<HTTPResponse, HTTPFailure>) {
    let isAwaited = lock.holding { () -> Bool in
      guard awaited.remove(ticket) != nil else { return false }
      arrivals.append(Arrival(ticket: ticket, result: result))
      pipe.signal(1)
      return true
    }
    if isAwaited { onArrival() }
  }
}

/// The libcurl handle of all transfers, used only on the transport's thread.
private final class Engine {
  let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  /// The maximum number of connections to one host, as in browsers; without a limit two hundred requests open two
  /// hundred.
  private static let hostConnections = 6
  /// The maximum number of open connections kept for later requests.
  private static let idleConnectionLimit = 8

  init?() {
    guard let multi = network_multi_new() else { return nil }
    self.multi = multi
    _ = network_multi_set_long(multi, Curl.maximumHostConnections, Self.hostConnections)
    _ = network_multi_set_long(multi, Curl.maximumConnections, Self.idleConnectionLimit)
  }

  func begin(_ request: HTTPRequest, _ ticket: HTTPTransport.Ticket) throws(HTTPFailure) {
    let transfer = try Transfer(request, ticket: ticket)
    guard network_multi_add(multi, transfer.easy) == 0 else { throw HTTPFailure(.noMemory) }
    transfers[transfer.easy] = transfer
  }

  func cancel(_ ticket: HTTPTransport.Ticket) {
    guard let transfer = transfers.values.first(where: { $0.ticket == ticket }) else { return }
    remove(transfer)
  }

  private func remove(_ transfer: Transfer) {
    _ = network_multi_remove(multi, transfer.easy)
    transfers[transfer.easy] = nil
  }

  /// Continues all transfers, reports those that have ended, and waits until there is more to do.
  func work(_ arrive: (HTTPTransport.Ticket, Result<HTTPResponse, HTTPFailure>) -> Void) {
    _ = network_multi_perform(multi)
    var code: Int32 = 0
    while let easy = network_multi_take(multi, &code) {
      guard let transfer = transfers[easy] else { continue }
      let result = transfer.result(code)
      remove(transfer)
      arrive(transfer.ticket, result)
    }
    _ = network_multi_wait(multi, transfers.isEmpty ? 3_600_000 : 1_000)
  }

  func end() {
    for transfer in transfers.values { _ = network_multi_remove(multi, transfer.easy) }
    transfers = [:]
    network_multi_free(multi)
  }
}

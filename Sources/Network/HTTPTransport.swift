import CNetwork
import System

/// Sends requests and receives answers on a thread of its own; whoever asks never waits for it.
///
/// Nothing is opened, started or looked up before the first request. All functions may be called from any thread. Answers
/// lie in a mailbox: `descriptor` is readable while one does, and `take` hands them over.
public final class HTTPTransport: @unchecked Sendable {
  /// Names a request while it is on its way.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  /// What came of a request.
  public struct Arrival: Sendable {
    public let ticket: Ticket
    public let result: Result<HTTPResponse, HTTPFailure>
  }

  private enum Order {
    case send(HTTPRequest, Ticket)
    case cancel(Ticket)
    case end
  }

  // What `lock` guards.
  private let lock = Lock()
  private var orders: [Order] = []
  private var arrivals: [Arrival] = []
  private var awaited: Set<Ticket> = []
  private var lastNumber = 0
  private var hasEnded = false
  /// Whether `close` was called: from then on the descriptor may be somebody else's.
  private var isClosed = false
  /// Why no request can be sent, once that is known.
  private var hindrance: HTTPFailure?
  private var thread: SystemThread?
  /// What wakes the thread; there while it waits or works.
  private var multi: UnsafeMutableRawPointer?

  private let pipe = WakePipe()
  private let onArrival: @Sendable () -> Void

  /// - Parameter onArrival: called on the transport's thread when an answer lies in the mailbox.
  public init(onArrival: @escaping @Sendable () -> Void = {}) { self.onArrival = onArrival }

  /// Readable while an answer waits to be taken.
  public var descriptor: Int32 { pipe.reading }

  /// Whether an answer is still awaited.
  public var isBusy: Bool { lock.holding { !awaited.isEmpty } }

  // MARK: Asking

  /// Sends a request. Its answer, or why there is none, comes later, once and in no order.
  public func send(_ request: HTTPRequest) -> Ticket {
    let (ticket, failure) = lock.holding { () -> (Ticket, HTTPFailure?) in
      lastNumber += 1
      let ticket = Ticket(number: lastNumber)
      if isClosed { return (ticket, nil) }
      awaited.insert(ticket)
      if hindrance == nil { orders.append(.send(request, ticket)) }
      begin()
      return (ticket, hindrance)
    }
    if let failure { arrive(ticket, .failure(failure)) }
    return ticket
  }

  /// Drops a request. Its answer never comes, even if it lies in the mailbox already; what a server that has read it does
  /// cannot be known. Returns at once, also while a name is looked up.
  public func cancel(_ ticket: Ticket) {
    lock.holding {
      awaited.remove(ticket)
      arrivals.removeAll { $0.ticket == ticket }
      order(.cancel(ticket))
    }
  }

  /// Takes the answers that have come, in the order in which they came.
  public func take() -> [Arrival] {
    lock.holding {
      if isClosed { return [] }
      pipe.drain()
      defer { arrivals = [] }
      return arrivals
    }
  }

  /// Waits until an answer lies there.
  /// - Parameter seconds: how long at most.
  /// - Returns: whether there is one; a signal such as ^C ends the wait, too.
  public func wait(seconds: Double) -> Bool {
    var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, SystemClock.milliseconds(until: SystemClock.steadySeconds + seconds)) > 0
  }

  /// Drops all requests and ends the thread; from then on nothing is sent and nothing arrives. The thread is waited for only
  /// a moment: a name that is being looked up for a request cannot be hurried. Again is allowed.
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
      // It still uses this object: both stay until the program ends.
      _ = Unmanaged.passRetained(self)
    }
  }

  // MARK: The thread

  /// Sees to it that the thread looks at its orders. `lock` is held.
  private func begin() {
    if let multi {
      _ = network_multi_wake(multi)
      return
    }
    guard thread == nil, hindrance == nil else { return }
    thread = SystemThread { [self] in run() }
    if thread == nil { hindrance = HTTPFailure(.noMemory, "the system has no thread to give") }
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
    while carryOut(takeOrders(), engine) { engine.work { arrive($0, $1) } }
    lock.holding { multi = nil }
    engine.end()
  }

  /// - Returns: whether to go on.
  private func carryOut(_ orders: [Order], _ engine: Engine) -> Bool {
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

  private func takeOrders() -> [Order] {
    lock.holding {
      defer { orders = [] }
      return orders
    }
  }

  private func refuseAll() {
    let failure = HTTPFailure(.noLibrary, "there is no \(Curl.names.joined(separator: " or "))")
    lock.holding { hindrance = failure }
    for case .send(_, let ticket) in takeOrders() { arrive(ticket, .failure(failure)) }
  }

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

/// libcurl at work for many transfers, on the transport's thread alone.
private final class Engine {
  let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  /// As many connections to one host as browsers have; without a limit two hundred requests open two hundred.
  private static let hostConnections = 6
  /// Open ones that are kept for later requests.
  private static let keptConnections = 8

  init?() {
    guard let multi = network_multi_new() else { return nil }
    self.multi = multi
    _ = network_multi_set_long(multi, Curl.maximumHostConnections, Self.hostConnections)
    _ = network_multi_set_long(multi, Curl.maximumConnections, Self.keptConnections)
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

  /// Goes on with all of them, hands over what has ended, and waits until there is more to do.
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

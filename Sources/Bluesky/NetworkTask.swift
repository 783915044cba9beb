import JSON

/// Network work as a value: it says what to ask next and receives the answer. It uses no clock, file or server.
///
/// `run` is the one loop that runs every task. Its caller decides where the answers come from: the practice network
/// answers at once, a client waits for its server, and a background request answers later:
///
///     var publishing = Publishing(preparedPost, as: did, key: key)
///     let outcome = try publishing.run(
///       prepare: { task, attempt in save(attempt) ? task.kept() : task.stop(notSaved) },
///       request: { _, call in try client.request(call, as: did).answer })
public protocol NetworkTask {
  /// A question to a server.
  associatedtype Request = XRPCCall
  /// The task's needs apart from answers: a record that must be durable, a password.
  associatedtype Preparation
  associatedtype Outcome

  var step: NetworkStep<Request, Preparation, Outcome> { get }
  mutating func receive(_ answer: XRPCAnswer)
  /// Notes that the answer to the last request will never come: the server may have carried it out.
  mutating func interrupt(_ words: String)
}

/// The next thing that a network task needs.
public enum NetworkStep<Request, Preparation, Outcome> {
  case ask(Request)
  /// Something must be ready before the next request; the owner of the task tells the task when it is.
  case prepare(Preparation)
  case end(Outcome)
}

extension NetworkTask {
  public mutating func interrupt(_ words: String) {}

  /// Runs the task until it ends, or until an answer has to be awaited.
  ///
  /// Both closures may change the task, for example stop it. An error that one of them throws interrupts the task.
  /// - Parameters:
  ///   - prepare: prepares what the task needs.
  ///   - request: returns the answer of a server; `nil` if the answer comes later and goes to `receive`.
  /// - Returns: `nil` while an answer is awaited: `run` continues after it.
  public mutating func run<Stop: Error>(
    prepare: (inout Self, Preparation) throws(Stop) -> Void,
    request: (inout Self, Request) throws(Stop) -> XRPCAnswer?
  ) throws(Stop) -> Outcome? {
    do throws(Stop) {
      while true {
        switch step {
        case .end(let outcome): return outcome
        case .prepare(let preparation): try prepare(&self, preparation)
        case .ask(let call):
          if let answer = try request(&self, call) {
            receive(answer)
          } else if case .end(let outcome) = step {
            return outcome
          } else {
            return nil
          }
        }
      }
    } catch {
      interrupt("interrupted")
      throw error
    }
  }
}

// MARK: - Pages

/// A value that is read page by page from a server.
public protocol PagedReading {
  /// The call for the next page; `nil` at the end.
  var next: XRPCCall? { get }
  /// - Returns: `false` if the answer is not a page.
  mutating func receive(_ json: JSON) -> Bool
  /// Tries another way after a refusal.
  /// - Returns: `false` if there is none.
  mutating func recover(from error: XRPCError) -> Bool
}

extension PagedReading {
  public mutating func recover(from error: XRPCError) -> Bool { false }
}

extension Listing: PagedReading {}
extension ArchiveSync: PagedReading {
  /// Starts the collection again if the server may no longer know the cursor at which an earlier reading stopped.
  public mutating func recover(from error: XRPCError) -> Bool {
    error.status == 400 && !error.isAboutToken && forgetPlace()
  }
}

/// The task that requests pages until the reading is complete, or a request fails.
public struct PagedRequest<Reading: PagedReading>: NetworkTask {
  public enum Outcome {
    case whole
    /// The answer that came instead of a page; `.done` if it succeeded but is not a page.
    case failed(XRPCAnswer)
  }

  public private(set) var reading: Reading
  private var page: JSON?
  private var failure: XRPCAnswer?
  private var hasRecovered = false

  public init(_ reading: Reading) { self.reading = reading }

  /// The next step. The owner must store each page, and then calls `kept`.
  public var step: NetworkStep<XRPCCall, JSON, Outcome> {
    if let failure { return .end(.failed(failure)) }
    if let page { return .prepare(page) }
    return reading.next.map { .ask($0) } ?? .end(.whole)
  }

  public mutating func kept() { page = nil }

  public mutating func receive(_ answer: XRPCAnswer) {
    switch answer {
    case .done(let json): if reading.receive(json) { page = json } else { failure = answer }
    case .refused(let error) where !hasRecovered && reading.recover(from: error): hasRecovered = true
    case .refused, .broken, .none: failure = answer
    }
  }
}

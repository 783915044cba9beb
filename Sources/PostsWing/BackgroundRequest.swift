import Bluesky
import StoryScript
import System

/// A post or a reaction that is being sent while the user may type: each of its requests runs on its own thread.
final class BackgroundRequest {
  enum Work {
    /// - Parameter number: the number of the post in the outbox.
    case post(number: Int, Publishing)
    case reaction(ReactionRequest)
    /// A request for new items of a list that the user listens to.
    case news
  }

  var work: Work
  let did: String
  private let client: XRPCClient
  private var thread: SystemThread?
  private var box = Box()

  /// The box into which the thread puts its answer.
  private final class Box: @unchecked Sendable {
    private let lock = Lock()
    private var answer: Result<XRPCClient.Answer, Failure>?
    func put(_ answer: Result<XRPCClient.Answer, Failure>) { lock.holding { self.answer = answer } }
    var content: Result<XRPCClient.Answer, Failure>? { lock.holding { answer } }
  }

  /// - Parameter did: the account that makes the request.
  init(_ work: Work, as did: String, _ client: XRPCClient) {
    (self.work, self.did, self.client) = (work, did, client)
  }

  /// The number of the post that is being sent; `nil` for other work.
  var number: Int? { if case .post(let number, _) = work { number } else { nil } }

  /// `true` if an answer is there.
  var hasArrived: Bool { box.content != nil }

  /// Sends a request, and returns at once.
  /// - Parameter isPatient: `false` to send no further request if the server has a failure.
  func send(_ call: XRPCCall, bytes: [UInt8] = [], isPatient: Bool = true) {
    let (box, client, did) = (Box(), client, did)
    self.box = box
    thread = SystemThread {
      do throws(Failure) {
        box.put(.success(try client.request(call, bytes: bytes, as: did, isPatient: isPatient)))
      } catch {
        box.put(.failure(error))
      }
    }
    if thread == nil { box.put(.failure(.refused("the system cannot start another thread"))) }
  }

  /// Returns the answer, if it has arrived.
  func consumeAnswer() -> Result<XRPCClient.Answer, Failure>? {
    guard let answer = box.content else { return nil }
    thread?.join()
    (thread, box) = (nil, Box())
    return answer
  }

  /// Cancels the request; the outcome on the server is then unknown.
  func cancel() {
    guard let thread else { return }
    client.cancel()
    thread.join()
    self.thread = nil
    client.resume()
  }
}

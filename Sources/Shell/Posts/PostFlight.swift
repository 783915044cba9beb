import Bluesky
import StoryScript
import System

/// A post on its way while somebody may type: its questions are asked on a thread of their own.
final class PostFlight {
  let number: Int
  let did: String
  var publishing: Publishing
  private let courier: Courier
  private var thread: SystemThread?
  private var box = Box()

  /// Where the thread puts what it was told.
  private final class Box: @unchecked Sendable {
    private let lock = Lock()
    private var answer: Result<Courier.Answer, Failure>?
    func put(_ answer: Result<Courier.Answer, Failure>) { lock.holding { self.answer = answer } }
    var content: Result<Courier.Answer, Failure>? { lock.holding { answer } }
  }

  init(_ number: Int, as did: String, _ publishing: Publishing, _ courier: Courier) {
    (self.number, self.did, self.publishing, self.courier) = (number, did, publishing, courier)
  }

  /// Whether an answer lies there.
  var hasArrived: Bool { box.content != nil }

  /// Asks, and returns at once.
  func ask(_ call: XRPCCall, bytes: [UInt8]) {
    let (box, courier, did) = (Box(), courier, did)
    self.box = box
    thread = SystemThread {
      do throws(Failure) {
        box.put(.success(try courier.ask(call, bytes: bytes, as: did)))
      } catch {
        box.put(.failure(error))
      }
    }
    if thread == nil { box.put(.failure(.refused("the system has no thread to give"))) }
  }

  /// The answer, if it has come.
  func take() -> Result<Courier.Answer, Failure>? {
    guard let answer = box.content else { return nil }
    thread?.join()
    (thread, box) = (nil, Box())
    return answer
  }

  /// Gives up; what the server then does cannot be known.
  func cancel() {
    guard let thread else { return }
    courier.cancel()
    thread.join()
    self.thread = nil
  }
}

import Bluesky
import StoryScript
import System

/// A post, or a like and the like, on its way while somebody may type: its questions are asked on a thread of their own.
final class Flight {
  enum Cargo {
    /// - Parameter number: the post's in the outbox.
    case post(number: Int, Publishing)
    case wish(Wish)
    /// What is new in something that is listened to.
    case news
  }

  var cargo: Cargo
  let did: String
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

  /// - Parameter did: in whose name.
  init(_ cargo: Cargo, as did: String, _ courier: Courier) {
    (self.cargo, self.did, self.courier) = (cargo, did, courier)
  }

  /// The number of the post that is on its way; `nil` for what is none.
  var number: Int? { if case .post(let number, _) = cargo { number } else { nil } }

  /// Whether an answer lies there.
  var hasArrived: Bool { box.content != nil }

  /// Asks, and returns at once.
  /// - Parameter isPatient: whether a server that is in trouble is asked once more.
  func ask(_ call: XRPCCall, bytes: [UInt8] = [], isPatient: Bool = true) {
    let (box, courier, did) = (Box(), courier, did)
    self.box = box
    thread = SystemThread {
      do throws(Failure) {
        box.put(.success(try courier.ask(call, bytes: bytes, as: did, isPatient: isPatient)))
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
    courier.goOn()
  }
}

import Bluesky
import SessionState
import ShellCore
import StoryScript
import Timeline

/// The way in which a session's requests are answered.
enum NetworkMode {
  /// The practice network in the world answers.
  case practice
  /// The command waits for the server.
  case waiting
  /// The server answers while the user types the next line.
  case background
}

/// The only code that knows the source of answers: the practice network of the world, or servers.
struct PostRequests {
  let session: Session

  init(_ session: Session) { self.session = session }

  var networkMode: NetworkMode {
    session.options.kind == .practice ? .practice : session.options.isPrompt ? .background : .waiting
  }

  /// The reader without an account, who has no DID.
  static let nobody = ""

  /// Sends a request to an account's server, and waits for the answer.
  /// - Parameter did: the account; `nobody` to ask the public server without one.
  func request(_ call: XRPCCall, as did: String) throws(Failure) -> XRPCAnswer {
    if did == Self.nobody, let host = session.world.posts.choices.publicHost {
      return try session.resources.posts.client.request(call, at: host)
    }
    guard let bytes = bytes(of: call) else { return Self.pictureIsGone }
    let account = try AccountAccess(session).accounts()[did: did]
    return receive(try session.resources.posts.client.request(call, bytes: bytes, as: did), account)
  }

  /// Sends a request before a command begins: in practice the request takes no time, so that `undo` needs one step.
  func look(_ call: XRPCCall, as account: Account) throws(Failure) -> XRPCAnswer { try look(call, as: account.did) }

  /// - Parameter did: the account; `nobody` to ask the public server without one.
  func look(_ call: XRPCCall, as did: String) throws(Failure) -> XRPCAnswer {
    networkMode == .practice ? session.world.posts.look(call, at: session.now) : try request(call, as: did)
  }

  /// Sends a request for an account: the publishing account unless `account` names another. In practice the answer
  /// takes time on the session's clock; a real session waits for its server, until ^C.
  func asking(
    _ call: XRPCCall, as account: Account? = nil, then: @escaping (XRPCAnswer) throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    let did = if let account { account.did } else { try PostReader(session).viewer(of: call.isPublic) }
    guard networkMode == .practice else { return try then(try request(call, as: did)) }
    return .wait(session.world.posts.choices.conditions.delay) { () throws(Failure) in
      let now = session.now
      return try then(session.change { $0.posts.ask(call, at: now) })
    }
  }

  /// Returns the bytes of the picture that a call sends: empty for most calls, `nil` if the picture is gone.
  func bytes(of call: XRPCCall) -> [UInt8]? {
    call.picture.map { session.resources.posts.pictures.bytes($0.name) } ?? []
  }

  /// The answer to a call whose picture was removed after the post was written.
  static let pictureIsGone = XRPCAnswer.none(words: "one of its pictures is no longer on this device", .obstructed)

  /// Applies the consequences of an answer for the account that made the request.
  func receive(_ answer: XRPCClient.Answer, _ account: Account?) -> XRPCAnswer {
    session.resources.posts.clockLead = answer.clockLead
    if answer.endsSession, let account {
      AccountAccess(session).reportAccount(left: account.handle, isSessionEnded: true)
    }
    switch answer.answer {
    case .done, .refused: session.resources.posts.hasNetwork = true
    case .broken, .none: break
    }
    return answer.answer
  }
}

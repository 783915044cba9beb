import JSON
import Timeline

/// What came of a question to a server, by what it means for whoever asked.
public enum XRPCAnswer: Hashable, Sendable {
  case done(JSON)
  /// The server says no, and has done nothing.
  case refused(XRPCError)
  /// The server, or what stands before it, is in trouble, or said what nobody understands: what it did is unknown.
  case broken(XRPCError)
  /// No answer came.
  /// - Parameters:
  ///   - words: why, for people.
  ///   - reach: how far the question came.
  case none(words: String, _ reach: Reach)

  /// What is said of an answer that does not hold what it is to hold.
  public static let strange = "the answer is none that a server of this kind gives"

  /// How far a question came that nobody answered.
  public enum Reach: Hashable, Sendable {
    /// No server was reached, as without a network: nothing was done.
    case offline
    /// Something else stood in its way, which goes on until somebody mends it or a server recovers: nothing was done.
    case hindered
    /// The server may have done what it was asked.
    case unheard
  }

  /// What an answer that went well is to hold.
  public enum Body: Hashable, Sendable {
    case json
    /// Nothing; some methods answer so.
    case nothing
    /// A text of at most 2,048 bytes, which comes as a string of JSON.
    case text
  }

  /// Reads an answer. Whatever a proxy says in a server's place survives it.
  /// - Parameters:
  ///   - reset: the value of `RateLimit-Reset`: seconds since 1970.
  ///   - kind: what its body is where it went well.
  public init(status: Int, reset: String? = nil, body: [UInt8], as kind: Body = .json) {
    if kind == .text, 200..<300 ~= status {
      self = .done(.string(String(decoding: body.prefix(2_048), as: UTF8.self)))
      return
    }
    let (json, problem) = Self.read(body)
    switch status {
    case 200..<300:
      if let json {
        self = .done(json)
      } else if kind == .nothing {
        self = .done(.null)
      } else {
        self = .broken(XRPCError(status: status, message: problem))
      }
    case 400..<500 where status != 408:
      self = .refused(XRPCError(status: status, json, reset: reset))
    default: self = .broken(XRPCError(status: status, json, reset: reset))
    }
  }

  /// - Returns: what it says, or the words for why that cannot be read.
  private static func read(_ body: [UInt8]) -> (JSON?, String) {
    do throws(JSON.SyntaxError) { return (try JSON(parsing: body), "") } catch {
      return (
        nil, error.isTooDeep ? "an answer nested deeper than \(JSONReader.deepest) levels" : "an answer that is no JSON"
      )
    }
  }
}

/// Why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The system has no libcurl.
    case noLibrary
    /// The request itself cannot be sent: the address or a header is none, or it would go unencrypted to another machine.
    case badRequest
    /// No machine has that name.
    case unknownHost
    /// No machine has the proxy's name.
    case unknownProxy
    /// The proxy does not answer, or does not let the request through.
    case proxy
    /// A server has named a machine that is this one, or lies in its own network.
    case inward
    /// Nobody takes the connection there.
    case refused
    /// The certificate is not that host's, has expired, or nobody vouches for it.
    case certificate
    /// The certificates by which others are known are missing on this machine.
    case noCertificates
    /// The encryption could not be agreed on.
    case encryption
    case timedOut
    /// The answer was longer than was to be taken.
    case tooLong
    /// The connection ended before the answer did.
    case cutOff
    /// What came is no answer by the rules of HTTP.
    case garbled
    case noMemory
    case other
  }

  public let reason: Reason
  /// libcurl's own words, in English and without a promise.
  public let words: String
  /// Whether the request may have reached the server, which then may have done what it was asked.
  public let mayHaveArrived: Bool

  public init(_ reason: Reason, _ words: String = "", mayHaveArrived: Bool = false) {
    (self.reason, self.words, self.mayHaveArrived) = (reason, words, mayHaveArrived)
  }
}

extension HTTPFailure.Reason {
  /// By libcurl's number for an error (curl.h).
  init(code: Int32) {
    self =
      switch code {
      case 1, 3: .badRequest
      case 5, 97: .unknownProxy
      case 6: .unknownHost
      case 7: .refused
      case 8, 61: .garbled
      case 16, 18, 52, 55, 56, 92: .cutOff
      case 23, 63, 100: .tooLong
      case 27: .noMemory
      case 28: .timedOut
      case 35: .encryption
      case 51, 58, 60, 83, 90, 91: .certificate
      case 77: .noCertificates
      default: .other
      }
  }
}
